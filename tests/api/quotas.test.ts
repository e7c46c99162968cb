// Quotas: what a person, a plan and a member may store, also when calls arrive together.
import { readdirSync } from "node:fs"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { commentCalls } from "~/contract/comment"
import { invitationCalls } from "~/contract/invitation"
import { defaultLimits, type LimitName, labelOf } from "~/contract/limits"
import { messageCalls } from "~/contract/message"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { promptCalls } from "~/contract/prompt"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { usageTotals } from "~/database/quota.server"
import { type Answer, type Caller, openApi } from "../support/api/api.ts"
import { limitTo } from "../support/api/limits.ts"
import { cardSizes } from "../support/database/card-sizes.ts"

let owner: Caller
let viewer: Caller
let planId: number
const api = await openApi()
beforeEach(async () => {
  owner = await api.person()
  viewer = await api.person()
  planId = (await api.plan(owner)).id
  await api.join(planId, viewer, 2)
})
afterEach(() => limitTo({}))
afterAll(api.close)

/** A quota's refusal names it and says what to do. */
const isFull = (answer: Answer<unknown>, name: LimitName) => {
  expect(answer.status).toBe(409)
  expect((answer.body as Problem).message).toMatch(new RegExp(`\\. \\w.*\\. Limit: (a fifth of )?${labelOf(name)}\\.$`))
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const note = (as: Caller, content: string, more: object = {}) =>
  api.send(noteCalls.create, { planId, title: "N", content, ...more }, { as })
const upload = (as: Caller, size: number) => {
  const form = new FormData()
  form.set("file", new File(["x".repeat(size)], "x.txt"))
  return api.upload(as, planId, form)
}

const storedFiles = () => readdirSync(`${api.files}/plan-files/${planId}`, { recursive: true })

/** Compares what is counted with what is stored. */
const countsAreRight = async () => {
  const counted =
    await db()`select kind, plan_id, person_id, count, bytes from app.usage where count > 0 or bytes > 0 order by 1, 2, 3`
  const stored = await db()`
    with row_of as (
      select 'plans' as kind, 0 as plan, owner_id as person, 1 as n, 0::bigint as b, '{person}'::text[] as scopes from app.plan
      union all select 'members', plan_id, person_id, 1, 0, '{plan}' from app.membership
      union all select 'invitations', plan_id, invited_by, 1, 0, '{plan}' from app.invitation where accepted_date is null
      union all select 'cards', plan_id, 0, 1, bytes, '{plan}' from (${cardSizes()}) c
      union all select 'notes', plan_id, coalesce(created_by, -1), 1, octet_length(title) + octet_length(content), '{person,plan,member}' from app.note
      union all select 'noteVersions', plan_id, coalesce(created_by, -1), 1, octet_length(title) + octet_length(content) + 100, '{person}' from app.note_version
      union all select 'files', plan_id, coalesce(created_by, -1), 1, size, '{plan,member}' from app.file
      union all select 'comments', plan_id, coalesce(created_by, -1), 1, octet_length(to_json(content)::text) + 98, '{plan,member}' from app.comment
      union all select 'conversations', plan_id, created_by, 1, 0, '{member}' from app.conversation
      union all select 'messages', plan_id, sender_id, 1, octet_length(content) + 100, '{member}' from app.message
      union all select 'prompts', coalesce(plan_id, 0), case when plan_id is null then owner_id else -1 end, 1, 0,
        case when plan_id is null then '{person}' else '{plan}' end::text[] from app.prompt
      union all select 'versions', plan_id, coalesce(created_by, -1), 1, pg_column_size(content), '{plan,member}' from app.plan_version where not automatic)
    select kind, case s when 'person' then 0 else plan end::bigint as plan_id, case s when 'plan' then 0 else person end::bigint as person_id,
      sum(n)::bigint as count, sum(b)::bigint as bytes
    from row_of, unnest(scopes) s where not (s = 'person' and person = -1) group by 1, 2, 3 order by 1, 2, 3`
  expect([...counted]).toEqual([...stored])
}

test("a person owns no more plans than allowed, also when they are made together", async () => {
  await limitTo({ plans_per_person: 4 })
  const made = await Promise.all(
    Array.from({ length: 8 }, () => api.send(planCalls.create, { name: "P" }, { as: owner })),
  )
  expect(statuses(made)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  isFull(await api.send(planCalls.createSample, {}, { as: owner }), "plans_per_person")
  const form = new FormData()
  form.set("file", new File(["# Plan\n## Goal\n"], "plan.md"))
  isFull(await api.call("POST", "/api/Plan/import", { as: owner, form }), "plans_per_person")
  expect((await api.send(planCalls.list, {}, { as: owner })).body).toHaveLength(4)
  expect((await api.send(planCalls.create, { name: "P" }, { as: viewer })).status).toBe(201)
  await api.send(planCalls.remove, { planId }, { as: owner })
  expect((await api.send(planCalls.create, { name: "P" }, { as: owner })).status).toBe(201)
  await countsAreRight()
})

test("a plan takes so many notes, and one member only a part of them", async () => {
  await limitTo({ notes_per_plan: 5, notes_per_member: 3 })
  const made = await Promise.all(Array.from({ length: 6 }, () => note(viewer, "x")))
  expect(statuses(made)).toEqual([201, 201, 201, 409, 409, 409])
  isFull(await note(viewer, "x", { visibility: 1 }), "notes_per_member")
  const own = await note(owner, "x")
  expect([own.status, (await note(owner, "x")).status]).toEqual([201, 201])
  const refused = await note(owner, "x")
  isFull(refused, "notes_per_plan")
  expect((refused.body as unknown as Problem).message).toContain("Limit: QUOTA_NOTES_PER_PLAN.")
  await api.send(noteCalls.remove, { id: own.body.id }, { as: owner })
  expect((await note(owner, "x")).status).toBe(201)
  await countsAreRight()
})

test("a person's notes take so many bytes in all plans; a smaller text is accepted above the limit", async () => {
  await limitTo({ note_bytes_per_person: 1_000 })
  const { body: first } = await note(viewer, "é".repeat(300))
  isFull(await note(viewer, "x".repeat(400)), "note_bytes_per_person")
  const elsewhere = await api.plan(viewer)
  const second = await api.send(
    noteCalls.create,
    { planId: elsewhere.id, title: "N", content: "x".repeat(398) },
    { as: viewer },
  )
  expect(second.status).toBe(201)
  isFull(
    await api.send(noteCalls.update, { id: second.body.id, content: "x".repeat(399) }, { as: viewer }),
    "note_bytes_per_person",
  )
  expect((await api.send(noteCalls.get, { id: second.body.id }, { as: viewer })).body.content).toHaveLength(398)
  await limitTo({ note_bytes_per_person: 500 })
  expect((await api.send(noteCalls.update, { id: first.id, content: "é".repeat(299) }, { as: viewer })).status).toBe(
    200,
  )
  expect((await note(owner, "x".repeat(400))).status).toBe(201)
  await limitTo({ note_bytes_per_plan: 1_000 })
  isFull(await note(owner, "x".repeat(100)), "note_bytes_per_plan")
  await countsAreRight()
})

test("an import that passes a quota is refused whole", async () => {
  await limitTo({ notes_per_plan: 2 })
  const notes = Array.from({ length: 3 }, (_, n) => ({ title: `${n}`, content: "x" }))
  const form = new FormData()
  form.set("file", new File([JSON.stringify({ format: "laneway-plan", version: 1, name: "P", notes })], "plan.json"))
  isFull(await api.call("POST", "/api/Plan/import", { as: owner, form }), "notes_per_plan")
  expect((await api.send(planCalls.list, {}, { as: owner })).body).toHaveLength(1)
  await countsAreRight()
})

test("a viewer's files leave room for the others'", async () => {
  await limitTo({ files_per_plan: 10_000 })
  const { id } = (await note(viewer, "mine")).body
  const attach = (size: number) => {
    const form = new FormData()
    form.set("noteId", String(id))
    form.set("file", new File(["x".repeat(size)], "x.txt"))
    return api.upload(viewer, planId, form)
  }
  expect(statuses(await Promise.all([attach(900), attach(900), attach(900)]))).toEqual([201, 201, 409])
  isFull(await attach(300), "files_per_plan")
  expect((await upload(owner, 2_000)).status).toBe(201)
  isFull(await upload(owner, 1), "files_per_plan")
  const files = storedFiles()
  // Announced as too large for what is left: refused before its bytes are stored.
  isFull(await upload(owner, 100_000), "files_per_plan")
  expect(storedFiles()).toEqual(files)
  await limitTo({ file_count_per_plan: 10 })
  isFull(await attach(0), "file_count_per_plan")
  await countsAreRight()
})

test("members, invitations, prompts, conversations, messages, comments and saved versions have quotas", async () => {
  const { plan, item } = await api.filled(owner)
  const others = await Promise.all([1, 2, 3].map(() => api.person()))
  for (const other of others) await api.join(plan.id, other)
  const ids = others.map(({ id }) => id)

  await limitTo({ invitations_per_plan: 1 })
  const invite = (email: string) => api.send(invitationCalls.invite, { planId: plan.id, email, role: 1 }, { as: owner })
  const invited = await api.person()
  expect([(await invite(invited.email)).status, (await invite(invited.email)).status]).toEqual([201, 200])
  isFull(await invite("other@example.org"), "invitations_per_plan")
  await limitTo({ members_per_plan: 4 })
  const [waiting] = await db()<{ token: string }[]>`select token from app.invitation where email = ${invited.email}`
  const accept = () => api.send(invitationCalls.accept, { token: waiting?.token ?? "" }, { as: invited })
  isFull(await accept(), "members_per_plan")
  await limitTo({})
  expect((await accept()).status).toBe(200)

  await limitTo({ prompts_per_person: 1, prompts_per_plan: 1 })
  const prompt = (more: object) => api.send(promptCalls.create, { name: "P", text: "x", ...more }, { as: owner })
  expect([(await prompt({})).status, (await prompt({ planId: plan.id })).status]).toEqual([201, 201])
  isFull(await prompt({}), "prompts_per_person")
  isFull(await prompt({ planId: plan.id }), "prompts_per_plan")

  await limitTo({ conversations_per_member: 2 })
  const open = (as: Caller, ...participantIds: number[]) =>
    api.send(messageCalls.open, { planId: plan.id, participantIds }, { as })
  const [a = 0, b = 0, c = 0] = ids
  await open(owner, a)
  expect([(await open(owner, b)).status, (await open(owner, a)).status]).toEqual([201, 200])
  isFull(await open(owner, c), "conversations_per_member")
  expect((await open(others[2] as Caller, owner.id)).status).toBe(201)

  await limitTo({ comment_bytes_per_member: 500 })
  const { addComment, updateComment } = commentCalls("Item")
  const say = (as: Caller, content: string) =>
    api.send(addComment, { planId: plan.id, id: item.id, content, mentions: [] }, { as })
  const said = await say(owner, "x".repeat(400))
  isFull(await say(owner, "x"), "comment_bytes_per_member")
  const longer = { planId: plan.id, id: item.id, commentId: said.body.id, content: "x".repeat(401) }
  isFull(await api.send(updateComment, longer, { as: owner }), "comment_bytes_per_member")
  expect((await say(others[0] as Caller, "x")).status).toBe(201)
  await limitTo({ comment_bytes_per_plan: 650 })
  isFull(await say(others[1] as Caller, "x"), "comment_bytes_per_plan")

  await limitTo({ versions_per_plan: 5 })
  const keep = (as: Caller) => api.send(planCalls.snapshot, { planId: plan.id, force: true }, { as })
  expect((await keep(owner)).status).toBe(201)
  isFull(await keep(owner), "versions_per_plan")
  expect((await keep(others[0] as Caller)).status).toBe(201)
  await countsAreRight()
  await api.send(planCalls.removeRevisions, { planId: plan.id }, { as: owner })
  expect((await keep(owner)).status).toBe(201)
  await countsAreRight()
  await api.send(planCalls.remove, { planId: plan.id }, { as: owner })
  await countsAreRight()
  expect(await db()`select from app.usage where plan_id = ${plan.id}`).toHaveLength(0)
})

test("a member's oldest messages make room for new ones, and others' remain", async () => {
  await limitTo({ message_bytes_per_member: 1_000 })
  const { id } = (await api.send(messageCalls.open, { planId, participantIds: [viewer.id] }, { as: owner })).body
  const write = (as: Caller, n: number) =>
    api.send(messageCalls.send, { id, content: `${n} ${"x".repeat(148)}` }, { as })
  for (let n = 0; n < 3; n++) expect((await write(viewer, n)).status).toBe(201)
  for (let n = 3; n < 9; n++) expect((await write(owner, n)).status).toBe(201)
  const { messages } = (await api.send(messageCalls.get, { id }, { as: viewer })).body
  expect(messages.map(({ content }) => content[0])).toEqual(["0", "1", "2", "5", "6", "7", "8"])
  await countsAreRight()
  expect((await write(owner, 9)).status).toBe(201)
})

test("the oldest versions of notes and automatic versions of a plan make room for new ones", async () => {
  await limitTo({ note_version_bytes_per_person: 3_500, version_bytes_per_plan: 3_000 })
  const { id } = (await note(viewer, `0 ${"x".repeat(997)}`)).body
  for (let n = 1; n < 6; n++)
    expect((await api.send(noteCalls.update, { id, content: `${n} ${"x".repeat(997)}` }, { as: viewer })).status).toBe(
      200,
    )
  const { body: kept } = await api.send(noteCalls.revisions, { id }, { as: viewer })
  expect(kept.map(({ content }) => content[0])).toEqual(["4", "3", "2"])

  const { plan } = await api.filled(owner)
  const versionsOf = async () => (await api.send(planCalls.revisions, { planId: plan.id }, { as: owner })).body
  const { body: saved } = await api.send(planCalls.snapshot, { planId: plan.id }, { as: owner })
  for (let n = 0; n < 6; n++) {
    const restored = await api.send(planCalls.restore, { planId: plan.id, revisionId: saved.id }, { as: owner })
    expect(restored.status).toBe(200)
  }
  const left = await versionsOf()
  expect(left.map(({ id }) => id)).toContain(saved.id)
  expect(left.length).toBeGreaterThan(1)
  expect(left.length).toBeLessThan(7)
  await countsAreRight()
})

test("large answers kept for repeats are bounded, and a dropped one is never carried out again", async () => {
  await limitTo({ answer_bytes_per_caller: 100_000 })
  const create = (key: string) =>
    api.send(
      noteCalls.create,
      { planId, title: key, content: "x".repeat(40_000) },
      { as: owner, headers: { "idempotency-key": key } },
    )
  const [first, second, third] = [await create("one"), await create("two"), await create("three")]
  expect((await create("three")).body.id).toBe(third.body.id)
  expect((await create("two")).body.id).toBe(second.body.id)
  const again = await create("one")
  expect([first.status, again.status]).toEqual([201, 409])
  expect((await api.send(noteCalls.list, { planId }, { as: owner })).body).toHaveLength(3)
  const [{ bytes } = { bytes: 0 }] = await db()<{ bytes: number }[]>`
    select sum(pg_column_size(answer))::bigint as bytes from app.idempotency where caller = ${`u${owner.id}`} and size is not null`
  expect(bytes).toBeLessThanOrEqual(100_000)
})

test("a person reads what they store; the totals are in the metrics", async () => {
  await limitTo({ notes_per_plan: 10 })
  for (let n = 0; n < 9; n++) await note(owner, "1234567890")
  const entries = (await api.send(accountCalls.storage, { planId }, { as: owner })).body
  const of = (name: LimitName, scope: string) =>
    entries.find((entry) => entry.name === labelOf(name) && entry.scope === scope)
  expect(of("plans_per_person", "person")).toMatchObject({ used: 1, most: 200, measure: "count" })
  expect(of("notes_per_plan", "plan")).toMatchObject({ used: 9, most: 10, what: "notes" })
  expect(of("note_bytes_per_person", "person")).toMatchObject({ used: 99, measure: "bytes" })
  expect(of("files_per_plan", "member")).toMatchObject({ used: 0, most: defaultLimits.files_per_plan / 5 })
  const today = (label: string) => entries.find((entry) => entry.name === label)
  expect(today("QUOTA_MAILS_PER_SENDER")).toMatchObject({ most: 200, what: "emails to others today" })
  expect(today("model_requests_per_day")).toMatchObject({ used: 0, most: 300, scope: "person" })
  expect((await api.send(accountCalls.storage, {}, { as: owner })).body.every(({ scope }) => scope === "person")).toBe(
    true,
  )
  expect((await api.send(accountCalls.storage, { planId }, { as: await api.person() })).status).toBe(404)
  const { totals, near } = await usageTotals()
  expect(totals.find(({ kind, scope }) => kind === "notes" && scope === "plan")?.count).toBeGreaterThanOrEqual(9)
  expect(near.find(({ name }) => name === "QUOTA_NOTES_PER_PLAN")?.holders).toBeGreaterThanOrEqual(1)
})

test("saving a card counts nothing", async () => {
  const { plan, task } = await api.filled(owner)
  const before = await db()`select xmin::text, * from app.usage order by kind, plan_id, person_id`
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, description: "changed" }, { as: owner })
  expect(await db()`select xmin::text, * from app.usage order by kind, plan_id, person_id`).toEqual(before)
})
