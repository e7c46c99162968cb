// Live connections belong to a person's session, in every process on the database.
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { accountCalls } from "~/contract/account"
import { planTopic } from "~/contract/events"
import { invitationCalls } from "~/contract/invitation"
import { messageCalls } from "~/contract/message"
import { planCalls } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { until } from "../support/until.ts"

type Ticket = { url: string; apiKey: string; token: string; expiresAt: string }

let first: Product
let second: Product
let ada: Person
const people = new Map<string, Person>()
let planId: number
const clients: SupabaseClient[] = []

const names = ["ben", "cleo", "dora", "eve"]

beforeAll(async () => {
  const env = { SESSION_SECRET: "one secret of both processes that is long enough to be one" }
  first = await startProduct({ env })
  // While only one process runs: with two, the mail might be in the other's directory.
  ada = await signIn(first, "ada@example.org")
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  for (const name of names) people.set(name, await member(`${name}@example.org`))
  second = await startProduct({ env: { ...env, DATABASE_URL: first.databaseUrl } })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await second?.remove()
  await first?.remove()
})

const named = (name: string) => people.get(name) as Person

const member = async (email: string) => {
  const person = await signIn(first, email)
  await ada.send(invitationCalls.invite, { email, planId, role: 1 })
  const { body } = await person.send(invitationCalls.pendingOfUser, { userId: person.id })
  expect((await person.call("GET", `/api/invitation/accept?token=${body[0]?.token}`)).status).toBe(200)
  return person
}

const ticketOf = async ({ cookie }: Person, product = first) => {
  const answer = await fetch(`${product.url}/api/auth/realtime-ticket`, {
    method: "POST",
    body: "{}",
    headers: { cookie, origin: product.url, "content-type": "application/json" },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Ticket
}

const follow = async (ticket: Ticket, topic: string = planTopic(planId), key = "tab") => {
  const client = createClient(ticket.url, ticket.apiKey, {
    accessToken: async () => ticket.token,
    realtime: { transport: WebSocket as never },
  })
  clients.push(client)
  await client.realtime.setAuth()
  const channel = client.channel(topic, { config: { private: true, presence: { key }, broadcast: { ack: true } } })
  const heard: { event: string; payload: unknown }[] = []
  const statuses: string[] = []
  channel.on("broadcast", { event: "*" }, ({ event, payload }) => heard.push({ event, payload }))
  channel.on("presence", { event: "sync" }, () => {})
  channel.subscribe((status) => statuses.push(status))
  await until(() => statuses.length)
  return { client, channel, statuses, heard }
}

/** The HTTP status of a refused upgrade, or how the socket closed. */
const connect = ({ url, apiKey }: Ticket) => {
  const ws = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${apiKey}&vsn=2.0.0`)
  return new Promise<string>((told) => {
    ws.once("error", (error) => told(error.message))
    ws.once("close", (code) => told(String(code)))
  })
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

test.each([
  ["signing out", "ben", () => named("ben").call("GET", "/api/auth/logoff")],
  ["disabling the person", "cleo", () => ada.send(userCalls.enable, { userId: named("cleo").id, enabled: false })],
])(
  "a session's end by %s closes the person's connections in both processes, and their key and token join no more",
  async (_by, name, end) => {
    const person = named(name)
    const tickets = [await ticketOf(person, first), await ticketOf(person, second)]
    const followers = await Promise.all(tickets.map((ticket) => follow(ticket)))
    expect(followers.map(({ statuses }) => statuses[0])).toEqual(["SUBSCRIBED", "SUBSCRIBED"])
    const watcher = await follow(await ticketOf(ada))

    const ended = await end()
    expect(ended.status).toBeLessThan(400)
    await until(() => followers.every(({ statuses }) => statuses.length > 1))

    await ada.call("POST", `/api/Goal?planId=${planId}`, { body: { name: `After ${name}` } })
    await until(() => watcher.heard.length)
    for (const [index, { statuses, heard }] of followers.entries()) {
      expect(heard).toEqual([])
      expect(statuses.slice(1)).not.toContain("SUBSCRIBED")
      const ticket = tickets[index] as Ticket
      expect(await connect(ticket)).toContain("401")
      // Under a key of somebody else's, the token still joins nothing.
      const borrowed = { ...(await ticketOf(ada, index === 0 ? first : second)), token: ticket.token }
      expect((await follow(borrowed)).statuses[0]).toBe("CHANNEL_ERROR")
    }
    expect(watcher.statuses).toEqual(["SUBSCRIBED"])
  },
)

test("a key is the person's and the session's own, lasts an hour, and joins nothing by itself", async () => {
  const [mine, theirs] = [await ticketOf(ada), await ticketOf(named("dora"))]
  const { role, sub, iat, exp } = claimsOf(mine.apiKey)
  expect([role, sub, exp - iat]).toEqual(["anon", String(ada.id), 3_600])
  expect(theirs.apiKey).not.toBe(mine.apiKey)
  expect((await follow({ ...mine, token: mine.apiKey })).statuses[0]).toBe("CHANNEL_ERROR")
  expect(await connect(mine)).toBe("1008")
})

test("presence and typing name the person whose token it is", async () => {
  const { body: conversation } = await named("dora").send(messageCalls.open, { planId, participantIds: [ada.id] })
  const topic = `conversation:${conversation.id}`
  const [ada1, dora1] = [await follow(await ticketOf(ada), topic), await follow(await ticketOf(named("dora")), topic)]
  const say = (event: string, payload: object) => dora1.channel.send({ type: "broadcast", event, payload })
  expect(await say("SendMessageToUser", { conversationId: conversation.id })).toBe("error")
  expect(await say("UserTyping", { userId: ada.id, conversationId: conversation.id })).toBe("ok")
  await until(() => ada1.heard.length)
  expect(ada1.heard).toEqual([{ event: "UserTyping", payload: expect.objectContaining({ userId: named("dora").id }) }])

  const [mine, theirs] = [await follow(await ticketOf(ada)), await follow(await ticketOf(named("dora")))]
  expect(await theirs.channel.track({ userId: ada.id, userName: ada.userName, connectionId: "tab" })).toBe("ok")
  await until(() => mine.channel.presenceState().tab)
  const { id, userName } = named("dora")
  expect(mine.channel.presenceState().tab).toMatchObject([{ userId: id, userName, connectionId: "tab" }])
  expect(await theirs.channel.send({ type: "broadcast", event: "ItemDeleted", payload: { id: 1 } })).toBe("error")
  expect(await theirs.channel.track({ at: "x".repeat(250_000) }, { timeout: 2_000 })).not.toBe("ok")
})

test("one person opens twenty sockets, and the next is refused while others still connect", async () => {
  const eve = await ticketOf(named("eve"))
  const followers = await Promise.all(Array.from({ length: 20 }, () => follow(eve)))
  expect(followers.every(({ statuses }) => statuses[0] === "SUBSCRIBED")).toBe(true)
  expect(await connect(eve)).toBe("1008")
  expect((await follow(await ticketOf(ada))).statuses[0]).toBe("SUBSCRIBED")
  const metrics = await (await fetch(`${first.url}/metrics`)).text()
  // A connection of another test may still be closing.
  expect(Number(/laneway_realtime_connections (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(21)
  expect(metrics).toMatch(/laneway_realtime_channels 21\n/)
  expect(Number(/laneway_realtime_refused_total (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0)
  expect((await ada.send(accountCalls.userProfile, {})).status).toBe(200)
})
