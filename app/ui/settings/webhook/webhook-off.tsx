import { call } from "~/client/api"
import { type Webhook, webhookCalls } from "~/contract/webhook"
import { Button } from "~/ui/parts/button"
import { longDate } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { useAttempt } from "~/ui/parts/use-attempt"
import { UnlessArchived } from "~/ui/settings/archived"
import { planAdmin } from "~/ui/settings/texts"
import { useTest } from "~/ui/settings/webhook/send-test"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"

type WebhookOffProps = {
  planId: number
  webhook: Webhook & { off: NonNullable<Webhook["off"]> }
  show(message: Message): Promise<boolean>
  onChanged(): Promise<void>
}

/** Why a webhook was switched off, a test of its address, and the switch. */
export const WebhookOff = ({ planId, webhook: { id, off }, show, onChanged }: WebhookOffProps) => {
  const { attempt, pending } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const { answer, result, button } = useTest({ planId, id, show })
  return (
    <section className="ask webhook-off">
      <b>{texts.offOn(longDate(new Date(off.date)))}</b>
      <div>{texts.offText[off.reason]}</div>
      {answer && <div className="fine secondary">{answer}</div>}
      <div className="row">
        {result}
        {button}
        <UnlessArchived>
          <Button
            variant="primary"
            busy={pending}
            onClick={() =>
              attempt(async () => {
                await call(webhookCalls.update, { planId, id, active: true })
                await onChanged()
              })
            }
          >
            {texts.switchOn}
          </Button>
        </UnlessArchived>
      </div>
    </section>
  )
}
