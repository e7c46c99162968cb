// The embedded storage through an unmodified storage-js: its documented calls, answered as hosted Supabase does.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StorageClient } from "@supabase/storage-js"
import { SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createStorage, type EmbeddedStorage } from "../../supabase/embedded/storage.ts"

const url = "http://localhost:3000"
const jwtSecret = "a secret of at least thirty-two characters"
const directory = mkdtempSync(join(tmpdir(), "laneway-storage-"))
let storage: EmbeddedStorage

const clientAs = async (role: string) => {
  const key = await new SignJWT({ role })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(jwtSecret))
  return new StorageClient(`${url}/storage/v1`, { authorization: `Bearer ${key}`, apikey: key }, storage.fetch)
}
let client: StorageClient
const files = () => client.from("files")

beforeAll(async () => {
  storage = await createStorage({ directory, jwtSecret })
  client = await clientAs("service_role")
  expect((await client.createBucket("files", { public: false })).error).toBeNull()
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const put = async (key: string, body: string | Blob | Uint8Array, options = {}) => {
  const { data, error } = await files().upload(key, body, options)
  expect(error).toBeNull()
  return data
}
const textOf = async (key: string) => (await (await files().download(key)).data?.text()) ?? null

test("a bucket is created once, found and listed", async () => {
  expect((await client.createBucket("files", { public: false })).error).toMatchObject({ statusCode: "409" })
  expect((await client.getBucket("files")).data).toMatchObject({ id: "files", public: false })
  expect((await client.listBuckets()).data?.map(({ name }) => name)).toEqual(["files"])
  expect((await client.getBucket("others")).error).toMatchObject({ statusCode: "404" })
})

test("objects of every type are stored and read back with their content type", async () => {
  expect(await put("1/a.txt", new Blob(["as a form"], { type: "text/plain" }))).toMatchObject({ path: "1/a.txt" })
  await put("1/b.bin", new Uint8Array([0, 255, 7]), { contentType: "application/octet-stream" })
  await put("1/empty", new Uint8Array(0), { contentType: "text/plain" })
  expect(await textOf("1/a.txt")).toBe("as a form")
  expect(new Uint8Array((await (await files().download("1/b.bin")).data?.arrayBuffer()) ?? [])).toEqual(
    new Uint8Array([0, 255, 7]),
  )
  expect(await textOf("1/empty")).toBe("")
  expect((await files().info("1/a.txt")).data).toMatchObject({ name: "1/a.txt", size: 9, contentType: "text/plain" })
  expect((await files().exists("1/a.txt")).data).toBe(true)
})

test("an existing object is overwritten only on request", async () => {
  await put("2/once.txt", "first", { contentType: "text/plain" })
  expect((await files().upload("2/once.txt", "second")).error).toMatchObject({ statusCode: "409" })
  expect(await textOf("2/once.txt")).toBe("first")
  await put("2/once.txt", "second", { upsert: true })
  expect(await textOf("2/once.txt")).toBe("second")
  expect((await files().update("2/once.txt", "third")).error).toBeNull()
  expect(await textOf("2/once.txt")).toBe("third")
})

test("errors have status 400 with the actual one in the body", async () => {
  const { data, error } = await files().download("3/missing")
  expect(data).toBeNull()
  expect(error).toMatchObject({ name: "StorageApiError", status: 400, statusCode: "404" })
  expect((await files().createSignedUrl("3/missing", 60)).error).toMatchObject({ statusCode: "404" })
  expect((await client.from("nowhere").upload("a", "x")).error).toMatchObject({ statusCode: "404" })
  for (const key of ["../out", "a/../../out", "é.txt", ".meta/a"])
    expect((await files().upload(key, "x")).error, key).not.toBeNull()
})

test("ranges are answered: from, to, suffix, and 416 for one that is out of bounds", async () => {
  await put("4/digits.txt", "0123456789", { contentType: "text/plain" })
  const { data } = await files().createSignedUrl("4/digits.txt", 60)
  const part = async (range: string) => {
    const answer = await storage.fetch(data?.signedUrl ?? "", { headers: { range } })
    return [answer.status, answer.headers.get("content-range"), await answer.text()]
  }
  expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"])
  expect(await part("bytes=8-")).toEqual([206, "bytes 8-9/10", "89"])
  expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"])
  expect(await part("bytes=5-500")).toEqual([206, "bytes 5-9/10", "56789"])
  expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""])
})

