// Files: where they are stored, who can read them, how they are served, and what is left of failed uploads.
import { once } from "node:events"
import { readdirSync } from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import net from "node:net"
import { getRequestListener } from "@hono/node-server"
import { createCanvas } from "@napi-rs/canvas"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { Comment } from "~/contract/comment"
import { type FileEntry, file, fileCalls, fileTree } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { fileJobs } from "~/domain/file.server"
import { readUpload } from "~/outside/upload.server"
import { type Api, type Caller, openApi } from "../support/api.ts"

let api: Api
let ada: Caller
let grace: Caller
let viewer: Caller
let own: Awaited<ReturnType<Api["filled"]>>
let planId: number
let server: http.Server
let port: number
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  grace = await api.person()
  viewer = await api.person()
  own = await api.filled(ada)
  planId = own.plan.id
  await api.join(planId, grace)
  await api.join(planId, viewer, 2)
  server = http.createServer(getRequestListener((request) => api.dispatch(request, { ip: "127.0.0.1" })))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await api.close()
})

type Content = string | Uint8Array<ArrayBuffer>
const formOf = (content: Content, name: string, fields: object = {}, fileFirst = true) => {
  const form = new FormData()
  if (fileFirst) form.set("file", new File([content], name))
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value))
  if (!fileFirst) form.set("file", new File([content], name))
  return form
}
const upload = (as: Caller, content: Content, name: string, fields: object = {}) =>
  api.upload<FileEntry>(as, planId, formOf(content, name, fields))
const view = (as: Caller, name: string, headers: Record<string, string> = {}) =>
  api.dispatch(
    new Request(`http://localhost:3000/api/File/ViewFile/${planId}/${name}`, {
      headers: { cookie: as.cookie, ...headers },
    }),
    { ip: "127.0.0.1" },
  )
const list = async (as: Caller, query = "") =>
  (await api.call<FileEntry[]>("GET", `/api/File/ListFiles?planId=${planId}${query}`, { as })).body
const removeById = (as: Caller, id: number) => api.send(fileCalls.removeById, { fileId: id }, { as })
const eventsAfter = async (seq: number) => (await api.send(planCalls.changes, { planId, since: seq }, { as: ada })).body
const seq = async () => (await eventsAfter(0)).seq
/** Names of the plan's objects in storage, including partial uploads. */
const stored = () => {
  const names = (directory: string) => {
    try {
      return readdirSync(`${api.files}/${directory}`)
    } catch {
      return []
    }
  }
  return [...names(`plan-files/${planId}`), ...names(".partial").map((name) => `partial ${name}`)]
}
const runJobs = async () => {
  const jobs = await db()<
    { kind: string; input: unknown }[]
  >`delete from app.job where kind = 'file.remove' returning kind, input`
  for (const { kind, input } of jobs) await fileJobs[kind]?.(input)
}
const picture = (width: number, height: number) => {
  const canvas = createCanvas(width, height)
  canvas.getContext("2d").fillRect(0, 0, width / 2, height)
  return new Uint8Array(canvas.toBuffer("image/png"))
}

test("an uploaded file is stored on its card, counted, listed, announced and read back", async () => {
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
  expect((await list(ada, `&taskId=${own.task.id}`))[0]).toEqual(made.body)
  expect(await list(ada, `&goalId=${own.goal.id}`)).toEqual([])
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
  const { body } = await upload(ada, content, name)
  expect(body.mimeType).toBe(type)
  const answer = await view(ada, body.fileName)
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''/)
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect(answer.headers.get("content-security-policy")).toContain("sandbox")
  await answer.arrayBuffer()
})

