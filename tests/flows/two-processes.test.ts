// Two processes of the app behind one address, on one plain Postgres 15, with realtime and storage in a third.
import { randomUUID } from "node:crypto"
import http from "node:http"
import net, { type AddressInfo } from "node:net"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { planTopic } from "~/contract/events"
import type { Board, Plan } from "~/contract/plan"
import { findPostgres15 } from "../../scripts/steps/postgres-15.mjs"
import { type Postgres15, startPostgres15 } from "../support/database/postgres-15.ts"
import { openSupabase } from "../support/product/gateway-process.ts"
import { type Agents, startAgents } from "../support/product/mcp.ts"
import { type Product, startProduct } from "../support/product/product.ts"
import { openSmtp, type Smtp } from "../support/services/smtp.ts"

const root = await findPostgres15()

let database: Postgres15
let supabase: Awaited<ReturnType<typeof openSupabase>>
let smtp: Smtp
let balancer: Awaited<ReturnType<typeof openBalancer>>
let first: Product
let second: Product
let agents: Agents[] = []
const clients: SupabaseClient[] = []

beforeAll(async () => {
  if (!root) return
  database = await startPostgres15(root)
  expect(database.version).toMatch(/^15\./)
  ;[supabase, smtp, balancer] = await Promise.all([openSupabase(database.url), openSmtp(), openBalancer()])
  const env = {
    ...supabase.env,
    PUBLIC_URL: balancer.url,
    SMTP_URL: smtp.url,
    SESSION_SECRET: "one secret of both processes that is long enough to be one",
    RATE_LIMITS: "on",
  }
  ;[first, second] = await Promise.all([startProduct({ env }), startProduct({ env })])
  balancer.ports.push(first.port, second.port)
  agents = await Promise.all([first, second].map((product) => startAgents(product, env)))
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
  await Promise.all(agents.map(({ stop }) => stop()))
  expect(agents.map(({ errors }) => errors())).toEqual(agents.map(() => ""))
  await Promise.all([first?.remove(), second?.remove()])
  await balancer?.close()
  await smtp?.close()
  await supabase?.close()
  await database?.stop()
})

