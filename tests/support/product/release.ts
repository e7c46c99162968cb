// release(options): the notes of this version's tag, and a data directory of it. writeReleaseData(file): that data directory, as a backup.
import fs from "node:fs"
import path from "node:path"
import { fileCalls } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { version } from "~/contract/shared/version"
import { taskCalls } from "~/contract/task"
import { notesOf } from "../../../scripts/steps/changelog.mjs"
import { runBackup } from "./backup.ts"
import { type Person, signIn, startProduct } from "./product.ts"

const root = path.resolve(import.meta.dirname, "../../..")

const tasks = ["One", "Zwei ü", "שלוש"]
const soundings = "Four fathoms at low water"

/** Where each version keeps the data directory that later ones must start on. */
export const releases = path.join(root, "tests/releases")

/** Returns the number of faults. */
export const release = async ({ dataDir }: { dataDir: string }): Promise<number> => {
  const notes = notesOf(version, fs.readFileSync(path.join(root, "CHANGELOG.md"), "utf8"))
  const backup = path.join(releases, `${version}.backup`)
  if (fs.existsSync(backup)) {
    process.stderr.write(`${backup} is there: ${version} has been released. Raise the version, or delete the file.\n`)
    return 1
  }
  fs.mkdirSync(releases, { recursive: true })
  fs.mkdirSync(dataDir, { recursive: true })
  await writeReleaseData(backup)
  const file = path.join(dataDir, `release-${version}.md`)
  fs.writeFileSync(file, notes)
  process.stdout.write(
    `${notes}\nCommit ${path.relative(root, backup)} with its key, then: git tag -a v${version} -F ${file}\n`,
  )
  return 0
}

/** A backup of a product of this version, with something of everything that a version must take over. */
export const writeReleaseData = async (file: string) => {
  const product = await startProduct({})
  try {
    const ada = await signIn(product, "ada@example.org")
    const planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
    const itemId = (await ada.send(itemCalls.create, { planId, topic: "Quay", focus: true })).body.id
    for (const description of tasks) await ada.send(taskCalls.create, { planId, itemId, description })
    await ada.send(noteCalls.create, { planId, title: "Depths", content: soundings, type: 0, visibility: 0 })
    const body = new FormData()
    body.set("file", new File([soundings], "depths.txt"))
    const headers = { cookie: ada.cookie, origin: product.url }
    const sent = await fetch(`${product.url}/api/File/UploadFile/${planId}`, { method: "POST", headers, body })
    if (sent.status !== 201) throw new Error(`The upload was answered ${sent.status}.`)
    const { code, errors } = await runBackup("backup", file, product.dataDir)
    if (code !== 0 || errors) throw new Error(`The backup failed (${code}). ${errors}`)
  } finally {
    await product.remove()
  }
}

export const releasedTasks: readonly string[] = tasks

/** What a person finds of it on any later version. */
export const readReleaseData = async (ada: Person) => {
  const [plan] = (await ada.send(planCalls.list, {})).body
  if (!plan) throw new Error("The plan is missing.")
  const planId = plan.id
  const [note] = (await ada.send(noteCalls.list, { planId })).body
  const [sounded] = (await ada.send(fileCalls.list, { planId })).body
  const { text } = await ada.call("GET", `/api/File/ViewFile/${planId}/${sounded?.uniqueFileName}`)
  return { planId, isWhole: note?.content === soundings && text === soundings }
}
