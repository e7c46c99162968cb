// npm run backup and npm run restore: while people write, of a stopped product, and with files that are not whole.
import { createHash, randomBytes } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fileCalls } from "~/contract/file"
import { integrationCalls } from "~/contract/integration"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { linkCalls } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import { runBackup } from "../support/product/backup.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { openReceiver, type Receiver } from "../support/services/receiver.ts"

let directory: string
let product: Product
let person: Person
let quietPlan: number
let quietTask: number
let receiver: Receiver
let planId: number
let itemId: number
let key: string
let link: string
const products: Product[] = []
/** Of restored products. */
const people = new Map<Product, Person>()
let writing = true
const acknowledged: string[] = []
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
/** Contents of every upload, by its name. */
const digests = new Map<string, string>()

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-backups-"))
  product = await started()
  person = await signIn(product, "ada@example.org")
  quietPlan = (await person.send(planCalls.create, { name: "Quiet" })).body.id
  const quietItem = (await person.send(itemCalls.create, { planId: quietPlan, topic: "Kept" })).body.id
  for (const description of ["One", "Zwei ü", "שלוש"]) {
    const made = await person.send(taskCalls.create, { planId: quietPlan, itemId: quietItem, description })
    quietTask = made.body.id
  }
  receiver = await openReceiver()
  planId = (await person.send(planCalls.create, { name: "Busy" })).body.id
  itemId = (await person.send(itemCalls.create, { planId, topic: "Quay" })).body.id
  await upload(0)
  key = (await person.send(integrationCalls.enable, { planId: quietPlan })).body.apiKey
  const { url } = (await person.send(linkCalls.makeLink, { planId: quietPlan })).body
  link = new URL(url).pathname
  expect([
    await status(product, "/api/Account/UserProfile"),
    await keyStatus(product),
    await status(product, link),
  ]).toEqual([200, 200, 200])
})

afterAll(async () => {
  writing = false
  for (const each of products) await each.remove()
  await receiver?.close()
  fs.rmSync(directory, { recursive: true, force: true })
})

test("a backup made while people write restores to another directory", async () => {
  const writers = Promise.all([writeTasks(), writeTasks(), writeFiles()])
  writers.catch(() => {})
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  const before = [...acknowledged]
  const file = path.join(directory, "busy.backup")
  const made = await runBackup("backup", file, product.dataDir)
  const after = acknowledged.length
  expect(made).toMatchObject({ code: 0, errors: "" })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(after + 5)
  writing = false
  await writers
  expect(after, "people wrote during the backup").toBeGreaterThan(before.length)
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  expect(fs.statSync(`${file}.key`).mode & 0o077).toBe(0)
  expect(fs.readdirSync(product.dataDir).filter((name) => name.startsWith(".backup"))).toEqual([])

  const target = path.join(directory, "restored")
  expect(await runBackup("restore", file, target)).toMatchObject({ code: 0, errors: "" })
  const restored = await entered(target)
  const there = (await ask(restored, `/api/Plan/${planId}/board`)).text
  const tasks = acknowledged.filter((description) => there.includes(description))
  expect(tasks).toEqual(expect.arrayContaining(before))
  expect(tasks.length, "what was written after the backup is not in it").toBeLessThan(acknowledged.length)
  expect(await exported(restored, quietPlan)).toBe(await exported(product, quietPlan))
  await expectFiles(restored)
})

test("a backup of a stopped product has all of it, mails and secrets included, and sends no old change to a webhook", async () => {
  const whole = await exported(product, planId)
  const rename = (as: Person, description: string) =>
    as.send(taskCalls.update, { planId: quietPlan, id: quietTask, description })
  receiver.answers(() => 500)
  const hook = { planId: quietPlan, name: "Ops", url: receiver.url, events: ["task.updated"] }
  expect((await person.send(webhookCalls.create, hook)).status).toBe(201)
  for (const name of ["Eins", "One"]) await rename(person, name)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  await product.stop()
  receiver.reset()
  const cluster = path.join(product.dataDir, "postgres/data")
  fs.writeFileSync(path.join(cluster, "postgresql.auto.conf"), "archive_mode = 'on'\n")
  const file = path.join(directory, "stopped.backup")
  expect(await runBackup("backup", file, product.dataDir)).toMatchObject({ code: 0, errors: "" })
  const target = path.join(directory, "missing", "restored")
  expect(await runBackup("restore", file, target)).toMatchObject({ code: 0, errors: "" })
  expect(fs.readFileSync(path.join(target, "postgres/data/postgresql.auto.conf"), "utf8")).toBe("")
  for (const name of ["secrets.json", "postgres/access.json", ...mailFiles(product.dataDir)])
    expect(fs.readFileSync(path.join(target, name)), name).toEqual(fs.readFileSync(path.join(product.dataDir, name)))
  const restored = await entered(target)
  expect(await exported(restored, planId)).toBe(whole)
  await expectFiles(restored)
  // What waited would be sent first.
  await rename(people.get(restored) as Person, "Uno")
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.after.description)).toEqual(["Uno"])
})