/** Hands each connection to the next process that accepts it. */
const openBalancer = async () => {
  const ports: number[] = []
  const sockets = new Set<net.Socket>()
  let turn = 0
  const pass = (from: net.Socket, tries: number) => {
    const to = net.connect(ports[turn++ % ports.length] ?? 0, "127.0.0.1")
    to.once("error", () =>
      to.bytesRead === 0 && to.connecting === false && tries > 0 ? pass(from, tries - 1) : from.destroy(),
    )
    to.once("connect", () => {
      from.pipe(to).pipe(from)
      to.once("close", () => from.destroy())
      from.once("close", () => to.destroy())
    })
  }
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.once("close", () => sockets.delete(socket))
    pass(socket, 3)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    ports,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

type Answer<Body> = { status: number; body: Body; cookie: string | undefined }
type Sent = { cookie?: string; body?: unknown; key?: string }

/** Asks one process, or whichever the balancer gives, as a browser does at the one address. */
const ask = <Body = unknown>(
  port: number | undefined,
  method: string,
  path: string,
  { cookie, body, key }: Sent = {},
): Promise<Answer<Body>> =>
  new Promise((resolve, reject) => {
    const { host, origin, port: shared } = new URL(balancer.url)
    const headers: Record<string, string> = { host, origin, "content-type": "application/json" }
    if (cookie) headers.cookie = cookie
    if (key) headers["idempotency-key"] = key
    const request = http.request(
      { host: "127.0.0.1", port: port ?? shared, method, path, headers, agent: false },
      (response) => {
        let text = ""
        response.on("error", reject)
        response.on("data", (chunk: Buffer) => {
          text += chunk
        })
        response.on("end", () => {
          const json = response.headers["content-type"]?.includes("json")
          const set = response.headers["set-cookie"]?.find((each) => each.startsWith("laneway_session="))
          resolve({
            status: response.statusCode ?? 0,
            body: (json && text ? JSON.parse(text) : text) as Body,
            cookie: set?.split(";")[0],
          })
        })
      },
    )
    request.on("error", reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to === email)

const linkTo = async (email: string) => {
  const count = mailsTo(email).length
  expect((await ask(first.port, "POST", "/api/Account/RequestEmailSignIn", { body: { email } })).status).toBe(202)
  await expect.poll(() => mailsTo(email).length, { interval: 20 }).toBe(count + 1)
  const text = (mailsTo(email).at(-1)?.text ?? "").replace(/=\r?\n/g, "").replaceAll("=3D", "=")
  const link = new URL(/http:\/\/[^\s"<>]{1,200}\/MagicLink\?token=[\w.~%-]{1,4000}/.exec(text)?.[0] ?? "")
  return `${link.pathname}${link.search}`
}

const signIn = async (email: string) => {
  const { cookie } = await ask(second.port, "POST", await linkTo(email))
  if (!cookie) throw new Error(`${email} was not signed in.`)
  const { body } = await ask<{ id: number }>(first.port, "GET", "/api/Account/UserProfile", { cookie })
  return { cookie, id: body.id, email }
}

type Ticket = { url: string; apiKey: string; token: string }

const follow = async (port: number, cookie: string, planId: number, key: string) => {
  const { body: ticket } = await ask<Ticket>(port, "POST", "/api/auth/realtime-ticket", { cookie, body: { planId } })
  const client = createClient(ticket.url, ticket.apiKey, {
    accessToken: async () => ticket.token,
    realtime: { transport: WebSocket as never },
  })
  clients.push(client)
  await client.realtime.setAuth()
  const channel = client.channel(planTopic(planId), { config: { private: true, presence: { key } } })
  const heard: { event: string; payload: { seq: number } }[] = []
  channel.on("broadcast", { event: "*" }, (said) => heard.push(said as never))
  channel.on("presence", { event: "sync" }, () => {})
  await new Promise<void>((resolve, reject) =>
    channel.subscribe((status) => (status === "SUBSCRIBED" ? resolve() : reject(new Error(status)))),
  )
  return { channel, heard }
}

/** Whether a ticket opens a socket to an agent's process. */
const opens = ({ url }: Agents, ticket: string) =>
  new Promise<boolean>((resolve) => {
    const socket = new WebSocket(`${url}?token=${ticket}`)
    socket.once("error", () => resolve(false))
    socket.once("open", () => {
      socket.close()
      resolve(true)
    })
  })

test.skipIf(!root)(
  "sessions, links, tickets, limits, mails, live events and presence hold across both; one that is killed under load loses nothing",
  async () => {
    const ada = await signIn("ada@example.org")

    // A link works once, even when both processes are asked at the same time.
    const link = await linkTo("ben@example.org")
    const tried = await Promise.all([first, second, first, second].map(({ port }) => ask(port, "POST", link)))
    const cookies = tried.flatMap(({ cookie }) => cookie ?? [])
    expect(cookies).toHaveLength(1)
    const ben = { cookie: cookies[0] as string, email: "ben@example.org" }

    // So does an agent's ticket.
    const ticket = await ask<{ token: string }>(first.port, "POST", "/api/auth/mcp-ticket", { cookie: ada.cookie })
    const opened = await Promise.all([...agents, ...agents].map((agent) => opens(agent, ticket.body.token)))
    expect(opened.filter(Boolean)).toHaveLength(1)

    // An address gets one link a minute, whichever process is asked.
    const email = "cy@example.org"
    const asked = await Promise.all(
      [first, second, first, second].map(({ port }) =>
        ask(port, "POST", "/api/Account/RequestEmailSignIn", { body: { email } }),
      ),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429])

    const { body: plan } = await ask<Plan>(first.port, "POST", "/api/Plan", {
      cookie: ada.cookie,
      body: { name: "Harbour" },
    })
    const at = (path: string) => `${path}?planId=${plan.id}`
    // The queue of jobs is one: the invitation is mailed once.
    const before = mailsTo(ben.email).length
    const invited = await ask(second.port, "POST", "/api/invitation/invite", {
      cookie: ada.cookie,
      body: { email: ben.email, planId: plan.id, role: 1 },
    })
    expect(invited.status).toBeLessThan(300)
    await expect.poll(() => mailsTo(ben.email).length).toBe(before + 1)

    const { body: item } = await ask<{ id: number }>(second.port, "POST", at("/api/Item"), {
      cookie: ada.cookie,
      body: { topic: "Quay", focus: true },
    })
    const [one, two] = [
      await follow(first.port, ada.cookie, plan.id, "one"),
      await follow(second.port, ada.cookie, plan.id, "two"),
    ]
    await one.channel.track({ userId: ada.id, connectionId: "one" })
    await two.channel.track({ userId: ada.id, connectionId: "two" })
    for (const { channel } of [one, two])
      await expect.poll(() => Object.keys(channel.presenceState()).sort()).toEqual(["one", "two"])

    // Each client repeats a call under its key until it has an answer, as the outbox does.
    const names: string[] = []
    let killed = false
    let done = 0
    let failures = 0
    const write = async (description: string) => {
      const key = randomUUID()
      for (;;) {
        const answer = await ask(undefined, "POST", at("/api/Task"), {
          cookie: ada.cookie,
          body: { itemId: item.id, description },
          key,
        }).catch(() => undefined)
        if (answer && answer.status < 300) return ++done
        if (answer && answer.status < 500) throw new Error(`Refused with ${answer.status}.`)
        failures++
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const load = [0, 1, 2, 3].map(async (client) => {
      // Some while the process is killed, and ten afterwards.
      for (let at = 0, left = 10; left > 0; at++) {
        names.push(`${client} ${at}`)
        if (killed) left--
        await write(`${client} ${at}`)
      }
    })
    await expect.poll(() => done, { interval: 2 }).toBeGreaterThan(30)
    await first.kill()
    killed = true
    await Promise.all(load)
    expect(failures).toBeGreaterThan(0)

    const { body: board } = await ask<Board>(second.port, "GET", `/api/Plan/${plan.id}/board`, { cookie: ada.cookie })
    expect(board.tasks.map(({ description }) => description).sort()).toEqual(names.sort())
    for (const { heard } of [one, two]) {
      await expect.poll(() => heard.filter(({ event }) => event === "TaskAdded").length).toBe(names.length)
      const seqs = heard.map(({ payload }) => payload.seq).filter(Boolean)
      expect(new Set(seqs).size).toBe(seqs.length)
      expect(Math.max(...seqs) - Math.min(...seqs)).toBe(seqs.length - 1)
    }

    // Signing out at the one that is left ends the session everywhere.
    await ask(second.port, "GET", "/api/auth/logoff", { cookie: ben.cookie })
    expect((await ask(second.port, "GET", "/api/Account/UserProfile", { cookie: ben.cookie })).status).toBe(401)
  },
  60_000,
)
