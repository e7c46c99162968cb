// Plan notes: who sees, edits and receives them; titles, versions, stale saves, sizes.
import { strFromU8, unzipSync } from "fflate"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { fileCalls } from "~/contract/file"
import { type Note, note, noteCalls, noteVersion } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { type Answer, type Caller, openApi } from "../support/api/api.ts"
import { openNotices } from "../support/database/notices.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const viewer = await api.person()
const planId = (await api.plan(ada)).id
await api.join(planId, grace)
await api.join(planId, viewer, 2)
const key = await api.key(planId)
afterAll(api.close)

const make = (as: Caller, body: object) => api.send(noteCalls.create, { planId, ...body }, { as })
const edit = (as: Caller, id: number, body: object, headers: Record<string, string> = {}) =>
  api.send(noteCalls.update, { id, ...body }, { as, headers })
const read = (as: Caller, id: number) => api.send(noteCalls.get, { id }, { as })
const byKey = <T = Note>(method: string, path: string, body?: unknown) =>
  api.call<T>(method, path, { body, headers: { "x-api-key": key } })
const listed = async (as: Caller, query = "") =>
  (await api.call<Note[]>("GET", `/api/Note/plan/${planId}${query}`, { as })).body
const versionsOf = async (as: Caller, id: number) => (await api.send(noteCalls.revisions, { id }, { as })).body
const changesSince = async (since: number) => (await api.send(planCalls.changes, { planId, since }, { as: ada })).body
const seq = async () => (await changesSince(0)).seq

test("a new note is regular and private, with its first words as title", async () => {
  const made = await make(grace, { content: "\n# Dock permits\nask the city" })
  expect(made.status).toBe(201)
  expect(note.parse(made.body)).toEqual(made.body)
  expect(made.body).toMatchObject({
    title: "Dock permits",
    type: 0,
    visibility: 0,
    canEdit: true,
    createdById: grace.id,
    createdByName: grace.userName,
  })
  expect((await make(grace, { title: " ", content: "\n" })).status).toBe(400)
  expect((await edit(grace, made.body.id, { title: "" })).body.title).toBe("Dock permits")
  expect((await edit(grace, made.body.id, { title: "", content: " " })).status).toBe(400)
})

test("only the author sees a private note: it is in no call, key, event, log or date of the plan", async () => {
  const lastEdit = async () => (await api.send(planCalls.get, { planId }, { as: ada })).body.lastEdit
  const before = { seq: await seq(), lastEdit: await lastEdit() }
  const audits = async () => (await db()`select from app.audit where plan_id = ${planId}`).length
  const logged = await audits()
  const { body: mine } = await make(grace, { title: "My secret plan", content: "hidden words" })
  await edit(grace, mine.id, { content: "more hidden words" })
  expect({ seq: await seq(), lastEdit: await lastEdit() }).toEqual(before)
  expect(await audits()).toBe(logged)
  const sysadmin = await api.person({ role: 0 })
  for (const other of [ada, viewer, sysadmin]) {
    expect((await read(other, mine.id)).status).toBe(404)
    expect((await edit(other, mine.id, { title: "x" })).status).toBe(404)
    expect((await api.send(noteCalls.remove, { id: mine.id }, { as: other })).status).toBe(404)
    expect((await api.send(noteCalls.revisions, { id: mine.id }, { as: other })).status).toBe(404)
    expect((await api.send(noteCalls.restore, { id: mine.id, revisionId: 1 }, { as: other })).status).toBe(404)
    expect((await api.send(noteCalls.list, { planId }, { as: other })).text).not.toContain("secret")
  }
  expect((await byKey("GET", `/api/Note/${mine.id}`)).status).toBe(404)
  expect((await byKey("PUT", `/api/Note/${mine.id}`, { title: "x" })).status).toBe(404)
  expect((await byKey<Note[]>("GET", `/api/Note/plan/${planId}`)).text).not.toContain("secret")
  expect((await listed(grace)).map(({ id }) => id)).toContain(mine.id)
})

test("a private note's changes are told to its author's devices alone, by its id", async () => {
  const notices = await openNotices(api.database.url)
  onTestFinished(notices.close)
  const { body: mine } = await make(grace, { title: "My secret plan", content: "hidden words" })
  await edit(grace, mine.id, { content: "more hidden words" })
  await api.send(noteCalls.remove, { id: mine.id }, { as: grace })
  const sent = await notices.take()
  expect(sent).toHaveLength(3)
  for (const { topic, event, payload } of sent) {
    expect([topic, event]).toEqual([`user:${grace.id}`, "PrivateNoteChanged"])
    expect(payload).toContain(`"id": ${mine.id}`)
    expect(payload).not.toMatch(/secret|hidden/)
  }
})

