import { useNavigate } from "@remix-run/react"
import { type ReactNode, useEffect, useState } from "react"
import { pendingInvitation, rememberedOrigin } from "~/client/memory/sign-in"
import type { InvitationArrival } from "~/contract/invitation"
import { Mark } from "~/ui/parts/brand"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { Banner } from "~/ui/sign-in/banner"
import { ArrivedSignedIn, InvitationHead, InvitationOver } from "~/ui/sign-in/invited"
import { LoginForm } from "~/ui/sign-in/login-form"
import { Providers, type SetUp, shownProviders } from "~/ui/sign-in/providers"
import type { LinkAnswer } from "~/ui/sign-in/request-link"
import { SignedInElsewhere, useSignedInElsewhere } from "~/ui/sign-in/signed-in-elsewhere"
import { login } from "~/ui/sign-in/texts"
import "./login.css"

/** A provider that failed to sign somebody in, and how. */
type ProviderFailure = { name: string; reason: "failed" | "off" | "unverified" }

type Arrival = {
  /** The person signed in, who is here because of an invitation. */
  personId: number | null
  returnUrl: string
  token?: string
  invitation?: InvitationArrival
  linkError?: string
  providerFailure: ProviderFailure | null
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
  const [arrival] = useState<Arrival>(now)
  const { personId, returnUrl, token, invitation, linkError } = arrival
  const navigate = useNavigate()
  const joins = personId !== null && invitation?.as === "invited" && invitation.state === "open"

  useEffect(() => {
    if (personId !== null) {
      if (!token) return
      if (!joins) return cleanAddress()
      pendingInvitation.write(token, returnUrl)
      navigate(returnUrl, { replace: true })
      return
    }
    if (token) pendingInvitation.write(token, returnUrl)
    else pendingInvitation.clear()
    // The page has said what is wrong with it.
    if (token && invitation?.state !== "open") pendingInvitation.markCarried()
    if (returnUrl !== "/") rememberedOrigin.write(returnUrl)
    else if (!linkError) rememberedOrigin.clear()
    cleanAddress()
    // A session may have ended elsewhere, or by itself.
    void import("~/client/outbox/ended-session").then(({ endSession }) => endSession()).catch(() => {})
  }, [personId, joins, token, invitation, returnUrl, linkError, navigate])

  if (joins) return <Loading />
  return (
    <main className="login">
      <div className="login-side flow">
        <div className="login-brand brand">
          <Mark size={28} />
          {common.product}
        </div>
        <div className="login-form full flow">
          {personId !== null && invitation && token ? (
            <ArrivedSignedIn invitation={invitation} token={token} personId={personId} />
          ) : (
            <SignedOut {...arrival} sent={sent} />
          )}
        </div>
      </div>
      <div className="login-art" aria-hidden="true" />
    </main>
  )
}

const SignedOut = ({ sent, returnUrl, token, invitation, mailWaitsHere, ...arrival }: LoginPageProps): ReactNode => {
  const elsewhere = useSignedInElsewhere()
  const [codeOnly, setCodeOnly] = useState(false)
  if (elsewhere !== undefined) return <SignedInElsewhere email={elsewhere} returnUrl={returnUrl} token={token} />
  const open = invitation?.state === "open" ? invitation : undefined
  const { ready, missing } = shownProviders(arrival.providers, arrival.oidcName)
  const problem = problemOf(arrival)
  const form = (
    // One form, wherever it is on the page: it holds what was asked.
    <LoginForm
      key="form"
      returnUrl={returnUrl}
      invitationToken={token}
      invited={open?.email}
      arrival={sent}
      mailWaitsHere={mailWaitsHere}
      onCodeOnly={setCodeOnly}
    />
  )
  if (codeOnly) {
    return (
      <>
        <h1>{login.enterCode}</h1>
        {form}
      </>
    )
  }
  const or = <div className="login-or row muted">{login.or}</div>
  return (
    <>
      {problem && !sent && <Banner kind="bad">{problem}</Banner>}
      {invitation && !open && <InvitationOver invitation={invitation} />}
      {open && <InvitationHead invitation={open} />}
      <h1>{open ? login.titleToJoin : login.title}</h1>
      <Providers all={ready} returnUrl={returnUrl} token={token} />
      {ready.length > 0 && or}
      {form}
      {ready.length === 0 && or}
      <Providers all={missing} returnUrl={returnUrl} token={token} />
    </>
  )
}

const problemOf = ({ linkError, providerFailure }: Pick<Arrival, "linkError" | "providerFailure">) => {
  if (!linkError) return undefined
  if (linkError === "invalid") return login.linkInvalid
  if (linkError === "disabled") return login.disabled
  if (linkError !== "provider") return login.linkFailed
  return providerFailure ? login.provider[providerFailure.reason](providerFailure.name) : login.provider.unknown
}

/** Removes token and error from the address, so that they are neither in the history nor shared. */
const cleanAddress = () => {
  const url = new URL(window.location.href)
  if (!url.searchParams.has("token") && !url.searchParams.has("magicLinkError")) return
  url.searchParams.delete("token")
  url.searchParams.delete("magicLinkError")
  window.history.replaceState(window.history.state, "", `${url.pathname}${url.search}${url.hash}`)
}
