// Drafts: members see them on the board, and nothing else tells of them until they are published.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import type { Comment } from "~/contract/comment"
import { goalCalls } from "~/contract/goal"
import { integrationCalls } from "~/contract/integration"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { discardDrafts, publishDrafts } from "~/domain/agent/drafts.server"
import { applySet } from "~/domain/agent/proposal.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { writerOf } from "../support/api/change-sets.ts"
import { formOf } from "../support/api/files.ts"
import { largestTurn } from "../support/counts/largest-turn.ts"
import { type Notices, openNotices } from "../support/database/notices.ts"

let api: Api
let ada: Caller
let grace: Caller
let own: Awaited<ReturnType<Api["filled"]>>
let planId: number
let notices: Notices

beforeAll(async () => {
  api = await openApi()
  notices = await openNotices(api.database.url)
})
afterAll(async () => {
  await notices.close()
  await api.close()
})
beforeEach(async () => {
  ada = await api.person()
  grace = await api.person()
  own = await api.filled(ada)
  planId = own.plan.id
  await api.join(planId, grace)
})

/** What `work` sends to plans and people, as "topic event", with the jobs it queues. */
const told = async (work: () => Promise<unknown>) => {
  await notices.take()
  await db()`delete from app.job`
  await work()
  const sent = (await notices.take()).map(({ topic, event }) => `${topic} ${event}`)
  const jobs = await db()<{ kind: string }[]>`select kind from app.job order by id`
  return { sent, jobs: jobs.map(({ kind }) => kind) }
}
const nobody = { sent: [], jobs: [] }
/** The members alone, that there are other drafts. */
const membersAlone = (times: number) => ({
  sent: Array.from({ length: times }, () => [ada, grace].map(({ id }) => `user:${id} DraftsChanged`)).flat(),
  jobs: [],
})

const boardOf = async (as: Caller) => (await api.send(planCalls.board, { planId }, { as })).body
const paths = { goal: "Goal", item: "Item", task: "Task" } as const
const noticesOf = async (who: Caller) =>
  (await api.send(notificationCalls.list, { userId: who.id, planId }, { as: who })).body
const mention = async (path: string, ...people: Caller[]) => {
  const mentions = people.map(({ id }) => ({ MentionedUserId: id }))
  const made = await api.call<Comment>("POST", `${path}/comments?planId=${planId}`, {
    as: ada,
    body: { content: "Look at this", mentions },
  })
  expect(made.status).toBe(201)
  return made.body
}

test("members see a draft on the board, and no event, seq, mail or list of tasks tells of it", async () => {
  const { seq } = await boardOf(ada)
  const quiet = await told(async () => {
    const goal = await api.goal(ada, planId, { name: "Hidden", isDraft: true })
    const item = await api.item(ada, planId, { topic: "Hidden too", goalId: goal.id, isDraft: true })
    const task = await api.task(ada, planId, item.id, { description: "Mine", ownerId: grace.id, isDraft: true })
    await api.send(goalCalls.update, { planId, id: goal.id, name: "Still hidden" }, { as: ada })
    await api.send(taskCalls.update, { planId, id: task.id, description: "Yours" }, { as: ada })
    await mention(`/api/Task/${task.id}`, grace)
    await applySet(writerOf(ada), planId, {
      request: "Add a note",
      changes: [{ op: "create", entity: "comment", fields: { taskId: task.id, content: "By the assistant" } }],
    })
  })
  expect(quiet).toEqual(membersAlone(5))
  const board = await boardOf(grace)
  expect(board.seq).toBe(seq)
  expect(board.goals.map(({ name, isDraft }) => [name, isDraft])).toContainEqual(["Still hidden", true])
  expect(board.tasks.map(({ description }) => description)).toContain("Yours")
  expect(await noticesOf(grace)).toEqual([])
})