test("an open note is read by all, edited by its author and admins, and announced to the plan", async () => {
  const before = await seq()
  const { body: made } = await make(grace, { title: "Agenda", visibility: 1, type: 1 })
  expect((await read(viewer, made.id)).body).toEqual({ ...made, canEdit: false })
  expect((await edit(viewer, made.id, { title: "x" })).status).toBe(403)
  expect((await api.send(noteCalls.remove, { id: made.id }, { as: viewer })).status).toBe(403)
  const changed = await edit(ada, made.id, { title: "Agenda, day two" })
  expect(changed.body).toMatchObject({ title: "Agenda, day two", canEdit: true, createdById: grace.id })
  expect((await edit(ada, made.id, { visibility: 0 })).status).toBe(403)
  const told = async () => (await changesSince(before)).events.map(({ event, payload }) => [event, payload.data])
  const { canEdit: _, ...shared } = changed.body
  expect(await told()).toEqual([
    ["NoteAdded", { ...shared, title: "Agenda", modifiedDate: made.modifiedDate }],
    ["NoteUpdated", shared],
  ])
  expect((await api.send(noteCalls.remove, { id: made.id, planId }, { as: grace })).status).toBe(204)
  expect(await told()).toEqual([
    ["NoteAdded", null],
    ["NoteUpdated", null],
    ["NoteDeleted", { id: made.id }],
  ])
})

test("opening or closing a note shows or hides it for others, and its private past stays private", async () => {
  const { body: made } = await make(grace, { title: "Draft", content: "an unkind word" })
  const before = await seq()
  await edit(grace, made.id, { content: "kind words", visibility: 1 })
  await edit(grace, made.id, { content: "kinder words" })
  expect((await versionsOf(grace, made.id)).map(({ content }) => content)).toEqual(["kind words", "an unkind word"])
  expect((await versionsOf(ada, made.id)).map(({ content }) => content)).toEqual(["kind words"])
  const [, secret] = await versionsOf(grace, made.id)
  expect((await api.call("POST", `/api/Note/${made.id}/restore/${secret?.id}`, { as: ada })).status).toBe(404)
  await edit(grace, made.id, { visibility: 0 })
  expect((await read(ada, made.id)).status).toBe(404)
  expect((await changesSince(before)).events.map(({ event }) => event)).toEqual([
    "NoteAdded",
    "NoteUpdated",
    "NoteDeleted",
  ])
})

test("earlier versions of a note can be read and restored, and nothing is lost", async () => {
  const { body: made } = await make(ada, { title: "One", content: "first", visibility: 1 })
  expect(await versionsOf(ada, made.id)).toEqual([])
  await edit(grace, made.id, { content: "x" })
  await edit(ada, made.id, { title: "Two", content: "second" })
  const [first] = await versionsOf(grace, made.id)
  expect(noteVersion.parse(first)).toEqual(first)
  expect(first).toEqual({
    id: first?.id,
    createdDate: made.modifiedDate,
    createdBy: { id: ada.id, userName: ada.userName },
    title: "One",
    content: "first",
  })
  const restored = await api.call<Note>("POST", `/api/Note/${made.id}/restore/${first?.id}`, { as: ada })
  expect(restored.body).toMatchObject({ title: "One", content: "first", visibility: 1, canEdit: true })
  expect((await versionsOf(ada, made.id)).map(({ content }) => content)).toEqual(["second", "first"])
  expect((await api.call("POST", `/api/Note/${made.id}/restore/${first?.id}`, { as: grace })).status).toBe(403)
  expect((await api.send(noteCalls.restore, { id: made.id, revisionId: 999999 }, { as: ada })).status).toBe(404)
})

test("the newest 50 versions of a note are stored", async () => {
  const { body: made } = await make(ada, { title: "0" })
  for (let n = 1; n <= 60; n++) await edit(ada, made.id, { title: String(n) })
  const kept = await versionsOf(ada, made.id)
  expect(kept.map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, at) => String(59 - at)))
})

