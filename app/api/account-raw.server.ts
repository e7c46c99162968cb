// The account's calls that answer with redirects, pages and cookies.
import { accountCalls, disabledText, wrongCode } from "~/contract/account"
import type { InputOf } from "~/contract/call"
import { invalid, notFound, refusal } from "~/contract/problem"
import { isLoopback } from "~/contract/shared/loopback"
import { safeReturnUrl } from "~/contract/shared/return-url"
import type { Actor } from "~/domain/core/actor"
import { once } from "~/domain/core/once.server"
import { logSecurity } from "~/domain/limits/security-log.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import {
  comeBack,
  isProvider,
  leaveForProvider,
  type Provider,
  providerFailed,
  providerLifetime,
  providers,
} from "~/domain/sign-in/provider-sign-in.server"
import { endOtherSessions, endSession, endSessionByNumber, listSessions } from "~/domain/sign-in/session.server"
import {
  hasAddress,
  linkLifetime,
  linkShown,
  newBrowser,
  newestMail,
  requestLink,
  type SignedIn,
  signInByCode,
  signInByLink,
  type Visit,
} from "~/domain/sign-in/sign-in.server"
import { empty, json, withoutCache } from "./answer.server"
import { buttonPage } from "./button-page.server"
import { buttonTexts } from "./button-texts"
import { idempotent } from "./idempotent.server"
import type { Caller } from "./identify.server"
import type { Raw } from "./mount.server"
import { isCausedElsewhere, isTyped } from "./origin.server"
import { providerName } from "./page.server"
import { cookie, cookiesOf, endedCookie, sessionCookie, unknownPersonCookie } from "./session-cookie.server"

type Account = typeof accountCalls

const linkPath = accountCalls.magicLink.path
const loginPath = accountCalls.login.path

/**
 * Identifies the browser and grants no access. In the browser that requested a link, the link's page signs in without a
 * click; a sign-in from a browser the person has not used before is reported to them by mail.
 */
const browserCookie = "laneway_browser"
const browserLifetime = 400 * 24 * 60 * 60
/** Makes the next sign-in with a provider ask for the account. */
const chooseCookie = "laneway_choose"
/** Set while the browser is at a provider. */
const leftCookie = "laneway_left"

const failed = (error: "invalid" | "disabled" | "provider", cookies: string[] = []) =>
  redirect(`/login?magicLinkError=${error}`, cookies)

/** Tells the login page, for a minute, which provider failed and how. */
const failureCookie = "laneway_failed"
const providerReasons = ["failed", "off", "unverified"] as const

const failedAt = (provider: Provider, reason: (typeof providerReasons)[number], cookies: string[] = []) =>
  failed("provider", [cookie(failureCookie, `${provider}.${reason}`, 60), ...cookies])

/** What the login page says after `magicLinkError=provider`; null: the browser doesn't know of a failure. */
export const providerFailure = (request: Request) => {
  const [provider, reason] = cookiesOf(request, failureCookie)[0]?.split(".") ?? []
  const known = providerReasons.find((each) => each === reason)
  return isProvider(provider) && known ? { name: providerName(provider), reason: known } : null
}

/** Header values are ASCII; a path may contain any text. */
const redirect = (to: string, cookies: string[] = []) => {
  const headers = new Headers({ location: to.replace(/[^!-~]+/g, encodeURIComponent), "cache-control": "no-store" })
  for (const each of cookies) headers.append("set-cookie", each)
  return new Response(null, { status: 302, headers })
}

/**
 * Sends a sign-in link; answers the cookie by which its page recognises this browser. Also used by the login page's own
 * form.
 */
export const askForLink = async (request: Request, input: InputOf<Account["requestEmailSignIn"]>, ip: string) => {
  // Otherwise another site could make its visitor's browser press the button of a link that the site requested.
  if (isForeign(request)) throw refusal(403, "This request came from another site. Ask for the link on the login page.")
  return keepBrowser(await requestLink({ ...input, ip, browser: browserOf(request) }))
}

const browserOf = (request: Request) => cookiesOf(request, browserCookie).find((value) => /^[\w-]{24}$/.test(value))
const keepBrowser = (browser: string) => cookie(browserCookie, browser, browserLifetime)

const visitOf = (request: Request, ip: string): Visit => ({
  address: ip,
  userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
  browser: browserOf(request) ?? newBrowser(),
})

type Arriving = Pick<Caller, "sessionId" | "ip" | "requestId"> & { actor: Actor | null }

/**
 * The end of every way to sign in: the new session replaces the browser's previous one. The cookies, and whether the browser was
 * this person's before, or why not.
 */