test("a copy that the client has is not sent again", async () => {
  await put("4/known.txt", "known", { contentType: "text/plain" })
  const { data } = await files().createSignedUrl("4/known.txt", 60)
  const ask = (known: string) => storage.fetch(data?.signedUrl ?? "", { headers: { "if-none-match": known } })
  const tag = (await ask('"another"')).headers.get("etag")
  for (const known of [`${tag}`, `W/${tag}`, `"another", W/${tag}`, "*"])
    expect([known, (await ask(known)).status]).toEqual([known, 304])
  expect((await ask('"another", "one more"')).status).toBe(200)
})

test("a signed address is valid for one object, expires, and can request a download", async () => {
  await put("5/page.txt", "signed", { contentType: "text/plain" })
  const signed = async (seconds: number, options = {}) =>
    (await files().createSignedUrl("5/page.txt", seconds, options)).data?.signedUrl ?? ""
  const at = await signed(60)
  expect(at.startsWith(`${url}/storage/v1/object/sign/files/5/page.txt?token=`)).toBe(true)
  expect(await (await storage.fetch(at)).text()).toBe("signed")
  expect((await storage.fetch(at.replace("page.txt", "other.txt"))).status).toBe(400)
  expect((await storage.fetch(`${at}x`)).status).toBe(400)
  const named = await storage.fetch(await signed(60, { download: "Näme.txt" }))
  expect(named.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''N%C3%A4me.txt")
  const many = await files().createSignedUrls(["5/page.txt", "5/none"], 60)
  expect(many.data?.map(({ path, error }) => [path, error === null])).toEqual([
    ["5/page.txt", true],
    ["5/none", false],
  ])
})

test("lists, copies, moves and removes objects", async () => {
  for (const name of ["c", "a", "b"]) await put(`6/${name}`, name)
  await put("6/deep/d", "d")
  const names = async (options = {}) =>
    (await files().list("6", options)).data?.map(({ name, id }) => [name, id !== null])
  expect(await names()).toEqual([
    ["a", true],
    ["b", true],
    ["c", true],
    ["deep", false],
  ])
  expect(await names({ limit: 1, offset: 1 })).toEqual([["b", true]])
  expect((await files().list("none")).data).toEqual([])
  expect((await files().copy("6/a", "6/copied")).error).toBeNull()
  expect((await files().copy("6/a", "6/b")).error).toMatchObject({ statusCode: "409" })
  expect((await files().move("6/a", "6/moved")).error).toBeNull()
  expect([await textOf("6/copied"), await textOf("6/moved"), await textOf("6/a")]).toEqual(["a", "a", null])
  const removed = await files().remove(["6/copied", "6/moved", "6/none"])
  expect(removed.data?.map(({ name }) => name)).toEqual(["6/copied", "6/moved"])
  expect((await files().exists("6/moved")).data).toBe(false)
})

test("nothing is read, written or listed without the service key", async () => {
  await put("7/mine", "mine")
  for (const role of ["anon", "authenticated"]) {
    const other = (await clientAs(role)).from("files")
    for (const { error } of [
      await other.download("7/mine"),
      await other.upload("7/theirs", "x"),
      await other.list("7"),
      await other.createSignedUrl("7/mine", 60),
      await other.remove(["7/mine"]),
    ])
      expect(error, role).toMatchObject({ statusCode: "403" })
  }
  expect(await textOf("7/mine")).toBe("mine")
})
