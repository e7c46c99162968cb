import { type aiCalls, filesForm, requestFiles } from "~/contract/ai"
import { invalidInput, parse } from "~/contract/parse"
import { planWithFiles } from "~/domain/agent/ai.server"
import { once } from "~/domain/core/once.server"
import { readUploads } from "~/outside/upload.server"
import { json } from "./answer.server"
import { contextChat } from "./context-chat.server"
import { idempotent } from "./idempotent.server"
import { takePlace } from "./import-places.server"
import type { Raw } from "./mount.server"

const { most, bytes: limit } = requestFiles
const fieldBytes = 4 * 1_048_576

const boardPlannerWithFiles: Raw<typeof aiCalls.boardPlannerWithFiles> = async (request, _input, { actor, hold }) => {
  const place = takePlace(actor.userId)
  try {
    hold.claim(fieldBytes)
    const { fields, files } = await readUploads(
      request,
      { field: "files", most, limit, headBytes: 0, fieldBytes },
      place.collect,
      place.drop,
    )
    const { data, faults } = parse(filesForm, fields)
    if (faults) throw invalidInput(faults)
    const { planId, prompt = "" } = data
    const sent = files.map(({ name, stored }) => ({ name, bytes: stored.bytes }))
    const hashes = files.map(({ name, stored }) => [name, stored.hash])
    const sender = idempotent(actor, request, { planId, prompt, hashes })
    const { answer, status } = await once(sender, 202, (own) => planWithFiles(own, planId, prompt, sent))
    return json(answer, status)
  } finally {
    place.leave()
  }
}

export const aiRaw = { boardPlannerWithFiles, contextChat }
