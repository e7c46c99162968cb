import "./sections.css"
import { useEffect, useId, useState } from "react"
import { call } from "~/client/api"
import { aiCalls } from "~/contract/ai"
import { type Plan, planCalls } from "~/contract/plan"
import { limits } from "~/contract/shared/bounds"
import { Checkbox } from "~/ui/parts/checkbox"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { messageOf } from "~/ui/parts/use-attempt"
import { type SaveState, useAutosave } from "~/ui/parts/use-autosave"
import { useCall } from "~/ui/parts/use-call"
import { PlanPrompts } from "~/ui/settings/plan-prompts"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"

type PlanAiProps = {
  plan: Pick<Plan, "id" | "aiInstructions" | "aiEnabled">
  show(message: Message): Promise<boolean>
  onSaving(state: SaveState): void
  onChanged(): void
}

/** The switch for models to read the plan, the data they get, the plan's instructions to them, and its prompts. */
export const PlanAi = ({ plan, show, onSaving, onChanged }: PlanAiProps) => (
  <>
    <ModelUse plan={plan} show={show} onSaving={onSaving} onChanged={onChanged} />
    <Instructions plan={plan} onSaving={onSaving} onChanged={onChanged} />
    <PlanPrompts planId={plan.id} show={show} />
  </>
)

const ModelUse = ({ plan, show, onSaving, onChanged }: PlanAiProps) => {
  const [allowed, setAllowed] = useState(plan.aiEnabled)
  const provider = useCall(aiCalls.provider, {}).value?.provider
  const change = async (next: boolean) => {
    setAllowed(next)
    onSaving("saving")
    try {
      await call(planCalls.update, { id: plan.id, aiEnabled: next })
      onSaving("saved")
      onChanged()
    } catch (thrown) {
      setAllowed(!next)
      onSaving("idle")
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    }
  }
  return (
    <>
      <div className="setting-rows">
        <Checkbox row checked={allowed} hint={planAdmin.aiAllowedHint} onChange={change}>
          {planAdmin.aiAllowed}
        </Checkbox>
        {provider && (
          <SettingRow label={planAdmin.aiModel}>
            <span className="secondary truncate">
              {provider.model}, {provider.host}
            </span>
          </SettingRow>
        )}
        {provider === null && <SettingRow label={planAdmin.aiModel} hint={planAdmin.aiNoModel} />}
      </div>
      {provider && allowed && <p className="hint plan-ai-sent">{planAdmin.aiSent(provider.host)}</p>}
    </>
  )
}

const Instructions = ({ plan, onSaving, onChanged }: Omit<PlanAiProps, "show">) => {
  const id = useId()
  const [text, setText] = useState(plan.aiInstructions)
  const { state, change, flush } = useAutosave(1_000, async (aiInstructions: string) => {
    await call(planCalls.update, { id: plan.id, aiInstructions }, { keepalive: true })
    onChanged()
  })
  useEffect(() => onSaving(state), [state, onSaving])
  return (
    <div className="field plan-ai">
      <div className="row">
        <label className="label grow" htmlFor={id}>
          {planAdmin.aiInstructions}
        </label>
        <span className="hint numeric">{planAdmin.lengthOf([...text].length, limits.instructions)}</span>
      </div>
      <textarea
        id={id}
        className="input"
        dir="auto"
        aria-describedby={`${id}-hint`}
        maxLength={limits.instructions}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          change(event.target.value)
        }}
        onBlur={flush}
      />
      <p className="hint" id={`${id}-hint`}>
        {planAdmin.aiHint}
      </p>
    </div>
  )
}
