// Files: where they are stored, how they are served, and how they are listed and renamed.
import { createCanvas } from "@napi-rs/canvas"
import { imageSize } from "image-size"
import { afterAll, expect, test, vi } from "vitest"
import { type FileEntry, file, fileCalls, fileTree } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import type { Caller } from "../support/api/api.ts"
import { formOf, openFiles } from "../support/api/files.ts"

const files = await openFiles()
afterAll(files.close)

const picture = (width: number, height: number) => {
  const canvas = createCanvas(width, height)
  canvas.getContext("2d").fillRect(0, 0, width / 2, height)
  return new Uint8Array(canvas.toBuffer("image/png"))
}

test("an uploaded file is stored on its card, counted, listed, announced and read back", async () => {
  const { api, ada, grace, viewer, own, planId, upload, view, list, removeById, eventsAfter, seq, stored, runJobs } =
    files
  const before = await seq()
  const made = await upload(grace, "hello, docks", "docks.txt", { taskId: own.task.id, goalId: "" })
  expect(made.status).toBe(201)
  expect(file.parse(made.body)).toEqual(made.body)
  expect(made.body).toMatchObject({
    planId,
    taskId: own.task.id,
    goalId: null,
    friendlyName: "docks.txt",
    mimeType: "text/plain",
    size: 12,
    uploadedBy: { id: grace.id, userName: grace.userName },
    goalName: "Goal",
    itemTopic: "Action",
    taskDescription: "Task",
    previewUrl: null,
    thumbnailFileName: null,
    referencedByNote: false,
  })
  expect(made.body.fileName).toBe(made.body.uniqueFileName)
  expect((await list(ada, { taskId: own.task.id }))[0]).toEqual(made.body)
  expect(await list(ada, { goalId: own.goal.id })).toEqual([])
  const task = async () => (await api.send(taskCalls.get, { id: own.task.id, planId }, { as: ada })).body
  expect((await task()).attachmentCount).toBe(1)
  const answer = await view(viewer, made.body.fileName)
  expect([answer.status, await answer.text()]).toEqual([200, "hello, docks"])
  const told = async () => (await eventsAfter(before)).events.map(({ event, payload }) => [event, payload.data])
  expect(await told()).toEqual([["FileAdded", made.body]])
  expect((await removeById(ada, made.body.id)).status).toBe(204)
  expect((await task()).attachmentCount).toBe(0)
  expect((await view(ada, made.body.fileName)).status).toBe(404)
  await runJobs()
  expect(stored()).not.toContain(made.body.fileName)
  expect(await told()).toEqual([
    ["FileAdded", { id: made.body.id, goalId: null, itemId: null, taskId: own.task.id, noteId: null }],
    ["FileDeleted", { id: made.body.id, taskId: own.task.id }],
  ])
})

test("a file belongs to at most one thing of its own plan; form fields may come before or after it", async () => {
  const { api, ada, own, planId, upload, removeById, stored, runJobs } = files
  expect((await upload(ada, "x", "x.txt", { taskId: own.task.id, goalId: own.goal.id })).status).toBe(400)
  const elsewhere = await api.filled(ada)
  for (const fields of [
    { taskId: elsewhere.task.id },
    { noteId: 999_999 },
    { commentId: 999_999 },
    { goalId: "x" },
    { itemId: -1 },
  ]) {
    expect((await upload(ada, "x", "x.txt", fields)).status).toBe(400)
  }
  const late = await api.upload<FileEntry>(ada, planId, formOf("x", "x.txt", { itemId: own.item.id }, false))
  expect(late.body.itemId).toBe(own.item.id)
  expect((await api.send(itemCalls.get, { id: own.item.id, planId }, { as: ada })).body.attachmentCount).toBe(1)
  await removeById(ada, late.body.id)
  await runJobs()
  expect(stored()).toEqual([])
})

