// kindOf(path): what a path is of. isEssential(kind, path): whether it is answered even when the event loop is behind.
import { isFeedPath } from "~/api/feed.server"
import { llmsPath } from "~/api/llms.server"
import { isOAuthPath } from "~/api/oauth.server"
import { problem } from "~/contract/problem"
import type { RequestKind } from "./metrics"

export const kindOf = (path: string): RequestKind => {
  if (path === "/api" || path.startsWith("/api/") || isOAuthPath(path) || isFeedPath(path) || path === llmsPath)
    return "api"
  if (path.startsWith("/realtime/v1/")) return "realtime"
  if (path.startsWith("/storage/v1/")) return "storage"
  if (path === "/healthz" || path === "/readyz" || path === "/metrics") return "health"
  return "page"
}

/** Health, the way in, and files, which cost nothing. */
export const isEssential = (kind: RequestKind, path: string) =>
  kind === "health" || kind === "file" || /^\/(login|MagicLink|auth\/|api\/Account\/)/.test(path)

/** What others are answered then. */
export const busy = problem(503, "The server is overloaded. Please try again in a moment.", {
  retryAfter: 2,
})
