// `deno serve` with the entry for edge hosts: without files, workers or a database of its own, on a plain Postgres.
import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import zlib from "node:zlib"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { authCalls } from "~/contract/account"
import { planTopic } from "~/contract/events"
import { goalCalls } from "~/contract/goal"
import { planCalls } from "~/contract/plan"
import { closeDatabase, db, openDatabase } from "~/database/connection.server"
import { openSigning } from "~/outside/signing.server"
import { findDeno } from "../../scripts/steps/deno.mjs"
import { ones } from "../siege/sizes.ts"
import { type ApiOver, apiOver, type Caller } from "../support/api/api-over.ts"
import { pdf } from "../support/api/documents.ts"
import { pixel } from "../support/api/every-call.ts"
import { cloneDatabase } from "../support/database/database.ts"
import { patientLimits } from "../support/patience.ts"
import { openSupabase } from "../support/product/gateway-process.ts"
import { startAgents } from "../support/product/mcp.ts"
import { freePorts } from "../support/product/ports.ts"
import { says, scriptedModel } from "../support/services/model.ts"
import { openSmtp, type Smtp } from "../support/services/smtp.ts"

const entry = path.resolve(import.meta.dirname, "../../build/server/edge.js")
const secret = "a secret of at least thirty-two characters"

let database: Awaited<ReturnType<typeof cloneDatabase>>
let supabase: Awaited<ReturnType<typeof openSupabase>>
let smtp: Smtp
let model: Awaited<ReturnType<typeof scriptedModel>>
let api: ApiOver
let ada: Caller
let url: string
let host: ReturnType<typeof serve>
/** Not in memory, where tests have their files: below /dev, Deno reads nothing unless everything is allowed. */
const cache = path.resolve(import.meta.dirname, "../../.cache")
let directory: string

let deno: string

/** With what an edge host allows: the network, the files of the build, and the environment. */
const serve = (port: number, env: Record<string, string>) => {
  const allowed = [
    "--allow-net",
    "--allow-read",
    "--allow-env",
    "--unstable-no-legacy-abort",
    "--no-lock",
    "--no-prompt",
    "--quiet",
  ]
  const child: ChildProcess = spawn(deno, ["serve", ...allowed, "--host", "127.0.0.1", "--port", String(port), entry], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child.stderr?.on("data", (data) => {
    said += String(data)
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))
  return { child, ended, said: () => said }
}

beforeAll(async () => {
  globalThis.WebSocket ??= WebSocket as never
  deno = await findDeno()
  directory = fs.mkdtempSync(path.join(cache, "edge-"))
  database = await cloneDatabase()
  ;[supabase, smtp, model] = await Promise.all([openSupabase(database.url), openSmtp(), scriptedModel()])
  const [port] = await freePorts()
  url = `http://127.0.0.1:${port}`
  host = serve(port, {
    ...supabase.env,
    PUBLIC_URL: url,
    RATE_LIMITS: "off",
    SESSION_SECRET: secret,
    SMTP_URL: smtp.url,
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: "scripted",
    // Only a worker is ended for its time.
    LIMITS: `${patientLimits},thread_text_ms=1`,
  })
  for (;;) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    await ready?.arrayBuffer()
    if (ready?.ok) break
    if (host.child.exitCode !== null) throw new Error(host.said())
    await sleep(20)
  }
  await openDatabase({ url: database.url, socket: null, max: 2, prepare: true })
  openSigning([secret])
  api = apiOver(fetch, url)
  ada = await api.person()
})
afterAll(async () => {
  await closeDatabase()
  host?.child.kill("SIGTERM")
  expect(await host?.ended).toBe(0)
  await model?.close()
  await supabase?.close()
  await smtp?.close()
  await database?.drop()
  fs.rmSync(directory, { recursive: true, force: true })
  expect(host?.said()).toBe("")
})