test.each([
  ["an executable page", "<!doctype html><script>alert(1)</script>", "page.html", "text/html"],
  ["an HTML page named as a picture", "<html><script>alert(1)</script>", "cat.png", "text/html"],
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "a.svg", "image/svg+xml"],
  ["an SVG with an XML declaration", '<?xml version="1.0"?><svg onload="alert(1)"/>', "a.txt", "image/svg+xml"],
  ["XML", "<?xml version='1.0'?><x/>", "a.xml", "application/xml"],
  ["bytes of unknown type", new Uint8Array([0, 1, 2, 3]), "a.txt", "application/octet-stream"],
  ["a CSV file", "a,b\n1,2", "t.csv", "text/csv"],
])("serves %s as a download, whatever its name", async (_, content, name, type) => {
  const { ada, upload, view } = files
  const { body } = await upload(ada, content, name)
  expect(body.mimeType).toBe(type)
  const answer = await view(ada, body.fileName)
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''/)
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect(answer.headers.get("content-security-policy")).toContain("sandbox")
  await answer.arrayBuffer()
})

test("text and images are served inline, ranges are answered, and an unchanged copy is answered 304", async () => {
  const { ada, upload, view } = files
  const { body } = await upload(ada, "0123456789", "digits.txt")
  const range = async (header: string) => {
    const answer = await view(ada, body.fileName, { range: header })
    return [answer.status, answer.headers.get("content-range"), await answer.text()]
  }
  expect(await range("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"])
  expect(await range("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"])
  expect(await range("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"])
  expect(await range("bytes=0-99")).toEqual([206, "bytes 0-9/10", "0123456789"])
  expect(await range("bytes=10-12")).toEqual([416, "bytes */10", ""])
  expect(await range("lines=1-2")).toEqual([200, null, "0123456789"])
  const whole = await view(ada, body.fileName)
  expect(whole.headers.get("content-disposition")).toMatch(/^inline/)
  expect(whole.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  // The next person at this browser gets nothing of its cache.
  expect(whole.headers.get("vary")).toContain("Cookie")
  await whole.text()
  const tag = whole.headers.get("etag") ?? ""
  for (const known of [tag, `W/${tag}`, `"another", ${tag}`, "*"])
    expect([known, (await view(ada, body.fileName, { "if-none-match": known })).status]).toEqual([known, 304])
  expect((await view(ada, body.fileName, { "if-none-match": '"another"' })).status).toBe(200)
  const empty = await upload(ada, "", "empty.txt")
  expect(empty.body.size).toBe(0)
  expect((await view(ada, empty.body.fileName)).status).toBe(200)
})

test("an image gets a thumbnail; a broken image or a decompression bomb gets none", async () => {
  const { ada, own, planId, upload, view, removeById, stored, runJobs } = files
  const { body } = await upload(ada, picture(1_000, 500), "wide.PNG", { goalId: own.goal.id })
  expect(body).toMatchObject({ mimeType: "image/png", previewUrl: `/api/File/ViewFile/${planId}/${body.fileName}` })
  const small = await view(ada, body.thumbnailFileName ?? "")
  expect(small.headers.get("content-type")).toBe("image/webp")
  // The whole picture, in its proportions.
  expect(imageSize(new Uint8Array(await small.arrayBuffer()))).toMatchObject({ width: 480, height: 240 })
  const { body: broken } = await upload(ada, picture(50, 50).slice(0, 60), "broken.png")
  expect(broken).toMatchObject({ mimeType: "image/png", thumbnailFileName: null })
  const bomb = picture(10, 10)
  new DataView(bomb.buffer).setUint32(16, 60_000)
  new DataView(bomb.buffer).setUint32(20, 60_000)
  expect((await upload(ada, bomb, "bomb.png")).body.thumbnailFileName).toBeNull()
  await removeById(ada, body.id)
  await runJobs()
  expect(stored().filter((name) => name.startsWith(body.fileName.slice(0, 36)))).toEqual([])
})

test.each([
  ["../../../etc/passwd", "passwd"],
  ["a/b\\c.txt", "c.txt"],
  ["..", "file"],
  ["bill\u202efdp.exe", "billfdp.exe"],
  ["שלום עולם.png", "שלום עולם.png"],
  [`${"n".repeat(300)}.png`, `${"n".repeat(196)}.png`],
  ["a b&c#d?e%20.txt", "a b&c#d?e%20.txt"],
  ['"quoted".txt', '"quoted".txt'],
  ["two\r\nlines.txt", "twolines.txt"],
  ["100%25 %2 %0a.txt", "100%25 %2 %0a.txt"],
])("stores a file called %j and serves it as %j", async (name, kept) => {
  const { api, ada, planId, upload, view } = files
  const { body } = await upload(ada, "x", name)
  expect(body.friendlyName).toBe(kept)
  expect(body.uniqueFileName).toMatch(/^[0-9a-f-]{36}(\.[a-z0-9]{1,10})?$/)
  const answer = await view(ada, body.fileName)
  expect((await view(ada, `${body.fileName}/${encodeURIComponent(kept)}`)).status).toBe(200)
  const header = answer.headers.get("content-disposition") ?? ""
  expect(decodeURIComponent(header.replace(/^.*''/, ""))).toBe(kept)
  const { text } = await api.send(fileCalls.downloadUrl, { planId, fileName: body.fileName }, { as: ada })
  const handed = await api.storage.handleRequest(new Request(text))
  expect(handed.headers.get("content-disposition")).toBe(`attachment; ${header.replace(/^\w+; /, "")}`)
  expect(await handed.text()).toBe("x")
})

test("a signed address expires and is valid for its file only", async () => {
  const { api, ada, planId, upload } = files
  const { body } = await upload(ada, "secret", "a.txt")
  const { body: other } = await upload(ada, "other", "b.txt")
  const { text, headers } = await api.send(fileCalls.downloadUrl, { planId, fileName: body.fileName }, { as: ada })
  expect(headers.get("content-type")).toContain("text/plain")
  expect((await api.storage.handleRequest(new Request(text.replace(body.fileName, other.fileName)))).status).toBe(400)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 })
  expect((await api.storage.handleRequest(new Request(text))).status).toBe(400)
  vi.useRealTimers()
})

