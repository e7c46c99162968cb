// storedAnswer(request, found, name): a stored object as it is sent: the range that is asked for, or nothing where the client has a copy.
import { createReadStream } from "node:fs"
import { Readable } from "node:stream"

export type Meta = { type: string; etag: string; createdAt: string }
export type Found = { file: string; size: number; modified: Date; meta: Meta }

/** Types that a browser shows without executing them; others are sent as downloads. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/|text\/plain|application\/pdf)/

/** `name`: of a download; null: as its type allows. */
export const storedAnswer = (request: Request, { file, size, modified, meta }: Found, name: string | null) => {
  const headers = new Headers({
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": meta.type,
    etag: meta.etag,
    "last-modified": modified.toUTCString(),
    "x-content-type-options": "nosniff",
  })
  if (name !== null || !SHOWN.test(meta.type)) {
    const named = name
      ? `; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
      : ""
    headers.set("content-disposition", `attachment${named}`)
  }
  if (hasCopy(request.headers.get("if-none-match"), meta.etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request.headers.get("range"), size)
  if (range === "none") {
    headers.set("content-range", `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set("content-length", String(end - start + 1))
  if (range) headers.set("content-range", `bytes ${start}-${end}/${size}`)
  const status = range ? 206 : 200
  if (request.method === "HEAD" || size === 0) return new Response(null, { status, headers })
  return new Response(Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream, { status, headers })
}

/** Whether an If-None-Match header names the tag, strong or weak, or any. */
const hasCopy = (header: string | null, tag: string) =>
  header?.trim() === "*" || (header?.match(/"[^"]*"/g)?.includes(tag) ?? false)

/** One range of bytes, both ends included; null: all of it; "none": not within the file. */
const rangeOf = (header: string | null, size: number): { start: number; end: number } | "none" | null => {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? []
  if (from === "" && to === "") return null
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? "none" : { start, end }
}
