import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { integrationCalls } from "~/contract/integration"
import type { Plan } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { atTimeInText } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/message-dialog"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"
import { useFocusAfter } from "~/ui/parts/use-focus-after"
import { Ask } from "~/ui/settings/ask"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import "./sections.css"

type PlanIntegrationProps = {
  plan: Pick<Plan, "id" | "integrationEnabled">
  show(message: Message): Promise<boolean>
  onChanged(): void
}

/** The plan's API key, shown once, right after it was made. */
export const PlanIntegration = ({ plan, show, onChanged }: PlanIntegrationProps) => {
  const [enabled, setEnabled] = useState(plan.integrationEnabled)
  // Without an answer the line is hidden.
  const { value: state, setValue } = useCall(integrationCalls.state, enabled ? { planId: plan.id } : undefined)
  const used = state?.lastUsed
  const [key, setKey] = useState<string>()
  const [asked, setAsked] = useState<"rotate" | "disable">()
  const { attempt, pending: busy } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const field = useRef<HTMLInputElement>(null)
  const enable = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (key) field.current?.select()
  }, [key])
  useFocusAfter(enabled, enable)

  const change = (work: () => Promise<void>) =>
    attempt(async () => {
      await work()
      setAsked(undefined)
      onChanged()
    })
  const make = (action: "enable" | "rotate") =>
    change(async () => {
      const { apiKey } = await call(integrationCalls[action], { planId: plan.id })
      setEnabled(true)
      setValue((now) => ({ ...now, lastUsed: null }))
      setKey(apiKey)
    })
  const disable = () =>
    change(async () => {
      await call(integrationCalls.disable, { planId: plan.id })
      setEnabled(false)
      setKey(undefined)
    })

  return (
    <>
      <h3 className="setting-heading">{planAdmin.keySection}</h3>
      <div className="setting-rows">
        {key && (
          <SettingRow stacked label={planAdmin.key} hint={planAdmin.keyHint}>
            <input
              ref={field}
              className="input soft numeric key-field"
              readOnly
              dir="ltr"
              aria-label={planAdmin.keySection}
              value={key}
            />
            <CopyButton text={key} field={field} />
          </SettingRow>
        )}
        {enabled ? (
          <>
            <SettingRow
              stacked
              label={planAdmin.keyEnabled}
              hint={
                used === undefined
                  ? undefined
                  : used === null
                    ? planAdmin.keyUnused
                    : planAdmin.keyUsed(atTimeInText(used))
              }
            >
              <Button busy={busy} aria-expanded={asked === "rotate"} onClick={() => setAsked("rotate")}>
                {planAdmin.rotateKey}
              </Button>
              <Button
                variant="danger-outline"
                busy={busy}
                aria-expanded={asked === "disable"}
                onClick={() => setAsked("disable")}
              >
                {planAdmin.disableKey}
              </Button>
            </SettingRow>
            {asked === "rotate" && (
              <Ask title={planAdmin.rotateQuestion} text={planAdmin.rotateText} onCancel={() => setAsked(undefined)}>
                <Button variant="primary" busy={busy} onClick={() => make("rotate")}>
                  {planAdmin.rotateKey}
                </Button>
              </Ask>
            )}
            {asked === "disable" && (
              <Ask title={planAdmin.disableQuestion} text={planAdmin.rotateText} onCancel={() => setAsked(undefined)}>
                <Button variant="danger" busy={busy} onClick={disable}>
                  {planAdmin.disableKey}
                </Button>
              </Ask>
            )}
          </>
        ) : (
          <SettingRow stacked label={planAdmin.keyOff} hint={planAdmin.keyOffHint}>
            <Button ref={enable} variant="primary" busy={busy} onClick={() => make("enable")}>
              {planAdmin.enableKey}
            </Button>
          </SettingRow>
        )}
      </div>
    </>
  )
}