test("whatever is done to a draft or to what hangs on it, and every read but the board's, says nothing of it", async () => {
  const goal = await api.goal(ada, planId, { name: "Hidden goal", isDraft: true })
  const item = await api.item(ada, planId, { topic: "Hidden action", isDraft: true, dueDate: "2026-01-01" })
  const task = await api.task(ada, planId, item.id, { description: "Hidden task", ownerId: grace.id, isDraft: true })
  const gone = await api.task(ada, planId, item.id, { description: "Hidden and gone", isDraft: true })
  const made = await mention(`/api/Item/${item.id}`, grace)
  const { seq } = await boardOf(ada)
  const at = { as: ada }
  const done = async (...calls: Promise<{ status: number }>[]) => {
    for (const call of calls) expect((await call).status).toBeLessThan(300)
  }
  const quiet = await told(async () => {
    await done(api.send(itemCalls.moveActionToGoal, { planId, itemId: item.id, goalId: goal.id }, at))
    await done(api.send(itemCalls.updateFocusOrders, { planId, orders: [{ id: item.id, order: 7, focus: true }] }, at))
    await done(api.send(goalCalls.updateOrders, { planId, orders: [{ id: goal.id, order: 7 }] }, at))
    await done(
      api.send(taskCalls.updateOrders, { planId, orders: [{ id: task.id, order: 7, complete: false, type: 1 }] }, at),
    )
    await done(api.send(taskCalls.update, { planId, id: task.id, type: 2 }, at))
    await done(api.send(itemCalls.update, { planId, id: item.id, ownerId: grace.id }, at))
    await done(api.send(itemCalls.updateComment, { planId, id: item.id, commentId: made.id, content: "Or not" }, at))
    await done(api.send(itemCalls.removeComment, { planId, id: item.id, commentId: made.id }, at))
  })
  expect(quiet).toEqual(membersAlone(6))
  expect((await boardOf(grace)).seq).toBe(seq)
  // Discarding sends the event of any change of the whole board.
  const discarded = await told(() => done(api.send(taskCalls.remove, { planId, id: gone.id }, at)))
  expect(discarded.sent.filter((each) => !each.endsWith("MyWorkUpdated"))).toEqual([`plan:${planId} BoardUpdated`])
  const as = { as: grace }
  for (const format of ["json", "csv", "md", "ics"])
    expect((await api.call("GET", `/api/Plan/${planId}/export?format=${format}`, as)).text, format).not.toContain(
      "Hidden",
    )
  for (const path of [
    `/api/Search?planId=${planId}&q=hidden`,
    `/api/Search/suggestions?planId=${planId}&q=hid`,
    `/api/Threads/tree?planId=${planId}&search=`,
    "/api/Task/mine?done=true",
    `/api/notification/${grace.id}`,
  ]) {
    expect((await api.call("GET", path, as)).text, path).not.toMatch(/hidden/i)
  }
})

test("the changes of a plan are answered with its drafts, to the plan's key too", async () => {
  const key = await api.send(integrationCalls.enable, { planId }, { as: ada })
  const since = (await boardOf(ada)).seq
  const changes = async (as: object = { as: grace }, draftsTag?: string) =>
    (await api.send(planCalls.changes, { planId, since, draftsTag }, as)).body
  const none = await changes()
  expect(none).toMatchObject({ seq: since, events: [], drafts: { goals: [], items: [], tasks: [] } })
  const goal = await api.goal(ada, planId, { name: "Hidden", isDraft: true })
  const item = await api.item(ada, planId, { topic: "Hidden too", goalId: goal.id, isDraft: true })
  const task = await api.task(ada, planId, own.item.id, { description: "Hidden as well", isDraft: true })
  const { drafts, draftsTag } = await changes()
  const ofDraft = ({ isDraft }: { isDraft: boolean }) => isDraft
  const board = await boardOf(grace)
  expect(drafts).toEqual({
    goals: board.goals.filter(ofDraft),
    items: board.items.filter(ofDraft),
    tasks: board.tasks.filter(ofDraft),
  })
  expect(drafts).toMatchObject({ goals: [{ id: goal.id }], items: [{ id: item.id }], tasks: [{ id: task.id }] })
  expect(await changes({ headers: { "x-api-key": key.body.apiKey } })).toEqual({
    seq: since,
    events: [],
    drafts,
    draftsTag,
  })
  // Drafts that the caller has are left out, until one of them changes, is published or deleted.
  const known = async () => (await changes({ as: grace }, draftsTag)).drafts
  expect(await known()).toBeUndefined()
  await api.send(goalCalls.update, { planId, id: goal.id, name: "Other" }, { as: ada })
  expect((await known())?.goals).toMatchObject([{ name: "Other" }])
  await api.send(goalCalls.update, { planId, id: goal.id, isDraft: false }, { as: ada })
  expect((await known())?.goals).toEqual([])
  await api.send(taskCalls.remove, { planId, id: task.id }, { as: ada })
  expect((await known())?.tasks).toEqual([])
  await discardDrafts(writerOf(ada), planId)
  expect(await changes({ as: grace }, none.draftsTag)).not.toHaveProperty("drafts")
  expect((await api.call("GET", `/api/Plan/${planId}/changes?since=0&draftsTag=x`, { as: grace })).status).toBe(400)
})

