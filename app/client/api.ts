import type * as z from "zod/mini"
import { accountCalls } from "~/contract/account"
import type { AnswerOf, Call, CallOptions, InputOf, SentCall, SentOf } from "~/contract/call"
import { isRefusal, type Problem, problem, type Refusal, refusal } from "~/contract/problem"
import { visitHeader } from "~/contract/public-link"
import { pageBeforePayment, paymentCheckPause } from "./memory/sign-in"
import { noteServerTime } from "./server-clock"
import { signInAgain } from "./sign-in-again"

/** `call` makes a call of the contract from the browser. `send` also returns the `seq` of the event it caused. */

/** This tab's id in the events it causes. */
export const clientId = crypto.randomUUID()

/** Path and query values may be given parsed or as the text that is sent. */
export type Given<C> = {
  [K in keyof SentOf<C>]: SentOf<C>[K] | (K extends keyof InputOf<C> ? InputOf<C>[K] : never)
} & (C extends {
  form: true
}
  ? { file: File }
  : C extends { form: infer Fields extends z.ZodMiniType }
    ? z.output<Fields> & { files: readonly File[] }
    : unknown)

export type SendOptions = {
  clientId?: string
  /** A repeat under the same key has no effect and gets the first answer. */
  idempotencyKey?: string
  /** Refused with 409 when the entity was modified after this. */
  unmodifiedSince?: string
  signal?: AbortSignal
  /** Called with the share of the body that is sent, 0 to 1. */
  onProgress?(part: number): void
  /** The call outlives the page; its body is at most 64 KiB then. */
  keepalive?: boolean
  /** The form of the answer, where a call has several. */
  accept?: string
  /** Makes the call as a visitor of a public link. */
  visitKey?: string
  /** The API's origin, for a caller outside a page. */
  origin?: string
  /** Called on 401; by default the page opens the login page, which leads back. */
  onSignedOut?(): void
}

/** Thrown when no answer arrived: the server may or may not have made the call. */
export type Offline = Error & { offline: true }

export const offline = (cause?: unknown): Offline =>
  Object.assign(new Error("There is no connection to the server.", { cause }), { offline: true as const })

export const isOffline = (thrown: unknown): thrown is Offline => thrown instanceof Error && "offline" in thrown

/** Throws a `Refusal` with the server's problem, or an `Offline`. */
export const call = async <O extends CallOptions>(
  declared: Call<O>,
  input: Given<Call<O>>,
  options?: SendOptions,
): Promise<AnswerOf<Call<O>>> =>
  (await send(declared, input as Record<string, unknown>, options)).answer as AnswerOf<Call<O>>

/** A page of a list. `next`: what to pass as `before` for the next page; absent on the last. `total`: of a counted list. */
export const callListPage = async <O extends CallOptions>(
  declared: Call<O> & { paged: true },
  input: Given<Call<O>>,
  options?: SendOptions,
): Promise<{ rows: AnswerOf<Call<O>>; next?: number | undefined; total?: number | undefined }> => {
  const { answer, next, total } = await send(declared as SentCall, input as Record<string, unknown>, options)
  return { rows: answer as AnswerOf<Call<O>>, next, total }
}

/** The most pages of a list that a tab loads at once. */
const mostPages = 20

/** Every row of a list, following its pages. */
export const callAll = async <O extends CallOptions>(
  declared: Call<O> & { paged: true },
  input: Given<Call<O>>,
  options?: SendOptions,
): Promise<AnswerOf<Call<O>>> => {
  const rows: unknown[] = []
  let before: number | undefined
  for (let n = 0; n < mostPages && (n === 0 || before !== undefined); n++) {
    const page = await send(declared as SentCall, { ...input, before }, options)
    rows.push(...(page.answer as unknown[]))
    before = page.next
  }
  return rows as unknown as AnswerOf<Call<O>>
}

/** How long a connection may stay silent before it counts as lost, ms; with files, the server reads them first. */
const mostSilence = 30_000
const longSilence = 120_000

