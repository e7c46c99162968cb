// Hostile sizes and shapes against the built product: each is answered, and none stalls the event loop.
import fs from "node:fs"
import http from "node:http"
import { Worker } from "node:worker_threads"
import zlib from "node:zlib"
import { createCanvas } from "@napi-rs/canvas"
import { strToU8, zipSync } from "fflate"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import type { ChangeSet } from "~/contract/change-set"
import { type FileEntry, fileCalls } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { linkCalls, visitHeader } from "~/contract/public-link"
import { searchCalls } from "~/contract/search"
import { docx, pdf } from "../support/documents.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product.ts"

let product: Product
let ada: Person
let planId: number

beforeAll(async () => {
  product = await startProduct()
  ada = await signIn(product, "ada@example.org")
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
}, 180_000)
afterAll(() => product?.remove())

const metrics = async () => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const value = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    )
  const buckets = [...text.matchAll(/^laneway_event_loop_stall_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)]
  return {
    seconds: value("laneway_event_loop_stall_seconds_count"),
    bytes: value("process_resident_memory_bytes"),
    /** How many seconds had no longer stall than each limit, in seconds. */
    within: new Map(buckets.map(([, limit, count]) => [Number(limit?.replace("+Inf", "Infinity")), Number(count)])),
  }
}
type Metrics = Awaited<ReturnType<typeof metrics>>

/** The lowest limit that no stall between the two went over. */
const longestStall = (before: Metrics, after: Metrics) => {
  const fits = (limit: number) =>
    (after.within.get(limit) ?? 0) - (before.within.get(limit) ?? 0) === after.seconds - before.seconds
  return [...after.within.keys()].find(fits) ?? Number.POSITIVE_INFINITY
}

/** An idle thread beside the product: its stalls are the machine's. */
const idle = new Worker(
  `const { parentPort } = require("node:worker_threads")
   const delay = require("node:perf_hooks").monitorEventLoopDelay({ resolution: 20 })
   delay.enable()
   parentPort.on("message", () => {
     parentPort.postMessage(Math.max(0, delay.max / 1e9 - 0.02))
     delay.reset()
   })`,
  { eval: true },
)
afterAll(() => idle.terminate())
/** The idle thread's longest stall since the previous call, in seconds. */
const idleStall = () =>
  new Promise<number>((resolve) => {
    idle.once("message", resolve)
    idle.postMessage("")
  })

/** Fails when the event loop stalled for over 100 ms while `work` ran, and more than a busy machine explains. */
const withoutStall = async (work: () => Promise<void>) => {
  await idleStall()
  const before = await metrics()
  await work()
  // The second that the work ended in counts when it is over.
  const { seconds } = await metrics()
  await expect.poll(async () => (await metrics()).seconds, { timeout: 5_000 }).toBeGreaterThan(seconds)
  const after = await metrics()
  expect(longestStall(before, after)).toBeLessThanOrEqual(0.1 + 2 * (await idleStall()))
  expect(after.bytes).toBeLessThan(1_500_000_000)
}

const zip = (plan: string) => zipSync({ "plan.json": strToU8(plan) }, { level: 9 })
const imported = (bytes: Uint8Array, name: string) => {
  const form = new FormData()
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name))
  return ada.call<{ message: string }>("POST", "/api/Plan/import", { raw: form })
}
const own = (fields: string) => `{"format":"laneway-plan","version":1,"name":"x",${fields}}`
const ones = (count: number) => `[${"1,".repeat(count)}1]`

// Made before the product starts: it closes a connection that waits for long.
const files: [string, Uint8Array, string, RegExp][] = [
  ["a zip of 20 million numbers", zip(own(`"goals":${ones(20_000_000)}`)), "a.zip", /more than 2500000 values/],
  ["a zip of two million goals that are none", zip(own(`"goals":${ones(2_000_000)}`)), "a.zip", /^goals: /],
  ["ten megabytes of numbers", strToU8(ones(5_000_000)), "a.json", /more than 2500000 values/],
  ["a Trello board of two million numbers", zip(`{"lists":[],"cards":${ones(2_000_000)}}`), "a.zip", /^cards: /],
  ["a Markdown of 20 million lines", zip("a\n".repeat(20_000_000)), "a.zip", /no goal|time or memory/],
  ["a Markdown line that backtracks", strToU8(`- ${" ".repeat(5_000_000)}\u2028`), "a.md", /more than 20000/],
  ["a table of ten million lines", strToU8(`task\n${"a\n".repeat(10_000_000)}`), "a.csv", /fewer rows/],
]
test.each(files)("%s is refused, and stops nobody", { timeout: 120_000 }, async (_, bytes, name, reason) => {
  await withoutStall(async () => {
    const { status, body } = await imported(bytes, name)
    expect([status, body.message]).toEqual([400, expect.stringMatching(reason)])
  })
})

