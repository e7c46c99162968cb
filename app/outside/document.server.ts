// wordOutline(), pdfText(): the text of a document. Their size is not bounded here: both run in a worker with a deadline.
import { Buffer } from "node:buffer"
import { invalid } from "~/contract/problem"

/** A Word document's text as a Markdown outline: headings, lists with their indentation, paragraphs. */
export const wordOutline = async (docx: Uint8Array): Promise<string> => {
  const { default: mammoth } = await import("mammoth")
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(docx.buffer, docx.byteOffset, docx.byteLength) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: "" })), includeEmbeddedStyleMap: false },
  )
  return outlineOf(value)
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' }
const pieces = /<(\/?)([a-z]{1,10}\d?)[^>]{0,10000}>|([^<]{1,10000})/g

/** Of HTML as the library writes it, which escapes the text. */
export const outlineOf = (html: string): string => {
  const lines: string[] = []
  let line = ""
  let prefix = ""
  let depth = 0
  const end = () => {
    if (line.trim() !== "") lines.push(prefix + line.replace(/\s+/g, " ").trim())
    line = ""
    prefix = ""
  }
  for (const [, closes = "", tag = "", text] of html.matchAll(pieces)) {
    if (text !== undefined) line += text.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? "")
    else if (tag === "ul" || tag === "ol") {
      end()
      depth += closes ? -1 : 1
    } else if (/^(?:p|h\d|li|tr)$/.test(tag)) {
      // A paragraph in a list's entry is the entry's own text.
      if (!(tag === "p" && prefix.endsWith("- ") && line === "")) end()
      if (!closes && tag === "li") prefix = `${"  ".repeat(Math.max(0, depth - 1))}- `
      if (!closes && /^h\d$/.test(tag)) prefix = `${"#".repeat(Number(tag[1]))} `
    } else if (tag === "br" || tag === "td" || tag === "th") line += " "
  }
  end()
  return lines.join("\n")
}

/** Pages until there is more text than `most` characters. */
export const pdfText = async (pdf: Uint8Array, most: number): Promise<string> => {
  const { getDocumentProxy } = await import("unpdf")
  const opened = await getDocumentProxy(pdf, {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: true,
    maxImageSize: 0,
    verbosity: 0,
  }).catch((thrown: unknown) => {
    const locked = thrown instanceof Error && thrown.name === "PasswordException"
    throw invalid("files", locked ? "The PDF is protected by a password." : "The PDF is broken.")
  })
  try {
    let text = ""
    for (let number = 1; number <= opened.numPages && text.length <= most; number++) {
      const page = await opened.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) if ("str" in item) text += item.str + (item.hasEOL ? "\n" : "")
      text += "\n"
      page.cleanup()
    }
    return text
  } catch {
    throw invalid("files", "The PDF is broken.")
  } finally {
    await opened.destroy()
  }
}
