// tasks: work whose size callers choose. inWorker(task, ...args): its result, from a thread where there are any.
import { hasWorkers, type Lane, runInWorker } from "~/outside/workers.server"
import { snippetOf } from "~/rules/snippet"
import { readFile, readZipped } from "~/rules/transfer/read-file"
import { writeExport } from "~/rules/transfer/write-export"

export const tasks = {
  readFile,
  readZipped,
  writeExport,
  snippets: (texts: string[], query: string) => texts.map((text) => snippetOf(text, query)),
  // The image library loads in threads alone.
  thumbnail: async (bytes: Uint8Array) => (await import("~/outside/thumbnail.server")).makeThumbnail(bytes),
  picture: async (bytes: Uint8Array, size: { width: number; height: number }) =>
    (await import("~/outside/picture.server")).makePicture(bytes, size),
}
type Tasks = typeof tasks

const imports: Lane = { name: "import", waiting: 50, within: 20_000 }
const files: Lane = { name: "files", waiting: 50, within: 20_000 }
const searches: Lane = { name: "search", waiting: 20, within: 1_000 }
const lanes: Record<keyof Tasks, Lane> = {
  readFile: imports,
  readZipped: imports,
  writeExport: files,
  thumbnail: files,
  picture: files,
  snippets: searches,
}

export const inWorker = async <Name extends keyof Tasks>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> => {
  const run = tasks[name] as (...args: unknown[]) => unknown
  const result = hasWorkers() ? runInWorker(lanes[name], name, args) : run(...args)
  return (await result) as Awaited<ReturnType<Tasks[Name]>>
}
