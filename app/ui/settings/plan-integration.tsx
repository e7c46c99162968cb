import { Copy } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { integrationCalls } from "~/contract/integration"
import type { Plan } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { showToast } from "~/ui/parts/toast"
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
  const [used, setUsed] = useState<string | null>()
  const [key, setKey] = useState<string>()
  const [asked, setAsked] = useState<"rotate" | "disable">()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enable = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // Without an answer the line is hidden.
    if (enabled)
      call(integrationCalls.state, { planId: plan.id }).then(
        ({ lastUsed }) => setUsed(lastUsed),
        () => {},
      )
  }, [enabled, plan.id])

  useEffect(() => {
    if (key) field.current?.select()
  }, [key])
  const wasEnabled = useRef(enabled)
  useEffect(() => {
    if (wasEnabled.current && !enabled) enable.current?.focus()
    wasEnabled.current = enabled
  }, [enabled])

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      setAsked(undefined)
      onChanged()
    } catch (thrown) {
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    } finally {
      setBusy(false)
    }
  }
  const make = (action: "enable" | "rotate") =>
    attempt(async () => {
      const { apiKey } = await call(integrationCalls[action], { planId: plan.id })
      setEnabled(true)
      setUsed(null)
      setKey(apiKey)
    })
  const disable = () =>
    attempt(async () => {
      await call(integrationCalls.disable, { planId: plan.id })
      setEnabled(false)
      setKey(undefined)
    })
  const copy = async () => {
    if (!key) return
    try {
      await navigator.clipboard.writeText(key)
      showToast({ kind: "success", text: planAdmin.copied })
    } catch {
      field.current?.select()
    }
  }

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
            <Button onClick={copy}>
              <Copy className="icon small" aria-hidden="true" />
              {planAdmin.copyKey}
            </Button>
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
