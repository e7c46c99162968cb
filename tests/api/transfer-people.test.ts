// Owners and authors in exported and imported plans: all are preserved, and nobody is impersonated.

import { unzipSync } from "fflate"
import { afterAll, expect, test } from "vitest"
import type { Comment } from "~/contract/comment"
import type { FileEntry } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { type Changes, planCalls } from "~/contract/plan"
import type { PlanVersion } from "~/contract/plan-version"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import type { Caller } from "../support/api/api.ts"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
const ada = await t.api.person()
const ben = await t.api.person()
const eva = await t.api.person()
afterAll(t.close)

const get = async <T>(path: string, as: Caller) => (await t.api.call<T>("GET", path, { as })).body
const comment = async (as: Caller, planId: number, card: string, content: string, mentions: Caller[] = []) => {
  const answer = await t.api.call<Comment>("POST", `/api/${card}/comments?planId=${planId}`, {
    as,
    body: { content, mentions: mentions.map(({ id }) => ({ MentionedUserId: id })) },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** The sample plan with everything a plan can have: by Ada, by Ben, who commented and left, and by Eva, a viewer. */
const full = async () => {
  const plan = (await t.api.send(planCalls.createSample, {}, { as: ada })).body
  await t.api.join(plan.id, ben)
  await t.api.join(plan.id, eva, 2)
  await t.api.send(planCalls.update, { id: plan.id, type: 1, aiInstructions: "Be brief." }, { as: ada })
  const { goals, items, tasks } = await t.boardOf(plan.id, ada)
  const put = async (path: string, body: object) => {
    const answer = await t.api.call("PUT", `${path}?planId=${plan.id}`, { as: ada, body })
    expect(answer.status, answer.text).toBe(200)
  }
  const [goal] = goals
  const [first, second, third, ...rest] = items
  const [task, other] = tasks.filter(({ readOnly }) => !readOnly)
  const more = { videoLink: "https://example.org/film", iconName: "bike", type: 2, completed: true }
  await put("/api/Goal", { id: goal?.id, ownerId: eva.id, ...more })
  await put(`/api/Item/${first?.id}`, { ownerId: ben.id, type: 4, dotVoting: 3 })
  await put(`/api/Item/${second?.id}`, { ownerId: ada.id })
  await put(`/api/Item/${third?.id}`, { ownerId: eva.id, completed: true })
  await put("/api/Task", { id: task?.id, ownerId: ben.id, color: "#123456" })
  await put("/api/Task", { id: other?.id, ownerId: eva.id, type: 1 })
  await t.api.item(ada, plan.id, { topic: "Unsaved idea", isDraft: true })
  await t.api.call("DELETE", `/api/Item/${rest.at(-1)?.id}?planId=${plan.id}`, { as: ada })

  await comment(ada, plan.id, `Goal/${goal?.id}`, "First\n\nwith more")
  const asked = await comment(ben, plan.id, `Item/${first?.id}`, `Ask @[${eva.userName}](${eva.id}) first`, [eva])
  await t.api.call("PUT", `/api/Item/${first?.id}/comments/${asked.id}?planId=${plan.id}`, {
    as: ben,
    body: { content: `Ask @[${eva.userName}](${eva.id}) before that` },
  })
  await comment(eva, plan.id, `Item/${first?.id}`, "I am here")
  const seen = await t.addFile(plan.id, "seen.txt", { taskId: task?.id }, "seen", ben)
  const told = await comment(ben, plan.id, `Task/${task?.id}`, "Look")
  const held = await t.addFile(plan.id, "held.txt", { commentId: told.id }, "held", ben)
  const named = [seen, held].map(
    ({ uniqueFileName: name, friendlyName }) => `![file](laneway-file:${plan.id}:${name}:${friendlyName})`,
  )
  await t.api.call("PUT", `/api/Task/${task?.id}/comments/${told.id}?planId=${plan.id}`, {
    as: ben,
    body: { content: `Look\n${named.join("\n")}` },
  })
  await t.addFile(plan.id, "of the plan.bin", {}, "plan", ada)
  const note = { planId: plan.id, content: `![file](laneway-file:${plan.id}:${seen.uniqueFileName}:seen.txt)` }
  await t.api.send(noteCalls.create, { ...note, title: "Open", visibility: 1 }, { as: ada })
  await t.api.send(noteCalls.create, { ...note, title: "Ben's own", visibility: 0 }, { as: ben })
  return plan
}

const copyOf = async (planId: number, as: Caller, by: Caller, format = "zip") => {
  const first = await t.out(planId, format, as)
  expect(first.status).toBe(200)
  const copy = await t.imported(first.bytes as Uint8Array<ArrayBuffer>, `plan.${format}`, by)
  return { first, copy }
}

test.each(["zip", "json"])(
  "a full plan exported as %s, imported by another person and exported again is byte for byte the same",
  async (format) => {
    const plan = await full()
    const stranger = await t.api.person()
    const mails = t.api.mails().length
    const { first, copy } = await copyOf(plan.id, ada, stranger, format)
    const again = await t.out(copy.id, format, stranger)
    const text = (bytes: Uint8Array) =>
      new TextDecoder().decode(format === "zip" ? unzipSync(bytes)["plan.json"] : bytes)
    expect(text(again.bytes)).toBe(text(first.bytes))
    expect(Buffer.compare(again.bytes, first.bytes)).toBe(0)
    // Again, by a person who owned and wrote some of it.
    const { copy: bens } = await copyOf(copy.id, stranger, ben, format)
    expect(Buffer.compare((await t.out(bens.id, format, ben)).bytes, first.bytes)).toBe(0)

    const written = JSON.parse(text(first.bytes))
    expect(written).toMatchObject({ format: "laneway-plan", version: 1, type: 1, aiInstructions: "Be brief." })
    expect(JSON.stringify(written)).not.toMatch(/Unsaved idea|Ben's own/)
    for (const { email } of [ada, ben, eva]) expect(text(first.bytes)).toContain(email)
    expect(written.goals[0]).toMatchObject({
      ...{ completed: true, videoLink: "https://example.org/film", iconName: "bike", type: 2 },
      comments: [{ author: { name: ada.userName, email: ada.email }, content: "First\n\nwith more", editedDate: null }],
    })
    expect(written.goals[0].actions[0].comments.map(({ content }: Comment) => content)).toEqual([
      `Ask @${eva.userName} before that`,
      "I am here",
    ])
    // Nobody was notified, and the importer is the only member.
    expect(t.api.mails()).toHaveLength(mails)
    expect(
      await db()`select 1 from app.notification where kind = 'mention' and plan_id in (${copy.id}, ${bens.id})`,
    ).toHaveLength(0)
    expect(await db()`select 1 from app.membership where plan_id = ${copy.id}`).toHaveLength(1)
  },
)

test("an import lists the owners it waits for; the importer's own cards are theirs at once", async () => {
  const plan = await full()
  const { copy } = await copyOf(plan.id, ada, ben)
  expect(copy.leftOut).toEqual([])
  expect([...copy.awaited].sort((a, b) => (a.userName < b.userName ? -1 : 1))).toEqual([
    { userName: ada.userName, email: ada.email },
    { userName: eva.userName, email: eva.email },
  ])
  const { items, tasks } = await t.boardOf(copy.id, ben)
  const told = (rows: Pick<Item, "owner" | "awaitedOwner">[]) =>
    rows
      .filter(({ owner, awaitedOwner }) => owner || awaitedOwner)
      .map(({ owner, awaitedOwner }) => [owner?.userName, awaitedOwner?.userName])
  expect(told(items)).toEqual(
    expect.arrayContaining([
      [ben.userName, undefined],
      [undefined, ada.userName],
      [undefined, eva.userName],
    ]),
  )
  expect(told(tasks)).toEqual(
    expect.arrayContaining([
      [ben.userName, undefined],
      [undefined, eva.userName],
    ]),
  )
})

test("CSV owners match the importer by name; others wait without an address", async () => {
  const csv = `goal,action,task,owner\nG,A,T,Somebody Else\nG,A,U,Ada\nG,A,V,Ada\nG,A,W,${t.owner.userName}\n`
  const copy = await t.imported(csv, "plan.csv")
  expect(copy.awaited).toEqual([
    { userName: "Somebody Else", email: null },
    { userName: "Ada", email: null },
  ])
  const { tasks } = await t.boardOf(copy.id)
  expect(tasks.map(({ ownerId, awaitedOwner }) => [ownerId, awaitedOwner?.userName])).toEqual([
    [null, "Somebody Else"],
    [null, "Ada"],
    [null, "Ada"],
    [t.owner.id, undefined],
  ])
  const first = (await t.out(copy.id, "csv")).text
  expect(first).toContain("Somebody Else")
  expect((await t.out((await t.imported(first, "plan.csv")).id, "csv")).text).toBe(first)
})

const joins = async (planId: number, by: Caller, who: Caller, role = 2) => {
  await t.api.call("POST", "/api/invitation/invite", { as: by, body: { planId, email: who.email.toUpperCase(), role } })
  const mine = await get<{ token: string; planId: number }[]>(`/api/invitation/pendinguser/${who.id}`, who)
  const token = mine.find((each) => each.planId === planId)?.token
  expect((await t.api.call("GET", `/api/invitation/accept?token=${token}`, { as: who })).status).toBe(200)
}

test("joining by invitation assigns the cards that wait for that address, in one change that can be undone", async () => {
  const plan = await full()
  const { copy } = await copyOf(plan.id, ada, ben)
  const before = await t.boardOf(copy.id, ben)
  const waits = [...before.goals, ...before.items, ...before.tasks].filter(
    ({ awaitedOwner }) => awaitedOwner?.userName === eva.userName,
  )
  expect(waits).toHaveLength(3)
  const { seq } = await get<Changes>(`/api/Plan/${copy.id}/changes?since=0`, ben)
  const mails = t.api.mails().length
  await joins(copy.id, ben, eva)
  expect(t.api.mails()).toHaveLength(mails)
  const after = await t.boardOf(copy.id, eva)
  const owned = [...after.goals, ...after.items, ...after.tasks].filter(({ owner }) => owner?.id === eva.id)
  expect(owned.map(({ id }) => id).sort()).toEqual(waits.map(({ id }) => id).sort())
  expect(owned.every(({ awaitedOwner }) => awaitedOwner === null)).toBe(true)
  const { events } = await get<Changes>(`/api/Plan/${copy.id}/changes?since=${seq}`, ben)
  expect(events.map(({ event }) => event)).toEqual(["MemberAdded", "BoardUpdated"])
  const [item] = owned.filter((row): row is Item => "topic" in row)
  const log = await get<{ id: number; action: string }[]>(`/api/Audit/unified/item/${item?.id}?planId=${copy.id}`, ben)
  expect(log[0]).toMatchObject({ action: "update" })

  // Another person who joins gets none of it, even under the same name.
  const namesake = await t.api.person()
  await t.api.send(userCalls.update, { id: namesake.id, userName: ada.userName }, { as: namesake })
  await joins(copy.id, ben, namesake)
  const rows = await t.boardOf(copy.id, ben)
  expect([...rows.items, ...rows.tasks].filter(({ owner }) => owner?.id === namesake.id)).toEqual([])

  await t.api.call("POST", `/api/Plan/revert/${copy.id}`, { as: ben, body: { auditId: log[0]?.id } })
  const reverted = (await t.boardOf(copy.id, ben)).items.find(({ id }) => id === item?.id)
  expect([reverted?.owner, reverted?.awaitedOwner?.userName]).toEqual([null, eva.userName])
})

test("setting an owner or none by hand ends the wait; other changes don't", async () => {
  const copy = await t.imported("goal,action,task,owner\nG,A,,Ada\nG,B,,Ada\nG,C,T,Ada\nG,C,U,Ada\n", "plan.csv")
  const { items, tasks } = await t.boardOf(copy.id)
  const put = (path: string, body: object) => t.api.call("PUT", `${path}?planId=${copy.id}`, { as: t.owner, body })
  const [a, b] = items
  const [one, two] = tasks
  expect((await put(`/api/Item/${a?.id}`, { businessValue: 3 })).body).toMatchObject({
    awaitedOwner: { userName: "Ada" },
  })
  expect((await put(`/api/Item/${a?.id}`, { ownerId: t.owner.id })).body).toMatchObject({
    owner: { id: t.owner.id },
    awaitedOwner: null,
  })
  expect((await put(`/api/Item/${b?.id}`, { ownerId: null })).body).toMatchObject({ owner: null, awaitedOwner: null })
  expect((await put("/api/Task", { id: one?.id, type: 1 })).body).toMatchObject({ awaitedOwner: { userName: "Ada" } })
  expect((await put("/api/Task", { id: one?.id, ownerId: null })).body).toMatchObject({
    ownerId: null,
    awaitedOwner: null,
  })
  expect((await put("/api/Task", { id: two?.id, ownerId: t.owner.id })).body).toMatchObject({
    ownerId: t.owner.id,
    awaitedOwner: null,
  })
  const rows = await t.boardOf(copy.id)
  expect([...rows.items, ...rows.tasks].filter(({ awaitedOwner }) => awaitedOwner)).toEqual([])
})

test("versions and the bin preserve awaited owners; people who joined since own their cards", async () => {
  const plan = await full()
  const { copy } = await copyOf(plan.id, ada, ben)
  const post = async (path: string) => {
    const answer = await t.api.call("POST", path, { as: ben })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const waiting = async () => {
    const { items, tasks } = await t.boardOf(copy.id, ben)
    return [...items, ...tasks].flatMap(({ awaitedOwner }) => awaitedOwner?.userName ?? []).sort()
  }
  const all = [ada.userName, eva.userName, eva.userName].sort()
  expect(await waiting()).toEqual(all)
  const kept = (await post(`/api/Plan/${copy.id}/snapshot`)) as PlanVersion
  const { goals, items } = await t.boardOf(copy.id, ben)
  const adas = items.find(({ awaitedOwner }) => awaitedOwner?.userName === ada.userName)
  await t.api.call("PUT", `/api/Item/${adas?.id}?planId=${copy.id}`, { as: ben, body: { ownerId: ben.id } })
  const firstGoal = goals.find(({ id }) => items.some(({ goalId, awaitedOwner }) => goalId === id && awaitedOwner))
  const exported = (await t.out(copy.id, "json", ben)).text
  await t.api.call("DELETE", `/api/Goal/${firstGoal?.id}?planId=${copy.id}`, { as: ben })
  await post(`/api/Plan/${copy.id}/deleted/goal/${firstGoal?.id}/restore`)
  expect((await t.out(copy.id, "json", ben)).text).toBe(exported)

  await t.api.call("DELETE", `/api/Goal/${firstGoal?.id}?planId=${copy.id}`, { as: ben })
  await post(`/api/Plan/${copy.id}/restore/${kept.id}`)
  expect(await waiting()).toEqual(all)
  // The cards are purged from the bin; restoring the version creates them again.
  for (const goal of goals) await t.api.send(goalCalls.remove, { id: goal.id, planId: copy.id }, { as: ben })
  await db()`delete from app.deletion where plan_id = ${copy.id}`
  await joins(copy.id, ben, eva, 1)
  await post(`/api/Plan/${copy.id}/restore/${kept.id}`)
  expect(await waiting()).toEqual([ada.userName])
  const back = await t.boardOf(copy.id, ben)
  expect([...back.items, ...back.tasks].filter(({ owner }) => owner?.id === eva.id)).toHaveLength(2)
})

test("imported comments belong to the importer and name their author; they can be deleted but not edited", async () => {
  const plan = await full()
  const { copy } = await copyOf(plan.id, ada, ben)
  const { items, tasks } = await t.boardOf(copy.id, ben)
  const of = (id: number | undefined, card = "Item") =>
    get<Comment[]>(`/api/${card}/${id}/comments?planId=${copy.id}`, ben)
  const notes = await of(items[0]?.id)
  expect(notes).toMatchObject([
    { content: "I am here", importedAuthor: { userName: eva.userName }, createdById: ben.id, mentions: [] },
    { content: `Ask @${eva.userName} before that`, importedAuthor: { userName: ben.userName }, createdById: ben.id },
  ])
  expect(notes[1]?.editedDate).toMatch(/Z$/)
  expect(JSON.stringify(notes)).not.toContain("@example.org")
  const path = `/api/Item/${items[0]?.id}/comments/${notes[0]?.id}?planId=${copy.id}`
  expect((await t.api.call("PUT", path, { as: ben, body: { content: "I was never here" } })).status).toBe(403)
  await joins(copy.id, ben, eva)
  // The named author has no more rights than others.
  expect((await t.api.call("DELETE", path, { as: eva })).status).toBe(403)
  expect((await t.api.call("DELETE", path, { as: ben })).status).toBe(204)
  expect(await of(items[0]?.id)).toHaveLength(1)

  const task = tasks.find(({ attachmentCount }) => attachmentCount > 0)
  const [told] = await of(task?.id, "Task")
  const files = await get<FileEntry[]>(`/api/File/ListFiles?planId=${copy.id}&taskId=${task?.id}`, ben)
  expect(files.map(({ friendlyName, referencedByNote }) => [friendlyName, referencedByNote]).sort()).toEqual([
    ["held.txt", true],
    ["seen.txt", true],
  ])
  for (const { uniqueFileName } of files) expect(told?.content).toContain(`laneway-file:${copy.id}:${uniqueFileName}:`)
  // Files of a comment are deleted with it.
  await t.api.call("DELETE", `/api/Task/${task?.id}/comments/${told?.id}?planId=${copy.id}`, { as: ben })
  const left = await get<FileEntry[]>(`/api/File/ListFiles?planId=${copy.id}&taskId=${task?.id}`, ben)
  expect(left.map(({ friendlyName }) => friendlyName)).toEqual(["seen.txt"])

  expect(
    JSON.stringify(await get(`/api/Threads/tree?planId=${copy.id}&search=${encodeURIComponent(ada.userName)}`, ben)),
  ).toContain("First")
})

test("people who can't see addresses export only their own", async () => {
  const plan = await full()
  for (const who of [ben, eva]) {
    const { text } = await t.out(plan.id, "json", who)
    expect(text.match(/[\w.]+@example\.org/g)?.filter((each) => each !== who.email)).toEqual([])
    expect(text).toContain(who.email)
  }
  const { copy } = await copyOf(plan.id, ada, t.owner)
  await joins(copy.id, t.owner, ben, 1)
  expect((await t.out(copy.id, "json", ben)).text).not.toContain(eva.email)
  // A member's file exported again from their new plan is identical.
  const { first, copy: own } = await copyOf(plan.id, ben, ben)
  expect(Buffer.compare((await t.out(own.id, "zip", ben)).bytes, first.bytes)).toBe(0)
})