const enter = async (result: SignedIn, { actor, sessionId, ip, requestId }: Arriving, way: string) => {
  if (result === "invalid" || result === "disabled") {
    logSecurity("sign-in refused", { requestId, from: ip, way, reason: result })
    return result
  }
  const { person, newBrowser, returnUrl, cookie } = result
  logSecurity("sign-in", { requestId, from: ip, person, way, newBrowser })
  if (sessionId) await endSession(sessionId)
  const isSame = actor?.userId === person
  return { returnUrl, isSame, cookies: [sessionCookie(cookie), unknownPersonCookie()] }
}

const arrive = async (
  result: SignedIn,
  caller: Arriving,
  cookies: { always: string[]; arrived: string[]; way: string },
) => {
  const entered = await enter(result, caller, cookies.way)
  if (typeof entered === "string") return failed(entered, cookies.always)
  const answer = redirect(entered.returnUrl, [...entered.cookies, ...cookies.always, ...cookies.arrived])
  return entered.isSame ? answer : withoutCache(answer)
}

const magicLinkPage: Raw<Account["magicLinkPage"]> = async (request, { token }, { actor }) => {
  const link = token ? await linkShown(token, browserOf(request)) : undefined
  if (!token || !link) return failed("invalid")
  const { signIn } = buttonTexts
  const another = actor?.userId && !(await hasAddress(actor.userId, link.email)) ? actor.userName : undefined
  return buttonPage({
    heading: signIn.heading,
    text: another === undefined ? signIn.text(link.email) : signIn.instead(another, link.email),
    button: { label: signIn.button, action: `${linkPath}?token=${encodeURIComponent(token)}` },
    itself: link.asked && another === undefined ? "press" : undefined,
  })
}

const magicLink: Raw<Account["magicLink"]> = async (request, { token }, caller) => {
  // Another site could otherwise sign its visitors in as somebody of its choice.
  if (isForeign(request)) throw refusal(403, "This request came from another site. Open the link from your email.")
  const visit = visitOf(request, caller.ip)
  const result = token ? await signInByLink(token, visit) : "invalid"
  return arrive(result, caller, { always: [], arrived: [keepBrowser(visit.browser)], way: "mail" })
}

const signInCode: Raw<Account["signInCode"]> = async (request, { email, code }, caller) => {
  if (isForeign(request)) throw refusal(403, "This request came from another site. Enter the code on the login page.")
  if (!/^\d{6}$/.test(code)) throw invalid("code", wrongCode)
  const visit = visitOf(request, caller.ip)
  const entered = await enter(await signInByCode(email, code, visit), caller, "code")
  if (entered === "invalid") throw invalid("code", wrongCode)
  if (entered === "disabled") throw refusal(403, disabledText)
  const answer = json({ returnUrl: entered.returnUrl })
  for (const each of [...entered.cookies, keepBrowser(visit.browser)]) answer.headers.append("set-cookie", each)
  return entered.isSame ? answer : withoutCache(answer)
}

/** Whether a page of another site made the request; false for programs other than browsers. */
const isForeign = ({ headers }: Request) => {
  const site = headers.get("sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  const origin = headers.get("origin")
  return origin !== null && origin !== accountOptions().publicUrl
}

const login: Raw<Account["login"]> = async (request, { provider, returnUrl, token }, { actor }) => {
  if (!isProvider(provider)) throw invalid("provider", `provider is one of ${providers.join(", ")}.`)
  // Somebody signed in at the provider comes back without a click, and perhaps as another person.
  if (isCausedElsewhere(request) || (actor && isTyped(request))) {
    const { signIn } = buttonTexts
    return buttonPage({
      heading: signIn.heading,
      text: actor ? signIn.now(actor.userName) : signIn.out,
      links: [{ label: signIn.with(providerName(provider)), href: `${loginPath}${new URL(request.url).search}` }],
    })
  }
  const choose = cookiesOf(request, chooseCookie).includes("1")
  try {
    const left = await leaveForProvider(provider, { returnUrl, invitationToken: token, choose })
    if (!left) return failedAt(provider, "off")
    return redirect(left.url, [cookie(leftCookie, left.cookie, providerLifetime)])
  } catch (error) {
    providerFailed(provider, error)
    return failedAt(provider, "failed")
  }
}

const callback: Raw<Account["callback"]> = async (request, { provider }, caller) => {
  if (!isProvider(provider)) return failed("provider")
  const ended = cookie(leftCookie, "", 0)
  const visit = visitOf(request, caller.ip)
  let result: SignedIn
  try {
    result = await comeBack(provider, new URL(request.url).search, cookiesOf(request, leftCookie)[0], visit)
  } catch (error) {
    providerFailed(provider, error)
    const { requestId, ip } = caller
    logSecurity("sign-in refused", { requestId, from: ip, way: provider, reason: "provider" })
    const unverified = typeof error === "object" && error !== null && "unverified" in error
    return failedAt(provider, unverified ? "unverified" : "failed", [ended])
  }
  return arrive(result, caller, {
    always: [ended],
    arrived: [cookie(chooseCookie, "", 0), keepBrowser(visit.browser)],
    way: provider,
  })
}

const newestMailHere: Raw<Account["newestMail"]> = async (request, { email }, { ip }) => {
  if (!isAtThisMachine(request, ip)) throw notFound()
  const mail = await newestMail(email, browserOf(request))
  if (!mail) throw notFound()
  if (mail === "mailbox") {
    throw refusal(
      403,
      "This address already has an account or an invitation, so its link is only shown in the console that Laneway runs in.",
    )
  }
  return json(mail)
}

// Excludes foreign names that resolve to this machine (DNS rebinding) and requests forwarded by a proxy.
const isAtThisMachine = ({ headers }: Request, ip: string) => {
  const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]
  const site = headers.get("sec-fetch-site")
  const origin = headers.get("origin")
  return (
    accountOptions().mailWaitsHere &&
    isLoopback(ip) &&
    !forwarded.some((name) => headers.has(name)) &&
    isLoopback(hostOf(`http://${headers.get("host") ?? ""}`)) &&
    (origin === null || isLoopback(hostOf(origin))) &&
    (site === null || site === "same-origin" || site === "none")
  )
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : "")

