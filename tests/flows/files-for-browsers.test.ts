// What a browser loads before a board can be used, in bytes of the built files.
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

test("JavaScript until a board's last card is at most 240 KB gzipped, without schemas", () => {
  const list = fileOf(/^manifest-.*\.js$/)
  const text = fs.readFileSync(path.join(client, list), "utf8")
  const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest
  const loaded = [entry, routes.root, routes["routes/board"]].flatMap((each) =>
    each ? [each.module, ...(each.imports ?? [])] : [],
  )
  const files = new Set([list, fileOf(/^early-.*\.js$/), ...loaded])
  expect(files.size).toBeGreaterThan(6)
  const total = [...files].reduce((sum, file) => sum + gzipped(file), 0)
  expect(total).toBeLessThanOrEqual(240_000)
  const schemas = path.basename(fileOf(/^schemas-.*\.js$/))
  expect(
    [...files].filter((file) =>
      new RegExp(`(from|import)\\s*"\\./${schemas}"`).test(fs.readFileSync(path.join(client, file), "utf8")),
    ),
  ).toEqual([])
})