/** A plan of this many tasks, with 25 to an action and 20 actions to a goal. */
const planOf = (tasks: number) => {
  const task = (n: number) => ({ description: `Task ${n} ${"of the harbour ".repeat(8)}`, owner: `Person ${n % 50}` })
  const action = (n: number) => ({
    topic: `Action ${n}`,
    tasks: Array.from({ length: 25 }, (_, at) => task(n * 25 + at)),
  })
  const goal = (n: number) => ({
    name: `Goal ${n}`,
    actions: Array.from({ length: 20 }, (_, at) => action(n * 20 + at)),
  })
  return strToU8(own(`"goals":${JSON.stringify(Array.from({ length: tasks / 500 }, (_, at) => goal(at)))}`))
}

test("an import of 50,000 tasks is carried out, and stops nobody", { timeout: 180_000 }, async () => {
  const tasks = 50_000
  const plan = planOf(tasks)
  let made: { id: number } | undefined
  await withoutStall(async () => {
    const { status, body } = await imported(plan, "plan.json")
    expect(status).toBe(201)
    made = body as unknown as { id: number }
  })
  const { body } = await ada.send(planCalls.board, { planId: made?.id ?? 0 })
  expect([body.goals.length, body.items.length, body.tasks.length]).toEqual([tasks / 500, tasks / 25, tasks])
})

/** A plan with as many cards, and nearly as much text on them, as it may have. */
const filledPlan = async () => {
  const { id } = (await ada.send(planCalls.create, { name: "Full" })).body
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql.begin(async (tx) => {
    await tx`
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft,
        created_by, created_date, modified_date)
      select ${id}, 'Action ' || n, '', n, 0, 0, 0, 0, 0, false, p.owner_id, now(), now() from generate_series(1, 3000) n, app.plan p where p.id = ${id}`
    await tx`
      insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_by, created_date, modified_date)
      select i.plan_id, i.id, 'Task ' || n || repeat(' of the harbour', 16 + n % 2 * 16), 0, n, false, i.created_by, now(), now()
      from app.item i, generate_series(1, 23) n where i.plan_id = ${id}`
    await tx`select app.count_cards(${id})`
  })
  await sql`vacuum analyze app.task, app.item`
  await sql.end()
  return id
}

/** How many bytes an answer has, read as fast as they come. */
const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${product.url}${path}`, { headers: { cookie: ada.cookie, ...headers } })
  let bytes = 0
  for await (const piece of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) bytes += piece.byteLength
  return answer.status === 200 ? bytes : 0
}

test("a plan at its bound of cards is read whole, and stops nobody", { timeout: 240_000 }, async () => {
  const full = await filledPlan()
  const plain = { "accept-encoding": "identity" }
  const { url } = (await ada.send(linkCalls.makeLink, { planId: full })).body
  const page = await (await fetch(`${product.url}/public/${url.split("/").at(-1)}`)).text()
  const visitor = { cookie: "", [visitHeader]: /visitKey\W{1,9}([\w.-]+)/.exec(page)?.[1] ?? "" }
  const reads: [string, Record<string, string>][] = [
    [`/api/Plan/${full}/board`, {}],
    [`/api/Plan/${full}/board`, plain],
    [`/api/Task/plan/${full}`, {}],
    [`/api/Plan/${full}/export?format=json`, {}],
    [`/api/Plan/${full}/export?format=zip`, {}],
    ["/api/public/board", visitor],
    ["/api/public/board", { ...visitor, ...plain }],
  ]
  await withoutStall(async () => {
    for (const [path, headers] of reads) expect(await bytesOf(path, headers), path).toBeGreaterThan(1_000_000)
  })
})

/** Posts a form that has no end; the status it is answered with, and how much was sent by then. */
const endlessForm = () =>
  new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
    let sent = 0
    const piece = Buffer.alloc(65_536, "a")
    const request = http.request(`${product.url}/login`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    })
    let answered = false
    const more = () => {
      while (!answered && request.write(piece)) sent += piece.length
    }
    request.on("drain", more)
    request.on("response", ({ statusCode }) => {
      answered = true
      resolve({ status: statusCode, sent })
      request.destroy()
    })
    request.on("error", (error) => (answered ? undefined : reject(error)))
    request.write("email=")
    more()
  })

test.runIf(process.platform === "linux")(
  "threads give way to calls and the database",
  { timeout: 60_000 },
  async () => {
    const { status } = await imported(strToU8("# Plan\n## Goal\n- Action\n"), "plan.md")
    expect(status).toBe(201)
    const niceOf = (task: string | number) =>
      Number(fs.readFileSync(`/proc/${product.pid}/task/${task}/stat`, "utf8").split(") ")[1]?.split(" ")[16])
    const all = fs.readdirSync(`/proc/${product.pid}/task`).map(niceOf)
    expect(Math.max(...all)).toBeGreaterThan(niceOf(product.pid))
  },
)

test("forms without an end are refused after a little of them", { timeout: 60_000 }, async () => {
  await withoutStall(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, endlessForm))
    for (const { status, sent } of answers) {
      expect(status).toBe(413)
      expect(sent).toBeLessThan(20_000_000)
    }
  })
})

test("notes of markers and searches for nearly their words stall nobody", { timeout: 120_000 }, async () => {
  const words = `${"a".repeat(56)}bcd `.repeat(3_300)
  const query = Array.from({ length: 16 }, (_, at) => `${"a".repeat(57)}${String.fromCharCode(101 + at)}`).join(" ")
  await withoutStall(async () => {
    for (const content of ["`*".repeat(100_000), "- ".repeat(100_000), "@[".repeat(100_000), words, words])
      expect((await ada.send(noteCalls.create, { planId, content })).status).toBe(201)
    for (let time = 0; time < 3; time++)
      expect((await ada.send(searchCalls.search, { planId, q: query })).status).toBe(200)
  })
})

