// Every regular expression takes time in proportion to its input.
import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { analyse } from "scslre"
import ts from "typescript"
import { expect, test } from "vitest"

const root = path.resolve(import.meta.dirname, "../..")

/** Matching that may take more than linear time, by trying many starts or many splits of the same text. */
const faultsOf = (literal: string) => {
  const end = literal.lastIndexOf("/")
  const found = analyse(new RegExp(literal.slice(1, end), literal.slice(end + 1)))
  return [...new Set(found.reports.map(({ type }) => type))]
}

const literalsIn = (file: string): { literal: string; at: string }[] => {
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true)
  const found: { literal: string; at: string }[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push({ literal: node.text, at: `${file}:${line + 1}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test.each([
  ["/^\\s*(#+)/", []],
  ["/\\s+$/", ["Move"]],
  ["/^(a+)+b/", ["Self"]],
  ["/^a*b?a*c/", ["Trade"]],
])("%s: %j", (literal, faults) => {
  expect(faultsOf(literal)).toEqual(faults)
})

test("regular expressions of the product are linear", () => {
  const listed = execFileSync("git", ["ls-files", "app", "supabase/embedded"], { cwd: root, encoding: "utf8" })
  const files = listed
    .split("\n")
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && fs.existsSync(path.join(root, file)))
  const literals = files.flatMap(literalsIn)
  expect(literals.length).toBeGreaterThan(100)
  const slow = literals.map(({ literal, at }) => ({ at, literal, faults: faultsOf(literal) }))
  expect(slow.filter(({ faults }) => faults.length > 0)).toEqual([])
})
