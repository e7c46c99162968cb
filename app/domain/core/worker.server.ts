// workerJobs: work whose size callers choose. inWorker(actor, job, ...args): its result, from a worker where there are any.
import { refusal } from "~/contract/problem"
import { fileText } from "~/domain/agent/file-text"
import { cardNamed, planOffline } from "~/domain/agent/in-worker"
import { mostOf } from "~/domain/limits/limits.server"
import { copiedRows } from "~/domain/transfer/copy-rows.server"
import { importedRows, readImported } from "~/domain/transfer/import-rows.server"
import { hasWorkers, type Queue, runInWorker } from "~/outside/workers.server"
import { snippetOf } from "~/rules/snippet"
import { readZipped } from "~/rules/transfer/read-file"
import { writeExport } from "~/rules/transfer/write-export"
import { isZip } from "~/rules/transfer/zip"
import { type Actor, callerName } from "./actor"

const noPictures = () => {
  throw refusal(503, "Pictures can’t be changed here: this server has no image library.")
}

export const workerJobs = {
  readImported,
  importedRows,
  copiedRows,
  readZipped,
  writeExport,
  fileText,
  planOffline,
  cardNamed,
  snippets: (texts: string[], query: string) => texts.map((text) => snippetOf(text, query)),
  // The image library loads in workers alone; an edge host has none, and a file then goes without its thumbnail.
  thumbnail: async (bytes: Uint8Array) =>
    (await import("~/outside/picture.server").catch(() => null))?.makeThumbnail(bytes),
  picture: async (bytes: Uint8Array, size: { width: number; height: number }) =>
    (await import("~/outside/picture.server").catch(noPictures)).makePicture(bytes, size),
}
type WorkerJobs = typeof workerJobs

type QueueName = "import" | "files" | "search" | "text"

const queueOf: Record<keyof WorkerJobs, QueueName> = {
  readImported: "import",
  importedRows: "import",
  copiedRows: "import",
  readZipped: "import",
  writeExport: "files",
  thumbnail: "files",
  picture: "files",
  snippets: "search",
  fileText: "text",
  planOffline: "text",
  cardNamed: "text",
}

let refuses = false

/** `refusing`: where there are no workers, what would keep the process from answering is refused. */
export const openWorkerJobs = (refusing = false) => {
  refuses = refusing
}

/** What such a process does itself. Zips and documents may unpack to any size. */
const withoutWorker = 1_048_576

const refuseWithoutWorker = (name: keyof WorkerJobs, args: unknown[]) => {
  const bytes = args.flat().reduce((sum: number, arg) => sum + sizeOf(arg), 0)
  const unpacks =
    name === "fileText" || name === "readZipped" || args.some((arg) => arg instanceof Uint8Array && isZip(arg))
  if (unpacks || bytes > withoutWorker)
    throw refusal(
      413,
      "This server has no workers for large files: it takes files of up to 1 MiB, and no zips or documents.",
    )
}

const sizeOf = (arg: unknown): number => {
  if (typeof arg === "string") return arg.length
  if (arg instanceof Uint8Array) return arg.byteLength
  const { board } = (arg ?? {}) as { board?: unknown }
  return Array.isArray(board) ? board.reduce((sum: number, piece) => sum + sizeOf(piece), 0) : 0
}

const queueFor = (job: keyof WorkerJobs): Queue => {
  const name = queueOf[job]
  const queue = { name, waiting: mostOf(`thread_${name}_queue`), within: mostOf(`thread_${name}_ms`) }
  return name === "text" ? { ...queue, growthMb: mostOf("thread_text_growth") / 1_048_576 } : queue
}

export const inWorker = async <Name extends keyof WorkerJobs>(
  actor: Actor,
  name: Name,
  ...args: Parameters<WorkerJobs[Name]>
): Promise<Awaited<ReturnType<WorkerJobs[Name]>>> => {
  if (refuses && !hasWorkers()) refuseWithoutWorker(name, args)
  const run = workerJobs[name] as (...args: unknown[]) => unknown
  const result = hasWorkers() ? runInWorker(queueFor(name), callerName(actor), name, args) : run(...args)
  return (await result) as Awaited<ReturnType<WorkerJobs[Name]>>
}
