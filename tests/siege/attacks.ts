// What one account, and somebody without one, can do to the product. Each attack runs until its time is over.
import { randomUUID } from "node:crypto"
import net from "node:net"
import { zipSync } from "fflate"
import WebSocket from "ws"
import { pause } from "../bench/load.ts"
import type { BenchBoard, BenchPerson } from "../bench/seed.ts"

/**
 * `sockets`: an account like the attacker's that makes no other calls. `crowd`: fifty others in the attacker's plan. `full`: plans of
 * 20,000 cards and 30 MB of texts; `phone`: 1,400 cards of 20,000 characters; `edited`: a task with 100 changes of as many.
 */
export type Field = {
  url: string
  attacker: BenchPerson
  sockets: BenchPerson
  crowd: BenchPerson[]
  shared: BenchBoard
  own: BenchBoard
  full: BenchBoard[]
  phone: BenchBoard
  edited: number
}
/** How often each status, or other result, came back. */
export type Outcome = Record<string, number>
type Attack = (field: Field, goesOn: () => boolean) => Promise<Outcome>

/** How long an attacker waits for an answer. */
const PATIENCE_MS = 10_000

type Sent = {
  method?: string
  path: string
  body?: BodyInit
  type?: string
  cookie?: string
  headers?: Record<string, string>
}

/** Repeats requests from several connections at once. */
const repeated =
  (together: number, requestOf: (field: Field, at: number) => Sent): Attack =>
  async (field, goesOn) => {
    const outcome: Outcome = {}
    let at = 0
    const one = async () => {
      while (goesOn()) {
        const result = await send(field, requestOf(field, at++))
        outcome[result] = (outcome[result] ?? 0) + 1
        // A refusal is answered at once: an attacker waits a little, as the kernel would make them.
        if (result !== "200" && result !== "201") await pause(5)
      }
    }
    await Promise.all(Array.from({ length: together }, one))
    return outcome
  }

const send = async (
  { url, attacker }: Field,
  { method = "POST", path, body, type = "application/json", cookie, headers }: Sent,
) => {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie: cookie ?? attacker.cookie,
        origin: url,
        ...(body ? { "content-type": type } : {}),
        ...headers,
      },
      ...(body ? { body } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "no answer in 10 s" : "cut off"
  }
}

const form = (content: Uint8Array | string, name: string) => {
  const given = new FormData()
  given.set("file", new File([content as BlobPart], name))
  return given
}

const upload = async ({ url, attacker }: Field, path: string, body: FormData) => {
  try {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { cookie: attacker.cookie, origin: url },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "no answer in 10 s" : "cut off"
  }
}

const uploads =
  (together: number, path: (field: Field) => string, content: () => [Uint8Array | string, string]): Attack =>
  async (field, goesOn) => {
    const outcome: Outcome = {}
    const [bytes, name] = content()
    const one = async () => {
      while (goesOn()) {
        const result = await upload(field, path(field), form(bytes, name))
        outcome[result] = (outcome[result] ?? 0) + 1
        await pause(20)
      }
    }
    await Promise.all(Array.from({ length: together }, one))
    return outcome
  }

const json = JSON.stringify
const importPath = () => "/api/Plan/import"
const numbers = (count: number) => new TextEncoder().encode(`{"version":1,"goals":[${"1,".repeat(count)}1]}`)

/** Opens sockets and lets each send `frames`. */
const sockets =
  (count: number, framesOf: (ticket: Ticket, at: number) => string[]): Attack =>
  async (field, goesOn) => {
    const ticket = await ticketOf(field.url, field.sockets, field.shared, goesOn)
    return ticket ? opened(count, () => ticket, framesOf, goesOn) : { "no ticket": 1 }
  }

/** Sockets of all the crowd's people, each joined to the plan and then idle. */
const joinedSockets =
  (perPerson: number): Attack =>
  async ({ url, crowd, own }, goesOn) => {
    const tickets: Ticket[] = []
    for (const person of crowd) {
      const ticket = await ticketOf(url, person, own, goesOn)
      if (ticket) tickets.push(ticket)
    }
    if (tickets.length === 0) return { "no ticket": 1 }
    const ticketAt = (at: number) => tickets[at % tickets.length] as Ticket
    return opened(tickets.length * perPerson, ticketAt, (ticket) => [join(ticket)], goesOn)
  }

