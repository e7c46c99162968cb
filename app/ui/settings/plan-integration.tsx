import { Copy } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { integrationCalls } from "~/contract/integration"
import type { Plan } from "~/contract/plan"
import { relativeTime } from "~/rules/relative-time"
import { Button } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { showToast } from "~/ui/parts/toast"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-integration.css"

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
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // Without an answer the line is hidden.
    if (enabled)
      call(integrationCalls.state, { planId: plan.id }).then(
        ({ lastUsed }) => setUsed(lastUsed),
        () => {},
      )
  }, [enabled, plan.id])

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
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
      requestAnimationFrame(() => field.current?.select())
    })
  const rotate = async () => {
    const question = { title: planAdmin.rotateQuestion, text: planAdmin.rotateText, confirm: planAdmin.rotateKey }
    if (await show({ kind: "question", ...question })) await make("rotate")
  }
  const disable = async () => {
    const question = { title: planAdmin.disableQuestion, text: planAdmin.rotateText, confirm: planAdmin.disableKey }
    if (!(await show({ kind: "question", danger: true, ...question }))) return
    await attempt(async () => {
      await call(integrationCalls.disable, { planId: plan.id })
      setEnabled(false)
      setKey(undefined)
    })
  }
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
    <section data-part="key">
      <h2>{planAdmin.keySection}</h2>
      {enabled ? (
        <div className="row key-row">
          <input
            ref={field}
            className="input soft grow numeric mono"
            readOnly
            aria-label={planAdmin.keySection}
            value={key ?? "•••• •••• •••• •••• ••••"}
          />
          {key && (
            <Button onClick={copy}>
              <Copy className="icon small" aria-hidden="true" />
              {planAdmin.copyKey}
            </Button>
          )}
          <Button busy={busy} onClick={rotate}>
            {planAdmin.rotateKey}
          </Button>
          <Button variant="danger-outline" busy={busy} onClick={disable}>
            {planAdmin.disableKey}
          </Button>
        </div>
      ) : (
        <Button busy={busy} onClick={() => make("enable")}>
          {planAdmin.enableKey}
        </Button>
      )}
      <p className="key-caption">
        {enabled && used !== undefined && (
          <>{used === null ? planAdmin.keyUnused : planAdmin.keyUsed(relativeTime(Date.parse(used), Date.now()))} </>
        )}
        {planAdmin.keyHint}
      </p>
    </section>
  )
}
