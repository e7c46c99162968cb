import { expect, test } from "vitest"
import { textParts } from "~/rules/text-parts"
import { filesInLines, mayBeMarkdown, withFilesApart, withoutBreaks } from "./comment-parts"

const kerb = "![file](laneway-file:1:ab.png:kerb.png)"
const list = "![file](laneway-file:1:cd.txt:list.txt)"

const laidOut = (content: string) => {
  const parts = textParts(content)
  return withoutBreaks(parts, filesInLines(parts)).map((part) => (part.kind === "text" ? part.text : part.kind))
}

test.each([
  [`Look\n${kerb}\n${list}`, ["Look", "file", "file"]],
  [`${kerb}\n${list}\n`, ["file", "file"]],
  [`Look\n\n${kerb}\nand on`, ["Look\n", "file", "and on"]],
  [`See ${kerb} there\n${list}`, ["See ", "file", " there", "file"]],
])("files alone on a line leave no empty lines around them: %j", (content, parts) => {
  expect(laidOut(content)).toEqual(parts)
})

test("the files at the end are separated from the text", () => {
  const apart = (content: string) => {
    const parts = textParts(content)
    return withFilesApart(parts, filesInLines(parts)).map((some) => some.filter(({ kind }) => kind === "file").length)
  }
  expect(apart(`- a\n${kerb}\n${list}`)).toEqual([0, 2])
  expect(apart(`${kerb}\ntext\n${list}\n`)).toEqual([1, 1])
  expect(apart(`see ${kerb}`)).toEqual([1, 0])
})

test.each([
  ["Call them at 10, it’s urgent!", false],
  ["See https://a.example/b_c and @[Ada_L](3)", false],
  ["a - b", false],
  ["**a**", true],
  ["x\n- a", true],
  ["1) a", true],
  ["Title\n=====", true],
])("detects whether a text may be Markdown: %j", (content, may) => {
  expect(mayBeMarkdown(textParts(content))).toBe(may)
})
