// docs/security.md says what the code has: who may call, what is configured, and which files and tests there are.
import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { everyCall } from "~/contract"
import { capabilities, systemCapabilities } from "~/contract/capability"
import { isLimit } from "~/contract/limits"

const root = path.resolve(import.meta.dirname, "../..")
const text = fs.readFileSync(path.join(root, "docs/security.md"), "utf8")
const between = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to))
const rowsIn = (part: string) =>
  part.split("\n").flatMap((line) => (line.startsWith("| ") ? [line.slice(2, -2).split(" | ")] : []))

test("the attackers' table names every access that a call declares", () => {
  const part = between("| Attacker |", "**Boundaries**")
  const accesses = rowsIn(part).map(([, , access]) => access)
  const named = new Set(`${accesses} ${part.slice(part.indexOf("System Admins have"))}`.match(/(?<=`)\w+(?=`)/g))
  const declared = new Set<string>([
    ...everyCall().map(({ call }) => call.access),
    ...Object.keys(capabilities),
    ...Object.keys(systemCapabilities),
  ])
  expect(declared.size).toBeGreaterThan(15)
  expect([...declared].filter((access) => !named.has(access))).toEqual([])
})

test("the limits that it names are those of docs/limits.md", () => {
  const part = between("## Availability", "## What attacking it has found")
  const named = [...part.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !isLimit(name) && !name.startsWith("laneway_"))).toEqual([])
})

test("files and tests that it names are there", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n")
  const isFile = (wanted: string) => files.some((file) => file === wanted || file.endsWith(`/${wanted}`))
  const missingIn = (pattern: RegExp, there: (name: string) => boolean) => {
    const named = new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))
    expect(named.size).toBeGreaterThan(30)
    return [...named].filter((name) => !there(name))
  }
  expect(missingIn(/`([\w./-]+\.(?:tsx?|mjs))`/g, isFile)).toEqual([])
  const isTest = (name: string) => isFile(`tests/${name}.test.ts`) || isFile(`tests/${name}.spec.ts`)
  expect(missingIn(/`(?:tests\/)?((?:api|flows|realtime|ground|e2e)\/[\w-]+)`/g, isTest)).toEqual([])
})