test("lists of half a million broken entries stall nobody", { timeout: 60_000 }, async () => {
  await withoutStall(async () => {
    for (let time = 0; time < 5; time++) {
      const { status } = await ada.call("PUT", `${itemCalls.updateOrders.path}?planId=${planId}`, {
        raw: ones(500_000),
      })
      expect(status).toBe(400)
    }
  })
})

/** Zlib streams of a gigabyte of spaces, and of a deep arrangement of brackets. */
const bombs = {
  spaces: zlib.deflateSync(Buffer.alloc(1_000_000_000, " "), { level: 9 }),
  brackets: zlib.deflateSync(Buffer.alloc(20_000_000, "["), { level: 9 }),
}

test("files given to the assistant are read in threads; those that unpack without end stop nobody", {
  timeout: 120_000,
}, async () => {
  const post = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
    ada.send(aiCalls.boardPlannerWithFiles, { planId, files: [new File([bytes], name)] })
  const finished = async (taskId: number) => {
    const status = async () => (await ada.send(aiCalls.status, { taskId })).body
    await expect.poll(async () => (await status()).status, { timeout: 10_000 }).toBe("succeeded")
    return (await status()).result as ChangeSet
  }
  const lines = [
    { text: "Quay", heading: 1 as const },
    { text: "Permits", level: 0 },
  ]
  for (const [bytes, name] of [
    [docx(lines), "a.docx"],
    [pdf(["# Quay", "- Permits"]), "a.pdf"],
  ] as const) {
    const { status, body } = await post(bytes, name)
    expect(status).toBe(202)
    expect((await finished(body.taskId)).changes.map(({ label }) => label)).toEqual([
      'Add the goal "Quay"',
      'Add the action "Permits" to "Quay"',
    ])
  }
  await withoutStall(async () => {
    for (const bomb of Object.values(bombs)) {
      const { status, body } = await post(pdf([], new Uint8Array(bomb)), "bomb.pdf")
      expect([400, 503]).toContain(status)
      expect((body as unknown as { message: string }).message).toMatch(/time or memory|no text|broken/)
    }
  })
})

test("threads scale a picture, write an export and read it again", { timeout: 60_000 }, async () => {
  const picture = await createCanvas(1_200, 800).encode("png")
  const form = new FormData()
  form.set("file", new File([new Uint8Array(picture)], "harbour.png"))
  const stored = await ada.call<FileEntry>("POST", `/api/File/UploadFile/${planId}`, { raw: form })
  expect([stored.status, typeof stored.body.thumbnailFileName]).toEqual([201, "string"])
  const answer = await fetch(`${product.url}/api/Plan/${planId}/export?format=zip`, { headers: { cookie: ada.cookie } })
  const exported = new Uint8Array(await answer.arrayBuffer())
  const { status, body } = await imported(exported, "plan.zip")
  expect([status, body]).toMatchObject([201, { name: "Harbour", leftOut: [] }])
  const files = await ada.send(fileCalls.list, { planId: (body as unknown as { id: number }).id })
  expect(files.body).toMatchObject([{ friendlyName: "harbour.png", size: picture.byteLength, mimeType: "image/png" }])
  expect(files.body[0]?.thumbnailFileName).toMatch(/webp$/)
})
