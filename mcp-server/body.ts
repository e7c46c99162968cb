// readMessages(request): the JSON of a request's body, and how many messages it holds.
import type { IncomingMessage } from "node:http"
import { sizeFault } from "~/contract/shared/json-size"
import type { Holding } from "~/domain/limits/held.server"

/** A body of at most so many bytes is held without a claim: most are, and the connections of an address are limited. */
export const unclaimed = 65_536

/**
 * `json`: undefined when it is none, or has a `fault` for which it is not parsed. Undefined when the body is larger than
 * `limit` bytes. Throws the refusal of `hold`, which is asked before the bytes are there.
 */
export const readMessages = async (
  request: IncomingMessage,
  limit: number,
  hold: Holding,
): Promise<{ json: unknown; count: number; fault?: string } | undefined> => {
  const chunks: Buffer[] = []
  const declared = Number(request.headers["content-length"] ?? 0)
  if (declared > limit) return undefined
  if (declared > unclaimed) hold.claim(declared)
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limit) return undefined
    // A body can't exceed its content-length.
    if (declared === 0 && size > unclaimed) hold.claim(chunk.length)
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
