// readMessages(request): the JSON of a request's body, and how many messages it holds. withoutNulls(json): as it is meant.
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
    const json = withoutNulls(JSON.parse(bytes.toString()))
    return { json, count: Array.isArray(json) ? json.length : 1 }
  } catch {
    return { json: undefined, count: 1 }
  }
}

/** Messages whose `params`, or parts of it such as `arguments` and `cursor`, are null: absent to clients, a fault to the protocol's schemas. */
export const withoutNulls = (json: unknown): unknown => (Array.isArray(json) ? json.map(message) : message(json))

const message = (json: unknown) => {
  if (!isObject(json) || !("params" in json)) return json
  const { params, ...rest } = json
  if (params === null) return rest
  return { ...rest, params: isObject(params) ? withoutNull(params) : params }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const withoutNull = (params: object) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null))
