import { invalid, refusal } from "~/contract/problem"

export const jsonBytes = 1_048_576

/** The bytes of a request's body; empty when there is none. 413 past `limit` bytes. */
const readBytes = async (
  request: Request,
  limit: number,
  why = `The request is larger than ${limit / 1_048_576} MiB. Send less at once.`,
): Promise<Uint8Array<ArrayBuffer>> => {
  const tooLarge = () => refusal(413, why)
  const told = request.headers.get("content-length")
  if (Number(told ?? 0) > limit) throw tooLarge()
  // A body can't exceed its content-length. `arrayBuffer` avoids the streams that `body` would create, a tenth of a
  // save's time.
  if (told !== null) return new Uint8Array(await request.arrayBuffer())
  if (!request.body) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw tooLarge()
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

const typeOf = (request: Request) => request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? ""

/**
 * A form's only file, in the field `file`, read into memory. `why`: the message when it is larger than `limit` bytes.
 */
export const readFormFile = async (request: Request, limit: number, why?: string): Promise<File> => {
  if (typeOf(request) !== "multipart/form-data") {
    throw refusal(415, "Send the file as multipart/form-data in a field named file.")
  }
  const bytes = await readBytes(request, limit, why)
  const headers = { "content-type": request.headers.get("content-type") ?? "" }
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw refusal(400, "The form is broken. Send the file as multipart/form-data in a field named file.")
  })
  const file = form.get("file")
  if (!(file instanceof File)) throw invalid("file", "Send the file in a field named file.")
  return file
}

/**
 * The JSON of a request's body; undefined when there is none. 413 past `limit` bytes, 415 for another type, 400 for
 * broken JSON.
 */
export const readJson = async (request: Request, limit = jsonBytes): Promise<unknown> => {
  const bytes = await readBytes(request, limit)
  if (bytes.byteLength === 0) return undefined
  const type = typeOf(request)
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw refusal(415, "Send the body as JSON with Content-Type: application/json.")
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    throw invalid("", "The body is not valid JSON in UTF-8.")
  }
}
