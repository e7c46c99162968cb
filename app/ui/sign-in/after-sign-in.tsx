import { useLocation, useNavigate, useRevalidator } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { call } from "~/client/api"
import { announceSignIn, pendingInvitation, pendingMail, rememberedOrigin } from "~/client/memory/sign-in"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { isRefusal } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { safeReturnUrl } from "~/contract/shared/return-url"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"

/** Runs on every page of a signed-in person: accepts a stored invitation and returns to the page they asked for. */
export const useAfterSignIn = () => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    pendingMail.clear()
    announceSignIn()
    const origin = rememberedOrigin.read()
    rememberedOrigin.clear()
    const target = origin === null ? undefined : safeReturnUrl(pathOf(origin))
    const elsewhere = target && target !== pathname && target !== `${pathname}${search}` ? target : undefined
    void acceptWaiting().then((accepted) => {
      if (accepted) {
        revalidate()
        navigate(accepted.returnUrl === "/" && elsewhere ? elsewhere : accepted.returnUrl, { replace: true })
      } else if (elsewhere) navigate(elsewhere, { replace: true })
    })
  }, [navigate, revalidate, pathname, search])
}

/**
 * Accepts once: the token is removed before the call, so that another page does not try again, and a sign-in that carried the
 * invitation has accepted it already. Leads to the plan, unless another page was asked for.
 */
const acceptWaiting = async (): Promise<{ returnUrl: string } | undefined> => {
  const waiting = pendingInvitation.read()
  if (!waiting) return undefined
  pendingInvitation.clear()
  try {
    if (waiting.carried && !(await isPending(waiting.token))) return undefined
    const { planId } = await call(invitationCalls.acceptPosted, { token: waiting.token })
    const returnUrl = safeReturnUrl(waiting.returnUrl)
    return { returnUrl: returnUrl === "/" ? `/board?planId=${planId}` : returnUrl }
  } catch (thrown) {
    const problem = isRefusal(thrown) ? thrown.problem : undefined
    showToast({ kind: "error", text: problem ? problemText(problem.message) : common.invitationFailed })
    return undefined
  }
}

const isPending = async (token: string) => {
  const { id } = await call(accountCalls.userProfile, {})
  const pending = await call(invitationCalls.pendingOfUser, { userId: String(id) })
  return pending.some((invitation) => invitation.token === token)
}

/** Reduces an address to its path. */
const pathOf = (address: string) => {
  if (!/^https?:/i.test(address)) return address
  try {
    const url = new URL(address)
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return "/"
  }
}
