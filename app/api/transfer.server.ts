import { Readable } from "node:stream"
import type { InputOf } from "~/contract/call"
import type { planCalls } from "~/contract/plan"
import type { Actor } from "~/domain/actor"
import { exportPlan, importPlan } from "~/domain/transfer.server"
import { json } from "./answer.server"
import type { Caller } from "./identify.server"
import { readFormFile } from "./read-body.server"

const largestImport = 50 * 1_048_576
const tooLarge = "The file is larger than 50 MiB, the most an import takes. Export the plan as JSON, without its files."

export const serveExport = async (
  _request: Request,
  { planId, format }: InputOf<typeof planCalls.export>,
  { actor }: Caller,
) => {
  const { body, type, name } = await exportPlan(actor as Actor, planId, format)
  const plain = name.replace(/[^\w .()-]+/g, "_")
  const stream = typeof body === "string" ? body : (Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>)
  return new Response(stream, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  })
}

export const serveImport = async (request: Request, _input: unknown, { actor }: Caller) =>
  json(await importPlan(actor as Actor, await readFormFile(request, largestImport, tooLarge)), 201)
