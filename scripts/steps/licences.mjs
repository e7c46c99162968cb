// licenceFaults(): the installed packages whose licence is not allowed.
import fs from "node:fs"
import path from "node:path"
import { readText, root } from "./project.mjs"

const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "WTFPL",
  "Zlib",
])
/** Allowed for unmodified packages that only tools use and that are never served: the licence requires nothing else. */
const toolsOnly = new Set(["CC-BY-3.0", "MPL-2.0"])
/** Packages of the product's dependencies that only its build uses. */
const ofBuild = new Set(["spdx-exceptions"])
/** Packages that state their licence in a file, and in package.json not at all or not exactly; read by a person. */
const named = new Map([
  ["require-like@0.1.2", "MIT"],
  ["duck@0.1.12", "BSD-2-Clause"],
  ["@modelcontextprotocol/inspector-cli@1.0.3", "Apache-2.0 AND MIT"],
])

export const licenceFaults = () => {
  const { packages } = JSON.parse(readText(path.join(root, "package-lock.json")))
  return Object.entries(packages).flatMap(([name, { dev = false, version }]) => {
    const file = path.join(root, name, "package.json")
    if (name === "" || !fs.existsSync(file)) return []
    const about = JSON.parse(fs.readFileSync(file, "utf8"))
    const licence = named.get(`${about.name}@${version}`) ?? licenceOf(about)
    return isAllowed(licence, dev || ofBuild.has(about.name))
      ? []
      : [`${name} ${version}: ${licence || "no licence named"}`]
  })
}

const licenceOf = ({ license, licenses }) => {
  if (typeof license === "string") return license
  return license?.type ?? licenses?.map(({ type }) => type).join(" OR ") ?? ""
}

/** Reads expressions of AND and OR without nested brackets, as packages write them. */
const isAllowed = (expression, dev) => {
  const one = (name) => allowed.has(name) || (dev && toolsOnly.has(name))
  return expression
    .replace(/[()]/g, "")
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((name) => one(name.trim())))
}
