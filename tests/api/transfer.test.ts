// Plans out as files and in again.
import { readdirSync } from "node:fs"
import { strToU8, unzipSync, zipSync } from "fflate"
import ICAL from "ical.js"
import Papa from "papaparse"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { FileEntry } from "~/contract/file"
import type { Note } from "~/contract/note"
import type { Board, Changes, Plan } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import type { Revision } from "~/contract/revision"
import { type Api, type Caller, openApi, origin } from "../support/api.ts"
import { pixel } from "../support/every-call.ts"

let api: Api
let owner: Caller

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
})
afterAll(() => api.close())

type Answer = Plan & Problem & { leftOut: string[] }
const send = async (content: string | Uint8Array<ArrayBuffer>, name = "plan.txt", field = "file") => {
  const form = new FormData()
  form.set(field, new File([content], name))
  const request = new Request(origin, { method: "POST", body: form })
  return api.call<Answer>("POST", "/api/Plan/import", {
    as: owner,
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  })
}
const imported = async (content: string | Uint8Array<ArrayBuffer>, name?: string) => {
  const answer = await send(content, name)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const out = (planId: number, format: string) =>
  api.call("GET", `/api/Plan/${planId}/export?format=${format}`, { as: owner })
const boardOf = async (planId: number) =>
  (await api.call<Board>("GET", `/api/Plan/${planId}/board`, { as: owner })).body

/** A plan with what is hard to carry. */
const rich = async () => {
  const plan = await api.plan(owner, 'Ünïcode "plan", part 1')
  const goal = await api.goal(owner, plan.id, { name: "=SUM(A1:A9)", description: "Two\nlines", color: "#123456" })
  await api.goal(owner, plan.id, { name: "Without actions" })
  const item = await api.item(owner, plan.id, {
    goalId: goal.id,
    topic: "@home, with; commas",
    description: 'He said "no"',
    businessValue: 7,
    effortAndComplexity: 3,
    focus: true,
  })
  await api.item(owner, plan.id, { topic: "-Of no goal" })
  await api.item(owner, plan.id, { goalId: goal.id, topic: "Due itself", dueDate: "2026-03-04T00:00:00.000Z" })
  const more = { ownerId: owner.id, dueDate: "2026-02-28T00:00:00.000Z" }
  await api.task(owner, plan.id, item.id, { description: "+1 مهمة 🚲", ...more })
  await api.task(owner, plan.id, item.id, { description: "Done, long ago", type: 2, color: "#00ff00" })
  await api.task(owner, plan.id, item.id, { description: "Draft", isDraft: true })
  return plan
}

test("a plan out as JSON, in and out again is the same", async () => {
  const plan = await rich()
  const first = await out(plan.id, "json")
  expect(first.headers.get("content-disposition")).toMatch(/^attachment; filename="/)
  const copy = await imported(first.text, "plan.json")
  expect(copy).toMatchObject({ name: plan.name, ownerId: owner.id, leftOut: [] })
  expect((await out(copy.id, "json")).text).toBe(first.text)
  expect(first.text).not.toContain("Draft")
  expect((await boardOf(copy.id)).tasks.map(({ description }) => description)).toEqual(["+1 مهمة 🚲", "Done, long ago"])
})

const stored = () =>
  readdirSync(api.files, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length
/** A plan with a file on each kind of thing, notes of one's own that name some, and somebody else's private one. */
const withFiles = async () => {
  const plan = await rich()
  const { goals, items, tasks } = await boardOf(plan.id)
  const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256)
  const add = async (name: string, of: object, content: BlobPart = bytes) => {
    const form = new FormData()
    for (const [key, id] of Object.entries(of)) form.set(key, String(id))
    form.set("file", new File([content], name))
    expect((await api.upload(owner, plan.id, form)).status).toBe(201)
  }
  await add("überblick.bin", {})
  await add("same name.txt", { goalId: goals[0]?.id }, "one")
  await add("same name.txt", { goalId: goals[0]?.id }, "other")
  await add("empty.txt", { itemId: items[0]?.id }, "")
  await add("pixel.png", { taskId: tasks[0]?.id }, Buffer.from(pixel, "base64"))
  const note = async (as: Caller, body: object) =>
    (await api.call<{ id: number }>("POST", "/api/Note", { as, body: { planId: plan.id, ...body } })).body.id
  const own = await note(owner, { title: "Kerbs", visibility: 0, type: 1 })
  await add("kerb.txt", { noteId: own }, "kerb")
  const [kerb, ...others] = (await api.call<FileEntry[]>("GET", `/api/File/ListFiles?planId=${plan.id}`, { as: owner }))
    .body
  const named = [kerb, others.at(-1)].map(
    (file) => `![file](laneway-file:${plan.id}:${file?.uniqueFileName}:${file?.friendlyName})`,
  )
  await api.call("PUT", `/api/Note/${own}`, { as: owner, body: { content: `See\n${named.join("\n")}` } })
  await note(owner, { title: "Open", content: "To everybody", visibility: 1 })
  const other = await api.person()
  await api.join(plan.id, other)
  await note(other, { title: "Private of somebody else", visibility: 0 })
  return plan
}
const filesOf = async (planId: number) => {
  const { body } = await api.call<FileEntry[]>("GET", `/api/File/ListFiles?planId=${planId}`, { as: owner })
  const read = async ({
    fileName,
    friendlyName,
    mimeType,
    goalName,
    itemTopic,
    taskDescription,
    referencedByNote,
    thumbnailFileName,
  }: FileEntry) => ({
    ...{
      friendlyName,
      mimeType,
      goalName,
      itemTopic,
      taskDescription,
      referencedByNote,
      thumbnail: thumbnailFileName !== null,
    },
    bytes: [...(await api.call("GET", `/api/File/ViewFile/${planId}/${fileName}`, { as: owner })).bytes].join(),
  })
  return Promise.all(body.map(read))
}

test("a plan out as a zip has its files with their bytes; in and out again it is the same", async () => {
  const plan = await withFiles()
  const first = await out(plan.id, "zip")
  expect(first.headers.get("content-type")).toBe("application/zip")
  const entries = unzipSync(first.bytes)
  expect(Object.keys(entries)).toEqual(["plan.json", "files/1", "files/2", "files/3", "files/4", "files/5", "files/6"])
  expect(first.text).toContain("laneway-file:0:files/6:kerb.txt")
  expect(first.text).not.toContain("somebody else")
  const copy = await imported(first.bytes as Uint8Array<ArrayBuffer>, "plan.zip")
  expect(copy.leftOut).toEqual([])
  const again = await out(copy.id, "zip")
  expect(Buffer.compare(again.bytes, first.bytes)).toBe(0)
  const before = await filesOf(plan.id)
  const after = await filesOf(copy.id)
  const sorted = (files: typeof after) => [...files].sort((a, b) => (a.bytes < b.bytes ? -1 : 1))
  expect(after).toHaveLength(6)
  expect(sorted(after)).toEqual(sorted(before))
  const { items, tasks } = await boardOf(copy.id)
  expect([items[0]?.attachmentCount, tasks[0]?.attachmentCount]).toEqual([1, 1])

  const notes = async (id: number) =>
    (await api.call<Note[]>("GET", `/api/Note/plan/${id}`, { as: owner })).body.map(({ title, type, visibility }) => [
      title,
      type,
      visibility,
    ])
  expect((await notes(copy.id)).sort()).toEqual((await notes(plan.id)).sort())

  // The plan alone says what it lacks.
  const alone = await imported(new TextDecoder().decode(entries["plan.json"]))
  expect(alone.leftOut).toEqual(["6 files, which are in the zip of the plan alone"])
})

test.each<[string, (zip: Uint8Array, plan: Record<string, Uint8Array>) => Uint8Array, RegExp]>([
  ["cut off", (zip) => zip.slice(0, zip.length - 400), /The zip is broken/],
  ["with nothing in it", () => zipSync({}), /no plan\.json/],
  ["of something else", () => zipSync({ "a.txt": strToU8("a") }), /no plan\.json/],
  [
    "that lacks a file",
    (_, { "files/2": gone, ...rest }) => zipSync(rest),
    /"same name\.txt" is not in the zip at files\/2/,
  ],
  [
    "with a file far too large",
    (_, plan) => zipSync({ ...plan, "files/1": new Uint8Array(53_000_000) }),
    /larger than 50 MiB/,
  ],
  ["whose last file is broken", (_, plan) => broken(zipSync(plan)), /"pixel\.png" in the zip is broken/],
])("a zip %s is refused with the reason, and leaves nothing", async (_, harm, reason) => {
  const plan = await withFiles()
  const { bytes } = await out(plan.id, "zip")
  const count = async () => [(await api.call<Plan[]>("GET", "/api/Plan/", { as: owner })).body.length, stored()]
  const before = await count()
  const answer = await send(harm(bytes, unzipSync(bytes)) as Uint8Array<ArrayBuffer>, "plan.zip")
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(reason)])
  expect(await count()).toEqual(before)
})

