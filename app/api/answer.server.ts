import { codeOf, isRefusal, type Problem, problem } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { turn } from "~/domain/core/turn"

let report: (error: unknown, request: Request) => void = () => {}

/** Sets the listener for unexpected errors, once per process. */
export const onUnexpected = (listener: (error: unknown, request: Request) => void) => {
  report = listener
}

const privately = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" }

export const json = (body: unknown, status = 200, headers: HeadersInit = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...privately, ...headers },
  })

/** `allow`: methods. */
export const wrongMethod = (allow: string) => refused(problem(405, `Use ${allow} here.`), { allow })

/**
 * Makes the browser drop what it has cached, and the pages of its Back button, where a session has ended or another person
 * arrives. The device's settings (theme, widths) stay.
 */
export const withoutCache = (answer: Response) => {
  const headers = new Headers(answer.headers)
  headers.set("clear-site-data", '"cache"')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** What is cached of a person's is for that person alone. */
export const perCaller = { vary: "Cookie, X-API-KEY" }

/** Bytes sent before others get a turn: a fast reader has room for all pieces at once. */
const bytesInTurn = 524_288

/** A refusal in the middle (the reader was removed) can only cut the answer off, which is no error of the server's. */
const nextOf = async (pieces: Pieces) => {
  try {
    return await pieces.next()
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    throw cutOff(thrown)
  }
}

type Pieces = Generator<Uint8Array> | AsyncGenerator<Uint8Array>

const cutOff = (cause: unknown) =>
  // The code by which servers know an answer that ended early.
  Object.assign(new Error("the answer is cut off", { cause }), { code: "ERR_STREAM_PREMATURE_CLOSE" })

/** What holds memory, or keeps others waiting, must be read at this speed, after so much time. */
const slowest = { bytesPerMs: 100, afterMs: 60_000 }

/**
 * Takes a piece when the reader has room for it; cancelling the stream ends the generator. `ended`: called when nothing more is read;
 * with it, a slow reader is cut off.
 */
export const streamOf = (pieces: Pieces, ended?: () => void) => {
  let sent = 0
  let total = 0
  const began = performance.now()
  let late: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(late)
    ended?.()
  }
  const hurry = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (!ended) return
    clearTimeout(late)
    const left = slowest.afterMs + total / slowest.bytesPerMs - (performance.now() - began)
    const cut = () => {
      end()
      controller.error(cutOff("its reader is slow"))
      void pieces.return(undefined)
    }
    late = setTimeout(cut, Math.max(0, left))
    // Not in every runtime.
    late.unref?.()
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (sent >= bytesInTurn) {
        sent = 0
        await turn()
      }
      const { done, value } = await nextOf(pieces).catch((thrown: unknown) => {
        end()
        throw thrown
      })
      if (done) {
        end()
        return controller.close()
      }
      sent += value.byteLength
      total += value.byteLength
      hurry(controller)
      controller.enqueue(value)
    },
    cancel: async () => {
      end()
      await pieces.return(undefined)
    },
  })
}

/** `pieces`: JSON in UTF-8. */
export const jsonOf = (pieces: Generator<Uint8Array>, ended: () => void) =>
  new Response(streamOf(pieces, ended), {
    headers: { "content-type": "application/json; charset=utf-8", ...privately },
  })

export const empty = (status: 202 | 204 = 204, headers: HeadersInit = {}) =>
  new Response(null, { status, headers: { ...privately, ...headers } })

export const refused = (p: Problem, headers: Record<string, string> = {}) => {
  const { retryAfter, ...body } = p
  // Programs find the fault of a 400 in its `errors`, also where it is of no field.
  const errors = p.status === 400 ? { errors: p.errors ?? [{ path: "", message: p.message }] } : {}
  return new Response(JSON.stringify({ ...body, ...errors }), {
    status: p.status,
    headers: {
      "content-type": "application/problem+json",
      ...privately,
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers,
    },
  })
}

const away = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
])

/** A statement, a wait for a lock or an idle transaction beyond its time. Nothing of it is written. */
const late = new Set(["57014", "55P03", "25P03"])

/** What is wrong with an input, in the language in force; `detail` stays English. */
const spoken = (p: Problem): Problem => {
  if (p.status !== 400) return p
  const errors = p.errors?.map(({ path, message }) => ({ path, message: problemText(message) }))
  return { ...p, message: problemText(p.message), ...(errors ? { errors } : {}) }
}

/**
 * The answer to an error of a handler: its refusal, 503 while the database is unavailable, 400 for a value out of
 * range.
 */
export const answerThrown = (thrown: unknown, request: Request): Response => {
  if (thrown instanceof Response) return thrown
  if (isRefusal(thrown)) return refused(spoken(thrown.problem))
  const code = codeOf(thrown) ?? ""
  if (away.has(code) || /^(08|57P|53)/.test(code)) {
    return refused(
      problem(503, "The database can’t be reached right now. Please try again in a moment.", { retryAfter: 1 }),
    )
  }
  if (late.has(code)) {
    return refused(
      problem(503, "This took too long, because the server is busy. Please try again in a moment.", { retryAfter: 2 }),
    )
  }
  if (code.startsWith("22"))
    return refused(problem(400, "A value is out of range. Use smaller numbers and plain text."))
  if (code.startsWith("23"))
    return refused(
      problem(
        409,
        "Something that your change refers to was just changed. Load the latest version and repeat your change.",
      ),
    )
  report(thrown, request)
  return refused(problem(500, "Something went wrong on our side. Please try again."))
}
