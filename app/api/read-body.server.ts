import { invalid, refusal } from "~/contract/problem"

export const jsonBytes = 1_048_576

/** The JSON of a request's body; undefined when there is none. 413 past `limit` bytes, 415 for another type, 400 for broken JSON. */
export const readJson = async (request: Request, limit = jsonBytes): Promise<unknown> => {
  const tooLarge = () => refusal(413, `The request is larger than ${limit / 1_048_576} MiB. Send less at once.`)
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge()
  if (!request.body) return undefined
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
  if (size === 0) return undefined
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? ""
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw refusal(415, "Send the body as JSON with Content-Type: application/json.")
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    throw invalid("", "The body is not valid JSON in UTF-8.")
  }
}
