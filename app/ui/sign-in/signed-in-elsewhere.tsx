import { CircleCheck } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "~/client/api"
import { onSignIn } from "~/client/memory/sign-in"
import { knownPerson } from "~/client/offline/person"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { Button } from "~/ui/parts/button"
import { login } from "~/ui/sign-in/texts"

/** The address with which another tab of this browser signed in, empty if unknown; undefined: none did. */
export const useSignedInElsewhere = () => {
  const [email, setEmail] = useState<string>()
  useEffect(() => {
    const look = async (focused: boolean) => {
      if (focused && knownPerson() === undefined) return
      const answer = await fetch(accountCalls.userProfile.path, { cache: "no-store" }).catch(() => undefined)
      if (answer?.ok) setEmail((await answer.json()).email ?? "")
      // Signed in, and must pay.
      else if (answer?.status === 403) setEmail("")
    }
    return onSignIn((focused) => void look(focused))
  }, [])
  return email
}

type SignedInElsewhereProps = { email: string; returnUrl: string; token?: string | undefined }

/** The page never leaves by itself: the other tab may be the one that is wanted. */
export const SignedInElsewhere = ({ email, returnUrl, token }: SignedInElsewhereProps) => {
  const [busy, setBusy] = useState(false)
  const goOn = async () => {
    setBusy(true)
    const joined = token ? await call(invitationCalls.acceptPosted, { token }).catch(() => undefined) : undefined
    window.location.assign(joined && returnUrl === "/" ? `/board?planId=${joined.planId}` : returnUrl)
  }
  return (
    <>
      <div className="login-elsewhere grid breaks" role="status">
        <CircleCheck className="icon huge" aria-hidden="true" />
        <h1>{login.signedIn}</h1>
        <p className="secondary">{login.elsewhere(email)}</p>
      </div>
      <Button variant="primary" size="large" busy={busy} onClick={goOn}>
        {login.goOn}
      </Button>
      <p className="hint login-centered">{login.orClose}</p>
    </>
  )
}
