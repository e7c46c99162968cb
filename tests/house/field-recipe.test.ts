// The recipe for a field of a card holds: its places exist, and nothing else names a field that rules only copy.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const repository = path.resolve(import.meta.dirname, "../..")
const recipe = /\*\*A field of a card\.\*\*[\s\S]*?(?=\n\*\*)/.exec(
  readFileSync(path.join(repository, "CONTRIBUTING.md"), "utf8"),
)?.[0]
const steps = recipe?.match(/^\d\. [\s\S]*?(?=^\d\. |\n\n)/gm) ?? []
const placesIn = (text: string) =>
  [...text.matchAll(/`((?:app|supabase|tests)\/[\w./-]+)`/g)].map(([, place]) => place as string)

test("a field of a card takes at most eight places, and each of them exists", () => {
  expect(steps.length).toBeGreaterThan(3)
  expect(steps.length).toBeLessThanOrEqual(8)
  for (const step of steps) {
    const [place = ""] = placesIn(step)
    expect([place, existsSync(path.join(repository, place))]).toEqual([place, true])
  }
})

/** Copied by rules, and read by nothing else than a screen. */
const plain = ["iconName", "videoLink", "downloadLink"]

test("a field that rules only copy is named in its places and on screens alone", () => {
  const places = steps.flatMap(placesIn)
  const naming = ["app", "mcp-server"]
    .flatMap((folder) =>
      readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("app/ui/"))
    .filter((file) => {
      const text = readFileSync(path.join(repository, file), "utf8")
      return plain.some((field) => new RegExp(`\\b${field}\\b`).test(text))
    })
  expect(naming.filter((file) => !places.includes(file))).toEqual([])
  expect(naming.length).toBeGreaterThan(2)
})