test("drafts that are too many or too long for an answer are left out, and no turn of the event loop holds all of them", async () => {
  const add = (count: number, letters: number) => db()`
    insert into app.task (plan_id, item_id, description, "order", type, is_draft, created_by)
    select ${planId}, ${own.item.id}, repeat('x', ${letters}), n, 0, true, ${ada.id} from generate_series(1, ${count}) n`
  const changes = () => api.send(planCalls.changes, { planId, since: 0 }, { as: grace })
  await add(1_000, 10)
  const { body: some } = await changes()
  expect(some.drafts?.tasks).toHaveLength(1_000)
  await add(1, 10)
  const { body: many } = await changes()
  expect(many).not.toHaveProperty("drafts")
  expect(many.draftsTag).not.toBe(some.draftsTag)
  await db()`delete from app.task where plan_id = ${planId} and is_draft`
  await add(300, 9_000)
  const { answer, letters } = await largestTurn(changes)
  expect(answer.body).not.toHaveProperty("drafts")
  expect(letters).toBeLessThan(100_000)
  expect((await boardOf(grace)).tasks).toHaveLength(301)
})

test("a file on a draft is told to the members alone, and one change set of drafts once", async () => {
  const item = await api.item(ada, planId, { topic: "Hidden", isDraft: true })
  const uploaded = await told(() => api.upload(ada, planId, formOf("A text", "a.txt", { itemId: item.id })))
  expect(uploaded).toEqual(membersAlone(1))
  const made = await told(() =>
    applySet(writerOf(ada), planId, {
      request: "Add two goals",
      isDraft: true,
      changes: ["One", "Two"].map((name) => ({ op: "create", entity: "goal", fields: { name } }) as const),
    }),
  )
  expect(made.sent.filter((each) => !each.endsWith("MyWorkUpdated"))).toEqual(membersAlone(1).sent)
})

test("a plan is a draft while one of its cards is", async () => {
  const isDraft = async () => [
    (await api.send(planCalls.get, { planId }, { as: grace })).body.isDraft,
    (await boardOf(grace)).plan.isDraft,
    (await api.send(planCalls.list, {}, { as: grace })).body[0]?.isDraft,
  ]
  expect(await isDraft()).toEqual([false, false, false])
  await api.task(ada, planId, own.item.id, { description: "Draft", isDraft: true })
  expect(await isDraft()).toEqual([true, true, true])
  await discardDrafts(writerOf(ada), planId)
  expect(await isDraft()).toEqual([false, false, false])
  const goal = await api.goal(ada, planId, { isDraft: true })
  expect(await isDraft()).toEqual([true, true, true])
  await api.send(goalCalls.remove, { planId, id: goal.id }, { as: ada })
  expect(await isDraft()).toEqual([false, false, false])
})

