// Uploads: malformed, repeated, oversized, streamed and broken ones, and what is left of failed ones.
import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import net from "node:net"
import { getRequestListener } from "@hono/node-server"
import { afterAll, expect, test } from "vitest"
import type { FileEntry } from "~/contract/file"
import type { Problem } from "~/contract/problem"
import { db } from "~/database/connection.server"
import { fileJobs } from "~/domain/file.server"
import { readUpload } from "~/outside/upload.server"
import { formOf, openFiles } from "../support/api/files.ts"
import { runJob } from "../support/api/jobs.ts"
import { limitTo } from "../support/api/limits.ts"

const files = await openFiles()
const server = http.createServer(getRequestListener((request) => files.api.dispatch(request, { ip: "127.0.0.1" })))
server.listen(0, "127.0.0.1")
await once(server, "listening")
const port = (server.address() as AddressInfo).port
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await files.close()
})

test("a malformed form, one without a file or one with two stores nothing", async () => {
  const { api, ada, planId, stored } = files
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
  await expect.poll(() => stored()).toEqual(before)
})

test("an upload repeated under its key is stored once", async () => {
  const { api, ada, planId, stored } = files
  const before = stored().length
  const send = () => api.upload<FileEntry>(ada, planId, formOf("once", "once.txt"), { "Idempotency-Key": "file-1" })
  const first = await send()
  const second = await send()
  expect(second.body).toEqual(first.body)
  expect(stored().length).toBe(before + 1)
})

test("over 50 MiB is refused with 413, announced or not, and nothing is stored", async () => {
  const { ada, planId, stored } = files
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
  await expect.poll(() => stored()).toEqual(before)
})

test("a file over the configured size is refused with 413, which names it", async () => {
  const { api, ada, planId, stored } = files
  const before = stored()
  await limitTo({ file_bytes: 2 * 1_048_576 })
  const refused = await api.upload<Problem>(ada, planId, formOf("x".repeat(2 * 1_048_576 + 1), "big.txt"))
  await limitTo({})
  expect([refused.status, refused.body.message]).toEqual([413, "The file is larger than 2 MiB. Send a smaller one."])
  await expect.poll(() => stored()).toEqual(before)
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

test("a broken connection leaves nothing behind", async () => {
  const { ada, planId, list, stored } = files
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
  await expect.poll(() => stored().length).toBe(before.length + 1)
  socket.destroy()
  await expect.poll(() => stored()).toEqual(before)
  expect((await list(ada)).length).toBe(rows)
})

test("a plan whose files total 5 GB accepts no more", async () => {
  const { api, ada } = files
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
  const { ada, planId, upload, stored } = files
  const { body } = await upload(ada, "kept", "kept.txt")
  const key = `${planId}/${body.fileName}`
  expect(
    await db()`select from app.job where kind = 'file.abandoned' and input ->> 'name' = ${body.fileName}`,
  ).toHaveLength(0)
  await runJob(fileJobs, { kind: "file.abandoned", input: { name: body.fileName, keys: [key] } })
  expect(stored()).toContain(body.fileName)
  await db()`delete from app.file where id = ${body.id}`
  await runJob(fileJobs, { kind: "file.abandoned", input: { name: body.fileName, keys: [key] } })
  expect(stored()).not.toContain(body.fileName)
})
