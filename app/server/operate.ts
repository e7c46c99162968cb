// operate(path, request, response, of): the operator's endpoints of a process: /healthz, /readyz and /metrics.
import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { version } from "~/contract/shared/version"
import type { Health } from "./health"
import { renderMetrics } from "./metrics"

/** `health`: of a process that has parts. `isLocal`: a caller on this machine, who may read the metrics without a token. */
type Operated = { health?: Health["check"]; isLocal: boolean; metricsToken: string | null }

export const operate = async (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { health, isLocal, metricsToken }: Operated,
) => {
  const send = (status: number, body: string, type = "application/json") => {
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" })
    response.end(request.method === "HEAD" ? undefined : body)
  }
  const notFound = () => send(404, '{"status":404,"title":"Not Found"}', "application/problem+json")
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD")
    return send(405, '{"status":405,"title":"Method Not Allowed"}', "application/problem+json")
  }
  if (path === "/healthz") return send(200, JSON.stringify({ status: "ok", version }))
  if (path === "/readyz") {
    if (!health) return notFound()
    const { ready, parts } = await health()
    return send(ready ? 200 : 503, JSON.stringify(parts))
  }
  if (!isLocal && !bearsToken(request, metricsToken)) return notFound()
  send(200, renderMetrics(), "text/plain; version=0.0.4; charset=utf-8")
}

const bearsToken = (request: IncomingMessage, token: string | null) => {
  const given = Buffer.from(request.headers.authorization ?? "")
  const wanted = Buffer.from(`Bearer ${token}`)
  return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted)
}
