import { useState } from "react"
import type { Plan } from "~/contract/plan"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { PlanKeys } from "~/ui/settings/plan-keys"
import { PlanLink } from "~/ui/settings/plan-link"
import { PlanWebhooks } from "~/ui/settings/webhook/plan-webhooks"
import { WebhookPage } from "~/ui/settings/webhook/webhook-page"

type PlanIntegrationsProps = {
  plan: Pick<Plan, "id">
  /** The webhook whose page is open. */
  webhook: number | undefined
  show(message: Message): Promise<boolean>
  onChanged(): void
  onWebhook(id: number | undefined): void
}

/** Keys, the public link and webhooks; an open webhook takes their place. */
export const PlanIntegrations = ({ plan, webhook, show, onChanged, onWebhook }: PlanIntegrationsProps) => {
  const [adding, setAdding] = useState(false)
  const close = () => (adding ? setAdding(false) : onWebhook(undefined))
  if (adding || webhook !== undefined)
    return <WebhookPage key={webhook} planId={plan.id} opened={webhook ?? "new"} show={show} onClose={close} />
  return (
    <>
      <PlanKeys plan={plan} show={show} onChanged={onChanged} />
      <PlanLink plan={plan} show={show} />
      <PlanWebhooks planId={plan.id} onOpen={onWebhook} onAdd={() => setAdding(true)} />
    </>
  )
}
