import fs from "node:fs"
import { expect, test } from "vitest"

type Locked = { version?: string; integrity?: string; optionalDependencies?: Record<string, string> }

// `npm ci` refuses a lock file without them, and npm omits them where a registry doesn't carry every platform.
test("locks the packages of every platform", () => {
  const { packages } = JSON.parse(fs.readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> }
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${at}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
  expect(Object.entries(packages).filter(([at, { version }]) => at !== "" && !version)).toEqual([])
})

test("locks the contents of every package", () => {
  const { packages } = JSON.parse(fs.readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> }
  const unsealed = Object.entries(packages).filter(([at, { integrity }]) => at !== "" && !integrity)
  expect(unsealed.map(([at]) => at)).toEqual([])
})
