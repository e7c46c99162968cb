import { ChevronLeft } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { type Webhook, webhookCalls } from "~/contract/webhook"
import { IconButton } from "~/ui/parts/button"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { Segmented } from "~/ui/parts/segmented"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { useCall } from "~/ui/parts/use-call"
import { ShownOnce } from "~/ui/settings/shown-once"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"
import { WebhookDeliveries } from "~/ui/settings/webhook/webhook-deliveries"
import { WebhookForm } from "~/ui/settings/webhook/webhook-form"
import { WebhookOff } from "~/ui/settings/webhook/webhook-off"
import { WebhookSettings } from "~/ui/settings/webhook/webhook-settings"

type WebhookPageProps = {
  planId: number
  /** By its id. */
  opened: number | "new"
  show(message: Message): Promise<boolean>
  onClose(): void
}

/** A webhook's page within Integrations: its settings and deliveries, or the form that adds one. */
export const WebhookPage = ({ planId, opened, show, onClose }: WebhookPageProps) => {
  // The page of one that exists has an address, and with it an entry in the history.
  useBackCloses(onClose, opened === "new")
  const [made, setMade] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  const [tab, setTab] = useState<"settings" | "deliveries">("settings")
  const id = made?.id ?? (opened === "new" ? undefined : opened)
  const { value, failed, reload, retry } = useCall(webhookCalls.list, id === undefined ? undefined : { planId })
  const webhook = value?.find((each) => each.id === id) ?? made
  const isGone = id !== undefined && value !== undefined && !webhook
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (opened !== "new") back.current?.focus()
  }, [opened])
  const leave = useRef(onClose)
  leave.current = onClose
  useEffect(() => {
    if (isGone) leave.current()
  }, [isGone])
  return (
    <>
      <div className="row settings-hint">
        <IconButton ref={back} label={texts.back} onClick={onClose}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </IconButton>
        <h3 className="grow truncate" dir="auto">
          {webhook?.name ?? (id === undefined && texts.add)}
        </h3>
      </div>
      {id !== undefined && !webhook && (failed ? <Failed text={texts.failed} onRetry={retry} /> : <Loading />)}
      {id === undefined && (
        <WebhookForm
          planId={planId}
          onCancel={onClose}
          onMade={(added, shown) => {
            setMade(added)
            setSecret(shown)
          }}
        />
      )}
      {webhook && (
        <>
          {secret && <WebhookSecret key={secret} secret={secret} onDone={() => setSecret(undefined)} />}
          {webhook.off && (
            <WebhookOff planId={planId} webhook={{ ...webhook, off: webhook.off }} show={show} onChanged={reload} />
          )}
          <div className="webhook-tabs">
            <Segmented<"settings" | "deliveries">
              label={webhook.name}
              value={tab}
              options={(["settings", "deliveries"] as const).map((each) => ({ value: each, label: texts.tabs[each] }))}
              onChange={setTab}
            />
          </div>
          {tab === "settings" ? (
            <WebhookSettings
              planId={planId}
              webhook={webhook}
              show={show}
              onChanged={reload}
              onSecret={setSecret}
              onGone={onClose}
            />
          ) : (
            <WebhookDeliveries planId={planId} id={webhook.id} show={show} onSent={reload} />
          )}
        </>
      )}
    </>
  )
}

const WebhookSecret = ({ secret, onDone }: { secret: string; onDone(): void }) => {
  const copy = useRef<HTMLButtonElement>(null)
  useEffect(() => copy.current?.focus(), [])
  return (
    <ShownOnce
      title={texts.secret}
      above={<span className="secondary">{texts.secretOnce}</span>}
      label={texts.secret}
      secret={secret}
      copy={copy}
      done={texts.done}
      onDone={onDone}
    />
  )
}
