import type { Call } from "~/contract/call"
import { invalid, refusal } from "~/contract/problem"
import { sizeFault } from "~/contract/shared/json-size"
import { turn } from "~/domain/core/turn"
import type { Holding } from "~/domain/limits/held.server"
import { mostOf } from "~/domain/limits/limits.server"

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`)

/** A body of at most so many bytes is held without a claim: most are, and the connections of an address are limited. */
const unclaimed = 65_536

type Reading = {
  limit?: number
  why?: string
  /** Claims the body's bytes before they are there. Without one, `limit` must be small. */
  hold?: Holding
}

/** The bytes of a request's body; empty when there is none. 413 past `limit` bytes. */
export const readBytes = async (
  request: Request,
  {
    limit = mostOf("json_bytes"),
    why = `The request is larger than ${sizeOf(limit)}. Send less at once.`,
    hold,
  }: Reading,
): Promise<Uint8Array<ArrayBuffer>> => {
  const tooLarge = () => refusal(413, why)
  const declared = request.headers.get("content-length")
  if (Number(declared ?? 0) > limit) throw tooLarge()
  if (Number(declared ?? 0) > unclaimed) hold?.claim(Number(declared))
  // A body can't exceed its content-length. `arrayBuffer` avoids the streams that `body` would create, a tenth of a
  // save's time.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer())
  if (!request.body) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    try {
      if (size > limit) throw tooLarge()
      if (size > unclaimed) hold?.claim(value.byteLength)
    } catch (thrown) {
      await reader.cancel()
      throw thrown
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** A page's post with its body in memory, so that no route reads more than the limit. Throws a 413. */
export const withBody = async (request: Request): Promise<Request> => {
  const { url, method, headers, signal } = request
  const body = await readBytes(request, { limit: mostOf("form_bytes") })
  return new Request(url, { method, headers, signal, ...(body.byteLength > 0 ? { body } : {}) })
}

export const typeOf = (request: Request) =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? ""

/** A form's only file, in the field `file`, read into memory. */
export const readFormFile = async (request: Request, reading: { limit: number; hold: Holding }): Promise<File> => {
  if (typeOf(request) !== "multipart/form-data") {
    throw refusal(415, "Send the file as multipart/form-data in a field named file.")
  }
  const bytes = await readBytes(request, reading)
  const headers = { "content-type": request.headers.get("content-type") ?? "" }
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw refusal(400, "The form is broken. Send the file as multipart/form-data in a field named file.")
  })
  const file = form.get("file")
  if (!(file instanceof File)) throw invalid("file", "Send the file in a field named file.")
  return file
}

/** Bodies up to this many bytes are parsed without waiting for a turn. */
const inPassing = 65_536

/**
 * The JSON of a call's body; undefined when there is none. 413 past its `bodyBytes`, 415 for another type, 400 for
 * broken JSON.
 */
export const readJson = async (
  request: Request,
  { body, bodyBytes }: Pick<Call, "body" | "bodyBytes">,
  hold: Holding,
): Promise<unknown> => {
  const bytes = await readBytes(request, {
    limit: bodyBytes ?? (body ? mostOf("json_bytes") : mostOf("form_bytes")),
    hold,
  })
  if (bytes.byteLength === 0) return undefined
  const type = typeOf(request)
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw refusal(415, "Send the body as JSON with Content-Type: application/json.")
  }
  const isLong = bytes.byteLength > inPassing
  if (isLong) await turn()
  const fault = sizeFault(bytes)
  if (fault) throw invalid("", fault)
  if (isLong) await turn()
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    if (isLong) await turn()
    return JSON.parse(text)
  } catch {
    throw invalid("", "The body is not valid JSON in UTF-8.")
  }
}