const sessions: Raw<Account["sessions"]> = async (_request, _input, { actor, sessionId }) =>
  json(await listSessions(actor.userId, sessionId))

const endOneSession: Raw<Account["endSession"]> = async (request, input, { actor }) => {
  const end = async () => {
    if (!(await endSessionByNumber(actor.userId, input.id))) throw notFound()
  }
  await once(idempotent(actor, request, input), 204, end, accountCalls.endSession.uncommitted)
  return empty()
}

const endAllOthers: Raw<Account["endOtherSessions"]> = async (request, input, { actor, sessionId }) => {
  const end = () => endOtherSessions(actor.userId, sessionId)
  await once(idempotent(actor, request, input), 204, end, accountCalls.endOtherSessions.uncommitted)
  return empty()
}

type Leaving = Pick<Caller, "sessionId" | "ip" | "requestId"> & { actor: Actor | null }

/** What the login page shows. */
type Passed = { token?: string | undefined; returnUrl?: string | undefined }

/** Ends the session; a request from another site's page gets a page that asks for confirmation. */
const leave =
  (calls: { action: string; cookies: () => string[] }) => async (request: Request, passed: Passed, caller: Leaving) => {
    const sent = Object.entries(passed).flatMap(([name, value]) => (value ? [[name, value]] : []))
    const query = sent.length > 0 ? `?${new URLSearchParams(sent)}` : ""
    if (caller.sessionId && request.method !== "POST" && isCausedElsewhere(request)) {
      return buttonPage({
        heading: buttonTexts.logOut.heading,
        text: buttonTexts.logOut.text(caller.actor?.userName ?? ""),
        button: { label: buttonTexts.logOut.button, action: `${calls.action}${query}` },
      })
    }
    if (caller.sessionId) {
      await endSession(caller.sessionId)
      logSecurity("sign-out", { requestId: caller.requestId, from: caller.ip, person: caller.actor?.userId ?? null })
    }
    return withoutCache(redirect(`/login${query}`, [endedCookie(), unknownPersonCookie(), ...calls.cookies()]))
  }

const end = leave({ action: "/api/auth/logoff", cookies: () => [] })
const logoff = (request: Request, _input: unknown, caller: Leaving) => end(request, {}, caller)
const change = leave({
  action: "/api/auth/switch-account",
  cookies: () => [cookie(chooseCookie, "1", linkLifetime)],
})
const switchAccount = (request: Request, { token, returnUrl }: Passed, caller: Leaving) =>
  change(request, { token, returnUrl: returnUrl && safeReturnUrl(returnUrl) }, caller)

const requestEmailSignIn: Raw<Account["requestEmailSignIn"]> = async (request, input, { ip }) =>
  empty(202, { "set-cookie": await askForLink(request, input, ip) })

export const accountRaw = {
  login,
  callback,
  requestEmailSignIn,
  magicLinkPage,
  magicLink,
  signInCode,
  newestMail: newestMailHere,
  sessions,
  endSession: endOneSession,
  endOtherSessions: endAllOthers,
}

export const authRaw = {
  logoff,
  logoffPosted: logoff,
  switchAccount,
  switchAccountPosted: switchAccount,
}