test("pages are drawn, and come with their scripts", async () => {
  const login = await fetch(`${url}/login`)
  expect([login.status, login.headers.get("x-content-type-options")]).toEqual([200, "nosniff"])
  expect(login.headers.get("content-security-policy")).toContain("'nonce-")
  const text = await login.text()
  expect(text).toContain("Work email")
  const [script = ""] = /\/assets\/framework-[\w-]{1,100}\.js/.exec(text) ?? []
  const file = await fetch(`${url}${script}`, { headers: { "accept-encoding": "br" } })
  expect([file.status, file.headers.get("content-encoding")]).toEqual([200, "br"])
  expect((await file.text()).length).toBeGreaterThan(10_000)
  const etag = file.headers.get("etag") ?? ""
  expect((await fetch(`${url}${script}`, { headers: { "if-none-match": etag } })).status).toBe(304)
  const board = await fetch(`${url}/board?planId=1`, { redirect: "manual" })
  expect(board.headers.get("location")).toMatch(/^\/login/)
})

test("calls are answered, files are stored, and mails are sent", async () => {
  const { id } = await api.plan(ada, "Harbour")
  await api.goal(ada, id, { name: "Quay" })
  expect((await api.send(goalCalls.list, { planId: id }, { as: ada })).body).toMatchObject([{ name: "Quay" }])
  expect((await api.send(planCalls.board, { planId: id })).status).toBe(401)
  const form = new FormData()
  form.set("file", new File(["hello"], "hello.txt"))
  const { fileName } = (await api.upload<{ fileName: string }>(ada, id, form)).body
  expect((await api.call("GET", `/api/File/ViewFile/${id}/${fileName}`, { as: ada })).text).toBe("hello")
  const asked = await api.call("POST", "/api/Account/RequestEmailSignIn", { body: { email: "ben@example.org" } })
  expect(asked.status).toBe(202)
  await expect.poll(() => smtp.received.map(({ to }) => to)).toContain("ben@example.org")
})

test("without the image library a picture is refused in plain words, and a file has no thumbnail", async () => {
  const { id } = await api.plan(ada)
  const form = new FormData()
  form.set("file", new File([Buffer.from(pixel, "base64")], "pixel.png"))
  const answer = await fetch(`${url}/api/Users/${ada.id}/avatar`, {
    method: "POST",
    headers: { cookie: ada.cookie, origin: url },
    body: form,
  })
  expect(answer.status).toBe(503)
  expect((await answer.json()).message).toBe("Pictures can’t be changed here: this server has no image library.")
  expect((await api.upload(ada, id, form)).body).toMatchObject({ friendlyName: "pixel.png", thumbnailFileName: null })
})

test("files are read in workers, which hostile ones don't leave", async () => {
  const { id: planId } = await api.plan(ada)
  const bomb = pdf([], new Uint8Array(zlib.deflateSync(Buffer.alloc(200_000_000, " "), { level: 1 })))
  const form = new FormData()
  form.set("planId", String(planId))
  form.set("files", new File([bomb], "bomb.pdf"))
  const headers = { cookie: ada.cookie, origin: url }
  const read = await fetch(`${url}/api/Ai/boardplannerwithfiles`, { method: "POST", headers, body: form })
  expect([read.status, (await read.json()).message]).toEqual([503, expect.stringContaining("time or memory")])
  const file = new FormData()
  file.set("file", new File([`{"format":"laneway-plan","version":1,"name":"x","goals":${ones(2_600_000)}}`], "a.json"))
  const plan = await api.call<{ message: string }>("POST", "/api/Plan/import", { as: ada, form: file })
  expect([plan.status, plan.body.message]).toEqual([400, expect.stringContaining("more than 2500000 values")])
})

test("streams are passed on: the assistant's events, and a part of a large file", async () => {
  const { id: planId } = await api.plan(ada)
  model.script(says("All is well."))
  const body = { planId, messages: [{ role: "user", content: "How are we doing in general?" }] }
  const chat = await api.call("POST", "/api/Ai/contextchat", { as: ada, body })
  expect(chat.headers.get("content-type")).toBe("text/event-stream")
  const pieces = ["All", " is", " well."].map((delta) => `data: ${JSON.stringify({ delta })}\n\n`)
  expect(chat.text).toBe(`${pieces.join("")}data: [DONE]\n\n`)
  const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 7) % 251)
  const form = new FormData()
  form.set("file", new File([bytes], "large.bin"))
  const { fileName } = (await api.upload<{ fileName: string }>(ada, planId, form)).body
  const headers = { range: "bytes=1000000-2999999" }
  const part = await api.call("GET", `/api/File/ViewFile/${planId}/${fileName}`, { as: ada, headers })
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 1000000-2999999/3000000"])
  expect(Buffer.from(bytes.subarray(1_000_000)).equals(part.bytes)).toBe(true)
})

