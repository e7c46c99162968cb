// Two processes of the app behind one address, on one plain Postgres 15, with realtime and storage in a third.
import { randomUUID } from "node:crypto"
import http from "node:http"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { planTopic } from "~/contract/events"
import type { Board, Plan } from "~/contract/plan"
import { findPostgres15 } from "../../scripts/steps/postgres-15.mjs"
import { type Postgres15, startPostgres15 } from "../support/database/postgres-15.ts"
import { authorizationOf, callback } from "../support/product/agent-sign-in.ts"
import { openBalancer } from "../support/product/balancer.ts"
import { openSupabase } from "../support/product/gateway-process.ts"
import { type Agents, startAgents } from "../support/product/mcp.ts"
import { type Product, startProduct } from "../support/product/product.ts"
import { openSmtp, type Smtp } from "../support/services/smtp.ts"

const root = await findPostgres15()

let database: Postgres15
let supabase: Awaited<ReturnType<typeof openSupabase>>
let smtp: Smtp
let balancer: Awaited<ReturnType<typeof openBalancer>>
/** In front of the agents' processes. */
let entrance: Awaited<ReturnType<typeof openBalancer>>
let first: Product
let second: Product
let agents: Agents[] = []
const clients: SupabaseClient[] = []

beforeAll(async () => {
  if (!root) return
  database = await startPostgres15(root)
  expect(database.version).toMatch(/^15\./)
  ;[supabase, smtp] = await Promise.all([openSupabase(database.url), openSmtp()])
  ;[balancer, entrance] = await Promise.all([openBalancer(), openBalancer()])
  const env = {
    ...supabase.env,
    PUBLIC_URL: balancer.url,
    MCP_PUBLIC_URL: entrance.url.replace("http", "ws"),
    SMTP_URL: smtp.url,
    SESSION_SECRET: "one secret of both processes that is long enough to be one",
    RATE_LIMITS: "on",
  }
  ;[first, second] = await Promise.all([startProduct({ env }), startProduct({ env })])
  balancer.ports.push(first.port, second.port)
  agents = await Promise.all([first, second].map((product) => startAgents(product, env)))
  entrance.ports.push(...agents.map(({ port }) => port))
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
  await Promise.all(agents.map(({ stop }) => stop()))
  expect(agents.map(({ errors }) => errors())).toEqual(agents.map(() => ""))
  await Promise.all([first?.remove(), second?.remove()])
  await Promise.all([balancer?.close(), entrance?.close()])
  await smtp?.close()
  await supabase?.close()
  await database?.stop()
})

type Answer<Body> = { status: number; body: Body; cookie: string | undefined; location: string }
type Sent = { cookie?: string; body?: unknown; form?: Record<string, string>; key?: string }

/** Asks one process, or whichever the balancer gives, as a browser does at the one address. */
const ask = <Body = unknown>(
  port: number | undefined,
  method: string,
  path: string,
  { cookie, body, form, key }: Sent = {},
): Promise<Answer<Body>> =>
  new Promise((resolve, reject) => {
    const { host, origin, port: shared } = new URL(balancer.url)
    const type = form ? "application/x-www-form-urlencoded" : "application/json"
    const headers: Record<string, string> = { host, origin, "content-type": type }
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
            location: response.headers.location ?? "",
          })
        })
      },
    )
    request.on("error", reject)
    request.end(form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body))
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

type Tokens = { access_token: string; refresh_token: string }

/** Everything that a person allows, with each step at another process. */
const connectAgent = async (cookie: string) => {
  const asked = { client_name: "Harbour pilot", redirect_uris: [callback] }
  const registered = await ask<{ client_id: string }>(second.port, "POST", "/oauth/register", { body: asked })
  const client_id = registered.body.client_id
  const { address, verifier } = authorizationOf(balancer.url, client_id, `${entrance.url}/mcp`)
  const path = address.slice(balancer.url.length)
  const page = await ask<string>(first.port, "GET", path, { cookie })
  const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
  const form = { request, plans: "all", access: "write", days: "30", answer: "allow" }
  const { location } = await ask(second.port, "POST", path, { cookie, form })
  const code = new URL(location).searchParams.get("code") ?? ""
  const exchange = {
    grant_type: "authorization_code",
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri: callback,
  }
  const { status, body } = await ask<Tokens>(first.port, "POST", "/oauth/token", { form: exchange })
  expect(status).toBe(200)
  const refresh = ({ port }: Product, refresh_token: string) =>
    ask<Tokens>(port, "POST", "/oauth/token", { form: { grant_type: "refresh_token", client_id, refresh_token } })
  return { ...body, refresh }
}

/** What a call to an agent's process without the protocol's body is answered: 400, or 401 where the token is not known. */
const knows = async ({ url }: Agents, token: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const { status } = await fetch(url.replace("ws", "http"), { method: "POST", headers, body: "{}" })
  return status
}

const callThrough = async ({ url }: Agents, token: string, name: string, given: object) => {
  const client = new Client({ name: "test", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url.replace("ws", "http")), { requestInit }) as Transport,
  )
  try {
    return await client.callTool({ name, arguments: { ...given } })
  } finally {
    await client.close()
  }
}

