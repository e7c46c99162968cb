// Lists too large for one answer: each answer is bounded, and following it gives every row once.
import { strFromU8, unzipSync } from "fflate"
import { afterAll, beforeAll, expect, test } from "vitest"
import { commentCalls } from "~/contract/comment"
import type { Note, NoteRevision } from "~/contract/note"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { type Answer, type Api, type Caller, openApi } from "../support/api.ts"

let api: Api
let owner: Caller
let viewer: Caller
let planId: number
beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  viewer = await api.person()
  planId = (await api.plan(owner)).id
  await api.join(planId, viewer, 2)
})
afterAll(() => api.close())

const mostBytes = 8_000_000
/** 800 KB, no two alike. */
const huge = (n: number) => `${n} ${"😀".repeat(199_990)}`
/** 1.2 MB as JSON. */
const escaped = (n: number) => `${n} ${"\u0001".repeat(199_990)}`

/** Every row of a list, following its `Link` headers. */
const followed = async <Row>(as: Caller, path: string) => {
  const rows: Row[] = []
  let pages = 0
  for (let next: string | undefined = path; next; pages++) {
    const answer: Answer<Row[]> = await api.call("GET", next, { as })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBeLessThan(mostBytes)
    expect(answer.body.length).toBeGreaterThan(0)
    rows.push(...answer.body)
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1]
  }
  return { rows, pages }
}

test("a plan full of huge notes is listed in pages and exported whole", { timeout: 60_000 }, async () => {
  const made: Note[] = []
  for (let n = 0; n < 12; n++) {
    const content = n % 2 ? huge(n) : escaped(n)
    const { status, body } = await api.send(
      noteCalls.create,
      { planId, title: `Note ${n}`, content, visibility: 1 },
      { as: viewer },
    )
    expect(status).toBe(201)
    made.push(body)
  }
  await api.send(noteCalls.create, { planId, title: "Mine", content: "short" }, { as: owner })

  const { rows, pages } = await followed<Note>(owner, `/api/Note/plan/${planId}?type=0`)
  expect(pages).toBeGreaterThan(2)
  expect(rows.map(({ title }) => title)).toEqual(["Mine", ...made.map(({ title }) => title).reverse()])
  expect(rows.map(({ content }) => content)).toEqual(["short", ...made.map(({ content }) => content).reverse()])

  const searched = await api.call<Note[]>("GET", `/api/Note/search?planId=${planId}&q=`, { as: owner })
  expect(searched.bytes.length).toBeLessThan(mostBytes)

  type Exported = { notes: { title: string; content: string }[] }
  const json = await api.call<Exported>("GET", `/api/Plan/${planId}/export`, { as: owner })
  expect(json.status).toBe(200)
  expect(json.text).toBe(`${JSON.stringify(json.body, null, 2)}\n`)
  expect(json.body.notes.map(({ content }) => content)).toEqual([...made.map(({ content }) => content), "short"])
  const zip = await api.call("GET", `/api/Plan/${planId}/export?format=zip`, { as: owner })
  expect(strFromU8(unzipSync(zip.bytes)["plan.json"] as Uint8Array)).toBe(json.text)
})

test("a list continues after its last note, and says so when that is gone", async () => {
  const own = (await api.plan(owner)).id
  for (let n = 0; n < 3; n++)
    await api.send(noteCalls.create, { planId: own, title: `${n}`, content: huge(n) }, { as: owner })
  const first = await api.send(noteCalls.list, { planId: own }, { as: owner })
  expect(first.body.map(({ title }) => title)).toEqual(["2"])
  const id = first.body[0]?.id ?? 0
  expect((await api.send(noteCalls.list, { planId: own, before: id }, { as: owner })).body[0]?.title).toBe("1")
  await api.send(noteCalls.remove, { id }, { as: owner })
  const gone = await api.send(noteCalls.list, { planId: own, before: id }, { as: owner })
  expect([gone.status, (gone.body as unknown as { errors: { path: string }[] }).errors[0]?.path]).toEqual([
    400,
    "before",
  ])
})

test("the versions of a huge note come in pages and each can be restored", { timeout: 60_000 }, async () => {
  const { body: note } = await api.send(noteCalls.create, { planId, title: "Long", content: huge(0) }, { as: viewer })
  for (let n = 1; n <= 12; n++) await api.send(noteCalls.update, { id: note.id, content: huge(n) }, { as: viewer })
  const { rows, pages } = await followed<NoteRevision>(viewer, `/api/Note/${note.id}/revisions`)
  expect(pages).toBeGreaterThan(1)
  expect(rows.map(({ content }) => content.split(" ")[0])).toEqual(Array.from({ length: 12 }, (_, n) => `${11 - n}`))
  const oldest = rows.at(-1)?.id ?? 0
  const restored = await api.send(noteCalls.restore, { id: note.id, revisionId: oldest }, { as: viewer })
  expect(restored.body.content).toBe(huge(0))
})

test("missed events come in bounded answers, each once and in order", { timeout: 60_000 }, async () => {
  const { plan, item } = await api.filled(owner)
  const { body: before } = await api.send(planCalls.changes, { planId: plan.id, since: 0 }, { as: owner })
  expect(before.more).toBeUndefined()
  const add = commentCalls("Item").addComment
  for (let n = 0; n < 100; n++)
    await api.send(
      add,
      { planId: plan.id, id: item.id, content: `${n} ${"漢".repeat(9_900)}`, mentions: [] },
      { as: owner },
    )

  const texts: string[] = []
  let { seq } = before
  for (let more: boolean | undefined = true; more; ) {
    const answer = await api.send(planCalls.changes, { planId: plan.id, since: seq }, { as: owner })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBeLessThan(mostBytes)
    expect(answer.body.events.map((event) => event.seq)).toEqual(answer.body.events.map((_, n) => seq + n + 1))
    texts.push(...answer.body.events.map(({ payload }) => (payload.data as { content: string }).content))
    ;({ seq, more } = answer.body)
  }
  expect(texts.map((text) => text.split(" ")[0])).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`))
})
