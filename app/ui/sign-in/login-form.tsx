import { CircleAlert, MailCheck } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { waitingInvitation } from "~/client/memory/sign-in"
import { problemText } from "~/contract/language/problem-text"
import { Button } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { NewestMail } from "~/ui/sign-in/newest-mail"
import { type LinkAnswer, requestLink } from "~/ui/sign-in/request-link"
import { login } from "~/ui/sign-in/texts"

type LoginFormProps = {
  returnUrl: string
  invitationToken?: string
  /** A message to start with: about a dead link, or the answer to a form submitted without scripts. */
  arrival?: { email?: string; answer: LinkAnswer }
  /** There is no mail server, and the mail can be opened here. */
  mailWaitsHere: boolean
}

/** "Work email": idle, sending, sent, refused, and the cooldown. */
export const LoginForm = ({ returnUrl, invitationToken, arrival, mailWaitsHere }: LoginFormProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const [answer, setAnswer] = useState(arrival?.answer)
  const [askedFor, setAskedFor] = useState(arrival?.email)
  const [secondsLeft, startPause] = usePause(arrival?.answer.wait)
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const email = input.current?.value.trim()
    if (!email || sending || secondsLeft > 0) return
    if (input.current?.validity.typeMismatch) {
      setAnswer({ kind: "invalid", message: login.invalidEmail })
      input.current.focus()
      return
    }
    setSending(true)
    setAnswer(undefined)
    const next = await requestLink({ email, returnUrl, invitationToken })
    setSending(false)
    setAnswer(next)
    setAskedFor(email)
    if (next.wait) startPause(next.wait)
    if (next.kind === "sent") waitingInvitation.markCarried()
    if (next.kind === "invalid") input.current?.focus()
  }

  return (
    <form
      className="login-mail"
      method="post"
      action={`/login?${new URLSearchParams({ returnUrl, ...(invitationToken && { token: invitationToken }) })}`}
      onSubmit={submit}
      noValidate={live}
    >
      <div aria-live="polite">
        {answer?.kind === "sent" && (
          <p className="login-done">
            <MailCheck className="icon" aria-hidden="true" />
            <span>{login.sent(askedFor ?? "")}</span>
          </p>
        )}
        {answer?.kind === "refused" && (
          <p className="login-failed">
            <CircleAlert className="icon" aria-hidden="true" />
            <span>{problemText(answer.message)}</span>
          </p>
        )}
      </div>
      {answer?.kind === "sent" && mailWaitsHere && askedFor && <NewestMail email={askedFor} />}
      <Field
        ref={input}
        label={login.email}
        plainLabel
        large
        type="email"
        name="email"
        required
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        placeholder={login.placeholder}
        defaultValue={arrival?.email}
        error={answer?.kind === "invalid" ? answer.message : undefined}
      />
      <Button
        type="submit"
        size="large"
        variant={secondsLeft > 0 ? "plain" : "primary"}
        busy={sending}
        disabled={secondsLeft > 0}
        className="numeric"
      >
        {sending ? login.sending : secondsLeft > 0 ? login.tryAgainIn(secondsLeft) : login.submit}
      </Button>
      {answer?.kind !== "sent" && <p className="hint">{login.hint}</p>}
    </form>
  )
}

/** Seconds left of a cooldown, by the clock, so that a sleeping tab does not wait longer. */
const usePause = (initial = 0): [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(initial)
  const end = useRef(0)
  const running = left > 0
  useEffect(() => {
    if (!running) return
    if (end.current === 0) end.current = Date.now() + initial * 1_000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end.current - Date.now()) / 1_000))), 1_000)
    return () => clearInterval(timer)
  }, [running, initial])
  const start = (seconds: number) => {
    end.current = Date.now() + seconds * 1_000
    setLeft(seconds)
  }
  return [left, start]
}
