// makeNextBuild(directory): the built product as if a script of every page had changed, for tests of a new version.
import fs from "node:fs"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "../../..")

/** Returns what `startProduct` takes as `build`. */
export const makeNextBuild = (directory: string): string => {
  const build = path.join(directory, "build")
  fs.cpSync(path.join(root, "build"), build, { recursive: true })
  for (const name of ["node_modules", "supabase"]) fs.symlinkSync(path.join(root, name), path.join(directory, name))
  const assets = path.join(build, "client/assets")
  const scripts = new Map(
    fs
      .readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, fs.readFileSync(path.join(assets, name), "utf8")]),
  )
  const renamed = new Set([...scripts.keys()].filter((name) => /^(entry\.client|manifest)-[\w-]+\.js$/.test(name)))
  // A file's name is a hash of its content, so files that import a renamed one are renamed too. The loop visits files added to the set.
  for (const changed of renamed) {
    for (const [name, text] of scripts) if (text.includes(changed)) renamed.add(name)
  }
  const next = (name: string) => name.replace(/\.js$/, "next.js")
  for (const name of renamed) fs.renameSync(path.join(assets, name), path.join(assets, next(name)))
  for (const entry of fs.readdirSync(build, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile() || !file.endsWith(".js")) continue
    const text = fs.readFileSync(file, "utf8")
    const changed = [...renamed].reduce((before, name) => before.replaceAll(name, next(name)), text)
    if (changed === text) continue
    fs.writeFileSync(file, changed)
    for (const suffix of [".br", ".gz"]) fs.rmSync(file + suffix, { force: true })
  }
  return build
}
