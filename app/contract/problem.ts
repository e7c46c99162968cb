import type { Entity } from "~/contract/fields/field"

/** Why the model gave no answer: what its provider refuses or lacks, or what went wrong on the way. */
const modelFaults = [
  "key",
  "model",
  "quota",
  "context",
  "time",
  "network",
  "rate",
  "filter",
  "request",
  "incomplete",
] as const
export type ModelFault = (typeof modelFaults)[number]

/** Why a tool of the MCP server failed, where a client may tell; `denied`: a repeat is refused too. `limit`: the message says when it is not. */
export const toolFaults = [...modelFaults, "denied", "limit"] as const
export type ToolFault = (typeof toolFaults)[number]

/** The answer to every refused call (RFC 9457), `application/problem+json`. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  /** One sentence for a person, saying what to change. */
  message: string
  errors?: { path: string; message: string }[]
  /** 409 of a stale update: the entity as it is now; of a known key with another request: the first answer. */
  current?: unknown
  /** 409 of a stale update of a card: the person who changed its texts last, you aside. */
  changedBy?: { id: number; userName: string }
  /** 409 of cards that would wait for each other: the chain, from the card to itself. */
  chain?: { id: number; name: string }[]
  /** 409 of an undo by the assistant: a card that has changed since. */
  card?: { entity: Entity; id: number }
  requirePayment?: true
  /** 503 of the assistant. */
  reason?: ModelFault
  /** 429, 503: seconds. */
  retryAfter?: number
}

/** The code that Postgres, Node and libraries give an error; undefined where there is none. */
export const codeOf = (thrown: unknown): string | undefined =>
  typeof thrown === "object" && thrown !== null && "code" in thrown && typeof thrown.code === "string"
    ? thrown.code
    : undefined

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const titles: Record<number, string> = {
  400: "Invalid request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  413: "Too large",
  415: "Wrong content type",
  429: "Too many requests",
  500: "Unexpected error",
  503: "Unavailable",
}

export const problem = (status: number, message: string, more: Partial<Problem> = {}): Problem => ({
  type: "about:blank",
  title: titles[status] ?? "Error",
  status,
  detail: message,
  message,
  ...more,
})

/** An error that carries the problem to answer with. */
export type Refusal = Error & { problem: Problem }

export const refusal = (status: number, message: string, more?: Partial<Problem>): Refusal =>
  Object.assign(new Error(message), { problem: problem(status, message, more) })

export const isRefusal = (thrown: unknown): thrown is Refusal => thrown instanceof Error && "problem" in thrown

export const invalid = (path: string, message: string) => refusal(400, message, { errors: [{ path, message }] })
export const notFound = () => refusal(404, "This does not exist, or you have no access to it.")
