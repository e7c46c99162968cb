// Searching a plan: matches and their order, who finds them, and odd queries.

import { afterAll, expect, test } from "vitest"
import type { FileEntry } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { type Note, noteCalls } from "~/contract/note"
import { type SearchHits, searchCalls, searchHits } from "~/contract/search"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { transaction } from "~/database/transaction.server"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const own = await api.filled(ada)
const planId = own.plan.id
await api.join(planId, grace)
afterAll(api.close)

const search = (q: string, more = "", as = ada, plan = planId) =>
  api.call<SearchHits>("GET", `/api/Search?planId=${plan}&q=${encodeURIComponent(q)}${more}`, { as })
const found = async (q: string, more = "", as = ada, plan = planId) => {
  const answer = await search(q, more, as, plan)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const tasksOf = async (q: string) => (await found(q)).tasks.map(({ description }) => description)
const none = { goals: [], items: [], tasks: [], comments: [], notes: [], files: [] }
const add = (description: string, more: object = {}) => api.task(ada, planId, own.item.id, { description, ...more })

test("hits that are too large for one answer are left out, the best first, and the answer says so", async () => {
  const wide = await api.plan(ada)
  const image = "x".repeat(400_000)
  for (let n = 0; n < 14; n++) await api.goal(ada, wide.id, { name: `Lighthouse ${n}`, imageBase64: image })
  await api.goal(ada, wide.id, { name: "Lighthouse" })
  // What is still to be indexed would make the answer incomplete too.
  await keepWords()
  const body = await found("lighthouse", "", ada, wide.id)
  expect(body.incomplete).toBe(true)
  expect(body.goals[0]?.name).toBe("Lighthouse")
  expect(body.goals.length).toBeGreaterThan(5)
  expect(JSON.stringify(body).length).toBeLessThan(8_000_000)
  expect(searchHits.parse(body)).toEqual(body)
})

test("each kind is returned as by its own call, with matches marked", async () => {
  const goal = await api.goal(ada, planId, { name: "Zebra crossing" })
  const item = await api.item(ada, planId, { topic: "Paint", description: "a <zebra> crossing" })
  const task = await add("Count zebras")
  const comment = (
    await api.send(taskCalls.addComment, { id: task.id, planId, content: "@[Zebra Person](2) see" }, { as: grace })
  ).body
  const note = (
    await api.send(noteCalls.create, { planId, title: "About", content: "the zebra", visibility: 1 }, { as: ada })
  ).body
  const form = new FormData()
  form.set("file", new File(["x"], "zebra.txt"))
  const file = (await api.upload<FileEntry>(ada, planId, form)).body
  const hits = await found("zebra")
  expect(searchHits.parse(hits)).toEqual(hits)
  expect(hits).toEqual({
    goals: [{ ...goal, snippet: "<mark>Zebra</mark> crossing" }],
    items: [{ ...item, snippet: "Paint · a &#60;<mark>zebra</mark>&#62; crossing" }],
    tasks: [{ ...task, snippet: "Count <mark>zebras</mark>" }],
    comments: [{ ...(comment as object), snippet: "@<mark>Zebra</mark> Person see" }],
    notes: [{ ...note, snippet: "About · the <mark>zebra</mark>" }],
    files: [{ ...file, snippet: "<mark>zebra</mark>.txt" }],
  })
  expect(await found("zebra", "&types=goals,Notes")).toEqual({ ...none, goals: hits.goals, notes: hits.notes })
  expect((await found("zebra", "", grace)).notes[0]?.canEdit).toBe(false)
})

test("finds words, prefixes, stems, typos, accents and parts", async () => {
  await add("Kalibrierung der Förderbänder")
  await add("Organising workshops")
  await add("計画を立てる会議")
  expect(await tasksOf("kalib")).toEqual(["Kalibrierung der Förderbänder"])
  expect(await tasksOf("forderbander")).toEqual(["Kalibrierung der Förderbänder"])
  expect(await tasksOf("FÖRDERBÄNDER kalibrierung")).toEqual(["Kalibrierung der Förderbänder"])
  expect(await tasksOf("organise workshop")).toEqual(["Organising workshops"])
  expect(await tasksOf("workshpos")).toEqual(["Organising workshops"])
  expect(await tasksOf("kalibrirung")).toEqual(["Kalibrierung der Förderbänder"])
  expect(await tasksOf("会議")).toEqual(["計画を立てる会議"])
  expect(await tasksOf("kalibrierung nowhere")).toEqual([])
})

test("finds signs, emoji, swapped letters, and words whatever their accents, vowel marks and final letters", async () => {
  const texts = [
    "Port C++ code",
    "Learn C# too",
    "Launch 🚀 day",
    "Draw a task",
    "كِتَاب الميناء",
    "שָׁלוֹם לנמל",
    "Η ΟΔΟΣ",
    "हिन्दी पाठ",
    "Earn 5 € a day",
    "Pay 7 $ a week",
    "Own the mark™",
    "محـمد يرسم",
    "رسالة إلى أحمد",
  ]
  for (const text of texts) await add(text)
  expect(await tasksOf("C++")).toEqual(["Port C++ code"])
  expect(await tasksOf("c#")).toEqual(["Learn C# too"])
  expect(await tasksOf("🚀")).toEqual(["Launch 🚀 day"])
  expect(await tasksOf("taks")).toContain("Draw a task")
  expect(await tasksOf("tusk")).toContain("Draw a task")
  expect(await tasksOf("كتاب")).toEqual(["كِتَاب الميناء"])
  expect(await tasksOf("שלום")).toEqual(["שָׁלוֹם לנמל"])
  expect(await tasksOf("οδός")).toEqual(["Η ΟΔΟΣ"])
  expect(await tasksOf("हिन्दी")).toEqual(["हिन्दी पाठ"])
  expect(await tasksOf("€")).toEqual(["Earn 5 € a day"])
  expect(await tasksOf("$7")).toEqual(["Pay 7 $ a week"])
  expect(await tasksOf("™")).toEqual(["Own the mark™"])
  expect(await tasksOf("mark")).toContain("Own the mark™")
  expect((await tasksOf("محمد"))[0]).toEqual("محـمد يرسم")
  expect(await tasksOf("الى احمد")).toEqual(["رسالة إلى أحمد"])
})

test("cards are found by their labels too, behind those whose texts say it", async () => {
  const text = await add("Permit for the pier")
  const tagged = await add("Kerb survey")
  const { body: label } = await api.send(labelCalls.create, { planId, name: "Perm\u00edt office" }, { as: ada })
  for (const { id } of [tagged, text])
    await api.send(taskCalls.update, { planId, id, labelIds: [label.id] }, { as: ada })
  const { tasks } = await found("permit")
  expect(tasks.map(({ description, snippet }) => [description, snippet])).toEqual([
    ["Permit for the pier", "<mark>Permit</mark> for the pier"],
    ["Kerb survey", "Kerb survey · <mark>Permít</mark> office"],
  ])
  expect(tasks[1]).not.toHaveProperty("labelNames")
  expect((await found("permit", "&types=goals")).tasks).toEqual([])
})

test("whole words come before words that begin with them, however many", async () => {
  const framed = await add("Frame the art")
  for (let at = 0; at < 12; at++) await add(`Article ${at}`)
  const few = await found("art", "&limit=10&types=tasks")
  expect(few.tasks.map(({ id }) => id)[0]).toBe(framed.id)
  expect(few.tasks).toHaveLength(10)
})

test("ranks the best match first, and the newest of equal ones", async () => {
  const old = await add("Harbour wall")
  const exact = await add("Harbour")
  const newest = await add("Harbour wall")
  await add("Wall of the old harbour with a long description that says little about it")
  const order = (await found("harbour")).tasks.map(({ id }) => id)
  expect(order[0]).toBe(exact.id)
  expect(order.indexOf(newest.id)).toBeLessThan(order.indexOf(old.id))
  expect((await found("harbour", "&limit=2")).tasks).toHaveLength(2)
})

test("drafts, deleted cards and other plans are not found", async () => {
  const draft = await add("Quokka draft", { isDraft: true })
  await api.send(taskCalls.addComment, { id: draft.id, planId, content: "quokka" }, { as: ada })
  const gone = await api.item(ada, planId, { topic: "Quokka gone" })
  const below = await api.task(ada, planId, gone.id, { description: "Quokka below" })
  await api.send(taskCalls.addComment, { id: below.id, planId, content: "quokka" }, { as: ada })
  const form = new FormData()
  form.set("file", new File(["x"], "quokka.txt"))
  form.set("itemId", String(gone.id))
  await api.upload(ada, planId, form)
  await api.send(itemCalls.remove, { id: gone.id, planId }, { as: ada })
  const elsewhere = await api.filled(ada)
  await api.task(ada, elsewhere.plan.id, elsewhere.item.id, { description: "Quokka elsewhere" })
  expect(await found("quokka")).toEqual(none)
  const words = async (id: number) =>
    (await db()`select from app.search_entry where kind = 'task' and entity_id = ${id}`).length
  await keepWords()
  expect(await words(below.id)).toBe(1)
  await db()`delete from app.deletion where plan_id = ${planId}`
  await keepWords()
  expect(await words(below.id)).toBe(0)
})

test("other people's private notes displace no results", async () => {
  await add("Xyllophone by the pier")
  for (let note = 0; note < 6; note++) {
    await api.send(noteCalls.create, { planId, title: "Xylophone", content: "xylophone", visibility: 0 }, { as: grace })
  }
  expect(await tasksOf("xylophone")).toEqual(["Xyllophone by the pier"])
  expect((await found("xylophone")).notes).toEqual([])
  expect((await found("xylophone", "", grace)).notes).toHaveLength(6)
})

test("a changed text is found at once, and the old text no longer", async () => {
  const task = await add("Narwhal")
  await api.send(taskCalls.update, { planId, id: task.id, description: "Beluga" }, { as: ada })
  expect(await tasksOf("narwhal")).toEqual([])
  expect(await tasksOf("beluga")).toEqual(["Beluga"])
})

test("only their author finds private notes and their files", async () => {
  const note = (await api.send(noteCalls.create, { planId, title: "Axolotl", content: "axolotl" }, { as: grace })).body
  const form = new FormData()
  form.set("file", new File(["x"], "axolotl.txt"))
  form.set("noteId", String(note.id))
  await api.upload(grace, planId, form)
  const mine = await found("axolotl", "", grace)
  expect([mine.notes.length, mine.files.length]).toEqual([1, 1])
  const sysadmin = await api.person({ role: 0 })
  const key = await api.key(planId)
  for (const q of ["axolotl", "axolotle"]) {
    expect(await found(q)).toEqual(none)
    expect(await found(q, "", sysadmin)).toEqual(none)
    const at = `planId=${planId}&q=${q}`
    expect((await api.call("GET", `/api/Search?${at}`, { headers: { "x-api-key": key } })).body).toEqual(none)
    expect((await api.call("GET", `/api/Search/suggestions?${at}`, { as: ada })).body).toEqual([])
    expect((await api.call("GET", `/api/Note/search?${at}`, { as: ada })).body).toEqual([])
  }
})

test.each([
  "",
  " ",
  "'",
  '"',
  "\\",
  "%",
  "_",
  "a'b",
  '"unclosed phrase',
  "the",
  "and or not",
  "& | ! <-> :* ( )",
  "foo:*",
  "!!!",
  "<script>",
  "\u0000",
  "🌿",
  "\ud800",
  "x".repeat(500),
  "word ".repeat(100),
  "'; drop table app.task; --",
])("searches for %j without an error", async (q) => {
  const answer = await api.send(searchCalls.search, { planId, q: q.replace(/\p{Surrogate}/gu, "�") }, { as: ada })
  expect(answer.status).toBe(200)
  searchHits.parse(answer.body)
})

test("refuses unsupported queries", async () => {
  for (const more of ["&limit=51", "&limit=0", "&limit=x", "&types=people"])
    expect((await search("x", more)).status, more).toBe(400)
  expect((await api.call("GET", `/api/Search?planId=${planId}`, { as: ada })).status).toBe(400)
  expect((await search("x".repeat(2_001))).status).toBe(400)
})

test("suggestions are distinct names; the entity types are those that can be searched", async () => {
  await add("Pelican crossing")
  await add("Pelican crossing")
  await api.goal(ada, planId, { name: "Pelican" })
  const { body } = await api.send(searchCalls.suggestions, { planId, q: "pel" }, { as: grace })
  expect(body.map(({ text, kind }) => [text, kind])).toEqual([
    ["Pelican", "goals"],
    ["Pelican crossing", "tasks"],
  ])
  expect((await api.send(searchCalls.entityTypes, {}, { as: ada })).body).toEqual([
    "goals",
    "items",
    "tasks",
    "comments",
    "notes",
    "files",
  ])
})

test("notes are searched by type, and listed without a query", async () => {
  const make = (title: string, type: number) =>
    api.call<Note>("POST", "/api/Note", { as: ada, body: { planId, title, type } })
  const meeting = (await make("Ibis meeting", 1)).body
  await make("Ibis", 0)
  const notes = async (query: string) =>
    (await api.call<Note[]>("GET", `/api/Note/search?planId=${planId}&${query}`, { as: ada })).body
  expect(await notes("q=ibis&type=1")).toEqual([meeting])
  expect(await notes("q=ibis")).toHaveLength(2)
  expect((await notes("q=&limit=1")).length).toBe(1)
})

/** A plan whose 600 tasks are due for indexing: three words each, of 1,800 words that all such plans share. */
const due = async (backwards: boolean, made: string) => {
  const { plan, item } = await api.filled(ada)
  await db()`insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_date, modified_date)
    select ${plan.id}, ${item.id}, concat_ws(' ', ${made}::text || n, ${made}::text || n + 600, ${made}::text || n + 1200), 0, n, false, now(), now()
    from generate_series(1, 600) n order by case when ${backwards} then -n else n end`
  return plan.id
}
const wordsOf = async (plan: number) =>
  (await db()`select from app.search_entry where plan_id = ${plan} and kind = 'task'`).length

test("concurrent indexers of one plan and of all plans don't deadlock", async () => {
  for (let round = 0; round < 3; round++) {
    const plans = await Promise.all([due(false, `round${round}x`), due(true, `round${round}x`)])
    const some = (plan: number, most: number) => db()`select app.keep_due_words(${plan}, ${most})`
    await Promise.all([...plans.map((plan) => some(plan, 300)), keepWords(), keepWords()])
    await Promise.all([
      ...plans.flatMap((plan) => [some(plan, 100), some(plan, 100)]),
      ...plans.map((plan) => search("round", "", ada, plan)),
    ])
    await keepWords()
    for (const plan of plans) expect(await wordsOf(plan)).toBe(601)
  }
})

test("a search waits for no indexer: it answers what is indexed and says that there is more", async () => {
  const plan = await due(false, "lent")
  await keepWords()
  await db()`update app.task set description = 'Tapir' where plan_id = ${plan} and description like 'lent8 %'`
  const other = await due(true, "other")
  await transaction(async (tx) => {
    // Another process is indexing the plan.
    await tx`select app.keep_due_words(${plan}, 0)`
    await keepWords()
    expect(await wordsOf(other)).toBe(601)
    const early = (await search("tapir", "", ada, plan)).body
    expect([early.tasks.length, early.incomplete]).toEqual([0, true])
    const found = (await search("lent7", "", ada, plan)).body
    expect([found.tasks.length > 0, found.incomplete]).toEqual([true, true])
  })
  const later = (await search("tapir", "", ada, plan)).body
  expect(later.tasks.map(({ description }) => description)).toEqual(["Tapir"])
  expect(later).not.toHaveProperty("incomplete")
})
