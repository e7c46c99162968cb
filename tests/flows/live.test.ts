// Two people on one plan with an unmodified supabase-js and tickets from /api/auth/realtime-ticket.

import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { authCalls } from "~/contract/account"
import { type EventPayload, eventPayload } from "~/contract/event-payload"
import { linkTopic, planTopic } from "~/contract/events"
import { fileCalls } from "~/contract/file"
import { type Goal, goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import type { Item } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { linkCalls, visitHeader } from "~/contract/public-link"
import { type Task, taskCalls } from "~/contract/task"
import { type Answer, type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { until } from "../support/until.ts"

type Heard = { event: string; payload: EventPayload }
type Follower = { heard: Heard[]; statuses: string[]; channel: RealtimeChannel; client: SupabaseClient }
type Ticket = { url: string; apiKey: string; token: string; expiresAt: string }
type Announced = { userId: number; userName: string; connectionId: string }

let product: Product
let ada: Person
let ben: Person
let stranger: Person
let planId: number
const clients: SupabaseClient[] = []

beforeAll(async () => {
  product = await startProduct()
  ada = await signIn(product, "ada.lind@example.org")
  ben = await signIn(product, "ben@example.org")
  stranger = await signIn(product, "stranger@example.org")
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  await invite(ben)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
  await product?.remove()
})

test("events contain what the API answers and reach every member in order", async () => {
  const followers = [await follow(ada), await follow(ben)]
  const since = await seq()
  const expected: [event: string, by: Person, data: unknown][] = []
  const write = async <T>(by: Person, event: string, method: string, path: string, body?: unknown, data?: unknown) => {
    const answer = await by.call<T>(method, path, { body, headers: { "x-client-id": `tab of ${by.userName}` } })
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
    expected.push([event, by, data ?? answer.body])
    return answer.body
  }
  const q = `planId=${planId}`
  const north = await write<Goal>(ada, "GoalAdded", "POST", `/api/Goal?${q}`, { name: "North quay" })
  const south = await write<Goal>(ben, "GoalAdded", "POST", `/api/Goal?${q}`, { name: "South quay" })
  await write(ben, "GoalUpdated", "PUT", `/api/Goal?${q}`, { id: north.id, description: "Ships from the north" })
  const goals = [
    { id: north.id, order: 9 },
    { id: south.id, order: 3 },
  ]
  await write(ada, "GoalOrderUpdated", "PUT", `/api/Goal/UpdateOrders?${q}`, goals, goals)

  const item = await write<Item>(ben, "ItemAdded", "POST", `/api/Item?${q}`, { topic: "Permits", goalId: north.id })
  await write(ada, "ItemUpdated", "PUT", `/api/Item/${item.id}?${q}`, { businessValue: 7, ownerId: ben.id })
  const focus = [{ id: item.id, order: 4, focus: true }]
  await write(ada, "ItemOrderUpdated", "PUT", `/api/Item/UpdateFocusOrders?${q}`, focus, [
    expect.objectContaining({ id: item.id, focus: true }),
  ])
  const moved = `/api/Item/MoveActionToGoal?${q}&itemId=${item.id}&goalId=${south.id}`
  await write(ben, "ItemUpdated", "PUT", moved)

  const task = await write<Task>(ada, "TaskAdded", "POST", `/api/Task?${q}`, { itemId: item.id, description: "Draw" })
  expect(task).toMatchObject({ goalId: south.id, color: south.color })
  await write(ben, "TaskUpdated", "PUT", `/api/Task?${q}`, { id: task.id, complete: true })
  const orders = [{ id: task.id, order: 5, complete: false, type: 1 }]
  await write(ada, "TaskOrderUpdated", "PUT", `/api/Task/UpdateOrders?${q}`, orders, [
    expect.objectContaining({ id: task.id, order: 5, complete: false, type: 1 }),
  ])
  await write(ben, "TaskDeleted", "DELETE", `/api/Task/${task.id}?${q}`, undefined, { id: task.id, itemId: item.id })
  await write(ben, "ItemDeleted", "DELETE", `/api/Item/${item.id}?${q}`, undefined, { id: item.id, goalId: south.id })
  await write(ada, "GoalDeleted", "DELETE", `/api/Goal/${south.id}?${q}`, undefined, { id: south.id })
  const renamed = { id: planId, name: "Old harbour" }
  await write(ada, "PlanUpdated", "PUT", "/api/Plan", renamed, expect.objectContaining({ ...renamed, ownerId: ada.id }))

  for (const { heard } of followers) {
    await until(() => heard.length >= expected.length)
    expect(heard.map(({ event }) => event)).toEqual(expected.map(([event]) => event))
    for (const [index, [event, by, data]] of expected.entries()) {
      const { payload } = heard[index] as Heard
      expect(payload, event).toMatchObject({
        planId,
        actorId: by.id,
        clientId: `tab of ${by.userName}`,
        seq: since + index + 1,
      })
      expect(payload.data, event).toEqual(data)
    }
  }
  const { body } = await ben.send(planCalls.changes, { planId, since })
  // The stored events withhold what has been deleted since.
  const kindOf = (event: string) => event.replace(/(Added|Updated|Deleted)$/, "")
  const nameOf = ({ event, payload }: Heard) => `${kindOf(event)} ${(payload.data as { id?: number }).id}`
  const heard = followers[1]?.heard ?? []
  const deleted = new Set(heard.filter(({ event }) => event.endsWith("Deleted")).map(nameOf))
  expect(body.events.map(({ event, payload }) => ({ event, payload }))).toEqual(
    heard.map((each) => {
      if (each.event.endsWith("Deleted") || !deleted.has(nameOf(each))) return each
      return { event: each.event, payload: { ...each.payload, data: null, id: expect.any(Number) } }
    }),
  )
})

test("events are not emitted for refused writes", async () => {
  const { heard } = await follow(ben)
  const before = await seq()
  const refused = await Promise.all([
    ada.send(goalCalls.create, { planId, name: " " }),
    ada.send(taskCalls.update, { planId, id: 987_654, complete: true }),
    ada.send(goalCalls.updateOrders, { planId, orders: [{ id: 987_654, order: 1 }] }),
    stranger.send(goalCalls.create, { planId, name: "Mine now" }),
    ada.send(goalCalls.create, { planId, name: "x" }, { headers: { origin: "http://evil.example" } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([400, 404, 400, 404, 403])
  const { body } = await ada.send(goalCalls.create, { planId, name: "The only one" })
  // Events arrive in the order of commits: any of a refused write would be before this one.
  const last = await ada.send(goalCalls.create, { planId, name: "The last" })
  await until(() => heard.some(({ payload }) => (payload.data as Goal | null)?.id === last.body.id))
  expect(heard.map(({ event, payload }) => [event, payload.seq, payload.data])).toEqual([
    ["GoalAdded", before + 1, body],
    ["GoalAdded", before + 2, last.body],
  ])
})

test("events are not emitted for a private note, its file and its versions until the note is opened", async () => {
  const [mine, theirs] = [await follow(ada), await follow(ben)]
  const words = "zyxcanary"
  const made = await ben.send(noteCalls.create, { planId, title: `${words} one`, visibility: 0 })
  const at = `/api/Note/${made.body.id}`
  await ben.call("PUT", at, { body: { content: `${words} two` } })
  const form = new FormData()
  form.set("noteId", String(made.body.id))
  form.set("file", new File([words], `${words}.txt`))
  const { cookie } = ben
  const headers = { cookie, origin: product.url }
  const uploaded = await fetch(`${product.url}/api/File/UploadFile/${planId}`, { method: "POST", headers, body: form })
  expect(uploaded.status).toBe(201)
  const { id: fileId } = (await uploaded.json()) as { id: number }
  await ben.send(fileCalls.rename, { fileId, friendlyName: `${words} three` })
  const [past] = (await ben.call<{ id: number }[]>("GET", `${at}/revisions`)).body
  expect((await ben.call("POST", `${at}/restore/${past?.id}`)).status).toBe(200)
  await ben.send(fileCalls.removeById, { fileId })
  await ben.call("PUT", at, { body: { title: "Harmless", content: "Open", visibility: 1 } })
  for (const { heard } of [mine, theirs]) {
    await until(() => heard.length)
    expect(heard.map(({ event }) => event)).toEqual(["NoteAdded"])
    expect(JSON.stringify(heard)).not.toContain(words)
  }
})

test("presence shows members who else is here until they leave", async () => {
  const [first, second] = [await follow(ada), await follow(ben)]
  const seen = () =>
    Object.values(first.channel.presenceState<Announced>())
      .flat()
      .map(({ userId, userName, connectionId }) => ({ userId, userName, connectionId }))
      .sort((a, b) => a.userId - b.userId)
  const announced = (person: Person) => ({
    userId: person.id,
    userName: person.userName,
    connectionId: `tab ${person.id}`,
  })
  await first.channel.track(announced(ada))
  await second.channel.track(announced(ben))
  await until(() => seen().length === 2)
  expect(seen()).toEqual([announced(ada), announced(ben)])
  await second.client.realtime.disconnect()
  await until(() => seen().length === 1)
  expect(seen()).toEqual([announced(ada)])
})

test("a stranger gets no ticket for the plan and can't join with any other ticket", async () => {
  expect((await stranger.send(authCalls.realtimeTicket, { planId })).status).toBe(404)
  const { statuses, heard, client } = await follow(stranger, {})
  const member = await follow(ada)
  expect(statuses[0]).toMatch(/CHANNEL_ERROR.*permissions/)
  await ada.send(goalCalls.create, { planId, name: "Secret" })
  await until(() => member.heard.length)
  await receiveAll(client)
  expect(heard).toEqual([])
})

const expireLink = async () => {
  const sql = postgres(product.databaseUrl, { max: 1 })
  await sql`update app.public_link set expires = now() - interval '1 second' where plan_id = ${planId}`
  await sql.end()
}

test.each([
  ["ended", () => ada.send(linkCalls.endLink, { planId })],
  ["replaced", () => ada.send(linkCalls.makeLink, { planId })],
  ["expired", expireLink],
])(
  "a visitor of a public link hears that the board has changed, and is disconnected when the link is %s",
  async (_how, end) => {
    const { body: link } = await ada.send(linkCalls.makeLink, { planId })
    const page = await (await fetch(link.url)).text()
    const key = /visitKey\\",\\"([\w.-]{1,200})\\"/.exec(page)?.[1] ?? ""
    const ask = () =>
      ada.call<Ticket>("POST", "/api/public/realtime-ticket", { body: {}, headers: { cookie: "", [visitHeader]: key } })
    const { body: ticket } = await ask()
    const topic = linkTopic(Number(key.split(".")[0]))
    const { heard, statuses } = await listen(ticket, topic)
    const member = await follow(ada)
    expect(statuses).toEqual(["SUBSCRIBED"])
    await ada.send(goalCalls.create, { planId, name: "For everybody" })
    await until(() => heard.length)
    expect(heard.map(({ event }) => event)).toEqual(["BoardChanged"])

    await end()
    await until(() => statuses.length > 1)
    const known = heard.length
    await ada.send(goalCalls.create, { planId, name: "For members" })
    expect((await listen(ticket, topic)).statuses[0]).not.toBe("SUBSCRIBED")
    expect((await ask()).status).toBe(404)
    await until(() => member.heard.some(({ payload }) => (payload.data as Goal | null)?.name === "For members"))
    expect(heard).toHaveLength(known)
  },
)

test("a removed member is disconnected and can't rejoin", async () => {
  const [mine, theirs] = [await follow(ada), await follow(ben)]
  const removed = await ada.send(planCalls.removeMember, { planId, userId: ben.id })
  expect(removed.status).toBe(204)
  await until(() => theirs.statuses.length > 1)
  await until(() => mine.heard.some(({ event }) => event === "MemberRemoved"))

  const known = theirs.heard.length
  const { body } = await ada.send(goalCalls.create, { planId, name: "Without Ben" })
  await until(() => mine.heard.some(({ payload }) => (payload.data as Goal | null)?.id === body.id))
  await receiveAll(theirs.client)
  expect(theirs.heard.slice(known)).toEqual([])
  expect((await ben.send(planCalls.board, { planId })).status).toBe(404)
  expect((await ben.send(authCalls.realtimeTicket, { planId })).status).toBe(404)
  expect((await follow(ben, {})).statuses[0]).toMatch(/CHANNEL_ERROR.*permissions/)
})

const invite = async (person: Person) => {
  const invited = await ada.send(invitationCalls.invite, { email: person.email, planId, role: 1 })
  expect(invited.status).toBe(201)
  const { body } = await person.send(invitationCalls.pendingOfUser, { userId: person.id })
  const accepted = await person.call("GET", `/api/invitation/accept?token=${body[0]?.token}`)
  expect(accepted.body).toEqual({ planId, planName: "Harbour" })
}

/** Joins the plan's topic as the person, and hears of what is changed from then on. */
const follow = async (person: Person, asked: { planId?: number } = { planId }): Promise<Follower> => {
  const { status, body }: Answer<Ticket> = await person.send(authCalls.realtimeTicket, { ...asked })
  expect(status).toBe(200)
  const client = createClient(body.url, body.apiKey, {
    accessToken: async () => body.token,
    realtime: { transport: WebSocket as never },
  })
  clients.push(client)
  await client.realtime.setAuth()
  const channel = client.channel(planTopic(planId), { config: { private: true, presence: { key: String(person.id) } } })
  const follower: Follower = { heard: [], statuses: [], channel, client }
  let isMarked = false
  channel.on("broadcast", { event: "*" }, ({ event, payload }) => {
    if (event === "Mark") {
      isMarked = true
      return
    }
    // As in the browser, an event that doesn't parse is an error.
    follower.heard.push({ event, payload: eventPayload.parse(payload) })
  })
  channel.on("presence", { event: "sync" }, () => {})
  channel.subscribe((status, error) => follower.statuses.push(error ? `${status}: ${error.message}` : status))
  await until(() => follower.statuses.length)
  if (follower.statuses[0] !== "SUBSCRIBED") return follower
  // Events of earlier changes may still be under way; they arrive before this one.
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`select realtime.send('{}', 'Mark', ${planTopic(planId)})`
  await sql.end()
  await until(() => isMarked)
  follower.heard.length = 0
  return follower
}

/** Joins a topic with a visitor's ticket and waits for the first answer. */
const listen = async (ticket: Ticket, topic: string) => {
  const client = createClient(ticket.url, ticket.apiKey, {
    accessToken: async () => ticket.token,
    realtime: { transport: WebSocket as never },
  })
  clients.push(client)
  await client.realtime.setAuth()
  const heard: { event: string }[] = []
  const statuses: string[] = []
  client
    .channel(topic, { config: { private: true } })
    .on("broadcast", { event: "*" }, (said) => heard.push(said))
    .subscribe((status) => statuses.push(status))
  await until(() => statuses.length)
  return { heard, statuses }
}

const seq = async () => {
  return (await ada.send(planCalls.board, { planId })).body.seq
}

/** Waits until the client has received what was written to its socket: the answer to a join comes after that. */
const receiveAll = async (client: SupabaseClient) => {
  const statuses: string[] = []
  client.channel("plan:0", { config: { private: true } }).subscribe((status) => statuses.push(status))
  await until(() => statuses.length)
}