test("renaming keeps the extension and emits an event", async () => {
  const { api, ada, grace, viewer, own, upload, removeById, eventsAfter, seq } = files
  const { body } = await upload(ada, "x", "plan.final.pdf", { itemId: own.item.id })
  const before = await seq()
  const rename = (as: Caller, friendlyName: string) =>
    api.send(fileCalls.rename, { fileId: body.id, friendlyName }, { as })
  expect((await rename(grace, "Plan.exe")).body).toEqual({ ...body, friendlyName: "Plan.exe.pdf" })
  expect((await rename(grace, "Plan.pdf")).body.friendlyName).toBe("Plan.pdf")
  expect((await rename(grace, " .pdf")).status).toBe(400)
  expect((await rename(viewer, "x")).status).toBe(403)
  const { events } = await eventsAfter(before)
  expect(events.map(({ event, payload }) => [event, (payload.data as FileEntry).friendlyName])).toEqual([
    ["FileRenamed", "Plan.exe.pdf"],
    ["FileRenamed", "Plan.pdf"],
  ])
  await removeById(ada, body.id)
})

test("the tree lists files under their cards and filters them by name", async () => {
  const { api, ada } = files
  const fresh = await api.filled(ada)
  const loose = await api.item(ada, fresh.plan.id)
  const add = (name: string, fields: object) => api.upload<FileEntry>(ada, fresh.plan.id, formOf("x", name, fields))
  await add("of-plan.txt", {})
  await add("of-goal.txt", { goalId: fresh.goal.id })
  await add("of-task.txt", { taskId: fresh.task.id })
  await add("of-loose.txt", { itemId: loose.id })
  const read = async (search = "") =>
    (await api.send(fileCalls.tree, { planId: fresh.plan.id, search }, { as: ada })).body
  const all = await read()
  expect(fileTree.parse(all)).toEqual(all)
  const names = (files: FileEntry[]) => files.map(({ friendlyName }) => friendlyName)
  expect(names(all.files)).toEqual(["of-plan.txt"])
  expect(
    all.goals.map((goal) => [
      goal.id,
      names(goal.files),
      goal.items.map((item) => [item.id, names(item.files), item.tasks.map(({ files }) => names(files))]),
    ]),
  ).toEqual([
    [fresh.goal.id, ["of-goal.txt"], [[fresh.item.id, [], [["of-task.txt"]]]]],
    [null, [], [[loose.id, ["of-loose.txt"], []]]],
  ])
  const found = await read(" OF-TASK ")
  expect(names(found.files)).toEqual([])
  expect(found.goals.map(({ id }) => id)).toEqual([fresh.goal.id])
})
