import { redirect } from "@remix-run/node"
import { accountCalls } from "~/contract/account"
import type { AnswerOf, Call, InputOf, SentOf } from "~/contract/call"
import { goalCalls } from "~/contract/goal"
import { type Board, type Plan, planCalls } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { readId } from "~/contract/shared/deep-link"
import { paymentPath, signInPath } from "~/contract/shared/return-url"
import { shellHeader } from "~/contract/shared/shell"
import type { Identity } from "~/domain/core/actor"
import { door } from "~/domain/core/door.server"
import { makeCall } from "~/domain/core/handlers.server"
import { looksOfGoals } from "~/domain/goal.server"
import { countRefusal } from "~/domain/limits/refusals.server"
import { keysFor } from "~/outside/signing.server"
import { prepareBoard, smallBoard } from "./board.server"
import { identifyPage } from "./identify.server"
import { countFor } from "./rate-limit.server"
import { carriesSession, readSession } from "./session-cookie.server"

export type PageSettings = {
  /** Mails are files and can be opened on the login page. */
  mailWaitsHere: boolean
  /** There is no mail server. */
  mailsAreFiles: boolean
  /** Which of these providers are set up. */
  providers: { microsoft: boolean; google: boolean }
  /** The display name of the OpenID Connect provider; null: there is none. */
  oidcName: string | null
}

let settings: PageSettings = {
  mailWaitsHere: false,
  mailsAreFiles: false,
  providers: { microsoft: false, google: false },
  oidcName: null,
}

export const openPages = (given: PageSettings) => {
  settings = given
}

export const pageSettings = () => settings

/** What a provider is called on its button. */
export const providerName = (provider: "AzureAD" | "Google" | "Oidc") =>
  ({ AzureAD: "Microsoft", Google: "Google", Oidc: settings.oidcName ?? "OpenID Connect" })[provider]

/**
 * Counts a page that is being loaded, per session or else per address. `refused`: the answer past the limit. `hasEnded`: the
 * browser's session has.
 */
export const countPage = async (request: Request, ip: string): Promise<{ refused?: Response; hasEnded: boolean }> => {
  let person: number | null = null
  let hasEnded = false
  try {
    const session = await readSession(request, ip)
    person = session?.userId ?? null
    hasEnded = session === null && carriesSession(request)
    await countFor(session ? { by: session.sessionId, all: `u${session.userId}` } : { by: `ip ${ip}` }, "page")
    return { hasEnded }
  } catch (thrown) {
    // Without a database the page itself says what is wrong.
    if (!isRefusal(thrown)) return { hasEnded }
    const { status, message, retryAfter } = thrown.problem
    countRefusal({ status, from: ip, person, plan: null })
    const headers = { "content-type": "text/plain; charset=utf-8", "retry-after": String(retryAfter) }
    return { refused: new Response(message, { status, headers }), hasEnded }
  }
}

export type PageUser = { id: number; userName: string; systemRole: number }

/** The person signed in, or null. */
export const pageUser = async (request: Request): Promise<PageUser | null> => {
  const identity = await identifyPage(request)
  if (!identity || identity.userId === null) return null
  return { id: identity.userId, userName: identity.userName, systemRole: identity.systemRole }
}

/** Whether the service worker asks for the page without anybody's data: its loader answers `{ user: null }` to anybody. */
export const asksForShell = (request: Request) => request.headers.has(shellHeader)

/** The person signed in with their address, whether or not they must pay; or null. */
export const pagePayer = async (request: Request) => {
  const session = await readSession(request)
  return session ? { id: session.userId, userName: session.userName, email: session.email } : null
}

/** Leads to the payment page, and from there back, when the visitor must pay first. */
const orPayment = async <Answer>(request: Request, work: Promise<Answer>): Promise<Answer> => {
  try {
    return await work
  } catch (thrown) {
    if (!isRefusal(thrown) || !thrown.problem.requirePayment) throw thrown
    throw new Response(null, { status: 302, headers: { location: paymentPath(request.url) } })
  }
}

