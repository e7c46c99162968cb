// findTests(word): the test files by their requirements; with `word`, only those with it in the path or a test's name.
import fs from "node:fs"
import path from "node:path"
import { root } from "./project.mjs"

export const findTests = (word = "") => {
  const chosen = [...filesBelow("app"), ...filesBelow("tests")].filter((file) => hasWord(file, word))
  const browser = chosen.filter((file) => file.endsWith(".spec.ts"))
  const others = chosen.filter((file) => /\.test\.tsx?$/.test(file))
  const unit = others.filter((file) => file.startsWith("app/") || file.startsWith("tests/house/"))
  const database = others.filter((file) => !unit.includes(file))
  // They start the built product.
  const needBuild = browser.length > 0 || database.some((file) => file.startsWith("tests/flows/"))
  const needDeno = [...database, ...browser].some((file) => textOf(file).includes("findDeno("))
  const needPostgres15 = database.some((file) => textOf(file).includes("findPostgres15("))
  return { unit, database, browser, needBuild, needDeno, needPostgres15 }
}

const filesBelow = (directory) => {
  return fs
    .readdirSync(path.join(root, directory), { recursive: true })
    .map((name) => `${directory}/${name.replaceAll(path.sep, "/")}`)
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
}

const hasWord = (file, word) => {
  const wanted = word.toLowerCase()
  if (file.toLowerCase().includes(wanted)) return true
  // A name follows `test(` or `describe(`, or is alone on a line.
  const names = textOf(file).match(/^\s*((test|it|describe)\b|["'`]).*$/gm) ?? []
  return names.some((name) => name.toLowerCase().includes(wanted))
}

const textOf = (file) => {
  return fs.readFileSync(path.join(root, file), "utf8")
}
