// Lists too large for one answer: each answer is bounded, and following it gives every row once.
import { strFromU8, unzipSync } from "fflate"
import { afterAll, expect, test } from "vitest"
import { type Comment, commentCalls } from "~/contract/comment"
import type { Deleted } from "~/contract/deleted"
import type { FileEntry, FileTree } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { type Conversation, type ListedConversation, type Message, messageCalls } from "~/contract/message"
import { type Note, type NoteVersion, noteCalls } from "~/contract/note"
import type { Notification } from "~/contract/notification-row"
import { type Plan, planCalls } from "~/contract/plan"
import { type Prompt, promptCalls } from "~/contract/prompt"
import { taskCalls } from "~/contract/task"
import type { Threads } from "~/contract/threads"
import { db } from "~/database/connection.server"
import { type Answer, type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
const owner = await api.person()
const viewer = await api.person()
const planId = (await api.plan(owner)).id
await api.join(planId, viewer, 2)
afterAll(api.close)

const mostBytes = 8_000_000
/** 800 KB, no two alike. */
const huge = (n: number) => `${n} ${"😀".repeat(199_990)}`
/** 1.2 MB as JSON. */
const escaped = (n: number) => `${n} ${"\u0001".repeat(199_990)}`

/** Every row of a list, following its `Link` headers. `rowsIn`: those of an answer. */
const followed = async <Row, Body = Row[]>(
  as: Caller,
  path: string,
  rowsIn: (body: Body) => Row[] = (body) => body as unknown as Row[],
) => {
  const rows: Row[] = []
  let pages = 0
  for (let next: string | undefined = path; next; pages++) {
    const answer: Answer<Body> = await api.call("GET", next, { as })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBeLessThan(mostBytes)
    const page = rowsIn(answer.body)
    expect(page.length).toBeGreaterThan(0)
    rows.push(...page)
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1]
  }
  return { rows, pages }
}

