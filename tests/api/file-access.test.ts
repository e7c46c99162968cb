// Files of comments, private notes, completed actions and deleted plans: who reads, adds and deletes them.
import { afterAll, expect, test } from "vitest"
import { type FileEntry, fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { formOf, openFiles } from "../support/api/files.ts"

const files = await openFiles()
afterAll(files.close)

test("a file linked in a comment or note can't be deleted until the link is removed", async () => {
  const { api, ada, grace, own, planId, upload, list, removeById } = files
  const { body } = await upload(ada, "x", "x.txt", { taskId: own.task.id })
  const text = `see\n![file](laneway-file:${planId}:${body.uniqueFileName}:x.txt)`
  const note = (await api.send(taskCalls.addComment, { id: own.task.id, planId, content: text }, { as: grace })).body
  expect((await list(ada, { taskId: own.task.id }))[0]?.referencedByNote).toBe(true)
  expect((await removeById(ada, body.id)).status).toBe(409)
  expect((await api.send(fileCalls.remove, { planId, fileName: body.fileName }, { as: ada })).status).toBe(409)
  await api.send(
    taskCalls.updateComment,
    { id: own.task.id, commentId: note.id, planId, content: "without" },
    { as: grace },
  )
  expect((await list(ada, { taskId: own.task.id }))[0]?.referencedByNote).toBe(false)
  const plan = (await api.send(noteCalls.create, { planId, content: text, visibility: 1 }, { as: ada })).body
  expect((await removeById(grace, body.id)).status).toBe(409)
  await api.send(noteCalls.remove, { id: plan.id }, { as: ada })
  expect((await removeById(grace, body.id)).status).toBe(204)
})

test("deleting a comment deletes its files: those attached to it and those only it links", async () => {
  const { api, ada, grace, own, planId, upload, list, eventsAfter, seq } = files
  const { body: named } = await upload(grace, "x", "named.txt", { taskId: own.task.id })
  const { body: shared } = await upload(grace, "x", "shared.txt", { taskId: own.task.id })
  const { body: elsewhere } = await upload(grace, "x", "elsewhere.txt", { goalId: own.goal.id })
  const embed = (of: FileEntry) => `![file](laneway-file:${planId}:${of.uniqueFileName}:x)`
  const content = [named, shared, elsewhere].map(embed).join("\n")
  const note = (await api.send(taskCalls.addComment, { id: own.task.id, planId, content }, { as: grace })).body
  await api.send(taskCalls.addComment, { id: own.task.id, planId, content: embed(shared) }, { as: ada })
  const { body: put } = await upload(grace, "x", "put.txt", { commentId: note.id })
  expect(put.taskId).toBe(own.task.id)
  expect((await upload(ada, "x", "x.txt", { commentId: note.id })).status).toBe(403)
  const before = await seq()
  await api.send(taskCalls.removeComment, { id: own.task.id, commentId: note.id, planId }, { as: grace })
  const left = (await list(ada)).map(({ id }) => id)
  expect([named, put, shared, elsewhere].map(({ id }) => left.includes(id))).toEqual([false, false, true, true])
  expect((await eventsAfter(before)).events.map(({ event }) => event)).toEqual([
    "FileDeleted",
    "FileDeleted",
    "CommentDeleted",
  ])
})

test("only the author reads a private note's files", async () => {
  const { api, ada, grace, viewer, planId, upload, view, list, removeById, seq, stored, runJobs } = files
  const note = (await api.send(noteCalls.create, { planId, title: "Mine" }, { as: grace })).body
  const before = await seq()
  const audits = async () => (await db()`select from app.audit where plan_id = ${planId}`).length
  const logged = await audits()
  const { body, status } = await upload(grace, "secret", "secret.txt", { noteId: note.id })
  expect(status).toBe(201)
  expect(await seq()).toBe(before)
  expect(await audits()).toBe(logged)
  for (const other of [ada, viewer]) {
    expect((await view(other, body.fileName)).status).toBe(404)
    expect((await api.send(fileCalls.downloadUrl, { planId, fileName: body.fileName }, { as: other })).status).toBe(404)
    expect((await removeById(other, body.id)).status).toBe(404)
    expect((await api.send(fileCalls.rename, { fileId: body.id, friendlyName: "x" }, { as: other })).status).toBe(404)
    expect((await list(other)).map(({ id }) => id)).not.toContain(body.id)
    expect((await api.send(fileCalls.tree, { planId }, { as: other })).text).not.toContain("secret")
    expect((await upload(other, "x", "x.txt", { noteId: note.id })).status).toBe(400)
  }
  const key = await api.key(planId)
  expect(
    (await api.send(fileCalls.view, { planId, fileName: body.fileName }, { headers: { "x-api-key": key } })).status,
  ).toBe(404)
  expect((await list(grace, { noteId: note.id }))[0]).toEqual(body)
  // Linking a shared file in a private note must not reveal the link to others.
  const { body: shared } = await upload(ada, "x", "x.txt")
  await api.send(
    noteCalls.update,
    { id: note.id, content: `laneway-file:${planId}:${shared.uniqueFileName}:x` },
    { as: grace },
  )
  expect((await list(ada)).find(({ id }) => id === shared.id)?.referencedByNote).toBe(false)
  expect((await list(grace)).find(({ id }) => id === shared.id)?.referencedByNote).toBe(true)
  await api.send(noteCalls.remove, { id: note.id }, { as: grace })
  await runJobs()
  expect(stored()).not.toContain(body.fileName)
})

test("a viewer adds files only to comments and notes of their own", async () => {
  const { api, ada, viewer, own, planId, upload, removeById } = files
  for (const fields of [{}, { goalId: own.goal.id }, { itemId: own.item.id }, { taskId: own.task.id }]) {
    expect((await upload(viewer, "x", "x.txt", fields)).status).toBe(403)
  }
  const comment = await api.send(goalCalls.addComment, { id: own.goal.id, planId, content: "x" }, { as: viewer })
  const mine = await upload(viewer, "x", "x.txt", { commentId: comment.body.id })
  expect(mine.status).toBe(201)
  expect((await removeById(viewer, mine.body.id)).status).toBe(204)
  const { body: theirs } = await upload(ada, "x", "x.txt")
  expect((await removeById(viewer, theirs.id)).status).toBe(403)
})

test("a completed action and its tasks accept files only in comments", async () => {
  const { api, ada, planId, upload, view, list, removeById, stored, runJobs } = files
  const item = await api.item(ada, planId)
  const task = await api.task(ada, planId, item.id)
  const { body: had } = await upload(ada, "x", "x.txt", { itemId: item.id })
  await api.send(itemCalls.update, { id: item.id, planId, completed: true }, { as: ada })
  expect((await upload(ada, "x", "x.txt", { itemId: item.id })).status).toBe(409)
  expect((await upload(ada, "x", "x.txt", { taskId: task.id })).status).toBe(409)
  expect((await removeById(ada, had.id)).status).toBe(409)
  const comment = await api.send(taskCalls.addComment, { id: task.id, planId, content: "x" }, { as: ada })
  expect((await upload(ada, "x", "x.txt", { commentId: comment.body.id })).status).toBe(201)
  // Deleting the action hides its file from every call; purging it deletes the bytes.
  await api.send(itemCalls.remove, { id: item.id, planId }, { as: ada })
  expect((await view(ada, had.fileName)).status).toBe(404)
  expect((await list(ada)).map(({ id }) => id)).not.toContain(had.id)
  await db()`delete from app.deletion where plan_id = ${planId} and entity = 'item' and entity_id = ${item.id}`
  await runJobs()
  expect(stored()).not.toContain(had.fileName)
})

test("deleting a plan deletes the bytes of its files", async () => {
  const { api, ada } = files
  const plan = await api.plan(ada)
  const form = formOf("x", "x.txt")
  const { body } = await api.upload<FileEntry>(ada, plan.id, form)
  await api.send(planCalls.remove, { planId: plan.id }, { as: ada })
  const jobs = await db()<{ input: { keys: string[] } }[]>`select input from app.job where kind = 'file.remove'`
  expect(jobs.flatMap(({ input }) => input.keys)).toContain(`${plan.id}/${body.fileName}`)
})
