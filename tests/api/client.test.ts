// docs/client: every call of the contract is in it with its types, and is made once by somebody who may.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { getRequestListener } from "@hono/node-server"
import { afterAll, afterEach, expect, test, vi } from "vitest"
import { everyCall } from "~/contract"
import type { Call } from "~/contract/call"
import { fileCalls } from "~/contract/file"
import { webhookCalls } from "~/contract/webhook"
import { type CallOptions, eventOf, LanewayError, openLaneway, pages } from "../../docs/client/index.js"
import { alone, callsInTurn, manyCallers } from "../support/api/allowed-calls.ts"
import { type Caller, openApi } from "../support/api/api.ts"
import { sentTo } from "../support/api/every-call.ts"
import { callsModule, callsTypes, isRaw } from "../support/client-source.ts"
import { openReceiver } from "../support/services/receiver.ts"
import { stripeServer } from "../support/services/stripe.ts"

const root = path.resolve(import.meta.dirname, "../..")
const url = "http://localhost:3000"

const stripe = await stripeServer()
const api = await openApi({ stripe })
const ada = await api.person()
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await api.close()
  await stripe.close()
})

const throughMount = (address: URL, request: RequestInit) =>
  api.dispatch(new Request(address, request), { ip: "127.0.0.1" })

const ofPlan = async (as: Caller) => {
  const filled = await api.filled(as)
  const key = await api.key(filled.plan.id)
  return { ...filled, planId: filled.plan.id, key, laneway: openLaneway({ url, key, fetch: throughMount }) }
}

test("the calls are those of the contract, and the package has the product's version", async () => {
  await expect(callsModule()).toMatchFileSnapshot(path.join(root, "docs/client/calls.js"))
  await expect(callsTypes()).toMatchFileSnapshot(path.join(root, "docs/client/calls.d.ts"))
  const versionIn = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8")).version
  expect(versionIn("docs/client/package.json")).toBe(versionIn("package.json"))
})

/** What a request holds, as one object. */
const inputOf = (call: Call, { address, body, form }: ReturnType<typeof sentTo>) => {
  const [below = "", search] = address.split("?")
  const { groups = {} } = new RegExp(`^${call.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`).exec(below) ?? {}
  const params = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  const inForm = form && Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]))
  return {
    ...(call.bodyName ? { [call.bodyName]: body } : call.unread ? { body: JSON.stringify(body ?? {}) } : (body ?? {})),
    ...inForm,
    ...Object.fromEntries(new URLSearchParams(search)),
    ...params,
  }
}

test("every call is made once, by a key where keys may, and gives the contract's answer", async () => {
  const shared = await manyCallers(api)
  const wrong: string[] = []
  let byKey = 0
  const all = callsInTurn(["key", "owner", "member", "SystemAdmin", "removed", "visitor"])
  expect(all).toHaveLength(everyCall().length)
  for (const { resource, name, title, call, who, otherwise } of all) {
    const { board, as } = alone.includes(title) ? await manyCallers(api) : shared
    const by = call.access === "public" ? {} : as[who ?? "owner"]
    const headers = { ...by.headers, ...(by.as && { cookie: by.as.cookie, origin: url }) }
    const laneway = openLaneway({ url, headers, fetch: throughMount, retries: 0 })
    const make = (
      laneway as unknown as Record<string, Record<string, (input: object, options: CallOptions) => Promise<unknown>>>
    )[resource]?.[name]
    if (!make) {
      wrong.push(`${title} is missing`)
      continue
    }
    let status = 0
    const onAnswer = (answer: Response) => {
      status = answer.status
    }
    const answer = await make(inputOf(call, sentTo(resource, name, call, board)), { onAnswer }).catch((thrown) => {
      if (!(thrown instanceof LanewayError)) throw thrown
      status = thrown.status
      return thrown.message
    })
    if (who === "key") byKey++
    const wanted = who ? (call.status ?? 200) : otherwise
    const isRight = call.answer || !who ? status === wanted : status > 0 && status < 400
    if (!isRight) wrong.push(`${title}: ${status} ${String(answer).slice(0, 300)}`)
    else if (!who) continue
    else if (isRaw(call)) expect.soft(answer, title).toBeInstanceOf(Response)
    else if (call.answer) {
      const { data, error } = call.answer.safeParse(answer)
      if (error) wrong.push(`${title}: ${error.message}`)
      else expect.soft(data, title).toEqual(answer)
    } else expect.soft(answer, title).toBeUndefined()
  }
  expect(wrong).toEqual([])
  expect(byKey).toBeGreaterThan(60)
})