/** Aborts after `ms` of silence, so that a connection which is open on one side only ends too. */
const silence = (ms: number, given?: AbortSignal) => {
  const stop = new AbortController()
  const end = () => stop.abort(new DOMException("The server did not answer.", "TimeoutError"))
  let timer = setTimeout(end, ms)
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  return {
    signal: given ? AbortSignal.any([given, stop.signal]) : stop.signal,
    restart:
      <Given extends unknown[]>(then?: (...given: Given) => void) =>
      (...given: Given) => {
        again()
        then?.(...given)
      },
    end: () => clearTimeout(timer),
  }
}

/** `seq` is the plan's once it includes this call; absent when the call caused no event. */
export const send = async (
  declared: SentCall,
  input: Record<string, unknown>,
  options: SendOptions = {},
): Promise<{ answer: unknown; seq?: number; next?: number; total?: number }> => {
  const { address, body } = requestOf(declared, input)
  const { accept = "application/json" } = options
  const headers: Record<string, string> = { accept, "x-client-id": options.clientId ?? clientId }
  if (typeof body === "string") headers["content-type"] = "application/json"
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey
  if (options.unmodifiedSince) headers["if-unmodified-since-version"] = options.unmodifiedSince

  if (options.visitKey) headers[visitHeader] = options.visitKey

  const url = `${options.origin ?? ""}${address}`
  let response: Response
  let text: string
  const late = silence(body instanceof FormData ? longSilence : mostSilence, options.signal)
  try {
    response = options.onProgress
      ? await sendWatched(declared.method, url, headers, body, late.restart(options.onProgress), late.signal)
      : await fetch(url, {
          method: declared.method,
          headers,
          body,
          signal: late.signal,
          keepalive: options.keepalive,
          credentials: "same-origin",
        })
    late.restart()()
    text = await response.text()
  } catch (cause) {
    throw offline(cause)
  } finally {
    late.end()
  }
  if (!response.ok) {
    const refused = refusedWith(response, text)
    if (!refused) throw await betweenUs(response, options)
    if (response.status === 401) (options.onSignedOut ?? signInAgain)()
    if (refused.problem.requirePayment) payFirst()
    throw refused
  }
  const type = response.headers.get("content-type")
  const plain = type?.startsWith("text/plain")
  // A success of the API has the declared answer, and none where none is declared; it is never a page.
  const expectsText = (declared.answer as { def?: { type?: string } } | undefined)?.def?.type === "string"
  if (text === "" && declared.answer !== undefined) throw offline()
  if ((text !== "" && declared.answer === undefined) || (plain && !expectsText) || type?.includes("html"))
    throw await betweenUs(response, options)
  noteServerTime(response.headers.get("date"))
  const seq = Number(response.headers.get("x-plan-seq"))
  const next = Number(/[?&]before=(\d{1,15})[^>]*>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1])
  return {
    answer: text === "" ? undefined : plain ? text : parsed(text),
    ...(seq > 0 ? { seq } : {}),
    ...(next > 0 ? { next } : {}),
    ...(declared.counted ? { total: Number(response.headers.get("x-total-count")) } : {}),
  }
}

/** An answer that breaks off is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw offline(cause)
  }
}

/** `fetch` reports no upload progress. */
const sendWatched = (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | FormData | undefined,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => {
      const received = new Headers()
      for (const name of ["content-type", "retry-after", "x-plan-seq"]) {
        const value = request.getResponseHeader(name)
        if (value !== null) received.set(name, value)
      }
      resolve(new Response(request.responseText || null, { status: request.status, headers: received }))
    }
    request.onerror = () => reject(new TypeError("The request failed."))
    request.onabort = () => reject(new DOMException("The request was stopped.", "AbortError"))
    request.onloadend = () => signal?.removeEventListener("abort", stop)
    signal?.addEventListener("abort", stop)
    // A request that is opened but not sent fires no abort event.
    if (signal?.aborted) request.onabort?.(new ProgressEvent("abort"))
    else request.send(body)
  })