/**
 * Prepares the board while the document is sent, since its head requests the board. That request reports any refusal.
 */
const boardAhead = async (request: Request, planId: number) => {
  try {
    const identity = await identifyPage(request)
    await door(planCalls.board, identity, () => ({ planId }), prepareBoard)
  } catch {}
}

const isPhone = (headers: Headers) =>
  headers.get("sec-ch-ua-mobile") === "?1" || (headers.get("user-agent") ?? "").includes("Mobi")

/**
 * The board that the document of a phone begins with: scripts and data take long there. Undefined for other requests, for a
 * board that is large or has nothing in Focus, and where it is refused, which the page's own request reports.
 */
export const firstBoard = async (request: Request): Promise<Board | undefined> => {
  const { headers, url } = request
  if (headers.get("sec-fetch-dest") !== "document" || asksForShell(request) || !isPhone(headers)) return undefined
  const planId = readId(new URL(url).searchParams.get("planId"))
  if (!planId) return undefined
  try {
    const identity = await identifyPage(request)
    const board = await door(planCalls.board, identity, () => ({ planId }), smallBoard)
    return board?.items.some(({ focus }) => focus) ? board : undefined
  } catch {
    return undefined
  }
}

/** What the pages of one plan load: the person. The plan in the address is prepared at the same time; without a session, sign-in comes first. */
export const planPage = async (request: Request) => {
  if (asksForShell(request)) return { user: null }
  if (!(await pageUser(request))) throw redirect(signInPath(request.url))
  const planId = readId(new URL(request.url).searchParams.get("planId"))
  if (planId) void boardAhead(request, planId)
  const user = await pageCall(request, accountCalls.userProfile, {})
  return { user, sealKeys: sealKeysOf(user.id) }
}

/** With which the browser seals what a person leaves unsent, the newest first: see decision 031. */
export const sealKeysOf = (personId: number) => keysFor(`seal ${personId}`)

/** The most pages of a list that a page of the product loads. */
const mostPages = 20

/** A page of a list. `next`: what to pass as `before` for the next page; undefined on the last. */
const listPage = async <C extends Call & { paged: true }>(request: Request, call: C, input: InputOf<C>) => {
  const identity = await identifyPage(request)
  const caused: NonNullable<Identity["caused"]> = {}
  const rows = await orPayment(request, makeCall(call, identity && { ...identity, caused }, input))
  return { rows, next: caused.next }
}

/** The person's plans, following the pages of their list. */
export const everyPlan = async (request: Request): Promise<Plan[]> => {
  const plans: Plan[] = []
  let before: number | undefined
  for (let n = 0; n < mostPages && (n === 0 || before !== undefined); n++) {
    const page = await listPage(request, planCalls.list, { before })
    plans.push(...page.rows)
    before = page.next
  }
  return plans
}

/**
 * The goals of all of a person's plans that the document begins with, and how the people of these goals look in their plans.
 * Undefined where they are refused, which the page's own request reports. `more`: these are not all.
 */
export const firstGoals = async (request: Request) => {
  const wanted = { all: true, completed: true }
  try {
    const { rows, next } = await listPage(request, goalCalls.mine, wanted)
    const identity = await identifyPage(request)
    const looks = await door(
      goalCalls.mine,
      identity,
      () => wanted,
      (actor) => looksOfGoals(actor, rows),
    )
    return { rows, looks, more: next !== undefined }
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    return undefined
  }
}

/** Makes a reading call for a page, in process, as the page's own visitor. Refusals are thrown. */
export const pageCall = async <C extends Call>(request: Request, call: C, input: SentOf<C>): Promise<AnswerOf<C>> => {
  const identity = await identifyPage(request)
  const parsed = Object.assign({}, ...[call.params, call.query].map((schema) => schema?.parse(input)))
  return orPayment(request, makeCall(call, identity, parsed))
}
