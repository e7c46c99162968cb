import type { CallOptions } from "./call-options.js"
import type { Calls } from "./calls.js"

export type { CallOptions } from "./call-options.js"
export type * from "./calls.js"

export type Problem = {
  type?: string
  title: string
  status: number
  detail?: string
  /** One sentence for a person, which says what to change. */
  message?: string
  errors?: { path: string; message: string }[]
  /** Of a stale update: the entity as it is now. */
  current?: unknown
  requirePayment?: boolean
  reason?: string
}

/** Thrown for each answer from 400 on that isn't repeated. */
export declare class LanewayError extends Error {
  readonly status: number
  readonly problem: Problem
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  constructor(problem: Problem, retryAfter?: number)
}

export type Options = {
  /** Where people open the installation, such as `https://plans.example.org`. */
  url: string
  /** A plan's API key. */
  key?: string
  /** Sent with every call. */
  headers?: Record<string, string>
  fetch?: (address: URL, request: RequestInit) => Promise<Response>
  /** How often a call is repeated that was answered 429 or 503 with Retry-After; 3 by default. */
  retries?: number
  /** The longest Retry-After that is waited for, in seconds; 60 by default. */
  longestPause?: number
}

/** `laneway.Task.create({ planId, … })` and so on. Throws a `LanewayError`, or what `fetch` throws where there was no answer. */
export declare const openLaneway: (options: Options) => Calls

/** The pages of a list, newest first, by the `Link` of each answer. */
export declare const pages: <Input extends { before?: number | string }, Row>(
  call: (input: Input, options?: CallOptions) => Promise<Row[]>,
  input: Input,
  options?: CallOptions,
) => AsyncGenerator<Row[]>

/** What a webhook of the format `standard` is sent. */
export type WebhookEvent = {
  /** Such as `task.updated`; `ping` for a test. */
  type: string
  timestamp: string
  data: {
    planId: number
    seq: number
    actor: { id: number | null; userName: string; agent: string | null }
    entity: string
    id: number
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }
}

/** The event of a delivery. `body`: the text as it came. Throws where it was not signed with the secret within five minutes. */
export declare const eventOf: (
  secret: string,
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
) => Promise<WebhookEvent>
