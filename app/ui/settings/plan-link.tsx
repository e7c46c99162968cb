import { Copy } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import type { Plan } from "~/contract/plan"
import { linkCalls, linkPasswordMost, type PublicLink } from "~/contract/public-link"
import { Button } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { Field } from "~/ui/parts/field"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
import { Ask } from "~/ui/settings/ask"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin, planLink } from "~/ui/settings/texts"

type PlanLinkProps = {
  plan: Pick<Plan, "id">
  show(message: Message): Promise<boolean>
}

type Ends = keyof typeof planLink.ends
const dayLength = 86_400_000

/** The end of the day in the admin's own time zone. */
const endOf = (ends: Ends, day: string) => {
  if (ends === "never") return null
  if (ends === "date") return new Date(`${day}T23:59:59`).toISOString()
  return new Date(Date.now() + (ends === "week" ? 7 : 30) * dayLength).toISOString()
}

/** The plan's public link: made, copied, renewed and ended. */
export const PlanLink = ({ plan, show }: PlanLinkProps) => {
  const [link, setLink] = useState<PublicLink | null>()
  const [asked, setAsked] = useState<"make" | "end">()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    call(linkCalls.link, { planId: plan.id }).then(setLink, (thrown: unknown) => {
      void show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    })
  }, [plan.id, show])

  const attempt = async (work: () => Promise<PublicLink | null>) => {
    setBusy(true)
    try {
      setLink(await work())
      setAsked(undefined)
    } catch (thrown) {
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    } finally {
      setBusy(false)
    }
  }
  const end = () =>
    attempt(async () => {
      await call(linkCalls.endLink, { planId: plan.id })
      return null
    })
  const copy = async () => {
    if (!link) return
    try {
      await navigator.clipboard.writeText(link.url)
      showToast({ kind: "success", text: planAdmin.copied })
    } catch {
      field.current?.select()
    }
  }

  if (link === undefined) return null
  const expired = link?.expires != null && Date.parse(link.expires) <= Date.now()
  return (
    <>
      <h3 className="setting-heading">{planLink.section}</h3>
      <div className="setting-rows">
        {link ? (
          <>
            <SettingRow label={planLink.link} hint={planLink.shows}>
              <input
                ref={field}
                className="input soft key-field"
                readOnly
                dir="ltr"
                aria-label={planLink.section}
                value={link.url}
              />
              <Button onClick={copy}>
                <Copy className="icon small" aria-hidden="true" />
                {planAdmin.copyKey}
              </Button>
            </SettingRow>
            <SettingRow
              label={link.hasPassword ? planLink.withPassword : planLink.withoutPassword}
              hint={
                link.expires === null
                  ? planLink.neverEnds
                  : (expired ? planLink.expired : planLink.until)(atTime(link.expires))
              }
            >
              <Button busy={busy} aria-expanded={asked === "make"} onClick={() => setAsked("make")}>
                {planLink.renew}
              </Button>
              <Button
                variant="danger-outline"
                busy={busy}
                aria-expanded={asked === "end"}
                onClick={() => setAsked("end")}
              >
                {planLink.revoke}
              </Button>
            </SettingRow>
            {asked === "end" && (
              <Ask title={planLink.revokeQuestion} text={planLink.revokeText} onCancel={() => setAsked(undefined)}>
                <Button variant="danger" busy={busy} onClick={end}>
                  {planLink.revoke}
                </Button>
              </Ask>
            )}
          </>
        ) : (
          <SettingRow label={planLink.off} hint={planLink.shows}>
            <Button variant="primary" aria-expanded={asked === "make"} onClick={() => setAsked("make")}>
              {planLink.create}
            </Button>
          </SettingRow>
        )}
        {asked === "make" && (
          <LinkForm
            renews={link !== null}
            busy={busy}
            onCancel={() => setAsked(undefined)}
            onMake={(made) => attempt(() => call(linkCalls.makeLink, { planId: plan.id, ...made }))}
          />
        )}
      </div>
    </>
  )
}

type LinkFormProps = {
  renews: boolean
  busy: boolean
  onCancel(): void
  onMake(made: { expires: string | null; password: string | null }): void
}

const LinkForm = ({ renews, busy, onCancel, onMake }: LinkFormProps) => {
  const [ends, setEnds] = useState<Ends>("month")
  const [day, setDay] = useState("")
  const [password, setPassword] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMake({ expires: endOf(ends, day), password: password || null })
  }
  return (
    <form className="ask" aria-label={planLink.section} onSubmit={submit}>
      {renews && <span className="secondary">{planLink.renewText}</span>}
      <label className="label" htmlFor="link-ends">
        {planLink.endsLabel}
      </label>
      <select id="link-ends" className="input" value={ends} onChange={(event) => setEnds(event.target.value as Ends)}>
        {Object.entries(planLink.ends).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {ends === "date" && (
        <Field
          label={planLink.day}
          type="date"
          required
          min={new Date().toISOString().slice(0, 10)}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
      <Field
        label={planLink.password}
        type="password"
        autoComplete="new-password"
        maxLength={linkPasswordMost}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="row">
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {renews ? planLink.renew : planLink.create}
        </Button>
      </div>
    </form>
  )
}
