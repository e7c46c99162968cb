// Exporting and importing plans as zips with their files.
import { strToU8, unzipSync, zipSync } from "fflate"
import { afterAll, expect, test } from "vitest"
import { type FileEntry, fileCalls } from "~/contract/file"
import { noteCalls } from "~/contract/note"
import { importPlan } from "~/domain/transfer/transfer.server"
import { actorOf } from "../support/api/change-sets.ts"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

const filesOf = async (planId: number) => {
  const { body } = await t.api.send(fileCalls.list, { planId }, { as: t.owner })
  const read = async ({
    fileName,
    friendlyName,
    mimeType,
    goalName,
    itemTopic,
    taskDescription,
    referencedByNote,
    thumbnailFileName,
  }: FileEntry) => ({
    ...{
      friendlyName,
      mimeType,
      goalName,
      itemTopic,
      taskDescription,
      referencedByNote,
      thumbnail: thumbnailFileName !== null,
    },
    bytes: [...(await t.api.send(fileCalls.view, { planId, fileName }, { as: t.owner })).bytes].join(),
  })
  return Promise.all(body.map(read))
}

test("a plan exported as a zip contains its files' bytes; imported and exported again it is the same", async () => {
  const plan = await t.withFiles()
  const first = await t.out(plan.id, "zip")
  expect(first.headers.get("content-type")).toBe("application/zip")
  const entries = unzipSync(first.bytes)
  expect(Object.keys(entries)).toEqual(["plan.json", "files/1", "files/2", "files/3", "files/4", "files/5", "files/6"])
  expect(first.text).toContain("laneway-file:0:files/6:kerb.txt")
  expect(first.text).not.toContain("somebody else")
  const copy = await t.imported(first.bytes as Uint8Array<ArrayBuffer>, "plan.zip")
  expect(copy.leftOut).toEqual([])
  const again = await t.out(copy.id, "zip")
  expect(Buffer.compare(again.bytes, first.bytes)).toBe(0)
  const before = await filesOf(plan.id)
  const after = await filesOf(copy.id)
  const sorted = (files: typeof after) => [...files].sort((a, b) => (a.bytes < b.bytes ? -1 : 1))
  expect(after).toHaveLength(6)
  expect(sorted(after)).toEqual(sorted(before))
  const { items, tasks } = await t.boardOf(copy.id)
  expect([items[0]?.attachmentCount, tasks[0]?.attachmentCount]).toEqual([1, 1])

  const notes = async (id: number) =>
    (await t.api.send(noteCalls.list, { planId: id }, { as: t.owner })).body.map(({ title, type, visibility }) => [
      title,
      type,
      visibility,
    ])
  expect((await notes(copy.id)).sort()).toEqual((await notes(plan.id)).sort())

  // plan.json alone reports what it lacks.
  const alone = await t.imported(new TextDecoder().decode(entries["plan.json"]))
  expect(alone.leftOut).toEqual(["6 files were not imported. They are only in the plan’s zip."])
})

test.each<[string, (zip: Uint8Array, plan: Record<string, Uint8Array>) => Uint8Array, RegExp]>([
  ["cut off", (zip) => zip.slice(0, zip.length - 400), /The zip is broken/],
  ["with nothing in it", () => zipSync({}), /no plan\.json/],
  ["of something else", () => zipSync({ "a.txt": strToU8("a") }), /no plan\.json/],
  [
    "that lacks a file",
    (_, { "files/2": gone, ...rest }) => zipSync(rest),
    /"same name\.txt" is not in the zip at files\/2/,
  ],
  [
    "with a file far too large",
    (_, plan) => zipSync({ ...plan, "files/1": new Uint8Array(53_000_000) }),
    /larger than 50 MiB/,
  ],
  ["whose last file is broken", (_, plan) => broken(zipSync(plan)), /"pixel\.png" in the zip is broken/],
  [
    "with another byte in a file",
    (zip) => changed(zip, "plan.json", "files/6kerb", "files/6kerv"),
    /"kerb\.txt" in the zip is broken, at files\/6/,
  ],
  [
    "with another letter in the plan",
    (zip) => changed(zip, "plan.json", "Two", "Too"),
    /^plan\.json in the zip is broken/,
  ],
  ["whose directory says it has four billion entries", () => endless(), /The zip is broken/],
])("refuses a zip %s with the reason and leaves nothing behind", async (_, harm, reason) => {
  const plan = await t.withFiles()
  const { bytes } = await t.out(plan.id, "zip")
  await t.refused(harm(bytes, unzipSync(bytes)) as Uint8Array<ArrayBuffer>, reason, "plan.zip")
})

/** A hundred bytes: the directory claims the most entries possible, and there are none. */
const endless = () => {
  const zip = Buffer.alloc(4 + 56 + 20 + 22)
  zip.writeUInt32LE(0x04034b50, 0)
  zip.writeUInt32LE(0x06064b50, 4)
  zip.writeUInt32LE(0xffffffff, 4 + 32)
  zip.writeUInt32LE(zip.length, 4 + 48)
  zip.writeUInt32LE(0x07064b50, 60)
  zip.writeUInt32LE(4, 60 + 8)
  zip.writeUInt32LE(0x06054b50, 80)
  // Only the count for this disk, which one reader uses; by the total count, the zip is empty.
  zip.writeUInt16LE(0xffff, 80 + 8)
  return new Uint8Array(zip)
}

/** Replaces the first such text after `after` by another of the same length; exported zips are uncompressed. */
const changed = (zip: Uint8Array, after: string, from: string, to: string) => {
  const copy = Buffer.from(zip)
  copy.write(to, copy.indexOf(from, copy.indexOf(after) + after.length))
  return new Uint8Array(copy)
}

