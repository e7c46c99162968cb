import { accountCalls } from "~/contract/account"
import type { AnswerOf, Call, SentOf } from "~/contract/call"
import { invitationCalls } from "~/contract/invitation"
import { planCalls } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import { userCalls } from "~/contract/user"
import { userProfile } from "~/domain/account.server"
import type { Actor } from "~/domain/actor"
import { invitations } from "~/domain/invitation.server"
import { plans } from "~/domain/plan.server"
import { users } from "~/domain/user.server"
import { prepareBoard } from "./board.server"
import { identify } from "./identify.server"

export type PageSettings = {
  /** Mail waits in the outbox and may be opened on the login page. */
  mailWaitsHere: boolean
  /** What people call the OpenID Connect provider; null: there is none. */
  oidcName: string | null
}

let settings: PageSettings = { mailWaitsHere: false, oidcName: null }

export const openPages = (given: PageSettings) => {
  settings = given
}

export const pageSettings = () => settings

export type PageUser = { id: number; userName: string; systemRole: number }

/** The person signed in, or null. */
export const pageUser = async (request: Request): Promise<PageUser | null> => {
  const { actor } = await identify(request, "")
  if (!actor || actor.userId === null) return null
  return { id: actor.userId, userName: actor.userName, systemRole: actor.systemRole }
}

/** The page's head asks for the plan's board by itself: it is read while the document is on its way. A refusal is told then. */
export const boardAhead = async (request: Request, planId: number) => {
  try {
    const { actor } = await identify(request, "")
    if (actor) await prepareBoard(actor, planId)
  } catch {}
}

type Answering = (actor: Actor, input: never) => Promise<unknown>

const answering = new Map<Call, Answering>()
const know = (calls: Record<string, Call>, handlers: Record<string, unknown>) => {
  for (const [name, call] of Object.entries(calls)) {
    if (typeof handlers[name] === "function") answering.set(call, handlers[name] as Answering)
  }
}
know(planCalls, plans)
know(userCalls, users)
know(invitationCalls, invitations)
know(accountCalls, { userProfile })

/** Makes a reading call for a page, in process, as who asks for the page. Refusals are thrown. */
export const pageCall = async <C extends Call>(request: Request, call: C, input: SentOf<C>): Promise<AnswerOf<C>> => {
  const { actor } = await identify(request, "")
  if (!actor) throw refusal(401, "Sign in first.")
  const answer = answering.get(call)
  if (!answer) throw new Error(`${call.path} is not a call that pages make`)
  const parsed = Object.assign({}, ...[call.params, call.query].map((schema) => schema?.parse(input)))
  return (await answer(actor, parsed as never)) as AnswerOf<C>
}