test("a stale save is refused with the current note, and concurrent saves lose nothing", async () => {
  const { body: made } = await make(ada, { title: "A", visibility: 1 })
  const version = { "If-Unmodified-Since-Version": made.modifiedDate }
  const changed = await edit(ada, made.id, { title: "B" }, version)
  expect(changed.status).toBe(200)
  const stale = await api.call<Problem>("PUT", `/api/Note/${made.id}`, {
    as: ada,
    body: { title: "C" },
    headers: version,
  })
  expect(stale.status).toBe(409)
  expect(stale.body.current).toEqual(changed.body)
  const both = await Promise.all(
    ["D", "E"].map((title) =>
      edit(ada, made.id, { title }, { "If-Unmodified-Since-Version": changed.body.modifiedDate }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const late = await api.call<Problem>("DELETE", `/api/Note/${made.id}`, { as: ada, headers: version })
  expect([late.status, (late.body.current as Note).id]).toEqual([409, made.id])
})

test("a note of 200,000 code points is accepted, in a body of up to 4 MiB", async () => {
  const content = "🌿".repeat(200_000)
  const made = await make(ada, { content, visibility: 1 })
  expect(made.status).toBe(201)
  expect(made.body.content).toBe(content)
  expect((await make(ada, { content: `${content}x` })).status).toBe(400)
  expect((await make(ada, { content: "x".repeat(4 * 1_048_576) })).status).toBe(413)
  const { events } = await changesSince((await seq()) - 1)
  expect(events[0]?.payload).toMatchObject({ data: null, id: made.body.id })
})

test("a viewer writes notes of their own; a key writes open notes only", async () => {
  const { body: own, status } = await make(viewer, { title: "Mine" })
  expect(status).toBe(201)
  expect((await edit(viewer, own.id, { title: "Still mine", visibility: 1 })).status).toBe(200)
  expect((await api.send(noteCalls.remove, { id: own.id }, { as: viewer })).status).toBe(204)
  const made = await byKey("POST", "/api/Note", { planId, title: "By a script" })
  expect(made.body).toMatchObject({ visibility: 1, canEdit: true, createdById: null, createdByName: "Integration" })
  expect((await byKey("POST", "/api/Note", { planId, title: "x", visibility: 0 })).status).toBe(403)
  expect((await byKey("PUT", `/api/Note/${made.body.id}`, { visibility: 0 })).status).toBe(403)
  expect((await byKey("PUT", `/api/Note/${made.body.id}`, { title: "By a better script" })).status).toBe(200)
  const { body: hers } = await make(grace, { title: "Hers", visibility: 1 })
  expect((await byKey("PUT", `/api/Note/${hers.id}`, { title: "x" })).status).toBe(403)
  expect((await edit(grace, made.body.id, { title: "x" })).status).toBe(403)
  expect((await byKey("DELETE", `/api/Note/${made.body.id}`)).status).toBe(204)
  const elsewhere = await api.plan(ada)
  expect((await byKey("POST", "/api/Note", { planId: elsewhere.id, title: "x" })).status).toBe(404)
  const { body: far } = await api.send(
    noteCalls.create,
    { planId: elsewhere.id, title: "x", visibility: 1 },
    { as: ada },
  )
  expect((await byKey("GET", `/api/Note/${far.id}`)).status).toBe(404)
  expect((await byKey<unknown[]>("GET", "/api/Note/types")).body).toHaveLength(2)
})

test("the list can be filtered by type and starts with the newest change", async () => {
  const { body: a } = await make(ada, { title: "a", type: 1 })
  const { body: b } = await make(ada, { title: "b", type: 1 })
  await edit(ada, a.id, { content: "changed" })
  expect((await listed(ada, "?type=1")).slice(0, 2).map(({ id }) => id)).toEqual([a.id, b.id])
  expect((await listed(ada, "?type=0")).every(({ type }) => type === 0)).toBe(true)
  expect((await api.call("GET", `/api/Note/plan/${planId}?type=7`, { as: ada })).status).toBe(400)
})

test("people who left the plan can't reach their notes", async () => {
  const leaver = await api.person()
  await api.join(planId, leaver)
  const { body: own } = await make(leaver, { title: "Mine" })
  await api.send(planCalls.removeMember, { planId, userId: leaver.id }, { as: leaver })
  expect((await read(leaver, own.id)).status).toBe(404)
  expect((await read(ada, own.id)).status).toBe(404)
})

test("a create or delete repeated under its key gets the first answer, for private and open notes", async () => {
  for (const visibility of [0, 1]) {
    const headers = { "Idempotency-Key": `note ${visibility}` }
    const send = () =>
      api.call<Note>("POST", "/api/Note", { as: ada, body: { planId, title: "Once", visibility }, headers })
    const [one, two] = await Promise.all([send(), send()])
    expect(two.body).toEqual(one.body)
    const remove = () =>
      api.send(noteCalls.remove, { id: one.body.id }, { as: ada, headers: { "Idempotency-Key": `gone ${visibility}` } })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
  }
})

test("another text under a note's key is refused with the note, in its own plan alone", async () => {
  const headers = { "Idempotency-Key": "one note" }
  const send = (title: string, plan = planId) =>
    api.call<{ current?: Note }>("POST", "/api/Note", { as: ada, body: { planId: plan, title }, headers })
  const { body: first } = await send("As sent")
  const other = await send("As stored")
  expect([other.status, other.body.current]).toEqual([409, first])
  const { body: elsewhere } = await api.send(planCalls.create, {}, { as: ada })
  const foreign = await send("As stored", elsewhere.id)
  expect([foreign.status, foreign.body.current]).toEqual([409, undefined])
})

test("a note that was open and is private again reveals nothing to anybody else", async () => {
  const [title, content, file] = ["quokkatitle", "quokkawords", "quokkafile"]
  const early = await seq()
  const { body: made } = await make(grace, { title, content: `first ${content}`, visibility: 1 })
  await edit(ada, made.id, { content: `second ${content}` })
  const form = new FormData()
  form.set("noteId", String(made.id))
  form.set("file", new File(["x"], `${file}.txt`))
  const { body: kept } = await api.upload<{ id: number }>(grace, planId, form)
  const renamed = await api.send(
    fileCalls.rename,
    { fileId: kept.id, friendlyName: `${file} renamed.txt` },
    { as: grace },
  )
  expect(renamed.status).toBe(200)
  const sysadmin = await api.person({ role: 0 })
  const textOf = (path: string, { bytes, text }: Answer<unknown>) =>
    path.endsWith("zip") && bytes[0] === 0x50
      ? Object.values(unzipSync(bytes))
          .map((entry) => strFromU8(entry))
          .join("\n")
      : text
  const asked = [
    `/api/Note/plan/${planId}`,
    `/api/Note/${made.id}/revisions`,
    ...["quokka", title, content, file].flatMap((q) => [
      `/api/Search?planId=${planId}&q=${q}`,
      `/api/Search/suggestions?planId=${planId}&q=${q}`,
      `/api/Note/search?planId=${planId}&q=${q}`,
    ]),
    ...["json", "csv", "md", "ics", "zip"].map((format) => `/api/Plan/${planId}/export?format=${format}`),
    `/api/Plan/${planId}/changes?since=${early}`,
    `/api/Audit/unified/plan/${planId}`,
  ]
  const said = async (who: { as: Caller } | { headers: Record<string, string> }) => {
    await keepWords()
    const answers = await Promise.all(asked.map(async (path) => ({ path, answer: await api.call("GET", path, who) })))
    return answers.filter(({ path, answer }) => textOf(path, answer).includes("quokka")).map(({ path }) => path)
  }
  // While the note is open, these same calls return it.
  expect(await said({ as: ada })).toEqual(
    expect.arrayContaining(asked.filter((path) => /changes|plan\/\d+$|revisions|q=quokka$|json|zip/.test(path))),
  )
  // As the hosted service stores what it has sent.
  await db()`
    insert into realtime.messages (topic, extension, event, payload)
    select ${`plan:${planId}`}, 'broadcast', event, payload from app.event where plan_id = ${planId}`
  const replayed = async () => JSON.stringify(await db()`select payload from realtime.messages`)
  expect(await replayed()).toContain("quokka")
  await edit(grace, made.id, { visibility: 0 })
  expect(await replayed()).not.toContain("quokka")
  // The envelope stays: clients count on the order of events.
  expect(await replayed()).toMatch(/"seq":\d/)
  for (const as of [ada, viewer, sysadmin]) expect(await said({ as })).toEqual([])
  expect(await said({ headers: { "x-api-key": key } })).toEqual([])
  expect(await said({ as: grace })).not.toEqual([])
  // A client that reconnects learns only that the note was deleted.
  const { events } = await changesSince(early)
  expect(events.map(({ event, payload }) => [event, (payload as { data: unknown }).data])).toEqual([
    ["NoteAdded", null],
    ["NoteUpdated", null],
    ["FileAdded", null],
    ["FileRenamed", null],
    ["NoteDeleted", { id: made.id }],
  ])
  await edit(grace, made.id, { visibility: 1 })
  expect(await said({ as: ada })).not.toEqual([])
})