test("a plan full of huge notes is listed in pages and exported whole", async () => {
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

  const searched = await api.send(noteCalls.search, { planId, q: "" }, { as: owner })
  expect(searched.bytes.length).toBeLessThan(mostBytes)

  type Exported = { notes: { title: string; content: string }[] }
  const json = await api.call<Exported>("GET", `/api/Plan/${planId}/export`, { as: owner })
  expect(json.status).toBe(200)
  expect(json.text).toBe(`${JSON.stringify(json.body, null, 2)}\n`)
  expect(json.body.notes.map(({ content }) => content)).toEqual([...made.map(({ content }) => content), "short"])
  const zip = await api.send(planCalls.export, { planId, format: "zip" }, { as: owner })
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

test("the versions of a huge note come in pages and each can be restored", async () => {
  const { body: note } = await api.send(noteCalls.create, { planId, title: "Long", content: huge(0) }, { as: viewer })
  for (let n = 1; n <= 12; n++) await api.send(noteCalls.update, { id: note.id, content: huge(n) }, { as: viewer })
  const { rows, pages } = await followed<NoteVersion>(viewer, `/api/Note/${note.id}/revisions`)
  expect(pages).toBeGreaterThan(1)
  expect(rows.map(({ content }) => content.split(" ")[0])).toEqual(Array.from({ length: 12 }, (_, n) => `${11 - n}`))
  const oldest = rows.at(-1)?.id ?? 0
  const restored = await api.send(noteCalls.restore, { id: note.id, revisionId: oldest }, { as: viewer })
  expect(restored.body.content).toBe(huge(0))
})

test("missed events come in bounded answers, each once and in order", async () => {
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

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const descending = (ids: number[]) => [...ids].sort((a, b) => b - a)
/** 27 KB. */
const long = (n: number) => `${n} ${"漢".repeat(8_990)}`

test("comments of a card and of a plan come in pages, newest first", async () => {
  const { plan, item } = await api.filled(owner)
  const made: number[] = []
  for (let n = 0; n < 60; n++) {
    const { addComment } = commentCalls("Item")
    const added = { planId: plan.id, id: item.id, content: long(n), mentions: [] }
    made.push((await api.send(addComment, added, { as: owner })).body.id)
  }
  const card = await followed<Comment>(owner, `/api/Item/${item.id}/comments?planId=${plan.id}`)
  expect([idsOf(card.rows), card.pages]).toEqual([descending(made), 2])
  const tree = await followed<Comment, Threads>(owner, `/api/Threads/tree?planId=${plan.id}`, ({ goals }) =>
    goals.flatMap(({ items }) => items.flatMap(({ comments }) => comments)),
  )
  expect([idsOf(tree.rows), tree.pages]).toEqual([descending(made), 2])
  const other = await api.filled(owner)
  const gone = await api.send(
    itemCalls.comments,
    { id: other.item.id, planId: other.plan.id, before: made[0] },
    { as: owner },
  )
  expect(gone.status).toBe(400)
})

test("files of a card with a long description come in pages; an export has all, a deleted comment takes all", async () => {
  const { plan, task } = await api.filled(owner)
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, description: "漢".repeat(20_000) }, { as: owner })
  const about = { planId: plan.id, id: task.id }
  const { body: comment } = await api.send(
    commentCalls("Task").addComment,
    { ...about, content: "x", mentions: [] },
    { as: owner },
  )
  await db()`
    insert into app.file (plan_id, unique_name, friendly_name, mime_type, size, created_by, task_id, comment_id)
    select ${plan.id}, ${`${plan.id}-`} || n, n || '.txt', 'text/plain', 0, ${owner.id}, ${task.id}, ${comment.id} from generate_series(1, 50) n`
  const path = `/api/File/ListFiles?planId=${plan.id}&taskId=${task.id}`
  const { rows, pages } = await followed<FileEntry>(owner, path)
  expect([rows.length, new Set(idsOf(rows)).size, pages]).toEqual([50, 50, 3])
  const tree = await followed<FileEntry, FileTree>(owner, `/api/File/tree?planId=${plan.id}`, ({ goals }) =>
    goals.flatMap(({ items }) => items.flatMap(({ tasks }) => tasks.flatMap(({ files }) => files))),
  )
  expect(idsOf(tree.rows)).toEqual(idsOf(rows))
  const zip = await api.send(planCalls.export, { planId: plan.id, format: "zip" }, { as: owner })
  expect(Object.keys(unzipSync(zip.bytes))).toHaveLength(51)
  await api.send(commentCalls("Task").removeComment, { ...about, commentId: comment.id }, { as: owner })
  expect((await api.call<FileEntry[]>("GET", path, { as: owner })).body).toEqual([])
})

test("plans, prompts, conversations, messages, notifications and the bin come in pages", async () => {
  const [one, other] = [await api.person(), await api.person()]
  const plans: number[] = []
  for (let n = 0; n < 40; n++)
    plans.push((await api.send(planCalls.create, { name: `${n}`, aiInstructions: long(n) }, { as: one })).body.id)
  const listed = await followed<Plan>(one, "/api/Plan/")
  expect([idsOf(listed.rows), listed.pages]).toEqual([descending(plans), 2])

  const id = plans[0] as number
  await api.join(id, other)
  for (let n = 0; n < 30; n++)
    await api.send(
      promptCalls.create,
      { name: `Prompt ${String(n % 15).padStart(2, "0")}`, text: `${long(n)}${long(n)}`.slice(0, 17_000) },
      { as: one },
    )
  const prompts = await followed<Prompt>(one, "/api/Prompt/")
  expect(prompts.pages).toBe(2)
  expect(new Set(idsOf(prompts.rows)).size).toBe(30)
  const names = prompts.rows.map(({ name }) => name)
  expect(names).toEqual([...names].sort())

  const open = async (...participantIds: number[]) =>
    (await api.send(messageCalls.open, { planId: id, participantIds }, { as: one })).body.id
  const conversation = await open(other.id)
  const sent: number[] = []
  for (let n = 0; n < 45; n++)
    sent.push((await api.send(messageCalls.send, { id: conversation, content: long(n) }, { as: one })).body.id)
  const messages = await followed<Message, Conversation>(other, `/api/message/conversations/${conversation}`, (body) =>
    [...body.messages].reverse(),
  )
  expect([idsOf(messages.rows), messages.pages]).toEqual([descending(sent), 2])
  const conversations = [conversation]
  for (let n = 0; n < 41; n++) {
    const third = await api.person()
    await api.join(id, third)
    const made = await open(other.id, third.id)
    if (n > 0) await api.send(messageCalls.send, { id: made, content: long(n) }, { as: one })
    conversations.push(made)
  }
  const [first, silent, ...others] = conversations as [number, number, ...number[]]
  const talks = await followed<ListedConversation>(other, `/api/message/conversations?planId=${id}`)
  expect([idsOf(talks.rows), talks.pages]).toEqual([[...descending(others), first, silent], 2])

  await db()`
    insert into app.notification (plan_id, person_id, kind, title) select ${id}, ${other.id}, 'mention', n::text from generate_series(1, 150) n`
  const told = await followed<Notification>(other, `/api/notification/${other.id}?planId=${id}`)
  expect([told.rows.map(({ title }) => title), told.pages]).toEqual([
    Array.from({ length: 150 }, (_, n) => `${150 - n}`),
    2,
  ])

  const item = await api.item(one, id)
  await db()`
    with gone as (insert into app.deletion (plan_id, entity, entity_id, deleted_by) select ${id}, 'task', n, ${one.id} from generate_series(1, 700) n returning *)
    select count(*) from gone`
  const bin = await followed<Deleted>(one, `/api/Plan/${id}/deleted`)
  expect([bin.rows.length, new Set(idsOf(bin.rows)).size, bin.pages, item.planId]).toEqual([700, 700, 2, id])
})
