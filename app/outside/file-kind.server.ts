// kindOf(head, extension): a file's media type by its content; the extension only decides between plain-text formats.
import { fileTypeFromBuffer } from "file-type"

/** Types that thumbnails and pictures are made of. */
export const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"])
/** Of a file that gets a thumbnail: making it holds the file in memory. */
export const maxImageBytes = 16 * 1_048_576

const textTypes: Record<string, string> = {
  ".csv": "text/csv",
  ".md": "text/markdown",
  ".json": "application/json",
  ".ics": "text/calendar",
}

export const kindOf = async (head: Uint8Array, extension: string): Promise<string> => {
  // Before the formats of media: a UTF-16 byte order mark is also the start of an MPEG audio frame.
  const wide = asWideText(head)
  if (wide !== undefined) return markupOf(wide) ?? textType(extension)
  // Throws when the head ends inside a container.
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  if (known && known.mime !== "application/xml") return known.mime
  const text = asText(head)
  if (text === undefined) return known?.mime ?? "application/octet-stream"
  return markupOf(text.replace(/^\ufeff/, "")) ?? known?.mime ?? textType(extension)
}

const textType = (extension: string) => textTypes[extension.toLowerCase()] ?? "text/plain"

/** Allowed before the first element: white space, comments, processing instructions and a document type. */
const prolog = /\s+|<!--.*?-->|<\?.*?\?>|<!doctype(?!\s+html\b)[^[>]*(?:\[[^\]]*\]\s*)?>/isy
const htmlElements = /^(html|head|body|script|iframe|table|div|p|a|img|style|title|h1|br)$/

/** The type of XML and HTML by its first element; undefined: neither. */
const markupOf = (text: string): string | undefined => {
  let at = 0
  for (prolog.lastIndex = 0; prolog.test(text); prolog.lastIndex = at) at = prolog.lastIndex
  const rest = text.slice(at, at + 200)
  if (/^<!doctype\s+html\b/i.test(rest)) return "text/html"
  const [, prefix, name = ""] = /^<(?:([\w.-]+):)?([a-z_][\w.-]*)(?=[\s/>]|$)/i.exec(rest) ?? []
  if (name === "svg") return "image/svg+xml"
  if (prefix === undefined && htmlElements.test(name.toLowerCase())) return "text/html"
  // An unfinished comment or document type hides the element.
  return name !== "" || /^<[!?]/.test(rest) ? "application/xml" : undefined
}

/** UTF-16 with a byte order mark. */
const asWideText = (head: Uint8Array) => {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : undefined
  if (encoding === undefined) return undefined
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return /[^\P{Cc}\t\n\r\f]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const asText = (head: Uint8Array) => {
  if (head.includes(0)) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}
