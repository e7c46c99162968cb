import { ChevronDown, ChevronUp } from "lucide-react"
import { useId, useState } from "react"
import { call } from "~/client/api"
import { type Delivery, webhookCalls } from "~/contract/webhook"
import { Button, IconButton } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { atTime, atTimeInText } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { timeOf } from "~/ui/settings/webhook/send-test"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"

type DeliveriesProps = {
  planId: number
  id: number
  show(message: Message): Promise<boolean>
  onSent(): Promise<void>
}

/** The last deliveries, newest first. */
export const WebhookDeliveries = ({ planId, id, show, onSent }: DeliveriesProps) => {
  const { value: deliveries, failed, reload, retry } = useCall(webhookCalls.deliveries, { planId, id })
  const { attempt, pending } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const [sending, setSending] = useState<number>()
  if (!deliveries) return failed ? <Failed text={texts.deliveriesFailed} onRetry={retry} /> : <Loading />
  if (deliveries.length === 0) return <EmptyState title={texts.noDeliveries} />
  const send = (delivery: Delivery) => {
    setSending(delivery.id)
    void attempt(async () => {
      await call(webhookCalls.resend, { planId, id, delivery: delivery.id })
      await Promise.all([reload(), onSent()])
    })
  }
  return (
    <>
      <ul className="setting-rows">
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            busy={pending && sending === delivery.id}
            onSend={() => send(delivery)}
          />
        ))}
      </ul>
      <p className="hint">{texts.deliveriesHint}</p>
    </>
  )
}

const stateOf = ({ state, status, tries }: Delivery) => {
  if (state === "delivered") return ["good", String(status ?? "")] as const
  if (state === "waiting" && tries === 0) return ["off", texts.waiting] as const
  return [state === "failed" ? "bad" : "warn", status === null ? texts.noAnswer : String(status)] as const
}

type RowProps = { delivery: Delivery; busy: boolean; onSend(): void }

const Row = ({ delivery, busy, onSend }: RowProps) => {
  const { type, sentence, state, tries, ms, createdDate, lastDate, nextDate, messageId, body, answer } = delivery
  const [open, setOpen] = useState(false)
  const bodyId = useId()
  const [sign, said] = stateOf(delivery)
  const hint = [
    type,
    atTime(lastDate ?? createdDate),
    ...(tries > 1 ? [texts.tries(tries)] : []),
    ...(ms === null || tries === 0 ? [] : [timeOf(ms)]),
  ].join(", ")
  return (
    <li className="delivery">
      <SettingRow stacked label={sentence || type} hint={hint}>
        <span className="state fine numeric" data-state={sign}>
          {said}
        </span>
        <Button size="small" busy={busy} onClick={onSend}>
          {state === "delivered" ? texts.sendAgain : texts.tryNow}
        </Button>
        <IconButton
          small
          label={texts.showBody(sentence || type)}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronUp className="icon small" /> : <ChevronDown className="icon small" />}
        </IconButton>
      </SettingRow>
      {open && (
        <div className="delivery-more" id={bodyId}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
          <pre dir="ltr" tabIndex={0}>
            {formatted(body)}
          </pre>
          <div className="row wraps fine muted numeric">
            <span className="grow breaks">
              {["webhook-id", messageId].join(" ")}
              {nextDate && `, ${texts.nextTry(atTimeInText(nextDate))}`}
            </span>
            <CopyButton text={body} label={texts.copyBody} size="small" />
          </div>
          {answer && (
            <p className="fine secondary breaks">
              {texts.answer} {answer}
            </p>
          )}
        </div>
      )}
    </li>
  )
}

const formatted = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 1)
  } catch {
    return body
  }
}
