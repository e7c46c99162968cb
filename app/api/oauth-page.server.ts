// consentPage(request, ip) and consentAnswer(request, ip): what the consent page shows, and what its form gets.
import { redirect } from "@remix-run/node"
import { authCalls } from "~/contract/account"
import type { AccessLevel } from "~/contract/capability"
import { isRefusal } from "~/contract/problem"
import type { PlanRole } from "~/contract/role"
import { signInPath } from "~/contract/shared/return-url"
import { logSecurity } from "~/domain/limits/security-log.server"
import { answerRequest, consent, levelsOf, readRequest, sealRequest } from "~/domain/sign-in/oauth-request.server"
import { everyPlan, pagePayer } from "./page.server"
import { countCall } from "./rate-limit.server"

type Asking = {
  state: "asking"
  request: string
  name: string
  host: string
  verified: boolean
  person: { id: number; userName: string; email: string }
  plans: { id: number; name: string; imageUrl: string; planRole: PlanRole | null }[]
  levels: AccessLevel[]
  /** Now, by this server's clock. */
  now: string
  /** Ends the session; the next person to sign in gets the same question. */
  switchTo: string
}
/** `client`, `redirect`: the request is not valid. The others: its answer is not. */
export type ConsentRefusal = "client" | "redirect" | "invalid" | "expired" | "person" | "full"
export type ConsentShown = Asking | { state: "refused"; reason: ConsentRefusal }

/** Throws a redirect to sign-in, or to the program where it hears of the refusal. `formTo`: where the form's answer leads. */
export const consentPage = async (request: Request, ip: string): Promise<{ shown: ConsentShown; formTo?: string }> => {
  const person = await pagePayer(request)
  const query = new URL(request.url).searchParams
  const read = await asPage(readRequest(query, person?.id ?? null, () => countCall(`ip ${ip}`, "document")))
  if ("page" in read) return { shown: { state: "refused", reason: read.page } }
  if ("to" in read) throw redirect(read.to)
  if (!person) throw redirect(signInPath(request.url))
  const { name, host, verified, redirectUri } = read.request
  const plans = await everyPlan(request)
  const shown: Asking = {
    ...{ state: "asking", name, host, verified, person, request: sealRequest(read.request) },
    plans: plans.map(({ id, name, imageUrl, planRole }) => ({ id, name, imageUrl, planRole })),
    levels: levelsOf(read.request),
    now: new Date().toISOString(),
    switchTo: `${authCalls.switchAccount.path}?${new URLSearchParams({ returnUrl: addressIn(request.url) })}`,
  }
  return { shown, formTo: sourceOf(redirectUri) }
}

const addressIn = (url: string) => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** A refusal as the page's own answer. */
const asPage = async <Found>(work: Promise<Found>): Promise<Found> => {
  try {
    return await work
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    const { status, message, retryAfter = 1 } = thrown.problem
    throw new Response(message, { status, statusText: message, headers: { "retry-after": String(retryAfter) } })
  }
}

/** As a Content-Security-Policy names it, which has no form for IPv6. */
const sourceOf = (uri: string) => {
  const { protocol, origin, hostname } = new URL(uri)
  return /^https?:$/.test(protocol) && !hostname.startsWith("[") ? origin : protocol
}

/** Throws the redirect to the program. */
export const consentAnswer = async (request: Request, ip: string): Promise<ConsentShown> => {
  const person = await pagePayer(request)
  const form = await request.formData()
  const ofAll = form.get("plans") === "all" || form.get("answer") === "deny"
  const plans = ofAll ? null : form.getAll("plan").map(Number)
  const given = { ...Object.fromEntries(form), plans }
  const { data } = consent.safeParse(given)
  if (!data) return { state: "refused", reason: "invalid" }
  if (!person) return { state: "refused", reason: "person" }
  const answered = await answerRequest(person.id, data)
  if ("page" in answered) return { state: "refused", reason: answered.page }
  if (answered.allowed)
    logSecurity("agent allowed", { requestId: null, from: ip, person: person.id, access: data.access })
  throw redirect(answered.to, 303)
}
