// Every CSS rule is in the layer of its folder, so that neither specificity nor load order decides between rooms.
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const ui = path.resolve(import.meta.dirname, "../../app/ui")
const sheets = fs
  .readdirSync(ui, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css") && file !== "theme/theme.css")
  .map((file) => ({ file, text: fs.readFileSync(path.join(ui, file), "utf8") }))

const layersOf = (file: string) =>
  file.startsWith("theme/") ? ["tokens", "base"] : [file.startsWith("parts/") ? "parts" : "screens"]

test("the layers are declared once, before everything else", () => {
  const theme = fs.readFileSync(path.join(ui, "theme/theme.css"), "utf8").replace(/\/\*.*?\*\//gs, "")
  expect(theme.trimStart()).toMatch(/^@layer tokens, base, parts, screens;\n(@import "[^"]+";\n)+$/)
})

test.each(sheets)("$file is one layer, short, and has words as class names", ({ file, text }) => {
  // The formatter indents rules inside the layer.
  const outermost = text.split("\n").filter((line) => /^\S/.test(line))
  expect(layersOf(file).map((layer) => [`@layer ${layer} {`, "}"])).toContainEqual(outermost)
  expect(text.split("\n").length).toBeLessThanOrEqual(350)
  const selectors = text.replace(/\/\*.*?\*\//gs, "").match(/[^{};]+(?=\{)/g) ?? []
  expect(selectors.flatMap((each) => each.match(/\.[a-z]{1,2}(?![\w-])/gi) ?? [])).toEqual([])
})
