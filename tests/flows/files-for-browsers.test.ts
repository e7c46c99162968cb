// What a browser loads before a page can be used, in bytes of the built files.
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const client = path.resolve(import.meta.dirname, "../../build/client")
const assets = path.join(client, "assets")

type Loaded = { module: string; imports?: string[] }
type Manifest = { entry: Loaded; routes: Record<string, Loaded> }

const fileOf = (name: RegExp) => {
  const found = fs.readdirSync(assets).filter((file) => name.test(file))
  expect(found).toHaveLength(1)
  return `/assets/${found[0]}`
}

const gzipped = (file: string) => {
  const packed = path.join(client, `${file}.gz`)
  return fs.statSync(fs.existsSync(packed) ? packed : path.join(client, file)).size
}

const manifest = () => {
  const list = fileOf(/^manifest-.*\.js$/)
  const text = fs.readFileSync(path.join(client, list), "utf8")
  return { list, ...(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest) }
}

const loadedBy = (...modules: (Loaded | undefined)[]) =>
  modules.flatMap((each) => (each ? [each.module, ...(each.imports ?? [])] : []))

const sizeOf = (files: Set<string>) => [...files].reduce((sum, file) => sum + gzipped(file), 0)

test("JavaScript until a board's last card is at most 240 KB gzipped, without schemas", () => {
  const { list, entry, routes } = manifest()
  const files = new Set([list, fileOf(/^early-.*\.js$/), ...loadedBy(entry, routes.root, routes["routes/board"])])
  expect(files.size).toBeGreaterThan(6)
  expect(sizeOf(files)).toBeLessThanOrEqual(240_000)
  const schemas = path.basename(fileOf(/^schemas-.*\.js$/))
  expect(
    [...files].filter((file) =>
      new RegExp(`(from|import)\\s*"\\./${schemas}"`).test(fs.readFileSync(path.join(client, file), "utf8")),
    ),
  ).toEqual([])
})

/** The files that it names in an import that is not loaded on demand. */
const importsOf = (file: string) => {
  const text = fs.readFileSync(path.join(assets, file), "utf8")
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name = ""]) => name)
}

test("no file imports itself by way of others: what one of them exports might be read before it is set", () => {
  const files = fs.readdirSync(assets).filter((file) => file.endsWith(".js"))
  expect(files.length).toBeGreaterThan(50)
  const left = new Map(files.map((file) => [file, importsOf(file)]))
  for (let before = 0; before !== left.size; ) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const [file, imports] of left)
      if (!imported.has(file) || imports.every((each) => !left.has(each))) left.delete(file)
  }
  const names = [...left.keys()].map((file) => file.replace(/-[\w-]{8}\.js$/, ""))
  // React is wrapped by a function of the entry, which is there before any file runs.
  expect(names.sort()).toEqual(["entry.client", "framework"])
})

test.each(["_index", "my-work"])("%s loads no JavaScript of an open board: at most 175 KB gzipped", (page) => {
  const { entry, routes } = manifest()
  expect(routes[`routes/${page}`]).toBeDefined()
  expect(sizeOf(new Set(loadedBy(entry, routes.root, routes[`routes/${page}`])))).toBeLessThanOrEqual(175_000)
})
