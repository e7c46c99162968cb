// readMessages(request): the JSON of a request's body, and how many messages it holds.
import type { IncomingMessage } from "node:http"

/** `json`: undefined when it is none. Undefined when the body is larger than `limit` bytes. */
export const readMessages = async (
  request: IncomingMessage,
  limit: number,
): Promise<{ json: unknown; count: number } | undefined> => {
  const chunks: Buffer[] = []
  let size = Number(request.headers["content-length"] ?? 0)
  if (size > limit) return undefined
  size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  try {
    const json: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return { json, count: Array.isArray(json) ? json.length : 1 }
  } catch {
    return { json: undefined, count: 1 }
  }
}