test("types are those of the contract, and a refusal is an error with the problem", async () => {
  const { laneway, planId, item } = await ofPlan(ada)
  const task = await laneway.Task.create({ planId, itemId: item.id, description: "Permit", labelIds: [] })
  const type: 0 | 1 | 2 = task.type
  expect(type).toBe(0)
  const board = await laneway.Plan.board({ planId: String(planId) })
  expect(board.tasks.map(({ description }) => description)).toContain("Permit")
  // @ts-expect-error A task has a description.
  const refused = await laneway.Task.create({ planId, itemId: item.id, description: 7 }).catch((thrown) => thrown)
  expect(refused).toBeInstanceOf(LanewayError)
  expect(refused).toMatchObject({ status: 400, problem: { errors: [{ path: "description" }] } })
  expect(refused.message).toBe(refused.problem.message)
  const others = await laneway.Plan.board({ planId: planId + 1 }).catch((thrown) => thrown)
  expect([others.status, others.retryAfter]).toEqual([404, undefined])
  const stale = laneway.Task.update({ planId, id: task.id, type: 1 }, { unmodifiedSince: "2026-01-01T00:00:00.000Z" })
  await expect(stale).rejects.toMatchObject({ status: 409, problem: { current: { id: task.id, type: 0 } } })
})

test("a write whose answer is lost to a limit is repeated after Retry-After under its key, and happens once", async () => {
  const { planId, key, item } = await ofPlan(ada)
  const keys: unknown[] = []
  const laneway = openLaneway({
    url,
    key,
    fetch: async (address, request) => {
      const answer = await throughMount(address, request)
      keys.push((request.headers as Record<string, string>)["idempotency-key"])
      if (keys.length > 2) return answer
      return new Response("busy", { status: keys.length === 1 ? 429 : 503, headers: { "retry-after": "0" } })
    },
  })
  await laneway.Task.create({ planId, itemId: item.id, description: "Once" })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  const { tasks } = await laneway.Plan.board({ planId })
  expect(tasks.filter(({ description }) => description === "Once")).toHaveLength(1)
  expect(keys[3]).toBeUndefined()
  await laneway.Task.create({ planId, itemId: item.id, description: "Twice" }, { idempotencyKey: "import 1" })
  await laneway.Task.create({ planId, itemId: item.id, description: "Twice" }, { idempotencyKey: "import 1" })
  const again = await laneway.Plan.board({ planId })
  expect(again.tasks.filter(({ description }) => description === "Twice")).toHaveLength(1)
})

test("it waits as long as Retry-After says, three times, unless that is too long, absent, or stopped", async () => {
  vi.useFakeTimers()
  let asked = 0
  const answering = (headers: Record<string, string>) =>
    openLaneway({
      url,
      fetch: async () => {
        asked++
        return new Response(null, { status: 503, headers })
      },
    })
  const outcome = (given: Promise<unknown>) => given.catch((thrown: LanewayError) => thrown)
  const ended = outcome(answering({ "retry-after": "20" }).Plan.list())
  await vi.advanceTimersByTimeAsync(19_999)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await ended).toMatchObject({ status: 503, retryAfter: 20 })
  expect(asked).toBe(4)
  expect(await outcome(answering({ "retry-after": "61" }).Plan.list())).toMatchObject({ status: 503, retryAfter: 61 })
  expect(await outcome(answering({}).Plan.list())).toMatchObject({ status: 503, retryAfter: undefined })
  expect(asked).toBe(6)
  const stop = new AbortController()
  const stopped = outcome(answering({ "retry-after": "20" }).Plan.list({}, { signal: stop.signal }))
  await vi.advanceTimersByTimeAsync(10)
  stop.abort()
  expect(await stopped).toMatchObject({ name: "AbortError" })
  expect(asked).toBe(7)
})

