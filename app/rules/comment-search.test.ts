import { expect, test } from "vitest"
import type { Comment } from "~/contract/comment"
import { says, wantedOf } from "./comment-search"
import { cutAtMatches } from "./folded"

const comment = (content: string, userName = "Ada", importedAuthor: string | null = null) =>
  ({
    content,
    createdBy: { id: 1, userName },
    importedAuthor: importedAuthor && { id: null, userName: importedAuthor },
  }) as Comment

test("finds words in the text, in mentions and in the author's name, ignoring case and accents", () => {
  const said = comment(
    "Héritage wants @[Mei Tanaka](7) there\n![file](laneway-file:1:ab12:Street%20list.pdf)",
    "Priya Nair",
  )
  for (const found of ["", "  HERITAGE ", "wants @mei t", "street LIST", "priya", "é"])
    expect(says(said, wantedOf(found))).toBe(true)
  for (const missing of ["laneway-file", "(7)", "kerb"]) expect(says(said, wantedOf(missing))).toBe(false)
  expect(says(comment("x", "Importer", "Grace"), wantedOf("grace"))).toBe(true)
  expect(says(comment("x", "Importer", "Grace"), wantedOf("importer"))).toBe(false)
})

test("cuts a text at its matches, each whole", () => {
  const cut = (text: string, search: string) => cutAtMatches(text, wantedOf(search))
  expect(cut("The Kerb, the kerbs", "kerb")).toEqual(["The ", "Kerb", ", the ", "kerb", "s"])
  expect(cut("nothing", "kerb")).toEqual(["nothing"])
  expect(cut("anything", " ")).toEqual(["anything"])
  expect(cut("Cafe\u0301 au lait", "cafe")).toEqual(["", "Cafe\u0301", " au lait"])
  expect(cut("the ﬁle", "f")).toEqual(["the ", "ﬁ", "le"])
  expect(cut("😀 ok 😀", "😀")).toEqual(["", "😀", " ok ", "😀", ""])
  for (const text of ["aXbxc", "ÅÅå", "İi", "ﬃﬃ"]) expect(cut(text, "i").join("")).toBe(text)
})
