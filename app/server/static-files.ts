// readStaticFiles(directory), sendStaticFile(), staticAnswer(): the browser build and public files, listed at the start.
import { createHash } from "node:crypto"
import fs from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { Readable } from "node:stream"
import { accepts, knowsTag } from "~/api/request-headers"

export type StaticFile = {
  file: string
  type: string
  size: number
  etag: string
  cache: string
  /** Compressed at build time, smallest first. */
  encoded: { encoding: string; file: string; size: number }[]
}
export type StaticFiles = Map<string, StaticFile>

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
}
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const

export const readStaticFiles = (directory: string): StaticFiles => {
  const found: StaticFiles = new Map()
  const names = fs.readdirSync(directory, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const url = `/${path.relative(directory, file).split(path.sep).join("/")}`
    if (!entry.isFile() || /\.(br|gz)$/.test(url) || url.includes("/.")) continue
    found.set(url, listed(file, url))
  }
  return found
}

const listed = (file: string, url: string): StaticFile => {
  const hashed = url.startsWith("/assets/")
  const encoded = encodings.flatMap(([encoding, suffix]) => {
    const stat = fs.statSync(file + suffix, { throwIfNoEntry: false })
    return stat ? [{ encoding, file: file + suffix, size: stat.size }] : []
  })
  // A built asset's name already contains its hash.
  const tag = hashed ? url : fs.readFileSync(file)
  return {
    file,
    type: types[path.extname(file)] ?? "application/octet-stream",
    size: fs.statSync(file).size,
    etag: `"${createHash("sha256").update(tag).digest("base64url").slice(0, 22)}"`,
    cache: hashed ? "public, max-age=31536000, immutable" : "public, no-cache",
    encoded,
  }
}

export const sendStaticFile = (request: IncomingMessage, response: ServerResponse, found: StaticFile) => {
  const { status, headers, file } = answerOf(
    found,
    request.headers["accept-encoding"],
    request.headers["if-none-match"],
  )
  response.writeHead(status, headers)
  if (!file || request.method === "HEAD") {
    response.end()
    return
  }
  const stream = fs.createReadStream(file)
  stream.on("error", (error) => response.destroy(error))
  response.on("close", () => stream.destroy())
  stream.pipe(response)
}

/** The same for a server of web requests. */
export const staticAnswer = ({ method, headers: asked }: Request, found: StaticFile) => {
  const given = (name: string) => asked.get(name) ?? undefined
  const { status, headers, file } = answerOf(found, given("accept-encoding"), given("if-none-match"))
  const body = file && method !== "HEAD" ? (Readable.toWeb(fs.createReadStream(file)) as BodyInit) : null
  return new Response(body, { status, headers })
}

/** `file`: what to send; null for a copy that the browser has. */
const answerOf = (found: StaticFile, accepted: string | string[] = "", etags?: string) => {
  const encoded = found.encoded.find(({ encoding }) => accepts(String(accepted), encoding))
  const headers: Record<string, string> = {
    "content-type": found.type,
    "cache-control": found.cache,
    etag: found.etag,
    ...(found.encoded.length > 0 && { vary: "Accept-Encoding" }),
  }
  if (knowsTag(etags ?? null, found.etag)) return { status: 304, headers, file: null }
  headers["content-length"] = String(encoded?.size ?? found.size)
  if (encoded) headers["content-encoding"] = encoded.encoding
  return { status: 200, headers, file: encoded?.file ?? found.file }
}
