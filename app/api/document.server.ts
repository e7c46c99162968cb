// serveDocument(make): a document about the API, counted for its reader's address, and packed for readers with gzip.
import { answerThrown } from "./answer.server"
import { countCall } from "./rate-limit.server"

export const serveDocument = (make: () => Response) => async (request: Request, ip: string) => {
  try {
    await countCall(`ip ${ip}`)
  } catch (thrown) {
    return answerThrown(thrown, request)
  }
  const made = make()
  const headers = new Headers(made.headers)
  headers.set("vary", "Accept-Encoding")
  if (!made.body || !/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return new Response(made.body, { status: made.status, headers })
  }
  headers.set("content-encoding", "gzip")
  return new Response(made.body.pipeThrough(new CompressionStream("gzip")), { status: made.status, headers })
}
