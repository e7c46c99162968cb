import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import { isbot } from "isbot"

// The browser build streams on Node and Deno; the default build lacks renderToReadableStream on Node.
import { renderToReadableStream } from "react-dom/server.browser"
import { inForce } from "~/contract/shared/language/in-force"
import { FirstCardsContext, NonceContext } from "~/ui/parts/page-scripts"
import { FirstCards } from "~/ui/plan-page/first-cards"

export const streamTimeout = 5_000

const handleRequest = async (
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, firstCards }: AppLoadContext,
) => {
  let answered = status
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <FirstCardsContext.Provider value={firstCards && <FirstCards {...firstCards} />}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </FirstCardsContext.Provider>
    </NonceContext.Provider>,
    {
      nonce,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1_000)]),
      onError: () => {
        answered = 500
      },
    },
  )
  // A crawler gets the complete page; a person gets the first bytes as soon as they are ready.
  if (isbot(request.headers.get("user-agent"))) await body.allReady
  headers.set("content-type", "text/html; charset=utf-8")
  headers.set("content-language", inForce().tag)
  return new Response(body, { status: answered, headers })
}

/** Remix would write it to the console, as text. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.failed?.(error)
}

export default handleRequest