test("a directory that is not empty, a damaged file and a missing one are refused with a clear line", async () => {
  const file = path.join(directory, "stopped.backup")
  const taken = path.join(directory, "taken")
  fs.mkdirSync(taken)
  fs.writeFileSync(path.join(taken, "letter.txt"), "mine")
  const refused = await runBackup("restore", file, taken)
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`${taken} is not empty`) })
  expect(fs.readdirSync(taken)).toEqual(["letter.txt"])

  const cut = path.join(directory, "cut.backup")
  fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, 400_000))
  fs.copyFileSync(`${file}.key`, `${cut}.key`)
  const other = path.join(directory, "other.backup")
  fs.writeFileSync(other, "Not a backup at all.")
  for (const bad of [cut, other, path.join(directory, "nothing.backup")]) {
    const target = path.join(directory, "untouched")
    const answer = await runBackup("restore", bad, target)
    expect(answer).toMatchObject({ code: 1, errors: expect.stringContaining(`${bad} cannot be restored: `) })
    expect(fs.readdirSync(target), bad).toEqual([])
  }
  const nothing = await runBackup("backup", path.join(directory, "none.backup"), path.join(directory, "untouched"))
  expect(nothing).toMatchObject({ code: 1, errors: expect.stringContaining("nothing to back up") })
})

/** Starts on restored data. What let people and agents in at the time of the backup doesn't any more; the person signs in again. */
const entered = async (dataDir: string) => {
  const restored = await started(dataDir)
  expect([
    await status(restored, "/api/Account/UserProfile"),
    await keyStatus(restored),
    await status(restored, link),
  ]).toEqual([401, 401, 404])
  people.set(restored, await signIn(restored, "ada@example.org"))
  expect(fs.existsSync(path.join(dataDir, ".restored"))).toBe(false)
  return restored
}

const status = async ({ url }: Product, address: string) =>
  (await fetch(`${url}${address}`, { headers: { cookie: person.cookie } })).status
const keyStatus = async ({ url }: Product) =>
  (await fetch(`${url}/api/Plan/${quietPlan}/board`, { headers: { "x-api-key": key } })).status

const started = async (dataDir?: string) => {
  const each = await startProduct(dataDir ? { dataDir } : {})
  products.push(each)
  return each
}

const writeTasks = async () => {
  while (writing) {
    const description = randomBytes(12).toString("hex")
    const { status } = await person.send(taskCalls.create, { planId, itemId, description })
    expect(status).toBe(201)
    acknowledged.push(description)
  }
}

/** Every second file is deleted again. */
const writeFiles = async () => {
  for (let count = 1; writing; count++) {
    const id = await upload(count)
    if (count % 2) expect((await person.send(fileCalls.removeById, { fileId: id })).status).toBe(204)
  }
}

const upload = async (count: number) => {
  const bytes = randomBytes(60_000)
  const name = `file-${count}.bin`
  digests.set(name, digest(bytes))
  const body = new FormData()
  body.set("file", new File([bytes], name))
  const headers = { cookie: person.cookie, origin: product.url }
  const sent = await fetch(`${product.url}/api/File/UploadFile/${planId}`, { method: "POST", headers, body })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { id: number }).id
}

const ask = async (from: Product, address: string) => {
  const { cookie } = people.get(from) ?? person
  const answer = await fetch(`${from.url}${address}`, { headers: { cookie } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, address).toBe(200)
  return { bytes, text: new TextDecoder().decode(bytes) }
}

const exported = async (from: Product, id: number) => {
  const { text } = await ask(from, `/api/Plan/${id}/export?format=json`)
  return text.replace(/"exported(At|Date)":\s*"[^"]+"/g, "")
}

const expectFiles = async (from: Product) => {
  const files = JSON.parse((await ask(from, `/api/File/ListFiles?planId=${planId}`)).text)
  expect(files.length).toBeGreaterThan(0)
  for (const { friendlyName, uniqueFileName } of files) {
    const { bytes } = await ask(from, `/api/File/ViewFile/${planId}/${uniqueFileName}`)
    expect(digest(bytes), friendlyName).toBe(digests.get(friendlyName))
  }
}

const mailFiles = (dataDir: string) => {
  const names = fs.readdirSync(path.join(dataDir, "outbox")).map((name) => `outbox/${name}`)
  expect(names.length).toBeGreaterThan(0)
  return names
}
