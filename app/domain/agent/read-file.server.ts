// fileById(), textOfFile(): a stored file and the text in it, for agents that read documents.
import { requestFiles } from "~/contract/ai"
import type { FileEntry } from "~/contract/file"
import { isRefusal, notFound } from "~/contract/problem"
import { filesFor } from "~/database/file.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { createTurns } from "~/domain/core/turns.server"
import { inWorker } from "~/domain/core/worker.server"
import { objectStream } from "~/outside/storage.server"

export const fileById = async (actor: Actor, planId: number, id: number): Promise<FileEntry> => {
  const { files } = await readAs(actor, planId, filesFor, { id })
  const [found] = files
  if (!found) throw notFound()
  const { stored: _, ...file } = found
  return file
}

/** One file of a caller is in memory at a time. */
const inTurn = createTurns({ most: 10, what: "files", retryAfter: 5 })

/** Undefined where it has none that can be read: a picture, or a document that is too large. */
export const textOfFile = async (
  actor: Actor,
  { planId, fileName, friendlyName, size }: FileEntry,
): Promise<string | undefined> => {
  if (size > requestFiles.bytes) return undefined
  try {
    return await inTurn(callerName(actor), async () => {
      const body = await objectStream(`${planId}/${fileName}`)
      if (!body) throw notFound()
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      return inWorker(actor, "fileText", bytes, friendlyName)
    })
  } catch (thrown) {
    if (isRefusal(thrown) && (thrown.problem.status === 400 || thrown.problem.status === 415)) return undefined
    throw thrown
  }
}
