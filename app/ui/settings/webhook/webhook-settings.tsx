import { useState } from "react"
import { call } from "~/client/api"
import { type Webhook, type WebhookFormat, webhookCalls, webhookFormats } from "~/contract/webhook"
import { Button } from "~/ui/parts/button"
import { Checkbox } from "~/ui/parts/checkbox"
import { atTimeInText } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Field } from "~/ui/parts/field"
import { useAttempt } from "~/ui/parts/use-attempt"
import { UnlessArchived } from "~/ui/settings/archived"
import { Ask } from "~/ui/settings/ask"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { EventChoice } from "~/ui/settings/webhook/event-choice"
import { eventsOf, groupsOf } from "~/ui/settings/webhook/event-groups"
import { SendTest } from "~/ui/settings/webhook/send-test"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"
import { isAddress } from "~/ui/settings/webhook/webhook-form"

type WebhookSettingsProps = {
  planId: number
  webhook: Webhook
  show(message: Message): Promise<boolean>
  onChanged(): Promise<void>
  onSecret(secret: string): void
  onGone(): void
}

/** Changes are saved at once; questions open below their row. */
export const WebhookSettings = ({ planId, webhook, show, onChanged, onSecret, onGone }: WebhookSettingsProps) => {
  const { id, name, url, format, events, active, failingSince, nextTry, off } = webhook
  const [asked, setAsked] = useState<"address" | "secret" | "delete">()
  const [address, setAddress] = useState(url)
  const { attempt, pending: busy } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const change = (fields: Partial<Pick<Webhook, "url" | "format" | "events" | "active">>) =>
    attempt(async () => {
      await call(webhookCalls.update, { planId, id, ...fields })
      setAsked(undefined)
      await onChanged()
    })
  const rotate = () =>
    attempt(async () => {
      onSecret((await call(webhookCalls.rotate, { planId, id })).secret)
      setAsked(undefined)
      await onChanged()
    })
  const remove = () =>
    attempt(async () => {
      await call(webhookCalls.remove, { planId, id })
      onGone()
    })
  const fares = [
    ...(failingSince ? [texts.states.failing(atTimeInText(failingSince))] : []),
    ...(nextTry ? [texts.nextTry(atTimeInText(nextTry))] : []),
  ].join(". ")
  return (
    <div className="setting-rows">
      <UnlessArchived>
        {!off && (
          <Checkbox row checked={active} hint={fares} onChange={(on) => void change({ active: on })}>
            {texts.active}
          </Checkbox>
        )}
        <SettingRow stacked label={texts.address} hint={url}>
          <Button aria-expanded={asked === "address"} onClick={() => setAsked("address")}>
            {texts.change}
          </Button>
        </SettingRow>
        {asked === "address" && (
          <Ask
            title={texts.address}
            more={
              <Field
                label={texts.address}
                type="url"
                dir="ltr"
                value={address}
                {...(!isAddress(address.trim()) && { error: texts.addressRefused })}
                onChange={({ target }) => setAddress(target.value)}
              />
            }
            onCancel={() => {
              setAsked(undefined)
              setAddress(url)
            }}
          >
            <Button
              variant="primary"
              busy={busy}
              aria-disabled={!isAddress(address.trim())}
              onClick={() => change({ url: address.trim() })}
            >
              {texts.change}
            </Button>
          </Ask>
        )}
        <SettingRow label={<label htmlFor={`webhook-format-${id}`}>{texts.format}</label>}>
          <select
            id={`webhook-format-${id}`}
            className="input"
            value={format}
            onChange={({ target }) => void change({ format: target.value as WebhookFormat })}
          >
            {webhookFormats.map((each) => (
              <option key={each} value={each}>
                {texts.formats[each]}
              </option>
            ))}
          </select>
        </SettingRow>
        <div className="webhook-events">
          <EventChoice
            groups={groupsOf(events)}
            onChange={(groups) => {
              if (groups?.length !== 0) void change({ events: eventsOf(groups) })
            }}
          />
        </div>
        <SettingRow
          stacked
          label={texts.secret}
          hint={texts.secretMade(atTimeInText(webhook.secretDate), webhook.secretBy)}
        >
          <Button aria-expanded={asked === "secret"} onClick={() => setAsked("secret")}>
            {texts.newSecret}
          </Button>
        </SettingRow>
        {asked === "secret" && (
          <Ask title={texts.newSecretQuestion} text={texts.newSecretText} onCancel={() => setAsked(undefined)}>
            <Button variant="primary" busy={busy} onClick={rotate}>
              {texts.newSecret}
            </Button>
          </Ask>
        )}
      </UnlessArchived>
      {!off && <SendTest planId={planId} id={id} show={show} />}
      <SettingRow stacked label={texts.deleteRow} hint={texts.deleteHint}>
        <Button variant="danger-outline" aria-expanded={asked === "delete"} onClick={() => setAsked("delete")}>
          {texts.delete}
        </Button>
      </SettingRow>
      {asked === "delete" && (
        <Ask title={texts.deleteQuestion(name)} text={texts.deleteText} onCancel={() => setAsked(undefined)}>
          <Button variant="danger" busy={busy} onClick={remove}>
            {texts.delete}
          </Button>
        </Ask>
      )}
    </div>
  )
}
