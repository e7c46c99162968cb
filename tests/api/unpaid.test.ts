// What somebody who must pay is refused, over every call of the contract, by session, by key and by an agent's tools.
import { afterAll, beforeAll, expect, test } from "vitest"
import { everyCall } from "~/contract"
import { accountCalls } from "~/contract/account"
import { isOpenUnpaid } from "~/contract/call"
import { isForKeys } from "~/contract/capability"
import { goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { planCalls } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { db } from "~/database/connection.server"
import { identityOfKey } from "~/domain/sign-in/mcp-ticket.server"
import { run } from "../../mcp-server/tools.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"
import { type StripeServer, stripeServer } from "../support/services/stripe.ts"

let stripe: StripeServer
let api: Api
let owner: Caller
let board: Stocked
let key: string

const age = (person: Caller, days: number) =>
  db()`update app.person set created_date = now() - ${days} * interval '1 day' where id = ${person.id}`

beforeAll(async () => {
  stripe = await stripeServer()
  api = await openApi({ rateLimits: false, stripe })
  owner = await api.person()
  board = await stocked(api, owner, { author: await api.person() })
  key = await api.key(board.plan.id)
  await age(owner, 15)
})
afterAll(async () => {
  await api.close()
  await stripe.close()
})

type Named = ReturnType<typeof everyCall>[number]
const titleOf = ({ resource, name }: Named) => `${resource}.${name}`
const refusedTo = async (asked: Named[], headers: Record<string, string>) => {
  const refused: string[] = []
  for (const each of asked) {
    const { address, ...sent } = sentTo(each.resource, each.name, each.call, board)
    const answer = await api.call<{ requirePayment?: true }>(each.call.method, address, { headers, ...sent })
    if (answer.body?.requirePayment !== true) continue
    expect([titleOf(each), answer.status]).toEqual([titleOf(each), 403])
    refused.push(titleOf(each))
  }
  return refused
}
const declared = (asked: Named[]) => asked.filter(({ call }) => !isOpenUnpaid(call)).map(titleOf)
const signedIn = () => everyCall().filter(({ call }) => call.access !== "public" && call.access !== "visitor")

test("somebody who must pay is refused exactly the calls that the contract declares", async () => {
  expect(await refusedTo(signedIn(), { cookie: owner.cookie, origin: "http://localhost:3000" })).toEqual(
    declared(signedIn()),
  )
})

test("a plan's key is refused the same calls while the plan's owner must pay", async () => {
  const open = signedIn().filter(({ call }) => isForKeys(call.access))
  expect(await refusedTo(open, { "x-api-key": key })).toEqual(declared(open))
  expect((await api.call("GET", `/api/Plan/${board.plan.id}/board`, { headers: { "x-api-key": key } })).status).toBe(
    200,
  )
})

test("account, payment and own invitations are all that changes anything; profile and list are all that is not read", () => {
  const unlike = (open: boolean, reads: boolean) =>
    signedIn()
      .filter(({ call }) => isOpenUnpaid(call) === open && (call.method === "GET" && !call.acts) === reads)
      .map(titleOf)
  expect(unlike(true, false)).toEqual([
    "Account.endSession",
    "Account.endOtherSessions",
    "Account.endAgent",
    "Feed.remove",
    "invitation.accept",
    "invitation.acceptPosted",
    "invitation.withdraw",
    "notification.unsubscribe",
    "payment.createCheckoutSession",
    "payment.verifySession",
    "payment.createPortalSession",
    "payment.fixCustomerId",
    "Users.update",
    "Users.setAvatar",
    "Users.removeAvatar",
  ])
  expect(unlike(false, true)).toEqual(["Account.userProfile", "Plan.list"])
  expect(
    everyCall()
      .filter(({ call }) => call.access === "public")
      .every(({ call }) => isOpenUnpaid(call)),
  ).toBe(true)
})

test("a plan and its export are read, an invitation is accepted, and a member who paid goes on in the same plan", async () => {
  const planId = board.plan.id
  const as = owner
  expect((await api.send(planCalls.board, { planId }, { as })).status).toBe(200)
  expect((await api.send(planCalls.export, { planId, format: "json" }, { as })).status).toBe(200)
  const paying = await api.person()
  const other = await api.filled(paying)
  const invited = await api.send(
    invitationCalls.invite,
    { email: owner.email, planId: other.plan.id, role: 1 },
    { as: paying },
  )
  expect(invited.status).toBe(201)
  const [row] = await db()<{ token: string }[]>`select token from app.invitation where id = ${invited.body.id}`
  const accepted = await api.send(invitationCalls.acceptPosted, { token: row?.token ?? "" }, { as })
  expect([accepted.status, accepted.body.planId]).toEqual([200, other.plan.id])
  const refused = await api.send(goalCalls.create, { planId: other.plan.id, name: "New" }, { as })
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({
      requirePayment: true,
      message: "Your trial has ended. Subscribe to open your plans again.",
    }),
  ])
  await api.join(planId, paying)
  expect((await api.send(goalCalls.create, { planId, name: "New" }, { as: paying })).status).toBe(201)
})

test("an agent's tools read a plan whose owner must pay, and change nothing", async () => {
  const identity = await identityOfKey(key)
  if (!identity) throw new Error("the key is gone")
  const running = { identity, signal: new AbortController().signal, progress: () => {} }
  const planId = board.plan.id
  const refused = async (work: Promise<unknown>) => {
    const thrown = await work.catch((error: unknown) => error)
    expect(isRefusal(thrown) && thrown.problem).toMatchObject({ status: 403, requirePayment: true })
  }
  expect((await run("get_board", running, { planId, done: false })).text).toContain(board.goal.name)
  await refused(run("save_goal", running, { planId, name: "New" } as never))
  await refused(run("propose_changes", running, { planId, changes: [] } as never))
  await refused(run("ai_agent", running, { planId, request: "Add a goal New" } as never))
  await refused(run("publish_drafts", running, { planId }))
  await age(owner, 1)
  expect((await run("save_goal", running, { planId, name: "New" } as never)).output).toBeDefined()
  await age(owner, 15)
})

test("the profile says until when there is access", async () => {
  const as = await api.person()
  const { body } = await api.send(accountCalls.userProfile, {}, { as })
  expect(body.accessEnds).toBe(body.stripeTrialEnd)
})