/** The last entry's compressed bytes are no longer what they were. */
const broken = (zip: Uint8Array) => {
  const at = Buffer.from(zip).lastIndexOf("files/5", Buffer.from(zip).lastIndexOf("files/5") - 1)
  return zip.map((byte, index) => (index > at + 7 && index < at + 12 ? 0xff : byte))
}

test("an import is one event, with a version from before it that takes it back", async () => {
  const plan = await imported("# P\n## G\n- A\n  - [ ] T\n")
  const { body } = await api.call<Changes>("GET", `/api/Plan/${plan.id}/changes?since=0`, { as: owner })
  expect(body.events.map(({ event }) => event)).toEqual(["BoardUpdated"])
  const versions = async () => (await api.call<Revision[]>("GET", `/api/Plan/${plan.id}/revisions`, { as: owner })).body
  const [before] = await versions()
  expect(before).toMatchObject({ createdBy: null, goals: 0, items: 0, tasks: 0, description: "Before the import" })
  expect((await api.call("POST", `/api/Plan/${plan.id}/restore/${before?.id}`, { as: owner })).status).toBe(200)
  expect((await boardOf(plan.id)).goals).toEqual([])
  expect((await versions())[0]).toMatchObject({ goals: 1, items: 1, tasks: 1 })
})

