// Real Word and PDF files, made for tests.
import { Buffer } from "node:buffer"
import { strToU8, zipSync } from "fflate"

type Paragraph = { text: string; heading?: 1 | 2; level?: number }

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const paragraph = ({ text, heading, level }: Paragraph) => {
  const style = heading ? `<w:pStyle w:val="Heading${heading}"/>` : ""
  const list = level === undefined ? "" : `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`
  return `<w:p><w:pPr>${style}${list}</w:pPr><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
}

const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml"

/** A .docx with headings, lists and plain paragraphs. `more`: further parts. */
export const docx = (paragraphs: Paragraph[], more: Record<string, Uint8Array> = {}): Uint8Array<ArrayBuffer> => {
  const levels = [0, 1, 2].map((n) => `<w:lvl w:ilvl="${n}"><w:numFmt w:val="bullet"/></w:lvl>`).join("")
  const styles = [1, 2].map(
    (n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`,
  )
  const parts = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${office}/numbering" Target="numbering.xml"/></Relationships>`,
    "word/document.xml": `<w:document ${names}><w:body>${paragraphs.map(paragraph).join("")}</w:body></w:document>`,
    "word/styles.xml": `<w:styles ${names}>${styles.join("")}</w:styles>`,
    "word/numbering.xml": `<w:numbering ${names}><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  }
  const bytes = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))
  return zipSync({ ...bytes, ...more }, { level: 9 }) as Uint8Array<ArrayBuffer>
}

/** A PDF of one page. `content`: a compressed content stream in place of the lines. */
export const pdf = (lines: string[], content?: Uint8Array): Uint8Array<ArrayBuffer> => {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join(" ")
  const drawn = Buffer.from(`BT /F1 12 Tf 72 720 Td 14 TL ${shown} ET`)
  const stream = content ?? drawn
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    [`<</Length ${stream.length}${content ? "/Filter/FlateDecode" : ""}>>stream\n`, stream, "\nendstream"],
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]
  const pieces = [Buffer.from("%PDF-1.4\n")]
  const offsets = objects.map((object, at) => {
    const offset = pieces.reduce((sum, piece) => sum + piece.length, 0)
    pieces.push(Buffer.from(`${at + 1} 0 obj\n`), ...[object].flat().map((part) => Buffer.from(part)))
    pieces.push(Buffer.from("\nendobj\n"))
    return offset
  })
  const start = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  pieces.push(
    Buffer.from(`xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`),
  )
  return new Uint8Array(Buffer.concat(pieces))
}
