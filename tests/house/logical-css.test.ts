// Layouts follow the direction of reading: stylesheets name the start and the end of a line, not left and right.
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const ui = path.resolve(import.meta.dirname, "../../app/ui")
const sided =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)?|left|right|float|border-(?:top|bottom)-(?:left|right)-radius):|text-align: (?:left|right)/

/** What is placed in the window's coordinates, or is round, has a left and a right. */
const physical = [
  ...[
    "meeting/countdown-widget.css",
    "meeting/wheel-widget.css",
    "message/message.css",
    "parts/dialog/dialog.css",
    "starter/starter.css",
  ],
]

test("stylesheets are the same in both directions of reading", () => {
  const files = readdirSync(ui, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"))
  expect(files.length).toBeGreaterThan(50)
  const found = files
    .filter((file) => !physical.includes(file))
    .flatMap((file) => {
      const rules = readFileSync(path.join(ui, file), "utf8").matchAll(/([^{};]{1,500})\{([^{}]{1,3000})\}/g)
      return [...rules].flatMap(([, selector = "", body = ""]) =>
        body
          .split("\n")
          // A rule for one direction.
          .filter((line) => sided.test(line) && !/var\(--(ltr|rtl)\)/.test(line) && !selector.includes("[dir="))
          .map((line) => `${file}: ${line.trim()}`),
      )
    })
  expect(found).toEqual([])
})

test("rules that move sideways by a transform place by the left side, or by the direction of the page", () => {
  const rules = readdirSync(ui, { recursive: true, encoding: "utf8" })
    // A dragged card is where the pointer is.
    .filter((file) => file.endsWith(".css") && file !== "board/drag/drag.css")
    .flatMap((file) =>
      [...readFileSync(path.join(ui, file), "utf8").matchAll(/\{([^{}]{1,3000})\}/g)].map(([, body = ""]) => ({
        file,
        body,
      })),
    )
    .filter(({ body }) => /(?:translate: (?!0 |0;|none)|translateX\()/.test(body))
  expect(rules.length).toBeGreaterThan(3)
  const found = rules.filter(({ body }) => !/(?:^|\s)left: 50%/.test(body) && !/var\(--(?:ltr|rtl)\)/.test(body))
  expect(found).toEqual([])
})