test("a long list comes in pages, and a delivery is checked by its secret", async () => {
  const { laneway, planId } = await ofPlan(ada)
  for (const name of ["One", "Two"]) {
    const form = new FormData()
    form.set("file", new File([name], `${name}.txt`))
    await api.upload(ada, planId, form)
  }
  const all = (await api.send(fileCalls.list, { planId }, { as: ada })).body
  const read: number[] = []
  for await (const rows of pages(laneway.File.list, { planId })) read.push(...rows.map(({ id }) => id))
  expect(read).toEqual(all.map(({ id }) => id))

  const receiver = await openReceiver()
  try {
    const sent = { planId, name: "Ops", url: receiver.url }
    const { secret, id } = (await api.send(webhookCalls.create, sent, { as: ada })).body
    await api.send(webhookCalls.test, { planId, id }, { as: ada })
    const [{ body, headers } = { body: "", headers: {} }] = receiver.received
    expect(await eventOf(secret, body, headers)).toMatchObject({ type: "ping", data: { planId } })
    expect(await eventOf(secret, body, new Headers(headers))).toMatchObject({ type: "ping" })
    const late = { ...headers, "webhook-timestamp": "1700000000" }
    await expect(eventOf(secret, `${body} `, headers)).rejects.toThrow("not from Laneway")
    await expect(eventOf(secret, body, late)).rejects.toThrow("not from Laneway")
    await expect(eventOf(secret, body, {})).rejects.toThrow("not from Laneway")
  } finally {
    await receiver.close()
  }
})

test("pages follow the link to the next", async () => {
  const asked: string[] = []
  const laneway = openLaneway({
    url,
    fetch: async ({ search }) => {
      asked.push(search)
      const headers = {
        "content-type": "application/json",
        link: '</api/File/ListFiles?planId=4&before=9>; rel="next"',
      }
      return asked.length === 1 ? new Response("[1]", { headers }) : new Response("[2]")
    },
  })
  const read: unknown[] = []
  for await (const rows of pages(laneway.File.list, { planId: 4 })) read.push(rows)
  expect(asked).toEqual(["?planId=4", "?planId=4&before=9"])
  expect(read).toHaveLength(2)
})

test("the README's program runs", async () => {
  const { planId, key, item, laneway } = await ofPlan(ada)
  const folder = mkdtempSync(path.join(tmpdir(), "laneway-client-"))
  const server = createServer(
    getRequestListener((request) => api.dispatch(request, { ip: "127.0.0.1" }), { overrideGlobalObjects: false }),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    const [, program = ""] = /```ts\n([\s\S]*?)\n```/.exec(readFileSync("docs/client/README.md", "utf8")) ?? []
    const file = path.join(folder, "program.mjs")
    const { port } = server.address() as AddressInfo
    writeFileSync(
      file,
      program
        .replace("@laneway/client", pathToFileURL(path.join(root, "docs/client/index.js")).href)
        .replace("https://plans.example.org", `http://127.0.0.1:${port}`)
        .replace("process.env.LANEWAY_KEY", JSON.stringify(key))
        .replace("const planId = 4", `const planId = ${planId}`)
        .replace("console.error(", "globalThis.refused.push("),
    )
    const refused: unknown[] = []
    Object.assign(globalThis, { refused })
    await import(/* @vite-ignore */ pathToFileURL(file).href)
    const { tasks } = await laneway.Plan.board({ planId })
    expect(tasks.filter(({ description }) => description === "Permit")).toMatchObject([{ itemId: item.id, type: 1 }])
    expect(refused[0]).toBe(404)
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
