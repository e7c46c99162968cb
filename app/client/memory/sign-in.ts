// Memory that outlasts signing in and paying: an invitation, and the requested page.
import { cell } from "./cell"

const invitationToken = cell("local", "invitationToken")
const invitationReturnUrl = cell("local", "invitationReturnUrl")
const invitationCarried = cell("local", "invitationCarried")
const redirectUrl = cell("local", "redirectUrl")
const tabRedirectUrl = cell("session", "redirectUrl")
const skipPaymentCheckUntil = cell("session", "skipPaymentCheckUntil")

/** An invitation that is accepted after signing in. `carried`: the sign-in mail includes it too. */
export const pendingInvitation = {
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

const askedForMail = cell("local", "signInAsked")
/** How long the code of a sign-in mail is valid, ms. */
export const codeLifetime = 10 * 60_000

/** The address that this browser last asked a sign-in mail for, while its code is valid: an installed app may be closed before it is entered. */
export const pendingMail = {
  /** `age`: ms since then. */
  read: (): { email: string; age: number } | undefined => {
    try {
      const { email, at } = JSON.parse(askedForMail.read() ?? "{}")
      const age = Date.now() - at
      return typeof email === "string" && age >= 0 && age < codeLifetime ? { email, age } : undefined
    } catch {
      return undefined
    }
  },
  write: (email: string) => void askedForMail.write(JSON.stringify({ email, at: Date.now() })),
  clear: askedForMail.clear,
}

const signedInChannel = "signed-in"

/** Tells waiting sign-in pages of this browser that somebody has signed in. */
export const announceSignIn = () => {
  if (typeof BroadcastChannel === "undefined") return
  const channel = new BroadcastChannel(signedInChannel)
  channel.postMessage(0)
  channel.close()
}

/** Calls back when another tab announces a sign-in, and with `true` when this one gets the focus. Returns a function that stops this. */
export const onSignIn = (look: (focused: boolean) => void) => {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(signedInChannel)
  const onFocus = () => look(true)
  if (channel) channel.onmessage = () => look(false)
  window.addEventListener("focus", onFocus)
  return () => {
    channel?.close()
    window.removeEventListener("focus", onFocus)
  }
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