test.each(["goal", "item", "task"] as const)(
  "people mentioned on a draft are notified when the %s is published",
  async (kind) => {
    const card = {
      goal: () => api.goal(ada, planId, { name: "The quay", isDraft: true }),
      item: () => api.item(ada, planId, { topic: "The quay", isDraft: true }),
      task: () => api.task(ada, planId, own.item.id, { description: "The quay", isDraft: true }),
    }
    const { id } = await card[kind]()
    await mention(`/api/${paths[kind]}/${id}`, grace, ada)
    const publish = {
      goal: () => api.send(goalCalls.update, { planId, id, isDraft: false }, { as: ada }),
      item: () => api.send(itemCalls.update, { planId, id, isDraft: false }, { as: ada }),
      task: () => api.send(taskCalls.update, { planId, id, isDraft: false }, { as: ada }),
    }
    const { sent, jobs } = await told(publish[kind])
    expect(sent.filter((each) => !each.endsWith("MyWorkUpdated"))).toEqual([
      `plan:${planId} BoardUpdated`,
      `user:${grace.id} SendNotificationToUser`,
    ])
    expect(jobs).toEqual(["mail.mention"])
    expect(await noticesOf(grace)).toMatchObject([
      { title: `${ada.userName} mentioned you in “The quay”`, [`${kind}Id`]: id },
    ])
    expect(await noticesOf(ada)).toEqual([])
    // A second mention of theirs is announced at once, the first never again.
    await publish[kind]()
    await mention(`/api/${paths[kind]}/${id}`, grace)
    expect(await noticesOf(grace)).toHaveLength(2)
  },
)

test("publishing all drafts is one change that notifies all who are mentioned and still members", async () => {
  const gone = await api.person()
  await api.join(planId, gone)
  const goal = await api.goal(ada, planId, { name: "One", isDraft: true })
  const item = await api.item(ada, planId, { topic: "Two", goalId: goal.id, isDraft: true })
  await mention(`/api/Goal/${goal.id}`, grace)
  const changed = await mention(`/api/Item/${item.id}`, gone)
  const edit = (mentions: Caller[]) =>
    api.send(
      itemCalls.updateComment,
      { id: item.id, commentId: changed.id, planId, mentions: mentions.map(({ id }) => ({ MentionedUserId: id })) },
      { as: ada },
    )
  expect(await told(() => edit([gone, grace]))).toEqual(nobody)
  await db()`delete from app.membership where plan_id = ${planId} and person_id = ${gone.id}`
  const { seq } = await boardOf(ada)
  const { sent, jobs } = await told(() => publishDrafts(writerOf(ada), planId))
  expect(sent.filter((each) => each.startsWith("plan:"))).toEqual([`plan:${planId} BoardUpdated`])
  expect(jobs).toEqual(["mail.mention", "mail.mention"])
  expect((await noticesOf(grace)).map(({ title }) => title).sort()).toEqual([
    `${ada.userName} mentioned you in “One”`,
    `${ada.userName} mentioned you in “Two”`,
  ])
  expect((await boardOf(ada)).seq).toBe(seq + 1)
})

test("publishing and discarding drafts is one entry each in the plan's log, and each can be reverted", async () => {
  const log = async () => (await api.send(auditCalls.ofPlan, { planId }, { as: ada })).body
  const make = async () => {
    const goal = await api.goal(ada, planId, { name: "One", isDraft: true })
    const item = await api.item(ada, planId, { topic: "Two", goalId: goal.id, isDraft: true })
    return { item, task: await api.task(ada, planId, item.id, { description: "Three", isDraft: true }) }
  }
  const drafts = async () => (await boardOf(ada)).tasks.filter(({ isDraft }) => isDraft).map(({ id }) => id)
  const { task } = await make()
  const before = (await log()).length
  await publishDrafts(writerOf(ada), planId)
  const [entry, ...earlier] = await log()
  expect(earlier).toHaveLength(before)
  expect(entry?.message).toBe(`<b>The assistant</b> for <b>${ada.userName}</b> published 3 drafts`)
  expect((await api.send(auditCalls.ofTask, { planId, id: task.id }, { as: ada })).body[0]?.message).toContain(
    "published",
  )
  expect(await drafts()).toEqual([])
  await api.send(planCalls.revert, { planId, auditId: entry?.id ?? 0 }, { as: ada })
  expect(await drafts()).toEqual([task.id])
  const made = await make()
  await api.task(ada, planId, made.item.id, { description: "Published below it" })
  await discardDrafts(writerOf(ada), planId)
  expect((await log())[0]?.message).toBe(
    `<b>The assistant</b> for <b>${ada.userName}</b> published 2 drafts and discarded 4`,
  )
})

