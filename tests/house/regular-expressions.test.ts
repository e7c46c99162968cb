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

type Found = { literal: string; at: string }

const literalsIn = (file: string): Found[] => {
  const found: Found[] = []
  everyNode(file, (node, at) => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ literal: node.text, at })
  })
  return found
}

/** Where expressions are composed. One made of another alone, as `new RegExp(word, "g")`, is as linear as that. */
const composedIn = (file: string): string[] => {
  const found: string[] = []
  everyNode(file, (node, at) => {
    if (!ts.isNewExpression(node) || node.expression.getText() !== "RegExp") return
    const [pattern] = node.arguments ?? []
    if (pattern && !ts.isIdentifier(pattern)) found.push(at)
  })
  return found
}

const everyNode = (file: string, see: (node: ts.Node, at: string) => void) => {
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node) => {
    see(node, `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
}

/** Loads a module again that another test of this process has loaded. */
const anew = "?anew"

/** The expressions that these modules compose while they are loaded. */
const composedBy = async (files: string[]): Promise<Found[]> => {
  const found: Found[] = []
  const Own = RegExp
  const recording = new Proxy(Own, {
    construct(target, [pattern, flags], newTarget) {
      const made = Reflect.construct(target, [pattern, flags], newTarget) as RegExp
      const lines = new Error().stack?.replaceAll(anew, "").split("\n")
      const at = lines?.find((line) => files.some((file) => line.includes(`/${file}:`)))
      if (at) found.push({ literal: String(made), at: at.trim() })
      return made
    },
  })
  globalThis.RegExp = recording
  try {
    for (const file of files) await import(`${path.join(root, file)}${anew}`)
  } finally {
    globalThis.RegExp = Own
  }
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

const files = execFileSync("git", ["ls-files", "app", "mcp-server", "supabase/embedded"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && fs.existsSync(path.join(root, file)))

const slowIn = (found: Found[]) =>
  found.map(({ literal, at }) => ({ at, literal, faults: faultsOf(literal) })).filter(({ faults }) => faults.length > 0)

test("regular expressions of the product are linear", () => {
  const literals = files.flatMap(literalsIn)
  expect(literals.length).toBeGreaterThan(100)
  expect(slowIn(literals)).toEqual([])
})

test("so are those that are composed, which happens while modules are loaded", async () => {
  const places = files.flatMap(composedIn)
  const fileOf = (at: string) => at.slice(0, at.lastIndexOf(":"))
  const composing = [...new Set(places.map(fileOf))]
  const found = await composedBy(composing)
  expect(composing.length).toBeGreaterThan(2)
  const missed = composing.filter((file) => {
    const wanted = places.filter((at) => fileOf(at) === file).length
    return found.filter(({ at }) => at.includes(`/${file}:`)).length < wanted
  })
  expect(missed).toEqual([])
  expect(slowIn(found)).toEqual([])
})