test("boards are compressed, and supabase-js hears a change", async () => {
  const { id: planId } = (await api.send(planCalls.createSample, {}, { as: ada })).body
  const headers = { cookie: ada.cookie, "accept-encoding": "gzip" }
  const board = await fetch(`${url}/api/Plan/${planId}/board`, { headers })
  expect([board.status, board.headers.get("content-encoding")]).toEqual([200, "gzip"])
  expect((await board.json()).plan.id).toBe(planId)
  const { body: ticket } = await api.send(authCalls.realtimeTicket, { planId }, { as: ada })
  const client = createClient(ticket.url, ticket.apiKey, {
    accessToken: async () => ticket.token,
    realtime: { transport: WebSocket as never },
  })
  try {
    await client.realtime.setAuth()
    const channel = client.channel(planTopic(planId), { config: { private: true } })
    const heard: unknown[] = []
    channel.on("broadcast", { event: "GoalAdded" }, ({ payload }) => heard.push(payload.data))
    await new Promise<void>((resolve, reject) =>
      channel.subscribe((status) => (status === "SUBSCRIBED" ? resolve() : reject(new Error(status)))),
    )
    const goal = await api.goal(ada, planId, { name: "Quay" })
    await expect.poll(() => heard.at(-1), { interval: 10 }).toEqual(goal)
  } finally {
    await client.realtime.disconnect()
  }
})

test("an agent of the process beside it, on Deno too, works with a ticket of the edge host", async () => {
  const { id: planId } = await api.plan(ada)
  const agents = await startAgents(
    { url, dataDir: directory },
    { ...supabase.env, SESSION_SECRET: secret, SMTP_URL: smtp.url },
    deno,
  )
  const client = new Client({ name: "test", version: "1.0.0" })
  try {
    const { token } = (await api.send(authCalls.mcpTicket, {}, { as: ada })).body
    await client.connect(new WebSocketClientTransport(new URL(`${agents.url}?token=${token}`)))
    const made = await client.callTool({ name: "save_goal", arguments: { planId, name: "Open the quay" } })
    expect(made.structuredContent).toMatchObject({ goal: { name: "Open the quay" } })
    expect((await api.send(goalCalls.list, { planId }, { as: ada })).body).toMatchObject([{ name: "Open the quay" }])
  } finally {
    await client.close()
    await agents.stop()
  }
  expect(agents.errors()).toBe("")
})

test("it does not start where something would be embedded", async () => {
  const [port] = await freePorts()
  const { SUPABASE_URL: _, ...env } = supabase.env
  for (const lacking of [env, supabase.env]) {
    const refused = serve(port, { ...lacking, SESSION_SECRET: secret })
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toMatch(lacking === env ? /SUPABASE_URL: found not set/ : /An edge host needs/)
  }
})

test("it does not start on a database that lacks a migration or has a later one", async () => {
  const [port] = await freePorts()
  const start = async () => {
    const refused = serve(port, { ...supabase.env, PUBLIC_URL: url, SESSION_SECRET: secret, SMTP_URL: smtp.url })
    return [await refused.ended, refused.said()]
  }
  await db()`insert into supabase_migrations.schema_migrations (version, name) values ('99990101000000', 'later')`
  expect(await start()).toEqual([
    1,
    expect.stringContaining("by a newer version of the product (99990101000000 later)"),
  ])
  await db()`delete from supabase_migrations.schema_migrations where version >= (
    select max(version) from supabase_migrations.schema_migrations where name <> 'later')`
  expect(await start()).toEqual([1, expect.stringMatching(/The database lacks migrations: \d+_\w+\.sql/)])
})

test("it is ready while all it needs answers, and otherwise names what does not", async () => {
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`)
    return [answer.status, await answer.json()]
  }
  expect(await ready()).toEqual([200, { database: "ok", realtime: "ok", storage: "ok" }])
  expect((await fetch(`${url}/readyz`)).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/)
  await supabase.close()
  await expect
    .poll(ready)
    .toMatchObject([
      503,
      { database: "ok", realtime: expect.stringMatching(/^failed/), storage: expect.stringMatching(/^failed/) },
    ])
})
