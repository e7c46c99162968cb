// fileText(): the text of a file that somebody gives to the assistant. For workers: the file may be hostile.
import { largestRequest } from "~/contract/ai"
import { invalid, refusal } from "~/contract/problem"
import { pdfText, wordOutline } from "~/outside/document.server"
import { kindOf } from "~/outside/file-kind.server"
import { textOfFile } from "~/rules/transfer/file-text"
import { openZip, readEntry, rezipped } from "~/rules/transfer/zip"

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const texts = new Set(["text/plain", "text/markdown", "text/csv"])
/** Of texts that are not in UTF-8. */
const textNames = /\.(?:txt|md|markdown|csv)$/i

/** The parts of a Word document that have its text, its styles and its lists. */
const wordPart = /^(?:word\/[\w.-]{1,60}\.xml|word\/_rels\/[\w.-]{1,60}\.rels|_rels\/\.rels|\[Content_Types\]\.xml)$/
const mostParts = 100
/** Of these parts together, unpacked. */
const mostPartBytes = 20 * 1_048_576

/** Throws 400 or 415 with a reason that names the file. The bytes may be shared between workers. */
export const fileText = async (bytes: Uint8Array, name: string): Promise<string> => {
  const own = new Uint8Array(bytes)
  const text = await textOf(own, name).catch((thrown: unknown) => {
    throw named(thrown, name)
  })
  const read = text.replace(/\r\n?/g, "\n").trim()
  if (read === "") throw named(invalid("files", "It contains no text."), name)
  return read
}

const textOf = async (bytes: Uint8Array, name: string): Promise<string> => {
  const kind = await kindOf(bytes, /\.\w{1,8}$/.exec(name)?.[0] ?? "")
  if (kind === "application/pdf") return pdfText(bytes, largestRequest)
  if (kind === word) return wordOutline(smallest(bytes))
  const isText = texts.has(kind) || (kind === "application/octet-stream" && textNames.test(name))
  const text = isText ? textOfFile(bytes)?.text : undefined
  if (text !== undefined) return text.replaceAll("\u0000", "")
  throw refusal(415, "Only text, Markdown, CSV, Word (.docx) and PDF files can be read.")
}

/** The document with nothing but its text: what the library unpacks has the size that was read here. */
const smallest = (bytes: Uint8Array): Uint8Array => {
  const zip = openZip(bytes)
  if (!zip) throw invalid("files", "The document is broken.")
  const parts = [...zip].filter(([path]) => wordPart.test(path))
  const size = parts.reduce((sum, [, { originalSize }]) => sum + originalSize, 0)
  if (parts.length > mostParts || size > mostPartBytes) {
    throw invalid("files", "The document is too large. Send a part of it, or its text.")
  }
  return rezipped(
    parts.map(([path, place]) => {
      const part = readEntry(bytes, place)
      if (!part) throw invalid("files", "The document is broken.")
      return [path, part]
    }),
  )
}

const named = (thrown: unknown, name: string) => {
  const problem = (thrown as { problem?: { status: number; message: string } }).problem
  const { status, message } = problem ?? { status: 400, message: "The document is broken." }
  return refusal(status, `${name.slice(0, 200)}: ${message}`, { errors: [{ path: "files", message }] })
}
