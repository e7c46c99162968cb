// kindOf(head, extension): a file's media type by its content; the extension only decides between plain-text formats.
import { fileTypeFromBuffer } from "file-type"

const textTypes: Record<string, string> = {
  ".csv": "text/csv",
  ".md": "text/markdown",
  ".json": "application/json",
  ".ics": "text/calendar",
}

export const kindOf = async (head: Uint8Array, extension: string): Promise<string> => {
  // Throws when the head ends inside a container.
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  if (known && known.mime !== "application/xml") return known.mime
  const text = asText(head)
  if (text === undefined) return known?.mime ?? "application/octet-stream"
  const start = text.replace(/^\ufeff/, "").trimStart()
  if (/<svg[\s>]/i.test(start.slice(0, 4_096)) && start.startsWith("<")) return "image/svg+xml"
  if (known || start.startsWith("<?xml")) return "application/xml"
  if (/^<(!doctype\s+html|!--|html|head|body|script|iframe|table|div|p|a|img|style|title|h1|br)\b/i.test(start))
    return "text/html"
  return textTypes[extension.toLowerCase()] ?? "text/plain"
}

const asText = (head: Uint8Array) => {
  if (head.includes(0)) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}
