// A data directory of this version starts on the next one, which adds a migration, and so does each that `tests/releases` has.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { runBackup } from "../support/product/backup.ts"
import { makeNextBuild } from "../support/product/next-build.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { readReleaseData, releasedTasks, releases, writeReleaseData } from "../support/product/release.ts"

const root = path.resolve(import.meta.dirname, "../..")
const kept = fs.existsSync(releases) ? fs.readdirSync(releases).filter((name) => name.endsWith(".backup")) : []

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

test.each([...kept, "this version"])("the data of %s is whole on the next version, and is added to", async (name) => {
  const file = path.join(name === "this version" ? directory : releases, name)
  if (name === "this version") await writeReleaseData(file)
  const dataDir = path.join(directory, `data of ${name}`)
  expect(await runBackup("restore", file, dataDir)).toEqual({ code: 0, errors: "" })
  const next = await started({ dataDir, build: nextBuild })
  const ada = await signIn(next, "ada@example.org")
  const { planId, isWhole } = await readReleaseData(ada)
  expect(isWhole).toBe(true)
  expect(await tasksOf(ada, planId)).toEqual(releasedTasks)

  const itemId = (await ada.send(planCalls.board, { planId })).body.items[0]?.id ?? 0
  await ada.send(taskCalls.create, { planId, itemId, description: "New" })
  expect(await tasksOf(ada, planId)).toEqual([...releasedTasks, "New"])

  await next.stop()
  await expect(started({ dataDir })).rejects.toThrow(/newer version.*29990101000000 next/)
  await started({ dataDir, build: nextBuild, port: next.port, errors: /newer version/ })
  expect(await tasksOf(ada, planId)).toEqual([...releasedTasks, "New"])
})

test("a version that has been released keeps its data directory for the next one", () => {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
  expect(version.startsWith("0.") || kept.includes(`${version}.backup`)).toBe(true)
})

const started = async (options: Parameters<typeof startProduct>[0]) => {
  const product = await startProduct(options)
  products.set(product.dataDir, product)
  return product
}

const tasksOf = async (person: Person, planId: number) => {
  const { tasks } = (await person.send(planCalls.board, { planId })).body
  return tasks.map(({ description }) => description)
}