test.each(["csv", "md"])("a plan out as %s, in and out again is the same", async (format) => {
  const plan = await rich()
  const first = await out(plan.id, format)
  const copy = await imported(first.text, `${plan.name}.${format}`)
  expect((await out(copy.id, format)).text).toBe(first.text)
})

test("CSV has one row a task, and no cell that a spreadsheet runs", async () => {
  const plan = await rich()
  const { text, headers } = await out(plan.id, "csv")
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8")
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(errors).toEqual([])
  expect(Object.keys(data[0] ?? {}).join()).toBe(
    "goal,action,actionDescription,value,effort,focus,task,status,owner,due",
  )
  expect(data).toHaveLength(5)
  expect(data.find(({ task }) => task?.includes("مهمة"))).toEqual({
    goal: "'=SUM(A1:A9)",
    action: "'@home, with; commas",
    actionDescription: 'He said "no"',
    value: "7",
    effort: "3",
    focus: "true",
    task: "'+1 مهمة 🚲",
    status: "todo",
    owner: owner.userName,
    due: "2026-02-28",
  })
  for (const row of data) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test("a calendar has an all-day event for each due date", async () => {
  const plan = await rich()
  const { text } = await out(plan.id, "ics")
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, startDate, endDate }) => [summary, String(startDate), String(endDate)]).sort()).toEqual(
    [
      ["+1 مهمة 🚲", "2026-02-28", "2026-03-01"],
      ["Due itself", "2026-03-04", "2026-03-05"],
    ],
  )
  expect(events[1]?.description).toBe("@home, with; commas · =SUM(A1:A9)")
})

test("the sample plan opens in a calendar and in a spreadsheet, with all that it has", async () => {
  const { body: sample } = await api.call<Plan>("POST", "/api/Plan/sample", { as: owner })
  const { goals, items, tasks } = await boardOf(sample.id)
  const calendar = new ICAL.Component(ICAL.parse((await out(sample.id, "ics")).text))
  const due = [
    ...items.map(({ topic, dueDate }) => [topic, dueDate]),
    ...tasks.map((task) => [task.description, task.dueDate]),
  ]
  const events = calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, startDate }) => [summary, `${startDate}T00:00:00.000Z`]).sort()).toEqual(
    due.filter(([, day]) => day !== null).sort(),
  )
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  const { data, errors } = Papa.parse<Record<string, string>>((await out(sample.id, "csv")).text, {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(
    data
      .map(({ task }) => task)
      .filter(Boolean)
      .sort(),
  ).toEqual(tasks.map(({ description }) => description).sort())
  expect(new Set(data.map(({ goal }) => goal))).toEqual(new Set(goals.map(({ name }) => name)))
  expect(new Set(data.map(({ action }) => action))).toEqual(new Set(items.map(({ topic }) => topic)))
})

test("owners who are not of the new plan are told", async () => {
  const plan = await imported("goal,action,task,owner\nG,A,T,Somebody Else\nG,A,U,Ada\nG,A,V,Ada\n", "plan.csv")
  expect(plan.leftOut).toEqual(["The owners Somebody Else, Ada, who are not of the new plan"])
})