test("text and images are served inline, ranges are answered, and an unchanged copy is answered 304", async () => {
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
  await whole.text()
  expect((await view(ada, body.fileName, { "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(304)
  const empty = await upload(ada, "", "empty.txt")
  expect(empty.body.size).toBe(0)
  expect((await view(ada, empty.body.fileName)).status).toBe(200)
})

test("an image gets a thumbnail; a broken image or a decompression bomb gets none", async () => {
  const { body } = await upload(ada, picture(1_000, 500), "wide.PNG", { goalId: own.goal.id })
  expect(body).toMatchObject({ mimeType: "image/png", previewUrl: `/api/File/ViewFile/${planId}/${body.fileName}` })
  const small = await view(ada, body.thumbnailFileName ?? "")
  expect(small.headers.get("content-type")).toBe("image/webp")
  expect((await small.arrayBuffer()).byteLength).toBeGreaterThan(50)
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
])("stores a file called %j and serves it as %j", async (name, kept) => {
  const { body } = await upload(ada, "x", name)
  expect(body.friendlyName).toBe(kept)
  expect(body.uniqueFileName).toMatch(/^[0-9a-f-]{36}(\.[a-z0-9]{1,10})?$/)
  const answer = await view(ada, body.fileName)
  const header = answer.headers.get("content-disposition") ?? ""
  expect(decodeURIComponent(header.replace(/^.*''/, ""))).toBe(kept)
  const { text } = await api.send(fileCalls.downloadUrl, { planId, fileName: body.fileName }, { as: ada })
  const handed = await api.storage.handleRequest(new Request(text))
  expect(handed.headers.get("content-disposition")).toBe(`attachment; ${header.replace(/^\w+; /, "")}`)
  expect(await handed.text()).toBe("x")
})

test("a signed address expires and is valid for its file only", async () => {
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

test("a file linked in a comment or note can't be deleted until the link is removed", async () => {
  const { body } = await upload(ada, "x", "x.txt", { taskId: own.task.id })
  const text = `see\n![file](laneway-file:${planId}:${body.uniqueFileName}:x.txt)`
  const at = `/api/Task/${own.task.id}/comments`
  const note = (await api.call<Comment>("POST", `${at}?planId=${planId}`, { as: grace, body: { content: text } })).body
  expect((await list(ada, `&taskId=${own.task.id}`))[0]?.referencedByNote).toBe(true)
  expect((await removeById(ada, body.id)).status).toBe(409)
  expect((await api.send(fileCalls.remove, { planId, fileName: body.fileName }, { as: ada })).status).toBe(409)
  await api.call("PUT", `${at}/${note.id}?planId=${planId}`, { as: grace, body: { content: "without" } })
  expect((await list(ada, `&taskId=${own.task.id}`))[0]?.referencedByNote).toBe(false)
  const plan = (await api.send(noteCalls.create, { planId, content: text, visibility: 1 }, { as: ada })).body
  expect((await removeById(grace, body.id)).status).toBe(409)
  await api.send(noteCalls.remove, { id: plan.id }, { as: ada })
  expect((await removeById(grace, body.id)).status).toBe(204)
})

test("deleting a comment deletes its files: those attached to it and those only it links", async () => {
  const at = `/api/Task/${own.task.id}/comments`
  const { body: named } = await upload(grace, "x", "named.txt", { taskId: own.task.id })
  const { body: shared } = await upload(grace, "x", "shared.txt", { taskId: own.task.id })
  const { body: elsewhere } = await upload(grace, "x", "elsewhere.txt", { goalId: own.goal.id })
  const embed = (of: FileEntry) => `![file](laneway-file:${planId}:${of.uniqueFileName}:x)`
  const content = [named, shared, elsewhere].map(embed).join("\n")
  const note = (await api.call<Comment>("POST", `${at}?planId=${planId}`, { as: grace, body: { content } })).body
  await api.call("POST", `${at}?planId=${planId}`, { as: ada, body: { content: embed(shared) } })
  const { body: put } = await upload(grace, "x", "put.txt", { commentId: note.id })
  expect(put.taskId).toBe(own.task.id)
  expect((await upload(ada, "x", "x.txt", { commentId: note.id })).status).toBe(403)
  const before = await seq()
  await api.call("DELETE", `${at}/${note.id}?planId=${planId}`, { as: grace })
  const left = (await list(ada)).map(({ id }) => id)
  expect([named, put, shared, elsewhere].map(({ id }) => left.includes(id))).toEqual([false, false, true, true])
  expect((await eventsAfter(before)).events.map(({ event }) => event)).toEqual([
    "FileDeleted",
    "FileDeleted",
    "CommentDeleted",
  ])
})

test("only the author reads a private note's files", async () => {
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
  expect((await list(grace, `&noteId=${note.id}`))[0]).toEqual(body)
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
  for (const fields of [{}, { goalId: own.goal.id }, { itemId: own.item.id }, { taskId: own.task.id }]) {
    expect((await upload(viewer, "x", "x.txt", fields)).status).toBe(403)
  }
  const comment = await api.call<Comment>("POST", `/api/Goal/${own.goal.id}/comments?planId=${planId}`, {
    as: viewer,
    body: { content: "x" },
  })
  const mine = await upload(viewer, "x", "x.txt", { commentId: comment.body.id })
  expect(mine.status).toBe(201)
  expect((await removeById(viewer, mine.body.id)).status).toBe(204)
  const { body: theirs } = await upload(ada, "x", "x.txt")
  expect((await removeById(viewer, theirs.id)).status).toBe(403)
})

test("a completed action and its tasks accept files only in comments", async () => {
  const item = await api.item(ada, planId)
  const task = await api.task(ada, planId, item.id)
  const { body: had } = await upload(ada, "x", "x.txt", { itemId: item.id })
  await api.send(itemCalls.update, { id: item.id, planId, completed: true }, { as: ada })
  expect((await upload(ada, "x", "x.txt", { itemId: item.id })).status).toBe(409)
  expect((await upload(ada, "x", "x.txt", { taskId: task.id })).status).toBe(409)
  expect((await removeById(ada, had.id)).status).toBe(409)
  const comment = await api.call<Comment>("POST", `/api/Task/${task.id}/comments?planId=${planId}`, {
    as: ada,
    body: { content: "x" },
  })
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
  const plan = await api.plan(ada)
  const form = formOf("x", "x.txt")
  const { body } = await api.upload<FileEntry>(ada, plan.id, form)
  await api.send(planCalls.remove, { planId: plan.id }, { as: ada })
  const jobs = await db()<{ input: { keys: string[] } }[]>`select input from app.job where kind = 'file.remove'`
  expect(jobs.flatMap(({ input }) => input.keys)).toContain(`${plan.id}/${body.fileName}`)
})

test("the tree lists files under their cards and filters them by name", async () => {
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

test("a malformed form, one without a file or one with two stores nothing", async () => {
  const before = stored()
  const send = (raw: string, type: string) =>
    api.call<Problem>("POST", `/api/File/UploadFile/${planId}`, { as: ada, raw, headers: { "content-type": type } })
  const type = "multipart/form-data; boundary=b"
  const part = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="x.txt"\r\n\r\nhello\r\n`
  expect((await send("{}", "application/json")).status).toBe(415)
  expect((await send("x", "multipart/form-data")).status).toBe(415)
  expect((await send("", type)).status).toBe(400)
  expect((await send("--b--\r\n", type)).status).toBe(400)
  expect((await send(part("file"), type)).status).toBe(400)
  expect((await send(`${part("other")}--b--\r\n`, type)).status).toBe(400)
  expect((await send(`${part("file")}${part("file")}--b--\r\n`, type)).status).toBe(400)
  await vi.waitFor(() => expect(stored()).toEqual(before))
})

test("an upload repeated under its key is stored once", async () => {
  const before = stored().length
  const send = () => api.upload<FileEntry>(ada, planId, formOf("once", "once.txt"), { "Idempotency-Key": "file-1" })
  const first = await send()
  const second = await send()
  expect(second.body).toEqual(first.body)
  expect(stored().length).toBe(before + 1)
})

test("over 50 MiB is refused with 413, announced or not, and nothing is stored", { timeout: 60_000 }, async () => {
  const before = stored()
  const head = 'Content-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n'
  const send = (announced: boolean) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request({
        port,
        host: "127.0.0.1",
        method: "POST",
        path: `/api/File/UploadFile/${planId}`,
        headers: {
          cookie: ada.cookie,
          origin: "http://localhost:3000",
          "content-type": "multipart/form-data; boundary=b",
          ...(announced ? { "content-length": String(60 * 1_048_576) } : { "transfer-encoding": "chunked" }),
        },
      })
      let answered = 0
      request.on("response", (response) => {
        answered = response.statusCode ?? 0
        response.resume()
        resolve(answered)
      })
      request.on("error", (error) => (answered ? undefined : reject(error)))
      request.write(`--b\r\n${head}`)
      const chunk = Buffer.alloc(1_048_576, 7)
      const push = (left: number) => {
        if (answered || left === 0) return request.destroy()
        request.write(chunk, () => push(left - 1))
      }
      push(60)
    })
  expect(await send(true)).toBe(413)
  expect(await send(false)).toBe(413)
  await vi.waitFor(() => expect(stored()).toEqual(before))
})

test("an upload is streamed: only a little of it is in memory at once", async () => {
  const total = 40 * 1_048_576
  const chunk = new Uint8Array(65_536)
  let sent = 0
  const encode = (text: string) => new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(encode('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n')),
    pull: (controller) => {
      if (sent < total) {
        sent += chunk.byteLength
        return controller.enqueue(chunk)
      }
      controller.enqueue(encode("\r\n--b--\r\n"))
      controller.close()
    },
  })
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body,
    duplex: "half",
  } as RequestInit)
  let most = 0
  let read = 0
  const { size } = await readUpload(
    request,
    { limit: 50 * 1_048_576, headBytes: 4_096 },
    async (file) => {
      for await (const piece of file.body as unknown as AsyncIterable<Uint8Array>) {
        read += piece.byteLength
        most = Math.max(most, sent - read)
      }
    },
    async () => {},
  )
  expect([size, read]).toEqual([total, total])
  expect(most).toBeLessThan(1_048_576)
})

test("a broken connection leaves nothing behind", {
  timeout: 60_000,
}, async () => {
  const before = stored()
  const rows = (await list(ada)).length
  const socket = net.connect(port, "127.0.0.1")
  socket.on("error", () => {})
  await once(socket, "connect")
  socket.write(
    `POST /api/File/UploadFile/${planId} HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${ada.cookie}\r\nOrigin: http://localhost:3000\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${45 * 1_048_576}\r\n\r\n` +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="cut.bin"\r\n\r\n',
  )
  const chunk = Buffer.alloc(1_048_576, 9)
  for (let n = 0; n < 30; n++) if (!socket.write(chunk)) await once(socket, "drain")
  await vi.waitFor(() => expect(stored().length).toBe(before.length + 1))
  socket.destroy()
  await vi.waitFor(() => expect(stored()).toEqual(before), { timeout: 5_000 })
  expect((await list(ada)).length).toBe(rows)
})

test("a plan whose files total 5 GB accepts no more", async () => {
  const { id } = await api.plan(ada)
  for (let n = 0; n < 5; n++)
    await db()`
      insert into app.file (plan_id, unique_name, friendly_name, mime_type, size, created_by)
      values (${id}, ${`huge${n}`}, 'huge', 'x', ${1_024 ** 3}, ${(await api.person()).id})`
  const form = new FormData()
  form.set("file", new File(["x"], "x.txt"))
  expect((await api.upload(ada, id, form)).status).toBe(409)
})

test("bytes of failed uploads are removed after an hour, bytes of files are not", async () => {
  const { body } = await upload(ada, "kept", "kept.txt")
  const key = `${planId}/${body.fileName}`
  expect(
    await db()`select from app.job where kind = 'file.abandoned' and input ->> 'name' = ${body.fileName}`,
  ).toHaveLength(0)
  await fileJobs["file.abandoned"]?.({ name: body.fileName, keys: [key] })
  expect(stored()).toContain(body.fileName)
  await db()`delete from app.file where id = ${body.id}`
  await fileJobs["file.abandoned"]?.({ name: body.fileName, keys: [key] })
  expect(stored()).not.toContain(body.fileName)
})
