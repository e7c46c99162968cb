// kindOf(path): what a path is of.
import type { RequestKind } from "./metrics"

export function kindOf(path: string): RequestKind {
  if (path === "/api" || path.startsWith("/api/")) return "api"
  if (path.startsWith("/realtime/v1/")) return "realtime"
  if (path.startsWith("/storage/v1/")) return "storage"
  if (path === "/healthz" || path === "/readyz" || path === "/metrics") return "health"
  return "page"
}
