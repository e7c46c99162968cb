import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import zlib from "node:zlib"
import tar from "tar-stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sealed } from "./backup-seal"
import { readArchive, writeArchive } from "./data-archive"

let directory: string
let file: string
const key = "a key of the installation"
const secret = "the session's secret, as it is in the database"
const everything = () => true

const write = (target: string, seal = { key, keep: async () => {} }) =>
  writeArchive(target, seal, async (backup) => {
    await backup.text("secrets.json", secret)
    await backup.directory("files")
  })

let reads = 0
const read = async (source: string, keys: string[] | null = [key], takes: (name: string) => boolean = everything) => {
  const target = path.join(directory, `read-${reads++}`)
  await readArchive(source, target, { keys, takes })
  return fs.readdirSync(target, { recursive: true }).sort()
}
const changed = (name: string, change: (bytes: Buffer) => Buffer) => {
  const other = path.join(directory, name)
  fs.writeFileSync(other, change(fs.readFileSync(file)))
  return other
}

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-archive-"))
  file = path.join(directory, "data.backup")
  await write(file)
})
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

test("a sealed archive is read with its key, or with none where it is trusted", async () => {
  expect(await read(file)).toEqual(["files", "secrets.json"])
  expect(await read(file, ["another key", key])).toEqual(["files", "secrets.json"])
  expect(await read(file, null)).toEqual(["files", "secrets.json"])
  expect(fs.statSync(file).mode & 0o077).toBe(0)
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["a changed byte of its contents", (bytes) => Buffer.from(bytes.map((byte, n) => (n === 60 ? byte ^ 1 : byte)))],
  ["a changed byte of its salt", (bytes) => Buffer.from(bytes.map((byte, n) => (n === 20 ? byte ^ 1 : byte)))],
  [
    "a changed byte at its end",
    (bytes) => Buffer.from(bytes.map((byte, n) => (n === bytes.length - 40 ? byte ^ 1 : byte))),
  ],
  ["an end that is cut off", (bytes) => bytes.subarray(0, -1)],
  ["a beginning alone", (bytes) => bytes.subarray(0, 70)],
  ["more at its end", (bytes) => Buffer.concat([bytes, Buffer.from("more")])],
])("an archive with %s is refused before anything of it is written", async (name, change) => {
  const target = path.join(directory, "untouched")
  const other = changed(name, change)
  await expect(readArchive(other, target, { keys: [key], takes: everything })).rejects.toThrow(/seal is wrong|cut off/)
  expect(fs.existsSync(target)).toBe(false)
})

test("an archive that somebody else has sealed, or nobody, is refused", async () => {
  const theirs = path.join(directory, "theirs.backup")
  await write(theirs, { key: "a stranger's key", keep: async () => {} })
  await expect(read(theirs)).rejects.toThrow("its seal is wrong")
  const pack = tar.pack()
  pack.entry({ name: "laneway-backup.json" }, JSON.stringify({ format: 1 }))
  pack.entry({ name: "secrets.json" }, "forged")
  pack.finalize()
  const old = path.join(directory, "old.backup")
  await pipeline(pack, zlib.createGzip(), fs.createWriteStream(old))
  await expect(read(old)).rejects.toThrow("it has no seal")
  expect(await read(old, null)).toEqual(["secrets.json"])
  fs.writeFileSync(old, "no backup")
  await expect(read(old, null)).rejects.toThrow("it was not made by")
})

test("an entry is taken by where it would be written, whatever its name looks like", async () => {
  const odd = path.join(directory, "odd.backup")
  await writeArchive(odd, { key, keep: async () => {} }, async (backup) => {
    for (const name of ["kept", "./left.signal", "postgres//left.conf"]) await backup.text(name, "x")
  })
  const asked: string[] = []
  const takes = (name: string) => {
    asked.push(name)
    return !name.includes("left")
  }
  expect(await read(odd, [key], takes)).toEqual(["kept"])
  expect(asked).toEqual(["kept", "left.signal", "postgres/left.conf"])
})

test("a backup that was killed leaves nothing that can be read", async () => {
  const written: Buffer[] = []
  const stream = sealed(key).on("data", (part) => written.push(part))
  stream.write(zlib.gzipSync(secret.repeat(1_000)))
  await new Promise((resolve) => setImmediate(resolve))
  const bytes = Buffer.concat(written)
  expect(bytes.length).toBeGreaterThan(100)
  expect(bytes.includes(secret)).toBe(false)
  // No gzip file begins anywhere in it.
  const found = [...bytes.keys()].filter((at) => bytes.readUInt16BE(Math.min(at, bytes.length - 2)) === 0x1f8b)
  for (const at of found) expect(() => zlib.gunzipSync(bytes.subarray(at), { finishFlush: 2 })).toThrow()
  const part = path.join(directory, "killed.partial")
  fs.writeFileSync(part, bytes)
  await expect(read(part, null)).rejects.toThrow()
})
