import { Buffer } from "node:buffer"
import { expect, test } from "vitest"
import { docx, pdf } from "../../../tests/support/api/documents.ts"
import { fileText } from "./file-text"

const refused = async (bytes: Uint8Array, name: string) => {
  const thrown = await fileText(bytes, name).catch((thrown: unknown) => thrown)
  const { status, message } = (thrown as { problem: { status: number; message: string } }).problem
  return `${status} ${message}`
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

test("text, Markdown and CSV are read as they are", async () => {
  expect(await fileText(bytesOf("\ufeff# Docks\r\n- Permits\r\n"), "a.md")).toBe("# Docks\n- Permits")
  expect(await fileText(bytesOf("goal,action\nDocks,Permits"), "a.csv")).toBe("goal,action\nDocks,Permits")
  expect(await fileText(Buffer.from("\ufeffDächer", "utf16le"), "a.txt")).toBe("Dächer")
  expect(await fileText(Buffer.from("Dächer", "latin1"), "a.txt")).toBe("Dächer")
})

test("a Word document becomes an outline: headings, lists with their depth, and plain text without marks", async () => {
  const document = docx([
    { text: "Docks & <quays>", heading: 1 },
    { text: "Twelve new ones - by spring." },
    { text: "Permits", level: 0 },
    { text: "Draft (v2) #1", level: 1 },
    { text: "Survey", level: 0 },
    { text: "Repairs", heading: 2 },
  ])
  expect(await fileText(document, "plan.docx")).toBe(
    "# Docks & <quays>\nTwelve new ones - by spring.\n- Permits\n  - Draft (v2) #1\n- Survey\n## Repairs",
  )
})

test("the text of a PDF is read line by line", async () => {
  expect(await fileText(pdf(["# Docks", "- Permits (all)", "- Survey"]), "plan.pdf")).toBe(
    "# Docks\n- Permits (all)\n- Survey",
  )
})

test("an unreadable file is refused with its name and the reason", async () => {
  expect(await refused(bytesOf("<html><body>Hi</body></html>"), "page.txt")).toBe(
    "415 page.txt: Only text, Markdown, CSV, Word (.docx) and PDF files can be read.",
  )
  expect(await refused(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]), "photo.docx")).toMatch(
    /^415 photo/,
  )
  expect(await refused(bytesOf(" \n "), "a.txt")).toBe("400 a.txt: It contains no text.")
  expect(await refused(pdf([]), "scan.pdf")).toBe("400 scan.pdf: It contains no text.")
  expect(await refused(bytesOf("%PDF-1.4\nnonsense"), "a.pdf")).toBe("400 a.pdf: The PDF is broken.")
  expect(await refused(docx([{ text: "x" }]).slice(0, -200), "a.docx")).toMatch(/^4\d\d a\.docx: /)
})

test("a Word document that unpacks to more than its limit is refused before it is unpacked", async () => {
  const part = new Uint8Array(21 * 1_048_576)
  expect(await refused(docx([{ text: "x" }], { "word/styles.xml": part }), "bomb.docx")).toBe(
    "400 bomb.docx: The document is too large. Send a part of it, or its text.",
  )
  const parts = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`word/part${at}.xml`, new Uint8Array(1)]))
  expect(await refused(docx([{ text: "x" }], parts), "many.docx")).toMatch(/too large/)
})

test("a Word document whose part is larger than it says is broken", async () => {
  const bytes = docx([{ text: "x".repeat(50_000) }])
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length - 46; at++) {
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 63))
    if (view.getUint32(at, true) === 0x02014b50 && name === "word/document.xml") view.setUint32(at + 24, 10, true)
  }
  expect(await refused(bytes, "lie.docx")).toBe("400 lie.docx: The document is broken.")
})

test("pictures and whatever else a Word document holds are not unpacked", async () => {
  const picture = new Uint8Array(30 * 1_048_576)
  expect(await fileText(docx([{ text: "Words" }], { "word/media/image1.png": picture }), "a.docx")).toBe("Words")
})
