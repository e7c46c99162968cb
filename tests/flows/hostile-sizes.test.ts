// Hostile sizes and shapes against the built product: each is answered, within its memory, and what takes long is done in workers.
// `npm run siege` measures the stalls of the event loop.
import { createCanvas } from "@napi-rs/canvas"
import { strToU8 } from "fflate"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aiCalls } from "~/contract/ai"
import { auditCalls } from "~/contract/audit"
import type { ChangeSet } from "~/contract/change-set"
import { type FileEntry, fileCalls } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { searchCalls } from "~/contract/search"
import { taskCalls } from "~/contract/task"
import { readProcess } from "../bench/process.ts"
import {
  divisible,
  endlessForm,
  hardNotes,
  lostTasks,
  nearlyWords,
  slowBodies,
  zipBombs,
} from "../siege/hard-requests.ts"
import { boardReads, fillPlan, hostileFiles, imported, planOf } from "../siege/sizes.ts"
import { docx, pdf } from "../support/api/documents.ts"
import { leastPriority } from "../support/product/niceness.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { mayFail } from "../support/product/server-faults.ts"

let product: Product
let ada: Person
let planId: number

beforeAll(async () => {
  product = await startProduct()
  ada = await signIn(product, "ada@example.org")
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
})
afterAll(() => product?.remove())

/** How many jobs workers have answered, or were ended in. */
const workerJobs = async () => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const count = (name: string) => Number(new RegExp(`^laneway_worker_tasks_${name} (.*)$`, "m").exec(text)?.[1])
  return count("done") + count("ended")
}

/** Fails when `work` took more memory than the product may have, or gave workers fewer jobs than `jobs`. */
const within = async (jobs: number, work: () => Promise<void>) => {
  const before = await workerJobs()
  await work()
  expect((await workerJobs()) - before).toBeGreaterThanOrEqual(jobs)
  expect((await readProcess(product)).mebibytes).toBeLessThan(1_430)
}

// Made before the product starts: it closes a connection that waits for long. `npm run siege` sends larger ones.
const bombs = zipBombs()
const files = hostileFiles({ numbers: 2_600_000, broken: 200_000, lines: 400_000 })
test.each(files)("%s is read in a worker, and refused", async (_, bytes, name, reason) => {
  await within(1, async () => {
    const { status, body } = await imported(ada, bytes, name)
    expect([status, body.message]).toEqual([400, expect.stringMatching(reason)])
  })
})

test("an import of 5,000 tasks is read in a worker, and carried out", async () => {
  const tasks = 5_000
  const plan = planOf(tasks)
  let planId = 0
  await within(1, async () => {
    const { status, body } = await imported(ada, plan, "plan.json")
    expect(status).toBe(201)
    planId = body.id
  })
  const { body } = await ada.send(planCalls.board, { planId })
  expect([body.goals.length, body.items.length, body.tasks.length]).toEqual([tasks / 500, tasks / 25, tasks])
})

test("a large plan is read whole", async () => {
  // Beyond 10,000 cards a board is read on connections of its own and answered in pieces.
  const reads = await boardReads(product, ada, await fillPlan(product, ada, 430))
  await within(0, async () => {
    for (const { path, bytes } of reads) expect(await bytes(), path).toBeGreaterThan(100_000)
  })
})

test.runIf(process.platform === "linux")("workers run at a lower priority than calls and the database", async () => {
  const { status } = await imported(ada, strToU8("# Plan\n## Goal\n- Action\n"), "plan.md")
  expect(status).toBe(201)
  expect(leastPriority(product.pid)).toBeGreaterThan(0)
})

test("forms without an end are refused after a little of them", async () => {
  await within(0, async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => endlessForm(product.url)))
    for (const { status, sent } of answers) {
      expect(status).toBe(413)
      expect(sent).toBeLessThan(20_000_000)
    }
  })
})

const written = async (content: string) =>
  expect((await ada.send(noteCalls.create, { planId, content })).status).toBe(201)
const searched = async () => expect((await ada.send(searchCalls.search, { planId, q: nearlyWords })).status).toBe(200)

test("notes of markers and searches for nearly their words are answered", async () => {
  await within(0, async () => {
    for (const content of hardNotes) await written(content)
    for (let time = 0; time < 3; time++) await searched()
  })
})

const slowBody = async (raw: string) => {
  const { status, body } = await ada.call<{ message: string }>(
    "PUT",
    `${itemCalls.updateOrders.path}?planId=${planId}`,
    { raw },
  )
  expect([status, body.message]).toEqual([400, expect.stringMatching(/more than .* (?:values|different field names)/)])
}

test.each(Object.entries(slowBodies))("a body of %s is refused", (_, raw) => within(0, () => slowBody(raw)))

const forTheAssistant = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  ada.send(aiCalls.boardPlannerWithFiles, { planId, files: [new File([bytes], name)] })
const exploded = async (bomb: Uint8Array<ArrayBuffer>) => {
  mayFail(/^503 POST \/api\/Ai\/boardplannerwithfiles: .*time or memory/)
  const { status, body } = await forTheAssistant(bomb, "bomb.pdf")
  expect([400, 503]).toContain(status)
  expect((body as unknown as { message: string }).message).toMatch(/time or memory|no text|broken/)
}