test("an outline in Markdown becomes goals, actions and tasks", async () => {
  const plan = await imported(
    "\uFEFF# Launch\n\nWelcome\n\n## Learn\nWhat people need.\n- Talk to ten people\n  - [x] Write the questions\n  - [ ] Find them\n* Read\n## Build\n",
  )
  expect(plan).toMatchObject({ name: "Launch", leftOut: ['Line 3 is neither a heading nor a list: "Welcome"'] })
  const { goals, items, tasks } = await boardOf(plan.id)
  expect(goals.map(({ name, description }) => [name, description])).toEqual([
    ["Learn", "What people need."],
    ["Build", ""],
  ])
  expect(items.map(({ topic }) => topic)).toEqual(["Talk to ten people", "Read"])
  expect(tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Write the questions", 2],
    ["Find them", 0],
  ])
})

test("a board of Trello with 5,000 cards and missing fields comes in, and what stays behind is told", async () => {
  const lists = Array.from({ length: 10 }, (_, n) => ({ id: `l${n}`, name: `List ${n}`, closed: n === 9 }))
  const cards = Array.from({ length: 5_000 }, (_, n) => ({
    id: `c${n}`,
    name: n === 4 ? "" : `Card ${n}`,
    idList: n === 5 ? "gone" : `l${n % 10}`,
    ...(n % 2 ? { desc: "More", due: "2026-05-01T12:00:00.000Z", dueComplete: n % 4 === 1 } : {}),
    ...(n === 11 ? { closed: true } : {}),
  }))
  const checklists = [
    { idCard: "c1", checkItems: [{ name: "Step", state: "complete" }, { name: "Other" }] },
    { idCard: "no" },
  ]
  const plan = await imported(JSON.stringify({ name: "Old board", lists, cards, checklists }))
  expect(plan.leftOut).toEqual([
    "1 archived lists",
    "1 archived cards",
    "501 cards of archived or missing lists",
    "1 cards without a text",
  ])
  const { goals, items, tasks } = await boardOf(plan.id)
  expect([goals.length, items.length]).toEqual([9, 4_497])
  expect(tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Step", 2],
    ["Other", 0],
  ])
})

test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
  ["broken JSON", '{\n"name": "x",\n', /^Line \d+: the file is not valid JSON/],
  ["other JSON", '{"a":1}', /Line 1: this JSON is neither/],
  [
    "a plan with a wrong value",
    '{"format":"laneway-plan","version":1,"name":"x","goals":[{"name":"g","color":"red"}]}',
    /goals\.0\.color: /,
  ],
  [
    "CSV with a wrong status",
    "goal,action,task,status\nG,A,T,todo\nG,A,T,soon\n",
    /Line 3: status is todo, doing or done/,
  ],
  ["CSV with a wrong value", "goal,action,task,value\nG,A,T,11\n", /Line 2: value is a whole number/],
  ["CSV with a wrong day", "goal,action,task,due\nG,A,T,2026-02-30\n", /Line 2: due is a date/],
  ["a text that is no outline", "Hello\nthere\n", /Line 1: there is no goal/],
  ["a heading that is too long", `# P\n## ${"x".repeat(201)}\n`, /Line 2: it has more than 200/],
  ["too many goals", `# P\n${"## G\n".repeat(501)}`, /501 goals; a plan takes 500/],
  ["what is no text", new Uint8Array([0xff, 0xfe, 0x00, 0x80]), /not text in UTF-8/],
  ["a NUL", "# P\n## G\u0000\n", /Line 2: remove the NUL/],
])("%s is refused with line and reason, and makes no plan", async (_, content, reason) => {
  const plans = async () => (await api.call<Plan[]>("GET", "/api/Plan/", { as: owner })).body.length
  const before = await plans()
  const answer = await send(content)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toMatch(reason)
  expect(await plans()).toBe(before)
})

test("a form without the file, another type and too large a body are refused", async () => {
  expect((await send("# P", "p.md", "other")).status).toBe(400)
  const raw = (headers: Record<string, string>) =>
    api.call("POST", "/api/Plan/import", { as: owner, raw: "# P", headers })
  expect((await raw({ "content-type": "text/plain" })).status).toBe(415)
  expect((await raw({ "content-type": "multipart/form-data; boundary=x", "content-length": "62914560" })).status).toBe(
    413,
  )
  expect((await raw({ "content-type": "multipart/form-data; boundary=x" })).status).toBe(400)
  expect((await out((await api.plan(owner)).id, "pdf")).status).toBe(400)
})
