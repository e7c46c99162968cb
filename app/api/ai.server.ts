import { type aiCalls, filesForm, requestFiles } from "~/contract/ai"
import { mostFaults, parse } from "~/contract/parse"
import { refusal } from "~/contract/problem"
import { planWithFiles } from "~/domain/agent/ai.server"
import { once } from "~/domain/once.server"
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
    if (faults) throw refusal(400, faults[0]?.message ?? "", { errors: faults.slice(0, mostFaults) })
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
