// connect(): one request's connection to a model's provider, which ends when nothing arrives any more.
import { failureOfBody, providerFailure } from "./model-wire"

/** Without any byte for so long, a request ends. */
const silenceMs = 60_000
/** Bytes of a refusal that are read. */
const longestRefusal = 65_536

type Fetch = typeof fetch

/** `isSilent`: it was ended because nothing arrived. */
export const connect = (): { fetch: Fetch; isSilent: () => boolean } => {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(new DOMException("Nothing arrived.", "TimeoutError")), silenceMs)
  }
  const fetching: Fetch = async (input, init) => {
    const { signal } = init ?? {}
    wait()
    try {
      const response = await fetch(input, {
        ...init,
        signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
      })
      wait()
      if (response.ok) return watched(response, wait, () => clearTimeout(timer))
      throw await refused(response)
    } catch (thrown) {
      clearTimeout(timer)
      throw thrown
    }
  }
  return { fetch: fetching, isSilent: () => silent.signal.aborted }
}

/** Comments count as bytes too, which the library's streams leave out. */
const watched = (response: Response, onBytes: () => void, onEnd: () => void): Response => {
  if (!response.body) return response
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        onBytes()
        controller.enqueue(bytes)
      },
      flush: onEnd,
    }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** The library reads one of the forms that refusals have. */
const refused = async (response: Response) => {
  const text = (await response.text()).slice(0, longestRefusal)
  const { headers, status } = response
  return providerFailure({
    ...failureOfBody(parsed(text)),
    status,
    requestId: headers.get("x-request-id") ?? headers.get("request-id") ?? headers.get("apim-request-id") ?? undefined,
    retryAfterMs: retryAfterOf(headers),
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const retryAfterOf = (headers: Headers): number | undefined => {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN)
  if (ms >= 0) return ms
  const said = headers.get("retry-after")?.trim()
  if (!said) return undefined
  const seconds = Number(said)
  if (seconds >= 0) return Math.ceil(seconds * 1_000)
  const until = Date.parse(said) - Date.now()
  return Number.isNaN(until) ? undefined : Math.max(0, until)
}
