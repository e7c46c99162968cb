import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { serverNow } from "~/client/server-clock"
import type { Plan } from "~/contract/plan"
import { linkCalls, linkPasswordMost, type PublicLink } from "~/contract/public-link"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { atTimeInText } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { Field } from "~/ui/parts/field"
import { common } from "~/ui/parts/texts"
import { messageOf, useAttempt } from "~/ui/parts/use-attempt"
import { UnlessArchived } from "~/ui/settings/archived"
import { Ask } from "~/ui/settings/ask"
import { type End, EndFields, endOf } from "~/ui/settings/ends"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin, planLink } from "~/ui/settings/texts"

type PlanLinkProps = {
  plan: Pick<Plan, "id">
  show(message: Message): Promise<boolean>
}

type Choice = End & { password: string }

const usual: Choice = { ends: "month", day: "", password: "" }

/** The plan's public link: made, copied, renewed and ended. */
export const PlanLink = ({ plan, show }: PlanLinkProps) => {
  const [link, setLink] = useState<PublicLink | null>()
  const [asked, setAsked] = useState<"make" | "end">()
  const [choice, setChoice] = useState(usual)
  const { attempt, pending: busy } = useAttempt(planAdmin.actionFailed, (text) => show({ kind: "error", text }))
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    call(linkCalls.link, { planId: plan.id }).then(setLink, (thrown: unknown) => {
      void show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    })
  }, [plan.id, show])

  const change = (work: () => Promise<PublicLink | null>) =>
    attempt(async () => {
      setLink(await work())
      setAsked(undefined)
      setChoice(usual)
    })
  const end = () =>
    change(async () => {
      await call(linkCalls.endLink, { planId: plan.id })
      return null
    })

  if (link === undefined) return null
  const expired = link?.expires != null && Date.parse(link.expires) <= serverNow()
  return (
    <>
      <h3 className="setting-heading">{planLink.section}</h3>
      <div className="setting-rows">
        {link ? (
          <>
            <SettingRow stacked label={planLink.link} hint={planLink.shows}>
              <input
                ref={field}
                className="input soft key-field"
                readOnly
                dir="ltr"
                aria-label={planLink.section}
                value={link.url}
              />
              <CopyButton text={link.url} field={field} />
            </SettingRow>
            <SettingRow
              stacked
              label={link.hasPassword ? planLink.withPassword : planLink.withoutPassword}
              hint={
                link.expires === null
                  ? planLink.neverEnds
                  : (expired ? planLink.expired : planLink.until)(atTimeInText(link.expires))
              }
            >
              <UnlessArchived>
                <Button busy={busy} aria-expanded={asked === "make"} onClick={() => setAsked("make")}>
                  {planLink.renew}
                </Button>
              </UnlessArchived>
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
          <SettingRow stacked label={planLink.off} hint={planLink.shows}>
            <UnlessArchived>
              <Button variant="primary" aria-expanded={asked === "make"} onClick={() => setAsked("make")}>
                {planLink.create}
              </Button>
            </UnlessArchived>
          </SettingRow>
        )}
        {asked === "make" && (
          <LinkForm
            renews={link !== null}
            busy={busy}
            choice={choice}
            onChange={(changed) => setChoice({ ...choice, ...changed })}
            onClose={() => setAsked(undefined)}
            onCancel={() => {
              setAsked(undefined)
              setChoice(usual)
            }}
            onMake={() =>
              change(() =>
                call(linkCalls.makeLink, {
                  planId: plan.id,
                  expires: endOf(choice),
                  password: choice.password || null,
                }),
              )
            }
          />
        )}
      </div>
    </>
  )
}

type LinkFormProps = {
  renews: boolean
  busy: boolean
  choice: Choice
  onChange(changed: Partial<Choice>): void
  onClose(): void
  onCancel(): void
  onMake(): void
}

/** Escape closes the form, which shows again what was chosen. Cancel alone drops that. */
const LinkForm = ({ renews, busy, choice, onChange, onClose, onCancel, onMake }: LinkFormProps) => {
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    first.current?.focus()
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onMake()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onClose()
  }
  return (
    <form className="ask" aria-label={planLink.section} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      {renews && <span className="secondary">{planLink.renewText}</span>}
      <EndFields first={first} choices={["week", "month", "date", "never"]} value={choice} onChange={onChange} />
      <Field
        label={planLink.password}
        type="password"
        autoComplete="new-password"
        maxLength={linkPasswordMost}
        value={choice.password}
        onChange={({ target }) => onChange({ password: target.value })}
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
