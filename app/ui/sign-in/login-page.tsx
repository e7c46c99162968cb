import { useNavigate } from "@remix-run/react"
import { useEffect, useState } from "react"
import { rememberedOrigin, waitingInvitation } from "~/client/memory/sign-in"
import { Mark } from "~/ui/parts/brand"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { LoginForm } from "~/ui/sign-in/login-form"
import { Providers, type SetUp } from "~/ui/sign-in/providers"
import type { LinkAnswer } from "~/ui/sign-in/request-link"
import { login } from "~/ui/sign-in/texts"
import "./login.css"

type Arrival = {
  /** Already signed in, and here only to store an invitation. */
  signedIn: boolean
  returnUrl: string
  token?: string
  linkError?: string
  mailWaitsHere: boolean
  providers: SetUp
  oidcName: string | null
}

type LoginPageProps = Arrival & {
  /** The answer to a form submitted without scripts. */
  sent?: { email: string; answer: LinkAnswer }
}

export const LoginPage = ({ sent, ...now }: LoginPageProps) => {
  // The address is cleaned on arrival; its parameters apply until the person leaves.
  const [{ signedIn, returnUrl, token, linkError, mailWaitsHere, providers, oidcName }] = useState<Arrival>(now)
  const navigate = useNavigate()

  useEffect(() => {
    if (token) waitingInvitation.write(token, returnUrl)
    else waitingInvitation.clear()
    if (signedIn) {
      navigate(returnUrl, { replace: true })
      return
    }
    if (returnUrl !== "/") rememberedOrigin.write(returnUrl)
    else if (!linkError) rememberedOrigin.clear()
    cleanAddress()
    // A session may have ended elsewhere, or by itself.
    void import("~/client/outbox/ended-session").then(({ endSession }) => endSession()).catch(() => {})
  }, [signedIn, token, returnUrl, linkError, navigate])

  if (signedIn) return <Loading />
  const failedLink: LinkAnswer | undefined = linkError
    ? { kind: "refused", message: linkError === "invalid" ? login.linkInvalid : login.linkFailed }
    : undefined
  return (
    <main className="login">
      <div className="login-side">
        <div className="login-brand">
          <Mark size={28} />
          {common.product}
        </div>
        <div className="login-form">
          <h1>{login.title}</h1>
          <Providers returnUrl={returnUrl} token={token} setUp={providers} oidcName={oidcName} />
          <div className="login-or">{login.or}</div>
          <LoginForm
            returnUrl={returnUrl}
            invitationToken={token}
            arrival={sent ?? (failedLink && { answer: failedLink })}
            mailWaitsHere={mailWaitsHere}
          />
        </div>
      </div>
      <div className="login-art" aria-hidden="true" />
    </main>
  )
}

/** Removes token and error from the address, so that they are neither in the history nor shared. */
const cleanAddress = () => {
  const url = new URL(window.location.href)
  if (!url.searchParams.has("token") && !url.searchParams.has("magicLinkError")) return
  url.searchParams.delete("token")
  url.searchParams.delete("magicLinkError")
  window.history.replaceState(window.history.state, "", `${url.pathname}${url.search}${url.hash}`)
}
