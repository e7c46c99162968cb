import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { version } from "./version"

test("the version is package.json's", () => {
  expect(JSON.parse(readFileSync("package.json", "utf8")).version).toBe(version)
})
