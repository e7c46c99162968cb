import { expect, test } from "vitest"
import { hasText } from "./pasted"

const clipboard = (text: string, ...names: string[]) => ({
  files: names.map((name) => ({ name })),
  getData: (type: string) => (type === "text/plain" ? text : ""),
})

test.each([
  ["cells of a spreadsheet", "Name\tCount\nApples\t3"],
  ["a paragraph", "Kerb edges, Mill Lane"],
  ["one digit", "7"],
  ["words that name another file", "plan.png"],
  ["Arabic words", "\u200fخطة الميناء"],
])("a picture of %s is pasted as text", (_, text) => {
  expect(hasText(clipboard(text, "image.png"))).toBe(true)
})

test.each([
  ["a picture alone", "", ["image.png"]],
  ["a picture with a blank text", " \r\n", ["image.png"]],
  ["a picture with the sign of a picture", "\ufffc", ["image.png"]],
  ["a picture with signs that are not seen", "\u200b\ufeff\0\u200e", ["image.png"]],
  ["a file with its name in decomposed letters", "Bru\u0308cke.png", ["Br\u00fccke.png"]],
  ["a file with its name in other letters", "KERB.PNG", ["kerb.png"]],
  ["a file with its name without an ending", "kerb", ["kerb.png"]],
  ["a file with its name", "kerb.png", ["kerb.png"]],
  ["files with their names", "kerb.png\r\nlist.txt", ["kerb.png", "list.txt"]],
  ["a file with its path", "/home/ada/kerb.png", ["kerb.png"]],
  ["a file with its path on Windows", "C:\\plans\\kerb.png", ["kerb.png"]],
  ["a file with its address", "file:///home/ada/kerb%20edge.png", ["kerb edge.png"]],
])("%s is attached", (_, text, names) => {
  expect(hasText(clipboard(text, ...names))).toBe(false)
})