test("files given to the assistant are read in workers; those that unpack without end are given up", async () => {
  const finished = async (taskId: number) => {
    const status = async () => (await ada.send(aiCalls.status, { taskId })).body
    await expect.poll(async () => (await status()).status).toBe("succeeded")
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
    const { status, body } = await forTheAssistant(bytes, name)
    expect(status).toBe(202)
    expect((await finished(body.taskId)).changes.map(({ label }) => label)).toEqual([
      'Add the goal "Quay"',
      'Add the action "Permits" to "Quay"',
    ])
  }
  await within(2, async () => {
    for (const bomb of bombs) await exploded(bomb)
  })
})

test("the assistant looks for the cards of a full plan in a worker", async () => {
  const full = await fillPlan(product, ada, 430)
  const ended = async (prompt: string) => {
    const { taskId } = (await ada.send(aiCalls.boardPlanner, { planId: full, prompt })).body
    const status = async () => (await ada.send(aiCalls.status, { taskId })).body
    await expect.poll(async () => (await status()).status).toMatch(/succeeded|failed/)
    return status()
  }
  await within(2, async () => {
    const { result } = await ended('Rename the action "Action 7" to "Quay"')
    expect((result as ChangeSet).changes.map(({ label }) => label)).toEqual([
      'Change the action "Action 7": rename to "Quay"',
    ])
    await ended(lostTasks)
  })
})

test("sentences that can be divided in very many ways are read in a worker, in an empty plan too", async () => {
  const { id: planId } = (await ada.send(planCalls.create, { name: "Empty" })).body
  await within(1, async () => {
    const { taskId } = (await ada.send(aiCalls.boardPlanner, { planId, prompt: divisible })).body
    const status = async () => (await ada.send(aiCalls.status, { taskId })).body.status
    await expect.poll(status).toMatch(/succeeded|failed/)
  })
})

test("workers scale a picture, write an export and read it again", async () => {
  const picture = await createCanvas(1_200, 800).encode("png")
  const form = new FormData()
  form.set("file", new File([new Uint8Array(picture)], "harbour.png"))
  const stored = await ada.call<FileEntry>("POST", `/api/File/UploadFile/${planId}`, { raw: form })
  expect([stored.status, typeof stored.body.thumbnailFileName]).toEqual([201, "string"])
  const answer = await fetch(`${product.url}/api/Plan/${planId}/export?format=zip`, { headers: { cookie: ada.cookie } })
  const exported = new Uint8Array(await answer.arrayBuffer())
  const { status, body } = await imported(ada, exported, "plan.zip")
  expect([status, body]).toMatchObject([201, { name: "Harbour", leftOut: [] }])
  const files = await ada.send(fileCalls.list, { planId: (body as unknown as { id: number }).id })
  expect(files.body).toMatchObject([{ friendlyName: "harbour.png", size: picture.byteLength, mimeType: "image/png" }])
  expect(files.body[0]?.thumbnailFileName).toMatch(/webp$/)
})

test("all of it at once, with a whole plan read, changed and logged, is answered", async () => {
  const people: Person[] = []
  for (const at of files.keys()) people.push(await signIn(product, `person${at}@example.org`))
  const full = await fillPlan(product, ada, 430)
  const reads = await boardReads(product, ada, full)
  const task = (await ada.send(planCalls.board, { planId: full })).body.tasks[0]?.id ?? 0
  const description = (at: number) => `${"x".repeat(19_990)}${at}`
  for (let at = 0; at < 100; at++)
    expect((await ada.send(taskCalls.update, { planId: full, id: task, description: description(at) })).status).toBe(
      200,
    )
  const retold = async () => {
    for (let time = 0; time < 5; time++)
      expect((await ada.send(auditCalls.ofTask, { planId: full, id: task })).body).toHaveLength(100)
  }
  const changes = [{ op: "update" as const, entity: "task" as const, id: 999_999_999, fields: {} }]
  const phone = { cookie: ada.cookie, "sec-fetch-dest": "document", "sec-ch-ua-mobile": "?1" }
  await within(files.length, async () => {
    await Promise.all([
      ...files.map(async ([what, bytes, name], at) =>
        expect((await imported(people[at] as Person, bytes, name)).status, what).toBe(400),
      ),
      ...reads.map(async ({ path, bytes }) => expect(await bytes(), path).toBeGreaterThan(100_000)),
      ...Array.from({ length: 20 }, async () => expect((await endlessForm(product.url, 1_048_576)).status).toBe(413)),
      ...hardNotes.map(written),
      ...[1, 2, 3].map(searched),
      ...Object.values(slowBodies).map(slowBody),
      ...bombs.map(exploded),
      retold(),
      ...[1, 2, 3].map(async () => {
        expect((await ada.send(aiCalls.saveBoardData, { planId: full, changeSet: { changes } })).status).toBe(400)
        const page = await fetch(`${product.url}/board?planId=${full}`, { headers: phone })
        expect([page.status, (await page.text()).length > 1_000]).toEqual([200, true])
      }),
    ])
  })
})
