// readMessages(request): the JSON of a request's body, and how many messages it holds.
import type { IncomingMessage } from "node:http"
import { sizeFault } from "~/contract/json-size"

/** `json`: undefined when it is none, or has a `fault` for which it is not parsed. Undefined when the body is larger than `limit` bytes. */
export const readMessages = async (
  request: IncomingMessage,
  limit: number,
): Promise<{ json: unknown; count: number; fault?: string } | undefined> => {
  const chunks: Buffer[] = []
  let size = Number(request.headers["content-length"] ?? 0)
  if (size > limit) return undefined
  size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const fault = sizeFault(bytes)
  if (fault) return { json: undefined, count: 1, fault }
  try {
    const json: unknown = JSON.parse(bytes.toString())
    return { json, count: Array.isArray(json) ? json.length : 1 }
  } catch {
    return { json: undefined, count: 1 }
  }
}
