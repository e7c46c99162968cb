import type { planCalls } from "~/contract/plan"
import { invalid } from "~/contract/problem"
import { isTimeZone } from "~/contract/shared/time-zone"
import { once } from "~/domain/core/once.server"
import { exportPlan, importPlan } from "~/domain/transfer/transfer.server"
import { readUpload } from "~/outside/upload.server"
import { json, streamOf } from "./answer.server"
import { idempotent } from "./idempotent.server"
import { takePlace } from "./import-places.server"
import type { Raw } from "./mount.server"

const largestImport = 50 * 1_048_576
const tooLarge = "The file is larger than 50 MiB, the most an import takes. Export the plan as JSON, without its files."

export const serveExport: Raw<typeof planCalls.export> = async (_request, { planId, format }, { actor }) => {
  const { body, type, name, ended } = await exportPlan(actor, planId, format)
  const plain = name.replace(/[^\w .()-]+/g, "_")
  return new Response(streamOf(body, ended), {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  })
}

export const serveImport: Raw<typeof planCalls.import> = async (request, _input, { actor }) => {
  const place = takePlace(actor.userId)
  try {
    const upload = await readUpload(
      request,
      { limit: largestImport, headBytes: 0, tooLarge },
      place.collect,
      place.drop,
    )
    const { name, stored } = upload
    const timeZone = upload.fields.timeZone || undefined
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw invalid("timeZone", "A time zone is a name such as Europe/Berlin.")
    const sender = idempotent(actor, request, { name, file: stored.hash, ...(timeZone ? { timeZone } : {}) })
    const { answer, status } = await once(sender, 201, (own) =>
      importPlan(own, { name, bytes: stored.bytes, timeZone }, request.signal),
    )
    return json(answer, status)
  } finally {
    place.leave()
  }
}
