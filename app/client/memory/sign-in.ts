// What outlasts signing in and paying: an invitation, and the page that was asked for.
import { cell } from "./cell"

const invitationToken = cell("local", "invitationToken")
const invitationReturnUrl = cell("local", "invitationReturnUrl")
const invitationCarried = cell("local", "invitationCarried")
const redirectUrl = cell("local", "redirectUrl")
const tabRedirectUrl = cell("session", "redirectUrl")
const skipPaymentCheckUntil = cell("session", "skipPaymentCheckUntil")

/** An invitation that is accepted after signing in. `carried`: the sign-in mail includes it too. */
export const waitingInvitation = {
  read: () => {
    const token = invitationToken.read()
    if (!token) return undefined
    return { token, returnUrl: invitationReturnUrl.read() ?? "/", carried: invitationCarried.read() === "1" }
  },
  write: (token: string, returnUrl: string) => {
    invitationToken.write(token)
    invitationReturnUrl.write(returnUrl)
    invitationCarried.clear()
  },
  markCarried: () => {
    if (invitationToken.read()) invitationCarried.write("1")
  },
  clear: () => {
    invitationToken.clear()
    invitationReturnUrl.clear()
    invitationCarried.clear()
  },
}

/** The page requested before signing in. Local, since the link in the mail opens another tab. */
export const rememberedOrigin = {
  read: () => tabRedirectUrl.read() ?? redirectUrl.read(),
  write: redirectUrl.write,
  clear: () => {
    redirectUrl.clear()
    tabRedirectUrl.clear()
  },
}

/** The page that a required payment interrupted in this tab. */
export const pageBeforePayment = tabRedirectUrl

/** For a minute after a payment no page asks whether one is required. */
export const paymentCheckPause = {
  active: () => Number(skipPaymentCheckUntil.read()) > Date.now(),
  start: () => skipPaymentCheckUntil.write(String(Date.now() + 60_000)),
}
