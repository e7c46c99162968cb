// createPageHeaders(), compressed(): the security headers of pages, and gzip.
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import zlib from "node:zlib"
import { accepts } from "~/api/request-headers"
import { formToHeader } from "~/contract/shared/shell"
import type { Settings } from "./settings"

/** The function it returns adds the headers that the route has not set. */
export const createPageHeaders = (settings: Settings, development: boolean) => {
  const sources = connectSources(settings, development)
  const supabase = settings.hosted ? ` ${settings.supabase.url}` : ""
  return (headers: Headers, nonce: string) => {
    const formTo = headers.get(formToHeader)
    headers.delete(formToHeader)
    const policy = [
      "default-src 'self'",
      // The development client's modules are loaded by inline scripts without a nonce.
      `script-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob:${supabase}`,
      `media-src 'self' blob:${supabase}`,
      "font-src 'self' data:",
      `connect-src ${sources}`,
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      `form-action 'self'${formTo ? ` ${formTo}` : ""}`,
      "frame-ancestors 'none'",
    ]
    const wanted: Record<string, string> = {
      "content-security-policy": policy.join("; "),
      // Pages hold a person's data, or a token in their address.
      "cache-control": "private, no-store",
      "x-frame-options": "DENY",
      // A sign-in link has its token in the address.
      "referrer-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
      "cross-origin-opener-policy": "same-origin-allow-popups",
    }
    for (const [name, value] of Object.entries(wanted)) if (!headers.has(name)) headers.set(name, value)
  }
}

const connectSources = ({ publicUrl, supabase, mcp }: Settings, development: boolean) => {
  const origins = new Set([publicUrl, supabase.url, new URL(mcp.publicUrl).origin])
  const sockets = [...origins].map((origin) => origin.replace(/^http/, "ws"))
  return ["'self'", ...new Set([...origins, ...sockets]), ...(development ? ["ws:"] : [])].join(" ")
}

/** Gzips text where the client accepts it. Each chunk of a stream is flushed at once. */
export const compressed = (response: Response, acceptEncoding: string): Response => {
  const type = response.headers.get("content-type") ?? ""
  const isText = /^(text\/|application\/(json|javascript|manifest))/.test(type) && !type.startsWith("text/event-stream")
  if (!response.body || !isText || response.headers.has("content-encoding")) return response
  const headers = new Headers(response.headers)
  headers.append("vary", "Accept-Encoding")
  if (!accepts(acceptEncoding, "gzip")) return new Response(response.body, { status: response.status, headers })
  headers.set("content-encoding", "gzip")
  headers.delete("content-length")
  const gzip = zlib.createGzip({ level: 5, flush: zlib.constants.Z_SYNC_FLUSH })
  const source = Readable.fromWeb(response.body as ReadableStream)
  source.on("error", (error) => gzip.destroy(error))
  gzip.on("close", () => source.destroy())
  const body = Readable.toWeb(source.pipe(gzip)) as BodyInit
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}
