import { Lock } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { isInstalled } from "~/client/device-storage"
import { codeLifetime, pendingInvitation, pendingMail } from "~/client/memory/sign-in"
import { problemText } from "~/contract/shared/language/problem-text"
import { Button } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { Banner } from "~/ui/sign-in/banner"
import { CodeStep } from "~/ui/sign-in/code-step"
import { NewestMail } from "~/ui/sign-in/newest-mail"
import { type LinkAnswer, pause, requestLink } from "~/ui/sign-in/request-link"
import { SignInCode } from "~/ui/sign-in/sign-in-code"
import { login } from "~/ui/sign-in/texts"
import { useCooldown } from "~/ui/sign-in/use-cooldown"

type LoginFormProps = {
  returnUrl: string
  invitationToken?: string
  /** The address that an invitation is for. */
  invited?: string
  /** The answer to a form submitted without scripts. */
  arrival?: { email: string; answer: LinkAnswer }
  /** There is no mail server, and the mail can be opened here. */
  mailWaitsHere: boolean
  /** Called with true while only the code is asked for, under another heading. */
  onCodeOnly(alone: boolean): void
}

/** A mail that was asked for; `nth` tells one from the next, `lasts` is how long its code is good, ms. */
type Asked = { email: string; nth: number; lasts: number; dead?: true }

const hasKeyboard = () => matchMedia("(hover: hover) and (pointer: fine)").matches

/** "Work email": idle, sending, sent, refused, the cooldown of each address, and the code of the mail. */
export const LoginForm = ({
  returnUrl,
  invitationToken,
  invited,
  arrival,
  mailWaitsHere,
  onCodeOnly,
}: LoginFormProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(invited ?? arrival?.email ?? "")
  const [sending, setSending] = useState(false)
  const [answer, setAnswer] = useState(arrival?.answer)
  const [asked, setAsked] = useState<Asked | undefined>(
    arrival?.answer.kind === "sent" ? { email: arrival.email, nth: 0, lasts: codeLifetime } : undefined,
  )
  const [secondsLeft, startPause] = useCooldown(typed)
  const [live, setLive] = useState(false)
  const [installed, setInstalled] = useState(false)
  const begin = useRef({ arrival, startPause })

  useEffect(() => {
    setLive(true)
    setInstalled(isInstalled())
    const { arrival, startPause } = begin.current
    // Typed before the scripts ran.
    if (input.current?.value) setTyped(input.current.value)
    if (arrival) return startPause(arrival.email, arrival.answer.wait ?? 0)
    const waiting = pendingMail.read()
    if (waiting && (!invited || invited === waiting.email)) {
      if (input.current && input.current.value === "") input.current.value = waiting.email
      setTyped(input.current?.value ?? "")
      setAnswer({ kind: "sent", wait: 0 })
      setAsked({ email: waiting.email, nth: 0, lasts: codeLifetime - waiting.age })
      startPause(waiting.email, pause - waiting.age / 1_000)
    } else if (hasKeyboard() && !invited) input.current?.focus()
  }, [invited])

  const codeOnly = installed && asked !== undefined
  const inform = useRef(onCodeOnly)
  inform.current = onCodeOnly
  useEffect(() => inform.current(codeOnly), [codeOnly])

  const ask = async (email: string) => {
    if (!email || sending || secondsLeft > 0) return
    if (input.current?.validity.typeMismatch) {
      setAnswer({ kind: "invalid", message: login.invalidEmail })
      input.current.focus()
      return
    }
    setSending(true)
    setAnswer(undefined)
    const next = await requestLink({ email, returnUrl, invitationToken, ...(installed && { installed }) })
    setSending(false)
    setAnswer(next)
    if (next.wait) startPause(email, next.wait)
    if (next.kind === "invalid") input.current?.focus()
    if (next.kind !== "sent") return
    setAsked((before) => ({ email, nth: (before?.nth ?? 0) + 1, lasts: codeLifetime }))
    pendingInvitation.markCarried()
    pendingMail.write(email)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask(input.current?.value.trim() ?? "")
  }
  const kill = () => setAsked((mail) => mail && { ...mail, dead: true })

  if (codeOnly) {
    return (
      <CodeStep
        email={asked.email}
        mail={asked.nth}
        lasts={asked.lasts}
        dead={asked.dead === true}
        problem={answer?.kind === "sent" ? undefined : answer?.message}
        secondsLeft={secondsLeft}
        sending={sending}
        onDead={kill}
        onAgain={() => void ask(asked.email)}
        onOther={
          invited
            ? undefined
            : () => {
                pendingMail.clear()
                setAsked(undefined)
                setAnswer(undefined)
              }
        }
      />
    )
  }
  return (
    <>
      <div aria-live="polite">
        {answer?.kind === "sent" && <Banner kind="good">{login.sent(asked?.email ?? "")}</Banner>}
        {answer?.kind === "refused" && <Banner kind="bad">{problemText(answer.message)}</Banner>}
      </div>
      {answer?.kind === "sent" && mailWaitsHere && asked && <NewestMail email={asked.email} />}
      {live && asked && (
        <div className="login-code-here flow">
          <p className="hint">{asked.dead ? login.codeDead : login.codeHere}</p>
          {!asked.dead && (
            <SignInCode
              key={asked.nth}
              email={asked.email}
              lasts={asked.lasts}
              focused={asked.nth > 0 && hasKeyboard()}
              onDead={kill}
            />
          )}
        </div>
      )}
      <form
        className="login-mail flow"
        method="post"
        action={`/login?${new URLSearchParams({ returnUrl, ...(invitationToken && { token: invitationToken }) })}`}
        onSubmit={submit}
        noValidate={live}
      >
        <div className="login-address anchor">
          <Field
            ref={input}
            label={login.email}
            plainLabel
            large
            type="email"
            name="email"
            required
            readOnly={invited !== undefined}
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            placeholder={login.placeholder}
            defaultValue={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            error={answer?.kind === "invalid" ? answer.message : undefined}
          />
          {invited !== undefined && <Lock className="icon small" aria-hidden="true" />}
        </div>
        <Button
          type="submit"
          size="large"
          variant={secondsLeft > 0 ? "plain" : "primary"}
          busy={sending}
          disabled={secondsLeft > 0}
          // Tabular figures widen the hyphen of "sign-in".
          className={secondsLeft > 0 ? "numeric" : undefined}
        >
          {sending
            ? login.sending
            : secondsLeft > 0
              ? login.tryAgainIn(secondsLeft)
              : installed
                ? login.submitCode
                : login.submit}
        </Button>
        {answer?.kind !== "sent" && <p className="hint">{invited ? login.hintToJoin : login.hint}</p>}
      </form>
    </>
  )
}
