import { useState } from "react"
import { call } from "~/client/api"
import { accountCalls } from "~/contract/account"
import { isRefusal } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { Button, buttonClass } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field"
import { login } from "~/ui/sign-in/texts"

/** The link takes the place of the button that has the focus. */
const takeFocus = (link: HTMLElement | null) => link?.focus()

/** Opens the mail just sent, on installations without a mail server. */
export const NewestMail = ({ email }: { email: string }) => {
  const [mail, setMail] = useState<{ subject: string; link: string }>()
  const [state, setState] = useState<"idle" | "opening">("idle")
  const [problem, setProblem] = useState<string>()
  const open = async () => {
    setState("opening")
    setProblem(undefined)
    // The mail is sent after the answer, so it may take a moment to appear.
    for (let tries = 0; tries < 20; tries++) {
      try {
        setMail(await call(accountCalls.newestMail, { email }))
        return setState("idle")
      } catch (thrown) {
        if (isRefusal(thrown) && thrown.problem.status === 403) {
          setProblem(problemText(thrown.problem.message))
          return setState("idle")
        }
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    }
    setProblem(login.mailMissing)
    setState("idle")
  }
  return (
    <section className="newest-mail flow" aria-label={login.mailWaits}>
      {mail ? (
        <>
          <b className="truncate">{mail.subject}</b>
          <a ref={takeFocus} className={buttonClass("accent")} href={mail.link}>
            {login.signIn}
          </a>
        </>
      ) : (
        <>
          <p className="secondary">{login.mailWaits}</p>
          <Button onClick={open} busy={state === "opening"}>
            {login.openNewestMail}
          </Button>
          {problem && <FieldError>{problem}</FieldError>}
        </>
      )}
    </section>
  )
}
