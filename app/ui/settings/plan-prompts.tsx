import "./sections.css"
import { Pencil, Plus, Trash2 } from "lucide-react"
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react"
import { call, callAll } from "~/client/api"
import { type Prompt, promptCalls } from "~/contract/prompt"
import { limits } from "~/contract/shared/bounds"
import { Button, IconButton } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Failed } from "~/ui/parts/empty-state"
import { Field } from "~/ui/parts/field"
import { useFocusAfter } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useLoaded } from "~/ui/parts/use-call"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { useFormDraft } from "~/ui/settings/use-form-draft"

type PlanPromptsProps = { planId: number; show(message: Message): Promise<boolean> }

/** The prompts that the AI chat offers to every member. */
export const PlanPrompts = ({ planId, show }: PlanPromptsProps) => {
  const [edited, setEdited] = useState<Prompt | "new">()
  const add = useRef<HTMLButtonElement>(null)
  useFocusAfter(edited !== undefined, add)

  const load = useCallback(
    async () => (await callAll(promptCalls.list, { planId })).filter((prompt) => prompt.planId === planId),
    [planId],
  )
  const { value: prompts, failed, reload, retry } = useLoaded(load)
  const { attempt } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const keep = async (name: string, text: string) => {
    const stored = await attempt(async () => {
      if (edited === "new" || !edited) await call(promptCalls.create, { planId, name, text })
      else await call(promptCalls.update, { id: edited.id, name, text })
      await reload()
    })
    if (stored) setEdited(undefined)
    return stored
  }
  const remove = async ({ id }: Prompt) => {
    const removed = await attempt(async () => {
      await call(promptCalls.remove, { id })
      await reload()
    })
    if (!removed) return
    if (edited !== "new" && edited?.id === id) setEdited(undefined)
    add.current?.focus()
  }

  return (
    <section className="plan-prompts grid" aria-label={planAdmin.prompts}>
      <h3 className="label">{planAdmin.prompts}</h3>
      <p className="hint">{planAdmin.promptsHint}</p>
      {!prompts ? (
        failed ? (
          <Failed text={planAdmin.actionFailed} onRetry={retry} />
        ) : (
          <Loading />
        )
      ) : (
        <div className="setting-rows">
          {prompts.map((prompt) => (
            <SettingRow key={prompt.id} label={prompt.name} hint={<span className="truncate">{prompt.text}</span>}>
              <IconButton small label={planAdmin.editPrompt(prompt.name)} onClick={() => setEdited(prompt)}>
                <Pencil className="icon small" aria-hidden="true" />
              </IconButton>
              <IconButton small label={planAdmin.removePrompt(prompt.name)} onClick={() => remove(prompt)}>
                <Trash2 className="icon small" aria-hidden="true" />
              </IconButton>
            </SettingRow>
          ))}
        </div>
      )}
      {edited ? (
        <PromptForm
          key={edited === "new" ? "new" : edited.id}
          planId={planId}
          prompt={edited === "new" ? undefined : edited}
          onKeep={keep}
          onClose={() => setEdited(undefined)}
        />
      ) : (
        <Button ref={add} size="small" onClick={() => setEdited("new")}>
          <Plus className="icon small" aria-hidden="true" />
          {planAdmin.addPrompt}
        </Button>
      )}
    </section>
  )
}

type PromptFormProps = {
  planId: number
  prompt: Prompt | undefined
  /** Returns whether it was saved. */
  onKeep(name: string, text: string): Promise<boolean>
  onClose(): void
}

/** Escape closes the form without saving; it shows again what was typed. Cancel drops that. */
const PromptForm = ({ planId, prompt, onKeep, onClose }: PromptFormProps) => {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const stored = { name: prompt?.name ?? "", text: prompt?.text ?? "" }
  const { texts, change, clear } = useFormDraft(`prompt.${planId}.${prompt?.id ?? "new"}`, stored)
  const { name, text } = texts
  const [busy, setBusy] = useState(false)
  useEffect(() => first.current?.focus(), [])
  const ready = name.trim() !== "" && text.trim() !== ""
  const save = async () => {
    if (!ready || busy) return
    setBusy(true)
    if (await onKeep(name.trim(), text.trim())) clear()
    setBusy(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onClose()
  }
  return (
    <form className="prompt-form grid" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Field
        ref={first}
        label={planAdmin.promptName}
        dir="auto"
        maxLength={limits.name}
        value={name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="field">
        <label className="label" htmlFor={id}>
          {planAdmin.promptText}
        </label>
        <textarea
          id={id}
          className="input"
          dir="auto"
          rows={3}
          maxLength={limits.description}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </div>
      <div className="row">
        <Button
          onClick={() => {
            clear()
            onClose()
          }}
        >
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" disabled={!ready} busy={busy}>
          {planAdmin.keepPrompt}
        </Button>
      </div>
    </form>
  )
}
