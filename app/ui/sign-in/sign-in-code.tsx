import clsx from "clsx"
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { call } from "~/client/api"
import { pendingInvitation, pendingMail } from "~/client/memory/sign-in"
import { accountCalls } from "~/contract/account"
import { isRefusal } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { FieldError } from "~/ui/parts/field"
import { login } from "~/ui/sign-in/texts"

const cells = [0, 1, 2, 3, 4, 5]
const { length } = cells
const tries = 5

/** Digits of any keyboard; the server reads them as the same. */
const digitsIn = (text: string) => [...text.normalize("NFKC")].filter((sign) => /\p{Nd}/u.test(sign)).slice(0, length)

type SignInCodeProps = {
  email: string
  /** The code is good for that long, ms. */
  lasts: number
  focused: boolean
  /** The code can be used no more. */
  onDead(): void
  /** Below the cells; `busy` while the code is being checked. */
  children?: (busy: boolean) => ReactNode
}

/** Six cells over one field: the sixth digit sends. Key it by the mail. */
export const SignInCode = ({ email, lasts, focused, onDead, children }: SignInCodeProps) => {
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [digits, setDigits] = useState<string[]>([])
  const [left, setLeft] = useState(tries)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const dead = useRef(onDead)
  dead.current = onDead
  useEffect(() => {
    if (focused) input.current?.focus()
    const timer = setTimeout(() => dead.current(), Math.max(0, lasts))
    return () => clearTimeout(timer)
  }, [focused, lasts])

  const send = async (code: string[]) => {
    if (busy || code.length < length) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { returnUrl } = await call(accountCalls.signInCode, { email, code: code.join("") })
      pendingInvitation.markCarried()
      pendingMail.clear()
      window.location.assign(returnUrl)
    } catch (thrown) {
      setBusy(false)
      const refused = isRefusal(thrown) ? thrown.problem : undefined
      if (refused?.status !== 400) return setProblem(refused ? problemText(refused.message) : login.networkError)
      if (left === 1) return onDead()
      setLeft(left - 1)
      setProblem(login.triesLeft(left - 1))
      input.current?.select()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(digits)
  }
  const change = (text: string) => {
    const next = digitsIn(text)
    setDigits(next)
    setProblem(undefined)
    void send(next)
  }
  return (
    <form className="login-code flow" onSubmit={submit}>
      <div className="code-cells grid anchor" data-wrong={problem ? "" : undefined}>
        <input
          ref={input}
          className="bare"
          aria-label={login.code}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={digits.join("")}
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
        />
        {cells.map((at) => (
          <span
            key={at}
            className={clsx(at === (problem ? 0 : Math.min(digits.length, length - 1)) && "next")}
            aria-hidden="true"
          >
            {digits[at]}
          </span>
        ))}
      </div>
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
      {children?.(busy)}
    </form>
  )
}