test("a mention taken back before publishing notifies nobody, nor does one on a discarded draft", async () => {
  const goal = await api.goal(ada, planId, { name: "One", isDraft: true })
  const made = await mention(`/api/Goal/${goal.id}`, grace)
  const path = `/api/Goal/${goal.id}/comments/${made.id}?planId=${planId}`
  expect((await api.call("PUT", path, { as: ada, body: { mentions: [] } })).status).toBe(200)
  await api.send(goalCalls.update, { planId, id: goal.id, isDraft: false }, { as: ada })
  const other = await api.goal(ada, planId, { name: "Two", isDraft: true })
  await mention(`/api/Goal/${other.id}`, grace)
  const { sent, jobs } = await told(() => discardDrafts(writerOf(ada), planId))
  expect(sent.filter((each) => each.startsWith("plan:"))).toEqual([`plan:${planId} BoardUpdated`])
  expect(jobs).toEqual([])
  expect(await noticesOf(grace)).toEqual([])
})

test.each(["restore", "revert"] as const)(
  "a %s that publishes drafts again notifies those mentioned on them",
  async (how) => {
    const goal = await api.goal(ada, planId, { name: "One" })
    const item = await api.item(ada, planId, { topic: "Two" })
    const task = await api.task(ada, planId, item.id, { description: "Three" })
    const other = await api.goal(ada, planId, { name: "Never published", isDraft: true })
    const version = (await api.send(planCalls.snapshot, { planId }, { as: ada })).body
    const draft = { planId, isDraft: true }
    await api.send(goalCalls.update, { ...draft, id: goal.id }, { as: ada })
    const [entry] = (await api.send(auditCalls.ofPlan, { planId }, { as: ada })).body
    await api.send(itemCalls.update, { ...draft, id: item.id, topic: "Renamed" }, { as: ada })
    await api.send(taskCalls.update, { ...draft, id: task.id }, { as: ada })
    for (const path of [`Goal/${goal.id}`, `Item/${item.id}`, `Task/${task.id}`, `Goal/${other.id}`])
      await mention(`/api/${path}`, grace)
    expect(await noticesOf(grace)).toEqual([])
    const back = {
      restore: () => api.send(planCalls.restore, { planId, revisionId: version.id }, { as: ada }),
      revert: () => api.send(planCalls.revert, { planId, auditId: entry?.id ?? 0 }, { as: ada }),
    }
    const { jobs } = await told(async () => expect((await back[how]()).status).toBe(200))
    expect(jobs.filter((kind) => kind === "mail.mention")).toHaveLength(3)
    const titles = async () =>
      (await noticesOf(grace))
        .flatMap(({ title }) => (title.includes("mentioned") ? [title.split("in ")[1]] : []))
        .sort()
    expect(await titles()).toEqual([
      "“One”",
      "“Three”",
      how === "restore" ? "“Two”" : expect.stringMatching(/Two|Renamed/),
    ])
    // Nothing is held any longer: publishing once more notifies no one.
    await api.send(goalCalls.update, { ...draft, id: goal.id }, { as: ada })
    await api.send(goalCalls.update, { planId, id: goal.id, isDraft: false }, { as: ada })
    expect(await titles()).toHaveLength(3)
  },
)

test("a mention made while its draft is being published is never lost", async () => {
  for (let round = 0; round < 8; round++) {
    const goal = await api.goal(ada, planId, { name: `Round ${round}`, isDraft: true })
    await Promise.all([
      mention(`/api/Goal/${goal.id}`, grace),
      api.send(goalCalls.update, { planId, id: goal.id, isDraft: false }, { as: ada }),
    ])
  }
  expect(await noticesOf(grace)).toHaveLength(8)
})
