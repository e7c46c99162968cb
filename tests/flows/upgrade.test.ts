// A data directory of this version starts on the next one, which adds a migration, and so does each that `tests/releases` has.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fileCalls } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { runBackup } from "../support/product/backup.ts"
import { makeNextBuild } from "../support/product/next-build.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"

const root = path.resolve(import.meta.dirname, "../..")
const releases = path.join(root, "tests/releases")
const kept = fs.existsSync(releases) ? fs.readdirSync(releases) : []
const tasks = ["One", "Zwei ü", "שלוש"]
const soundings = "Four fathoms at low water"

let directory: string
let nextBuild: string
/** The last started on each data directory. */
const products = new Map<string, Product>()

beforeAll(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-upgrade-"))
  nextBuild = makeNextBuild(directory)
  const supabase = path.join(directory, "supabase")
  fs.rmSync(supabase)
  fs.cpSync(path.join(root, "supabase"), supabase, { recursive: true })
  fs.writeFileSync(
    path.join(supabase, "migrations/29990101000000_next.sql"),
    "alter table app.task add column next_field text not null default 'next';",
  )
})
afterAll(async () => {
  for (const each of products.values()) await each.remove()
  fs.rmSync(directory, { recursive: true, force: true })
})

test.each([...kept, "this version"])(
  "the data of %s is whole on the next version, and is added to",
  async (name) => {
    const file = name === "this version" ? await backedUp() : path.join(releases, name)
    const dataDir = path.join(directory, name)
    expect(await runBackup("restore", file, dataDir)).toEqual({ code: 0, errors: "" })
    const next = await started({ dataDir, build: nextBuild })
    const ada = await signIn(next, "ada@example.org")
    const [plan] = (await ada.send(planCalls.list, {})).body
    if (!plan) throw new Error("The plan is missing.")
    const planId = plan.id
    expect(await tasksOf(ada, planId)).toEqual(tasks)
    const [note] = (await ada.send(noteCalls.list, { planId })).body
    expect(note).toMatchObject({ content: soundings })
    const [sounded] = (await ada.send(fileCalls.list, { planId })).body
    const { text } = await ada.call("GET", `/api/File/ViewFile/${planId}/${sounded?.uniqueFileName}`)
    expect(text).toBe(soundings)

    const itemId = (await ada.send(planCalls.board, { planId })).body.items[0]?.id ?? 0
    await ada.send(taskCalls.create, { planId, itemId, description: "New" })
    expect(await tasksOf(ada, planId)).toEqual([...tasks, "New"])

    await next.stop()
    await expect(started({ dataDir })).rejects.toThrow(/newer version.*29990101000000 next/)
    await started({ dataDir, build: nextBuild, port: next.port, errors: /newer version/ })
    expect(await tasksOf(ada, planId)).toEqual([...tasks, "New"])
  },
  180_000,
)

test("a version that has been released keeps its data directory for the next one", () => {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
  expect(version.startsWith("0.") || kept.includes(`${version}.backup`)).toBe(true)
})

/** A backup of a product of this version, with something of everything that a version must take over. */
const backedUp = async () => {
  const product = await started({})
  const ada = await signIn(product, "ada@example.org")
  const planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  const itemId = (await ada.send(itemCalls.create, { planId, topic: "Quay", focus: true })).body.id
  for (const description of tasks) await ada.send(taskCalls.create, { planId, itemId, description })
  await ada.send(noteCalls.create, { planId, title: "Depths", content: soundings, type: 0, visibility: 0 })
  const body = new FormData()
  body.set("file", new File([soundings], "depths.txt"))
  const headers = { cookie: ada.cookie, origin: product.url }
  const sent = await fetch(`${product.url}/api/File/UploadFile/${planId}`, { method: "POST", headers, body })
  expect(sent.status).toBe(201)
  const file = path.join(directory, "this.backup")
  expect(await runBackup("backup", file, product.dataDir)).toEqual({ code: 0, errors: "" })
  return file
}

const started = async (options: Parameters<typeof startProduct>[0]) => {
  const product = await startProduct(options)
  products.set(product.dataDir, product)
  return product
}

const tasksOf = async (person: Person, planId: number) => {
  const { tasks } = (await person.send(planCalls.board, { planId })).body
  return tasks.map(({ description }) => description)
}