type ObjectShape = { shape?: Record<string, unknown> }

/** The address and body of a call's request. */
export const requestOf = (
  { method, path, query, body, bodyName, form }: SentCall,
  input: Record<string, unknown>,
): { address: string; body?: string | FormData } => {
  const rest = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))))
  const search = new URLSearchParams()
  for (const name of Object.keys((query as ObjectShape | undefined)?.shape ?? {})) {
    const value = take(name)
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const address = search.size > 0 ? `${filled}?${search}` : filled
  if (form) return { address, body: formOf(rest) }
  if (method === "GET" || body === undefined) return { address }
  return { address, body: JSON.stringify(bodyName ? rest[bodyName] : rest) }
}

const formOf = (fields: Record<string, unknown>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.set(name, value)
    else if (Array.isArray(value)) for (const file of value) form.append(name, file)
    else if (value !== undefined && value !== null) form.set(name, String(value))
  }
  return form
}

/** Shown for an answer without a message for people. */
export const unexplained = "Something went wrong. Please try again."

/** Undefined for an answer of something in between, unless it says that the call may pass later. */
const refusedWith = (response: Response, text: string): Refusal | undefined => {
  const refused =
    problemIn(response, text) ?? (isLater({ status: response.status }) && problem(response.status, unexplained))
  if (!refused) return undefined
  const retryAfter = Number(response.headers.get("retry-after"))
  return Object.assign(new Error(refused.message), {
    problem: retryAfter > 0 ? { ...refused, retryAfter } : refused,
  })
}

/**
 * The meaning of an answer from an intermediary. A captive portal answers every call so, which counts as no connection. Where
 * the server answers another call, a firewall or a proxy refuses this one: the refusal has the status 0, since nothing
 * follows from it for the session or for what was called, and names the received one.
 */
const betweenUs = async ({ status }: Response, { origin = "" }: SendOptions): Promise<Refusal | Offline> =>
  (await isServerThere(origin))
    ? refusal(0, `A firewall or proxy on the way to Laneway blocked this (status ${status}).`)
    : offline()

let asking: Promise<boolean> | undefined

const isServerThere = (origin: string) => {
  asking ??= fetch(`${origin}${accountCalls.userProfile.path}`, {
    headers: { accept: "application/json" },
    cache: "no-store",
    signal: AbortSignal.timeout(mostSilence),
  })
    .then(async (response) => {
      const text = await response.text()
      return problemIn(response, text) !== undefined || "userName" in (JSON.parse(text) as object)
    })
    .catch(() => false)
    .finally(() => {
      asking = undefined
    })
  return asking
}

const problemIn = (response: Response, text: string): Problem | undefined => {
  if (!response.headers.get("content-type")?.includes("problem+json")) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === "object" && read !== null && "message" in read ? (read as Problem) : undefined
  } catch {
    return undefined
  }
}

const payFirst = () => {
  if (typeof window === "undefined" || paymentCheckPause.active()) return
  const { pathname, search } = window.location
  if (pathname.startsWith("/payment")) return
  pageBeforePayment.write(`${pathname}${search}`)
  window.location.assign("/payment/")
}

const isLater = ({ status, requirePayment }: Pick<Problem, "status" | "requirePayment">) =>
  status >= 500 || [408, 425, 429].includes(status) || requirePayment === true

/** Whether the server was reached and failed at this call alone, as far as is known: others may succeed. */
export const isOwnTrouble = (thrown: unknown) => isRefusal(thrown) && thrown.problem.status >= 500

/** Whether the same call may succeed later: no answer, too many calls, an error of the server, or a payment that is due. */
export const isPassing = (thrown: unknown) => isOffline(thrown) || (isRefusal(thrown) && isLater(thrown.problem))

/** Whether the thing is gone, or the person may no longer see it. */
export const isOutOfReach = (thrown: unknown) =>
  isRefusal(thrown) && [403, 404].includes(thrown.problem.status) && !isLater(thrown.problem)
