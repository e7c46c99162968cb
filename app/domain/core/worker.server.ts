// tasks: work whose size callers choose. inWorker(actor, task, ...args): its result, from a thread where there are any.
import { refusal } from "~/contract/problem"
import { fileText } from "~/domain/agent/file-text"
import { cardNamed, planOffline } from "~/domain/agent/in-thread"
import { mostOf } from "~/domain/limits/limits.server"
import { importedRows, readImported } from "~/domain/transfer/import-rows.server"
import { hasWorkers, type Lane, runInWorker } from "~/outside/workers.server"
import { snippetOf } from "~/rules/snippet"
import { readZipped } from "~/rules/transfer/read-file"
import { writeExport } from "~/rules/transfer/write-export"
import { isZip } from "~/rules/transfer/zip"
import { type Actor, callerName } from "./actor"

const noPictures = () => {
  throw refusal(503, "Pictures can’t be changed here: this server has no image library.")
}

export const tasks = {
  readImported,
  importedRows,
  readZipped,
  writeExport,
  fileText,
  planOffline,
  cardNamed,
  snippets: (texts: string[], query: string) => texts.map((text) => snippetOf(text, query)),
  // The image library loads in threads alone; an edge host has none, and a file then goes without its thumbnail.
  thumbnail: async (bytes: Uint8Array) =>
    (await import("~/outside/picture.server").catch(() => null))?.makeThumbnail(bytes),
  picture: async (bytes: Uint8Array, size: { width: number; height: number }) =>
    (await import("~/outside/picture.server").catch(noPictures)).makePicture(bytes, size),
}
type Tasks = typeof tasks

type LaneName = "import" | "files" | "search" | "text"

const laneOf: Record<keyof Tasks, LaneName> = {
  readImported: "import",
  importedRows: "import",
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

/** `refusing`: where there are no threads, what would keep the process from answering is refused. */
export const openTasks = (refusing = false) => {
  refuses = refusing
}

/** What such a process does itself. Zips and documents may unpack to any size. */
const withoutThread = 1_048_576

const refuseWithoutThread = (name: keyof Tasks, args: unknown[]) => {
  const bytes = args.flat().reduce((sum: number, arg) => sum + sizeOf(arg), 0)
  const unpacks =
    name === "fileText" || name === "readZipped" || args.some((arg) => arg instanceof Uint8Array && isZip(arg))
  if (unpacks || bytes > withoutThread)
    throw refusal(
      413,
      "This server has no threads for large files: it takes files of up to 1 MiB, and no zips or documents.",
    )
}

const sizeOf = (arg: unknown): number => {
  if (typeof arg === "string") return arg.length
  if (arg instanceof Uint8Array) return arg.byteLength
  const { board } = (arg ?? {}) as { board?: unknown }
  return Array.isArray(board) ? board.reduce((sum: number, piece) => sum + sizeOf(piece), 0) : 0
}

const laneFor = (task: keyof Tasks): Lane => {
  const name = laneOf[task]
  const lane = { name, waiting: mostOf(`thread_${name}_queue`), within: mostOf(`thread_${name}_ms`) }
  return name === "text" ? { ...lane, growthMb: mostOf("thread_text_growth") / 1_048_576 } : lane
}

export const inWorker = async <Name extends keyof Tasks>(
  actor: Actor,
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> => {
  if (refuses && !hasWorkers()) refuseWithoutThread(name, args)
  const run = tasks[name] as (...args: unknown[]) => unknown
  const result = hasWorkers() ? runInWorker(laneFor(name), callerName(actor), name, args) : run(...args)
  return (await result) as Awaited<ReturnType<Tasks[Name]>>
}