const opened = async (
  count: number,
  ticketAt: (at: number) => Ticket,
  framesOf: (ticket: Ticket, at: number) => string[],
  goesOn: () => boolean,
) => {
  const outcome: Outcome = {}
  const add = (what: string) => {
    outcome[what] = (outcome[what] ?? 0) + 1
  }
  const open = new Set<WebSocket>()
  for (let at = 0; goesOn(); ) {
    if (open.size < count) {
      const ticket = ticketAt(at)
      const frames = framesOf(ticket, at++)
      const address = `${ticket.url.replace(/^http/, "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${ticket.apiKey}`
      const socket = new WebSocket(address)
      open.add(socket)
      socket.on("error", () => add("refused"))
      socket.on("close", () => {
        open.delete(socket)
        add("closed")
      })
      socket.on("open", () => {
        add("open")
        for (const frame of frames) socket.send(frame)
      })
    }
    await pause(open.size < count ? 2 : 50)
  }
  for (const socket of open) socket.terminate()
  return outcome
}

/** The attacker of the calls may have used up the minute's. */
const ticketOf = async (url: string, person: BenchPerson, { planId }: BenchBoard, goesOn: () => boolean) => {
  while (goesOn()) {
    const answer = await fetch(`${url}/api/auth/realtime-ticket`, {
      method: "POST",
      headers: { cookie: person.cookie, origin: url, "content-type": "application/json" },
      body: json({ planId }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.ok) return { ...((await answer.json()) as Ticket), topic: `realtime:plan:${planId}` }
    await answer.arrayBuffer()
    await pause(1_000)
  }
  return undefined
}

/** Keeps `count` requests open and has each do `step` again and again; `write` gets the socket of a new one. */
const held =
  (
    count: number,
    write: (socket: net.Socket, field: Field, at: number) => void,
    step: (socket: net.Socket) => void,
  ): Attack =>
  async (field, goesOn) => {
    const { hostname, port } = new URL(field.url)
    const outcome: Outcome = {}
    const open = new Set<net.Socket>()
    for (let at = 0; goesOn(); ) {
      if (open.size < count) {
        const socket = net.connect(Number(port), hostname)
        open.add(socket)
        socket.pause()
        socket.once("connect", () => write(socket, field, at++))
        socket.once("readable", () => {
          const status = /^HTTP\/1.1 (\d+)/.exec(String(socket.read(64) ?? ""))?.[1] ?? "closed"
          outcome[status] = (outcome[status] ?? 0) + 1
          if (status !== "200") socket.destroy()
        })
        socket.on("error", () => {})
        socket.on("close", () => open.delete(socket))
      } else for (const socket of open) step(socket)
      await pause(open.size < count ? 2 : 500)
    }
    outcome["still open"] = open.size
    for (const socket of open) socket.destroy()
    return outcome
  }

const head = (method: string, path: string, { url, attacker }: Field, ...more: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Origin: ${url}`,
    `Cookie: ${attacker.cookie}`,
    ...more,
    "",
    "",
  ].join("\r\n")

/** Sends all of a body but a few bytes, and of these one now and then. */
const halfSent = (count: number, path: (field: Field) => string, type: string, bytes: number): Attack => {
  const most = Buffer.alloc(bytes - 1_000, "a")
  return held(
    count,
    (socket, field) => {
      socket.write(head("POST", path(field), field, `Content-Type: ${type}`, `Content-Length: ${bytes}`))
      socket.write(most)
    },
    (socket) => socket.write("a"),
  )
}

/** Reads answers of plans in turn, a little now and then. */
const slowlyRead = (count: number, path: (planId: number) => string): Attack =>
  held(
    count,
    (socket, field, at) =>
      socket.write(
        head("GET", path(field.full[at % field.full.length]?.planId ?? 0), field, "Accept-Encoding: identity"),
      ),
    (socket) => socket.read(1_024),
  )

type Ticket = { url: string; apiKey: string; token: string; topic: string }
const join = ({ topic, token }: Ticket) =>
  json(["1", "1", topic, "phx_join", { config: { private: true, presence: { enabled: true } }, access_token: token }])

export const attacks: Record<string, Attack> = {
  "import of numbers": uploads(4, importPath, () => [numbers(4_000_000), "plan.json"]),
  "import of a zip": uploads(4, importPath, () => [zipSync({ "plan.json": numbers(20_000_000) }), "plan.zip"]),
  "import of lines": uploads(2, importPath, () => ["- [ ] a\n".repeat(600_000), "plan.md"]),
  "login form": repeated(3, () => ({
    path: "/login",
    type: "application/x-www-form-urlencoded",
    body: `email=${"a".repeat(40_000_000)}`,
    cookie: "",
  })),
  "deep JSON": repeated(8, () => ({ path: "/api/Task", body: "[".repeat(500_000) })),
  "long note": repeated(4, ({ own }) => ({
    path: "/api/Note",
    body: json({ planId: own.planId, content: "`*".repeat(100_000), visibility: 1 }),
  })),
  "note list": repeated(8, ({ own }) => ({ method: "GET", path: `/api/Note/plan/${own.planId}` })),
  search: repeated(8, ({ own }, at) => ({
    method: "GET",
    path: `/api/Search?planId=${own.planId}&q=${Array.from({ length: 16 }, (_, word) => `${"abcdefghij".repeat(5)}${word}${at}`).join("+")}`,
  })),
  saves: repeated(64, ({ own }, at) => ({
    path: `/api/Goal?planId=${own.planId}`,
    body: json({ name: `Goal ${at}`, description: "x".repeat(9_000) }),
  })),
  "saves in the shared plan": repeated(64, ({ shared }, at) => ({
    method: "PUT",
    path: `/api/Item/${shared.items[at % shared.items.length]}?planId=${shared.planId}`,
    body: json({ topic: `Attack ${at}` }),
  })),
  boards: repeated(32, ({ own }) => ({ method: "GET", path: `/api/Plan/${own.planId}/board` })),
  log: repeated(16, ({ own }) => ({ method: "GET", path: `/api/Audit/unified/plan/${own.planId}` })),
  "log of a task": repeated(16, ({ own, edited }) => ({
    method: "GET",
    path: `/api/Audit/unified/task/${edited}?planId=${own.planId}`,
  })),
  "documents of a phone": repeated(8, ({ phone }) => ({
    method: "GET",
    path: `/board?planId=${phone.planId}`,
    headers: { "sec-fetch-dest": "document", "sec-ch-ua-mobile": "?1" },
  })),
  "change sets": repeated(8, ({ full }, at) => ({
    path: "/api/Ai/saveboarddata",
    body: json({
      planId: full[at % full.length]?.planId,
      changeSet: { changes: [{ op: "update", entity: "task", id: 1, fields: {} }] },
    }),
  })),
  "requests to the assistant": repeated(8, ({ full }, at) => ({
    path: `/api/Ai/boardplanner/${full[at % full.length]?.planId}`,
    body: json({
      prompt: Array.from({ length: 100 }, (_, line) => `Finish the task abuot the habrour of quais ${line}`).join("\n"),
    }),
  })),
  "full plans": repeated(32, ({ full }, at) => ({
    method: "GET",
    path: `/api/Task/plan/${full[at % full.length]?.planId}`,
    headers: { "accept-encoding": "identity" },
  })),
  "half-sent notes": halfSent(300, () => "/api/Note", "application/json", 4_194_304),
  "half-sent pictures": halfSent(
    60,
    ({ attacker }) => `/api/Users/${attacker.id}/avatar`,
    "multipart/form-data; boundary=a",
    16_000_000,
  ),
  "exports read slowly": slowlyRead(60, (planId) => `/api/Plan/${planId}/export?format=json`),
  "plans read slowly": slowlyRead(60, (planId) => `/api/Task/plan/${planId}`),
  exports: repeated(16, ({ own }) => ({ method: "GET", path: `/api/Plan/${own.planId}/export` })),
  invitations: repeated(8, ({ own }) => ({
    path: "/api/invitation/invite",
    body: json({ planId: own.planId, email: `${randomUUID()}@example.org`, role: 1 }),
  })),
  "sign-in mails": repeated(8, () => ({
    path: "/api/Account/RequestEmailSignIn",
    body: json({ email: "victim@example.org" }),
    cookie: "",
  })),
  plans: repeated(8, (_field, at) => ({ path: "/api/Plan", body: json({ name: `Plan ${at}` }) })),
  files: uploads(
    4,
    ({ own }) => `/api/File/UploadFile/${own.planId}`,
    () => ["x".repeat(20_000_000), "a.txt"],
  ),
  "idle sockets": sockets(1_200, () => []),
  "joined sockets": joinedSockets(20),
  "large presence": sockets(40, (ticket) => [
    join(ticket),
    json([
      "1",
      "2",
      ticket.topic,
      "presence",
      { type: "presence", event: "track", payload: { a: "x".repeat(250_000) } },
    ]),
  ]),
  "broadcast storm": sockets(20, (ticket) => [
    join(ticket),
    ...Array.from({ length: 500 }, (_, at) =>
      json([null, String(at), ticket.topic, "broadcast", { type: "broadcast", event: "x", payload: { at } }]),
    ),
  ]),
  "slow headers": async ({ url }, goesOn) => {
    const { hostname, port } = new URL(url)
    const outcome: Outcome = {}
    const open = new Set<net.Socket>()
    while (goesOn()) {
      if (open.size < 500) {
        const socket = net.connect(Number(port), hostname, () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n"))
        open.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => {
          open.delete(socket)
          outcome.closed = (outcome.closed ?? 0) + 1
        })
      } else for (const socket of open) socket.write("x: y\r\n")
      await pause(open.size < 500 ? 1 : 1_000)
    }
    outcome.open = open.size
    for (const socket of open) socket.destroy()
    return outcome
  },
}