/** Corrupts the last entry's compressed bytes. */
const broken = (zip: Uint8Array) => {
  const at = Buffer.from(zip).lastIndexOf("files/5", Buffer.from(zip).lastIndexOf("files/5") - 1)
  return zip.map((byte, index) => (index > at + 7 && index < at + 12 ? 0xff : byte))
}

test("a plan whose files exceed the import limit is exported whole and refused on import with the limit", async () => {
  const plan = await t.api.plan(t.owner)
  const half = new Uint8Array(27 * 1_048_576)
  for (const name of ["one.bin", "two.bin"]) await t.addFile(plan.id, name, {}, half)
  const { status, bytes } = await t.out(plan.id, "zip")
  expect(status).toBe(200)
  expect(
    Object.values(unzipSync(bytes))
      .map(({ byteLength }) => byteLength)
      .slice(1),
  ).toEqual([half.length, half.length])
  const answer = await t.send(bytes as Uint8Array<ArrayBuffer>, { name: "plan.zip" })
  expect([answer.status, answer.body.message]).toEqual([
    413,
    expect.stringMatching(/larger than 50 MiB, the most an import takes/),
  ])
})

test("refuses a zip whose files unpack to more than the import limit, with the limit", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`files/${n + 1}`, new Uint8Array(45 * 1_048_576)]),
  )
  const named = Object.keys(files).map((path) => ({ name: "zeros.bin", path }))
  const plan = { format: "laneway-plan", version: 1, name: "P", files: named }
  const zip = zipSync({ "plan.json": strToU8(JSON.stringify(plan)), ...files })
  await t.refused(zip as Uint8Array<ArrayBuffer>, /larger than 200 MiB together/, "plan.zip")
})

test("refuses a plan that names one file of the zip too often, with the limit", async () => {
  const files = Array.from({ length: 10_001 }, () => ({ name: "a", path: "a" }))
  const plan = { format: "laneway-plan", version: 1, name: "P", files }
  const zip = zipSync({ "plan.json": strToU8(JSON.stringify(plan)), a: strToU8("a") })
  await t.refused(zip as Uint8Array<ArrayBuffer>, /has 10001 files; a plan takes 10000/, "plan.zip")
})

const planWith = (files: { name: string; path: string }[], more: object = {}) =>
  strToU8(JSON.stringify({ format: "laneway-plan", version: 1, name: "P", files, ...more }))
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, path: `files/${n}` }))
const zipOf = (files: { name: string; path: string }[]) =>
  zipSync({
    "plan.json": planWith(files),
    ...Object.fromEntries(files.map(({ path }) => [path, strToU8(path)])),
  }) as Uint8Array<ArrayBuffer>

test("a file that a zip names 10,000 times is stored once, and the answer says so", async () => {
  const files = Array.from({ length: 9_999 }, (_, n) => ({ name: `${n}.txt`, path: "a" }))
  const goals = [{ name: "Goal", files: [{ name: "again.txt", path: "a" }], actions: [] }]
  const zip = zipSync({ "plan.json": planWith(files, { goals }), a: strToU8("a") })
  const before = t.stored()
  const { id, leftOut } = await t.imported(zip as Uint8Array<ArrayBuffer>, "plan.zip")
  expect(leftOut).toEqual([
    "9,999 repeated files were not imported. Each file of the zip is stored at the first place that names it.",
  ])
  // The object, and what storage notes of it.
  expect(t.stored() - before).toBe(2)
  expect((await filesOf(id)).map(({ friendlyName }) => friendlyName)).toEqual(["0.txt"])
})

test("while the files of one import are stored, another person's import goes on", async () => {
  const other = await t.api.person()
  const order: string[] = []
  const large = t.imported(zipOf(many(400)), "plan.zip").then(() => order.push("large"))
  const small = t.imported("# Plan\n## Goal\n", "plan.md", other).then(() => order.push("small"))
  await Promise.all([large, small])
  expect(order).toEqual(["small", "large"])
})

test("an import ends with its request, and leaves neither a plan nor bytes", async () => {
  const gone = new AbortController()
  const form = new FormData()
  form.set("file", new File([zipOf(many(400))], "plan.zip"))
  const headers = { cookie: t.owner.cookie, origin: "http://localhost:3000" }
  const before = t.stored()
  const plans = (await t.api.call<unknown[]>("GET", "/api/Plan/", { as: t.owner })).body.length
  const request = new Request("http://localhost:3000/api/Plan/import", {
    ...{ method: "POST", headers, body: form, signal: gone.signal },
  })
  const answer = t.api.dispatch(request, { ip: "127.0.0.1" })
  await expect.poll(() => t.stored() - before, { interval: 1 }).toBeGreaterThan(2)
  gone.abort()
  expect((await answer).status).toBe(408)
  expect(t.stored()).toBe(before)
  expect((await t.api.call<unknown[]>("GET", "/api/Plan/", { as: t.owner })).body.length).toBe(plans)
})

test("an import whose files take too long to store ends with the reason, and leaves neither a plan nor bytes", async () => {
  const zip = zipOf(many(400))
  const bytes = new Uint8Array(new SharedArrayBuffer(zip.byteLength))
  bytes.set(zip)
  const before = t.stored()
  const plans = async () => (await t.api.call<unknown[]>("GET", "/api/Plan/", { as: t.owner })).body.length
  const had = await plans()
  const gone = new AbortController().signal
  const importing = importPlan(
    { ...actorOf(t.owner), userId: t.owner.id },
    { name: "plan.zip", bytes, timeZone: undefined },
    gone,
    {
      storingMs: 0,
    },
  )
  await expect(importing).rejects.toMatchObject({
    problem: { status: 400, message: "The files in the zip take too long to store. Import fewer at once." },
  })
  expect([t.stored(), await plans()]).toEqual([before, had])
})
