import "./sections.css"
import { Plus } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { integrationCalls, keyCalls, keysPerPlan, type PlanKey } from "~/contract/integration"
import type { Plan } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Failed } from "~/ui/parts/empty-state"
import { useFocusAfter } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"
import { useArchived } from "~/ui/settings/archived"
import { endOf } from "~/ui/settings/ends"
import { KeyOnce, type MadeKey } from "~/ui/settings/key-once"
import { type KeyOpened, KeyRow } from "~/ui/settings/key-row"
import { NewKey, usualKey } from "~/ui/settings/new-key"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin, planKeys } from "~/ui/settings/texts"

type PlanKeysProps = {
  plan: Pick<Plan, "id">
  show(message: Message): Promise<boolean>
  onChanged(): void
}

/** The plan's API keys. Each is shown once, right after it was made or rotated. */
export const PlanKeys = ({ plan: { id: planId }, show, onChanged }: PlanKeysProps) => {
  const { value: keys, failed, reload, retry } = useCall(keyCalls.keys, { planId })
  const archived = useArchived()
  const [made, setMade] = useState<MadeKey>()
  const [opened, setOpened] = useState<"new" | { id: number; what: KeyOpened }>()
  const [choice, setChoice] = useState(usualKey)
  const { attempt, pending: busy } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const add = useRef<HTMLButtonElement>(null)
  const copy = useRef<HTMLButtonElement>(null)
  const enable = useRef<HTMLButtonElement>(null)
  const integration = keys?.find(({ isIntegration }) => isIntegration)
  useFocusAfter(opened === "new", add)
  useFocusAfter(made !== undefined, add)
  useFocusAfter(integration !== undefined, enable)
  useEffect(() => {
    if (made) copy.current?.focus()
  }, [made])

  const change = (work: () => Promise<void>) =>
    attempt(async () => {
      await work()
      setOpened(undefined)
      await reload()
      onChanged()
    })
  const create = () =>
    change(async () => {
      const { name, access, ...end } = choice
      setMade(await call(keyCalls.makeKey, { planId, name: name.trim(), access, expires: endOf(end) }))
      setChoice(usualKey)
    })
  const replace = (action: "enable" | "rotate") =>
    change(async () => {
      const { apiKey } = await call(integrationCalls[action], { planId })
      setMade({ apiKey, name: planKeys.integration, access: "write", expires: null })
    })
  const remove = async ({ id, isIntegration }: PlanKey) => {
    const removed = await change(async () => {
      await call(keyCalls.removeKey, { planId, id })
      if (made && (made.id === id || (made.id === undefined && isIntegration))) setMade(undefined)
    })
    if (removed && !isIntegration) add.current?.focus()
  }

  if (!keys) return failed ? <Failed text={planKeys.failed} onRetry={retry} /> : <Loading />
  const full = !archived && keys.length >= keysPerPlan
  return (
    <>
      <div className="row">
        <h3 className="setting-heading grow">
          {planKeys.section} <span className="numeric">{keys.length}</span>
        </h3>
        {opened !== "new" && !archived && (
          <Button
            ref={add}
            size="small"
            aria-disabled={full}
            aria-describedby={full ? "keys-full" : undefined}
            onClick={() => setOpened("new")}
          >
            <Plus className="icon small" aria-hidden="true" />
            {planKeys.add}
          </Button>
        )}
      </div>
      <p className="hint settings-hint">{planKeys.hint}</p>
      {full && (
        <p className="hint settings-hint" id="keys-full">
          {planKeys.full(keysPerPlan)}
        </p>
      )}
      {opened === "new" && (
        <NewKey
          choice={choice}
          busy={busy}
          onChange={(changed) => setChoice({ ...choice, ...changed })}
          onClose={() => setOpened(undefined)}
          onCreate={create}
        />
      )}
      {made && <KeyOnce key={made.apiKey} made={made} copy={copy} onDone={() => setMade(undefined)} />}
      <ul className="setting-rows">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            planKey={key}
            opened={opened !== "new" && opened?.id === key.id ? opened.what : undefined}
            busy={busy && opened !== undefined}
            onOpen={(what) => setOpened(what && { id: key.id, what })}
            onRotate={() => replace("rotate")}
            onRemove={() => remove(key)}
          />
        ))}
      </ul>
      {!integration && !full && !archived && (
        <SettingRow stacked label={planKeys.integration} hint={planKeys.off}>
          <Button ref={enable} busy={busy} onClick={() => replace("enable")}>
            {planKeys.enable}
          </Button>
        </SettingRow>
      )}
    </>
  )
}