test.skipIf(!root)("an agent signs in, works and is ended with each step at another process", async () => {
  const dee = await signIn("dee@example.org")
  const { body: plan } = await ask<Plan>(first.port, "POST", "/api/Plan", {
    cookie: dee.cookie,
    body: { name: "Quay" },
  })
  const agent = await connectAgent(dee.cookie)
  const [one, two] = agents as [Agents, Agents]
  const planId = plan.id
  const saved = await callThrough(one, agent.access_token, "save_goal", { planId, name: "Lighthouse" })
  expect(saved.isError).toBeFalsy()
  const read = await callThrough(two, agent.access_token, "get_board", { planId })
  expect(read.structuredContent).toMatchObject({ goals: [{ name: "Lighthouse" }] })

  const { status, body: next } = await agent.refresh(second, agent.refresh_token)
  expect(status).toBe(200)
  const closed = agents.map(
    ({ url }) =>
      new Promise<number>((resolve, reject) => {
        const socket = new WebSocket(`${url}?token=${next.access_token}`, "mcp")
        socket.once("error", reject)
        socket.once("close", resolve)
      }),
  )
  for (const each of agents) expect(await knows(each, next.access_token)).not.toBe(401)
  const { body: list } = await ask<{ id: number }[]>(second.port, "GET", "/api/Account/agents", { cookie: dee.cookie })
  expect(list).toHaveLength(1)
  const end = `/api/Account/agents/${list[0]?.id}`
  expect((await ask(first.port, "DELETE", end, { cookie: dee.cookie })).status).toBe(204)
  expect(await Promise.all(closed)).toEqual([1008, 1008])
  for (const token of [agent.access_token, next.access_token])
    for (const each of agents) expect(await knows(each, token)).toBe(401)
  for (const each of [first, second]) expect((await agent.refresh(each, next.refresh_token)).status).toBe(400)
})

test.skipIf(!root)("a refresh token used at both processes at once ends its grant at both", async () => {
  const dee = await signIn("eve@example.org")
  const agent = await connectAgent(dee.cookie)
  for (const each of agents) expect(await knows(each, agent.access_token)).not.toBe(401)
  const both = await Promise.all([first, second].map((each) => agent.refresh(each, agent.refresh_token)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const given = both.find(({ status }) => status === 200)?.body.access_token ?? ""
  for (const token of [agent.access_token, given])
    for (const each of agents) await expect.poll(() => knows(each, token)).toBe(401)
})

/** When a process last swept for reminders without a failure, in seconds; 0 before. */
const lastSweep = async ({ port }: Product) => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/laneway_periodic_last_success_timestamp_seconds\{work="remind"\} ([0-9.]+)/.exec(metrics)?.[1])
}

test.skipIf(!root)("after a month without any process, two that remind at once send each reminder once", async () => {
  const ivy = await signIn("ivy@example.org")
  const as = { cookie: ivy.cookie }
  const create = async (path: string, body: object) =>
    (await ask<{ id: number }>(first.port, "POST", path, { ...as, body })).body.id
  const planId = await create("/api/Plan", { name: "Pier" })
  const at = (path: string) => `${path}?planId=${planId}`
  const goalId = await create(at("/api/Goal"), { name: "Halve repair time", ownerId: ivy.id })
  await create(at(`/api/Goal/${goalId}/checkins`), { status: 0 })
  const itemId = await create(at("/api/Item"), { topic: "Quay", goalId })
  const taskId = await create(at("/api/Task"), { itemId, description: "Order kerbs", ownerId: ivy.id })
  // Where it is between 8:00 and 20:00 now.
  const timeZone = new Date().getUTCHours() < 12 ? "Etc/GMT-8" : "Etc/GMT+4"
  await ask(first.port, "PUT", `/api/Users/${ivy.id}`, { ...as, body: { id: ivy.id, timeZone } })

  const both = [first, second]
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  const [before, waited] = await sql.begin(async (tx) => {
    // A sweep that has work stops here, with what it has locked, until the other process has swept too.
    await tx`lock table app.reminder in share mode`
    await tx`
      insert into app.reminder (person_id, kind, day)
      select ${ivy.id}, kind, current_date - 31 from unnest(array['dueSoon', 'daily', 'weekly', 'checkIn']) kind
      on conflict (person_id, kind) do update set day = excluded.day`
    await tx`update app.check_in set created_date = now() - interval '38 days' where goal_id = ${goalId}`
    await tx`
      update app.task set due_date = ((now() at time zone ${timeZone})::date + 1)::timestamp at time zone 'UTC'
      where id = ${taskId}`
    const before = await Promise.all(both.map(lastSweep))
    const waiting = async () =>
      (await tx`select from pg_locks where relation = 'app.reminder'::regclass and not granted`).length
    const swept = async () => (await Promise.all(both.map(lastSweep))).filter((time, at) => time > (before[at] ?? 0))
    await expect.poll(async () => (await swept()).length + (await waiting())).toBe(2)
    return [before, await waiting()] as const
  })
  expect(waited).toBeGreaterThan(0)
  for (const [at, product] of both.entries())
    await expect.poll(() => lastSweep(product)).toBeGreaterThan(before[at] ?? 0)

  const path = `/api/notification/${ivy.id}`
  for (const { port } of both) {
    const { body } = await ask<{ title: string }[]>(port, "GET", path, as)
    expect(body.map(({ title }) => title).sort()).toEqual([
      "Time to check in: Halve repair time",
      "“Order kerbs” is due tomorrow",
    ])
  }
  await expect
    .poll(async () => (await sql`select from app.job where kind in ('mail.checkIn', 'mail.dueSoon')`).length)
    .toBe(0)
  const subjects = mailsTo(ivy.email).map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])
  expect(subjects.sort()).toEqual([
    "A task is due tomorrow",
    "Sign in to Laneway",
    "Time to check in: Halve repair time",
  ])
  await sql.end({ timeout: 1 })
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
)
