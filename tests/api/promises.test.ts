// Guarantees for every call: a repeat under its key does nothing again, and concurrent calls don't conflict.
import { afterAll, expect, test } from "vitest"
import { integrationCalls } from "~/contract/integration"
import type { Invitation } from "~/contract/invitation"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { type Caller, openApi } from "../support/api/api.ts"
import { pixel } from "../support/api/every-call.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

let keys = 0
type Sent = { body?: unknown; form?: FormData; as?: Caller }

/** Sends the same request again under one key. */
const twice = async (method: string, path: string, { as = ada, ...sent }: Sent = {}) => {
  const headers = { "Idempotency-Key": `key ${++keys}` }
  const first = await api.call(method, path, { ...sent, as, headers })
  const second = await api.call(method, path, { ...sent, as, headers })
  return { first, answers: [first, second].map(({ status, body }) => [status, body]) }
}

const count = async (table: string, planId: number) => {
  const [row] = await db()<
    { n: number }[]
  >`select count(*)::int as n from ${db()(`app.${table}`)} where plan_id = ${planId}`
  return row?.n
}

test("a repeated import creates no second plan", async () => {
  const form = () => {
    const sent = new FormData()
    sent.set("file", new File(["goal,action\nDocks,Permits\n"], "plan.csv"))
    return sent
  }
  const plans = async () => (await api.send(planCalls.list, {}, { as: ada })).body.length
  const before = await plans()
  const headers = { "Idempotency-Key": "import" }
  const [one, two] = [
    await api.call("POST", "/api/Plan/import", { as: ada, form: form(), headers }),
    await api.call("POST", "/api/Plan/import", { as: ada, form: form(), headers }),
  ]
  expect(one.status).toBe(201)
  expect([two.status, two.body]).toEqual([201, one.body])
  expect(await plans()).toBe(before + 1)
})

test("a repeated delete or revert gets the first answer", async () => {
  const plan = await api.plan(ada)
  const item = await api.item(ada, plan.id, { topic: "Doors" })
  const gone = await twice("DELETE", `/api/Item/${item.id}?planId=${plan.id}`)
  expect(gone.answers[1]).toEqual(gone.answers[0])
  expect(gone.first.status).toBe(204)
  const [entry] = await db()<
    { id: number }[]
  >`select id from app.audit where plan_id = ${plan.id} and entity = 'item' and action = 'delete'`
  const back = await twice("POST", `/api/Plan/revert/${plan.id}`, { body: { auditId: entry?.id } })
  expect(back.first.status).toBe(200)
  expect(back.answers[1]).toEqual(back.answers[0])
  expect(await count("plan_version", plan.id)).toBe(1)
  const ended = await twice("DELETE", `/api/Plan/${plan.id}`)
  expect(ended.answers).toEqual([ended.answers[0], ended.answers[0]])
  expect(ended.first.status).toBe(204)
})

test("a repeated key, invitation, conversation or change of a person runs once", async () => {
  const plan = await api.plan(ada)
  const ben = await api.person()
  await api.join(plan.id, ben)
  const key = await twice("POST", `/api/plans/${plan.id}/integration/enable`)
  expect(key.first.status).toBe(200)
  expect(key.answers[1]).toEqual(key.answers[0])
  const stored = await db()`select answer from app.idempotency where answer::text like '%lw_%'`
  expect(stored).toHaveLength(0)
  const body = { email: "guest@example.org", planId: plan.id, role: 1 }
  const invited = await twice("POST", "/api/invitation/invite", { body })
  expect([invited.first.status, invited.answers[1]]).toEqual([201, invited.answers[0]])
  const jobs = await db()`select from app.job where kind = 'mail.invitation'
    and (input ->> 'invitationId')::bigint = ${(invited.first.body as Invitation).id}`
  expect(jobs).toHaveLength(1)
  const opened = await twice("POST", "/api/message/conversations", {
    body: { planId: plan.id, participantIds: [ben.id] },
  })
  expect([opened.first.status, opened.answers[1]]).toEqual([201, opened.answers[0]])
  const seq = async () => (await api.send(planCalls.changes, { planId: plan.id, since: 0 }, { as: ada })).body.seq
  const before = await seq()
  const renamed = await twice("PUT", `/api/Users/${ada.id}`, { body: { userName: "Ada Renamed" } })
  expect([renamed.first.status, renamed.answers[1]]).toEqual([200, renamed.answers[0]])
  expect(await seq()).toBe(before + 1)
})

test("a repeated picture, and a repeated rotation of a key, happen once", async () => {
  const plan = await api.plan(ada)
  const picture = () => {
    const form = new FormData()
    form.set("file", new File([Buffer.from(pixel, "base64")], "pixel.png"))
    return form
  }
  for (const path of [`/api/Plan/${plan.id}/image`, `/api/Users/${ada.id}/avatar`]) {
    const set = await twice("POST", path, { form: picture() })
    expect(set.first.status, path).toBe(201)
    expect(set.answers[1], path).toEqual(set.answers[0])
    const removed = await twice("DELETE", path)
    expect(removed.first.status, path).toBeLessThan(300)
    expect(removed.answers[1], path).toEqual(removed.answers[0])
  }
  const hash = async () => {
    const [row] = await db()<{ hash: string }[]>`select hash::text from app.plan_key where plan_id = ${plan.id}`
    return row?.hash
  }
  await api.send(integrationCalls.enable, { planId: plan.id }, { as: ada })
  const headers = { "Idempotency-Key": "rotate" }
  const rotate = () => api.send(integrationCalls.rotate, { planId: plan.id }, { as: ada, headers })
  const first = await rotate()
  expect(first.status).toBe(200)
  const after = await hash()
  expect((await rotate()).status).toBe(200)
  expect(await hash()).toBe(after)
})

test("50 concurrent changes of one action without a version all succeed", async () => {
  const plan = await api.plan(ada)
  const item = await api.item(ada, plan.id, { topic: "Doors" })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      api.send(itemCalls.update, { id: item.id, planId: plan.id, topic: `Doors ${at}` }, { as: ada }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const events = await db()`select seq from app.event where plan_id = ${plan.id} and event = 'ItemUpdated' order by seq`
  expect(events).toHaveLength(50)
})

test("ten concurrent acceptances of one invitation by one person give one member, one event and one answer", async () => {
  const plan = await api.plan(ada)
  const guest = await api.person()
  await api.send(invitationCalls.invite, { email: guest.email, planId: plan.id, role: 1 }, { as: ada })
  const [row] = await db()<{ token: string }[]>`select token from app.invitation where plan_id = ${plan.id}`
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.call("GET", `/api/invitation/accept?token=${row?.token}`, { as: guest })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(Array(10).fill(200))
  expect(await db()`select from app.event where plan_id = ${plan.id} and event = 'MemberAdded'`).toHaveLength(1)
  expect(await count("membership", plan.id)).toBe(2)
})

test("a plan's type is 0 or 1", async () => {
  const made = await Promise.all(
    [0, 1, 2, -1, 0.5].map(
      async (type) => (await api.call("POST", "/api/Plan", { as: ada, body: { name: "", type } })).status,
    ),
  )
  expect(made).toEqual([201, 201, 400, 400, 400])
})
