import { useState } from "react"
import { call } from "~/client/api"
import { accountCalls } from "~/contract/account"
import { Button, buttonClass } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field-error"
import { login } from "~/ui/sign-in/texts"

/** Opens the mail just sent, on installations without a mail server. */
export const NewestMail = ({ email }: { email: string }) => {
  const [mail, setMail] = useState<{ subject: string; link: string }>()
  const [state, setState] = useState<"idle" | "opening" | "missing">("idle")
  const open = async () => {
    setState("opening")
    // The mail is sent after the answer, so it may take a moment to appear.
    for (let tries = 0; tries < 20; tries++) {
      try {
        setMail(await call(accountCalls.newestMail, { email }))
        return setState("idle")
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    }
    setState("missing")
  }
  return (
    <section className="newest-mail" aria-label={login.mailWaits}>
      {mail ? (
        <>
          <b className="truncate">{mail.subject}</b>
          <a className={buttonClass("accent")} href={mail.link}>
            {login.signIn}
          </a>
        </>
      ) : (
        <>
          <p className="secondary">{login.mailWaits}</p>
          <Button onClick={open} busy={state === "opening"}>
            {login.openNewestMail}
          </Button>
          {state === "missing" && <FieldError>{login.mailMissing}</FieldError>}
        </>
      )}
    </section>
  )
}
