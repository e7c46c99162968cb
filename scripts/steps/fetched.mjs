// fetchPackage(name, version, directory): an npm package that one test or start needs, cached in `.cache`. Returns
// the folder of its packages.
import fs from "node:fs"
import path from "node:path"
import { npm } from "./install.mjs"
import { readText, root } from "./project.mjs"

export const fetchPackage = async (name, version, directory) => {
  const home = path.join(root, ".cache", directory)
  const packages = path.join(home, "node_modules")
  const isThere = () => {
    const found = readText(path.join(packages, name, "package.json"))
    return found !== "" && JSON.parse(found).version === version
  }
  if (isThere()) return packages
  console.log(`Installing ${name} ${version} …`)
  fs.mkdirSync(path.dirname(home), { recursive: true })
  // Several processes may want it at once: each installs in its own directory, and one of these stays.
  const partial = fs.mkdtempSync(`${home}.`)
  try {
    fs.writeFileSync(path.join(partial, "package.json"), '{ "private": true }\n')
    const quiet = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    await npm(["install", ...quiet, `${name}@${version}`], partial)
    if (isThere()) return packages
    fs.rmSync(home, { recursive: true, force: true })
    fs.renameSync(partial, home)
  } finally {
    fs.rmSync(partial, { recursive: true, force: true })
  }
  return packages
}
