import { ChevronRight, Webhook as Icon, Plus } from "lucide-react"
import { type Webhook, webhookCalls, webhooksPerPlan } from "~/contract/webhook"
import { RowIcon } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { useCall } from "~/ui/parts/use-call"
import { useWidth } from "~/ui/parts/use-width"
import { useArchived } from "~/ui/settings/archived"
import { SettingRow } from "~/ui/settings/setting-row"
import { groupsOf } from "~/ui/settings/webhook/event-groups"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"
import "./webhooks.css"

type PlanWebhooksProps = { planId: number; onOpen(id: number): void; onAdd(): void }

/** The plan's webhooks, a row each with how it fares. A row opens its page. */
export const PlanWebhooks = ({ planId, onOpen, onAdd }: PlanWebhooksProps) => {
  const { value: webhooks, failed, retry } = useCall(webhookCalls.list, { planId })
  const archived = useArchived()
  if (!webhooks) return failed ? <Failed text={texts.failed} onRetry={retry} /> : <Loading />
  const full = !archived && webhooks.length >= webhooksPerPlan
  return (
    <section className="webhooks">
      <div className="row">
        <h3 className="setting-heading grow">
          {texts.section} <span className="numeric">{webhooks.length}</span>
        </h3>
        {!archived && (
          <Button
            size="small"
            aria-disabled={full}
            aria-describedby={full ? "webhooks-full" : undefined}
            onClick={onAdd}
          >
            <Plus className="icon small" aria-hidden="true" />
            {texts.add}
          </Button>
        )}
      </div>
      <p className="hint settings-hint" id={full ? "webhooks-full" : undefined}>
        {full ? texts.full(webhooksPerPlan) : texts.hint}
      </p>
      {webhooks.length > 0 && (
        <ul className="setting-rows">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <Row webhook={webhook} onOpen={() => onOpen(webhook.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Row = ({ webhook, onOpen }: { webhook: Webhook; onOpen(): void }) => {
  const phone = useWidth() === "phone"
  const { name, url, format, events } = webhook
  const groups = groupsOf(events)
  const chosen = groups === null ? texts.everything : groups.map((group) => texts.groups[group]).join(", ")
  const state = <WebhookState webhook={webhook} />
  const hint = [texts.formats[format], ...(phone ? [] : [new URL(url).host]), chosen].join(", ")
  return (
    <button type="button" className="webhook-row full" onClick={onOpen}>
      <SettingRow
        lead={
          <RowIcon>
            <Icon className="icon" aria-hidden="true" />
          </RowIcon>
        }
        label={name}
        hint={
          phone ? (
            <>
              {hint}
              <br />
              {state}
            </>
          ) : (
            hint
          )
        }
      >
        {!phone && state}
        <ChevronRight className="icon small muted" aria-hidden="true" />
      </SettingRow>
    </button>
  )
}

const WebhookState = ({ webhook: { active, off, failingSince, lastDate } }: { webhook: Webhook }) => {
  const { states } = texts
  const [state, said] = off
    ? ["bad", states.switchedOff]
    : !active
      ? ["off", states.off]
      : failingSince
        ? ["warn", states.failing(atTimeInText(failingSince))]
        : lastDate
          ? ["good", states.delivered(atTimeInText(lastDate))]
          : ["off", states.nothing]
  return (
    <span className="state fine numeric" data-state={state}>
      {said}
    </span>
  )
}
