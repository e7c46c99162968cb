import { type FormEvent, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { limits } from "~/contract/shared/bounds"
import { isLoopback } from "~/contract/shared/loopback"
import { type Webhook, type WebhookFormat, webhookCalls, webhookFormats } from "~/contract/webhook"
import { Button } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { Segmented } from "~/ui/parts/segmented"
import { common } from "~/ui/parts/texts"
import { useAttempt } from "~/ui/parts/use-attempt"
import { planAdmin } from "~/ui/settings/texts"
import { EventChoice } from "~/ui/settings/webhook/event-choice"
import { type EventGroup, eventsOf } from "~/ui/settings/webhook/event-groups"
import { webhookScreens as texts } from "~/ui/settings/webhook/texts"

/** As far as this page can tell: the server resolves the name. */
export const isAddress = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  return (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) && username === "" && password === ""
}

type WebhookFormProps = { planId: number; onMade(webhook: Webhook, secret: string): void; onCancel(): void }

/** Nothing is saved before the button. */
export const WebhookForm = ({ planId, onMade, onCancel }: WebhookFormProps) => {
  const [name, setName] = useState("")
  const [url, setUrl] = useState("")
  const [left, setLeft] = useState({ name: false, url: false })
  const [format, setFormat] = useState<WebhookFormat>("standard")
  const [groups, setGroups] = useState<EventGroup[] | null>(null)
  const { attempt, pending, error } = useAttempt(planAdmin.actionFailed)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const nameless = name.trim() === ""
  const refused = !isAddress(url.trim())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setLeft({ name: true, url: true })
    if (nameless || refused || groups?.length === 0 || pending) return
    void attempt(async () => {
      const sent = { name: name.trim(), url: url.trim(), format, events: eventsOf(groups) }
      const { secret, ...made } = await call(webhookCalls.create, { planId, ...sent })
      onMade(made, secret)
    })
  }
  return (
    <form className="webhook-form grid" aria-label={texts.add} noValidate onSubmit={onSubmit}>
      <Field
        ref={first}
        label={texts.name}
        dir="auto"
        maxLength={limits.name}
        value={name}
        {...(left.name && nameless && { error: texts.nameNeeded })}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={texts.address}
        type="url"
        dir="ltr"
        autoComplete="off"
        maxLength={2_000}
        value={url}
        {...(left.url && refused ? { error: texts.addressRefused } : error ? { error } : {})}
        onChange={({ target }) => setUrl(target.value)}
        onBlur={() => setLeft((now) => ({ ...now, url: url !== "" }))}
      />
      <div className="field">
        <span className="label">{texts.format}</span>
        <Segmented<WebhookFormat>
          label={texts.format}
          value={format}
          options={webhookFormats.map((value) => ({ value, label: texts.formats[value] }))}
          onChange={setFormat}
        />
      </div>
      <EventChoice groups={groups} onChange={setGroups} />
      <p className="hint">{texts.sent}</p>
      <div className="row">
        <span className="grow" />
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" variant="primary" busy={pending}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
