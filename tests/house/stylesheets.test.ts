// Stylesheets stay few and plain: each is in the layer of its room, so that neither specificity nor load order decides between
// rooms; a class is styled in one file; spacing comes from the scale; and windows and containers have few edges.
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { layersOfRooms } from "../../scripts/steps/layers.mjs"

const ui = path.resolve(import.meta.dirname, "../../app/ui")
const sheets = fs
  .readdirSync(ui, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css") && file !== "theme/theme.css")
  .map((file) => ({ file, text: fs.readFileSync(path.join(ui, file), "utf8").replace(/\/\*.*?\*\//gs, "") }))

/** Shared modifiers, the edges that forced colours need, and what threads and phones change of a comment and a card. */
const styledTwice = [
  ...["avatar", "button", "dialog", "in-place", "large", "popover", "segmented", "small", "toast"],
  ...["comment", "comment-actions", "comment-composer", "comment-header", "comment-tools"],
  ...["as-sheet", "drop-target", "planning", "selected"],
]

test("the layers are declared once, before everything else", () => {
  const theme = fs.readFileSync(path.join(ui, "theme/theme.css"), "utf8").replace(/\/\*.*?\*\//gs, "")
  expect(theme.trimStart()).toMatch(
    /^@layer tokens, base, parts, screens;\n(@import "[^"]+" layer\((tokens|base|parts)\);\n)+$/,
  )
  expect(sheets.filter(({ text }) => text.includes("@layer")).map(({ file }) => file)).toEqual([])
})

test("the build puts parts into their layer and rooms into the one above", () => {
  const layered = (file: string) => layersOfRooms().transform(".card {\n}\n", path.join(ui, file))?.code
  expect(layered("parts/tip.css")).toBe("@layer parts {\n.card {\n}\n}\n")
  expect(layered("board/card/card.css")).toBe("@layer screens {\n.card {\n}\n}\n")
  expect(layered("theme/base.css")).toBeUndefined()
  expect(layered("parts/tip.tsx")).toBeUndefined()
})

test.each(sheets)("$file is short and has words as class names", ({ text }) => {
  expect(text.split("\n").length).toBeLessThanOrEqual(350)
  const selectors = text.match(/[^{};]+(?=\{)/g) ?? []
  expect(selectors.flatMap((each) => each.match(/\.[a-z]{1,2}(?![\w-])/gi) ?? [])).toEqual([])
})

test("a class is styled in one file", () => {
  const files = new Map<string, Set<string>>()
  for (const { file, text } of sheets)
    for (const [, name = ""] of text.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g))
      files.set(name, (files.get(name) ?? new Set()).add(file))
  const twice = [...files].filter(([, { size }]) => size > 1).map(([name]) => name)
  expect(twice.filter((name) => !styledTwice.includes(name))).toEqual([])
})

test("nine of ten spacings are steps of the scale", () => {
  const spacings = sheets.flatMap(
    ({ text }) => text.match(/^\s*(?:padding|margin|gap|row-gap|column-gap|inset)[\w-]*:[^;]+;/gm) ?? [],
  )
  const raw = spacings.filter((each) => /\b[1-9]\d*px/.test(each))
  expect(spacings.length).toBeGreaterThan(500)
  expect(raw.length * 9).toBeLessThanOrEqual(spacings.filter((each) => each.includes("var(--s-")).length)
})

test("windows and containers have few edges", () => {
  const edges = sheets.flatMap(({ text }) =>
    [...text.matchAll(/@(?:media|container)[^{]*?(\d+)px/g)].map(([, edge]) => edge),
  )
  expect([...new Set(edges)].sort((a, b) => Number(a) - Number(b))).toEqual([
    "218",
    "540",
    "640",
    "820",
    "1024",
    "1280",
  ])
})

test("stylesheets grow no faster than what they style", () => {
  const linesOf = (files: string[]) =>
    files.reduce((all, file) => all + fs.readFileSync(path.join(ui, file), "utf8").split("\n").length, 0)
  const components = fs
    .readdirSync(ui, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
  expect(linesOf(sheets.map(({ file }) => file)) / linesOf(components)).toBeLessThanOrEqual(0.35)
})
