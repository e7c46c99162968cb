import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { folders, uiReaches, uiRooms, walls, withWalls } from "../../scripts/steps/rooms.mjs"

const open = [...uiReaches.map((folder) => `~/${folder}/x`), "~/contract/shared/language/format"]
const closed = [
  "~/api/x",
  "~/database/x",
  "~/domain/x",
  "~/languages/x",
  "~/outside/x",
  "~/routes/x",
  "~/server/x",
  "~/root",
  "node:fs",
]
const repository = path.resolve(import.meta.dirname, "../..")

type Report = { diagnostics: { category: string; location: { path: string; start: { line: number } } }[] }

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "laneway-walls-"))
  for (const file of ["biome.json", ".gitignore", "package.json", "tsconfig.json"])
    await cp(path.join(repository, file), path.join(directory, file))
})
afterAll(() => rm(directory, { recursive: true }))

/** The lines of each file that cross a wall, by the repository's lint configuration. */
const refused = async (files: Record<string, string[]>, rule = "style/noRestrictedImports") => {
  for (const [name, lines] of Object.entries(files)) {
    await mkdir(path.join(directory, path.dirname(name)), { recursive: true })
    await writeFile(path.join(directory, name), lines.join("\n"))
  }
  const args = ["lint", `--only=${rule}`, "--reporter=json", "--max-diagnostics=none"]
  const output = await new Promise<string>((resolve) =>
    execFile(
      path.join(repository, "node_modules/.bin/biome"),
      [...args, ...Object.keys(files)],
      { cwd: directory, maxBuffer: 2 ** 26 },
      (_failed, stdout) => resolve(stdout),
    ),
  )
  const { diagnostics }: Report = JSON.parse(output)
  const broken = new Set(
    diagnostics.map(({ category, location }) => {
      expect(category).toBe(`lint/${rule}`)
      return `${location.path}:${location.start.line}`
    }),
  )
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => [name, lines.filter((_, at) => broken.has(`${name}:${at + 1}`))]),
  )
}

const importOf = (source: string) => `import "${source}"`

test("biome.json has the walls of the list of rooms", async () => {
  const text = await readFile(path.join(repository, "biome.json"), "utf8")
  expect(text, "npm run walls").toBe(withWalls(text))
})

test("every folder of app has a wall", async () => {
  const found = await readdir(path.join(repository, "app"), { withFileTypes: true })
  expect(found.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()).toEqual([...folders].sort())
})

test("every folder of ui is a room with a wall", async () => {
  const found = await readdir(path.join(repository, "app/ui"))
  expect(found.sort()).toEqual([...uiRooms].sort())
})

test("a room of ui imports only itself, the rooms below it, client, contract and rules", async () => {
  const fileOf = (room: string) => `app/ui/${room}/example.tsx`
  const sources = [...open, ...closed, "../board/lane/lane", ...uiRooms.map((room) => `~/ui/${room}/x`)]
  const found = await refused(Object.fromEntries(uiRooms.map((room) => [fileOf(room), sources.map(importOf)])))
  for (const [index, room] of uiRooms.entries()) {
    const above = uiRooms.slice(index + 1).map((each) => `~/ui/${each}/x`)
    expect(found[fileOf(room)], room).toEqual([...closed, "../board/lane/lane", ...above].map(importOf))
  }
})

test("a wall holds for every form of import and in subfolders", async () => {
  const forms = [
    'import { x } from "~/ui/plan-page/x"',
    'import type { X } from "~/ui/plan-page/x"',
    'export { y } from "~/ui/plan-page/x"',
    'export const z = () => import("~/ui/plan-page/x")',
    'import "~/ui/plan-page/x.css"',
  ]
  const found = await refused({ "app/ui/board/card/example.tsx": forms })
  expect(found["app/ui/board/card/example.tsx"]).toEqual(forms)
})

test("client imports only itself, contract, languages and rules", async () => {
  const sources = [...open, ...closed, "~/ui/parts/button", "../../ui/parts/button", "../live/live"]
  const found = await refused({
    "app/client/board/example.ts": sources.map(importOf),
    "app/client/example.ts": ["../ui/parts/button", "../domain/x", "./api"].map(importOf),
  })
  expect(found["app/client/board/example.ts"]).toEqual(
    [...closed, "~/ui/parts/button", "../../ui/parts/button"].map(importOf),
  )
  expect(found["app/client/example.ts"]).toEqual(["../ui/parts/button", "../domain/x"].map(importOf))
})

test.each(Object.entries(walls))("app/%s imports only the folders its wall names", async (folder, wall) => {
  const { reaches, modules = [], node, isNested } = wall
  const file = `app/${folder}/example.ts`
  const reached = (other: string) => reaches.some((each) => other === each || other.startsWith(`${each}/`))
  const known = [...folders, ...Object.keys(walls).filter((each) => each.includes("/"))]
  const single = modules.map((module) => `~/${module}`)
  const allowed = ["./beside", "zod/mini", ...known.filter(reached).map((each) => `~/${each}/x`), ...single]
  const beyond = known.filter((each) => !reached(each))
  const forbidden = beyond
    .map((each) => `~/${each}/x`)
    .concat(isNested ? ["../../ui/x"] : ["../x", `../${beyond[0]}/x`])
  const ofNode = ["node:fs", "node:fs/promises"]
  const lines = [...allowed, ...(node ? ofNode : []), ...forbidden, ...(node ? [] : ofNode)]
  expect((await refused({ [file]: lines.map(importOf) }))[file]).toEqual(
    [...forbidden, ...(node ? [] : ofNode)].map(importOf),
  )
})

test("the contract imports no package but zod", async () => {
  const file = "app/contract/example.ts"
  expect((await refused({ [file]: ["zod/mini", "react", "postgres"].map(importOf) }))[file]).toEqual(
    ["react", "postgres"].map(importOf),
  )
})

test("what the contract shares imports only itself and zod", async () => {
  const file = "app/contract/shared/language/example.ts"
  const forbidden = ["~/contract/plan", "../plan", "~/rules/item", "react", "node:fs"]
  const allowed = ["./beside", "~/contract/shared/html", "zod/mini"]
  expect((await refused({ [file]: [...allowed, ...forbidden].map(importOf) }))[file]).toEqual(forbidden.map(importOf))
})

test("the MCP server imports contract and domain, and of the rest what its process opens", async () => {
  const file = "mcp-server/example.ts"
  const forbidden = [
    "~/database/item.server",
    "~/api/mount.server",
    "~/outside/mail.server",
    "~/rules/item",
    "~/client/x",
    "~/ui/x",
    "~/server/http",
    "../app/domain/x",
  ]
  const allowed = [
    "./tools",
    "~/contract/x",
    "~/domain/agent/x",
    "~/rules/agent/x",
    "~/server/config",
    "~/database/connection.server",
    "~/api/rate-limit.server",
    "../supabase/embedded/running",
    "node:http",
    "ws",
  ]
  const found = await refused({ [file]: [...allowed, ...forbidden].map(importOf) })
  expect(found[file]).toEqual(forbidden.map(importOf))
})

test("the document and its entries import client, contract, ui and the reader's language", async () => {
  const file = "app/example.tsx"
  const forbidden = [
    "~/api/x",
    "~/database/x",
    "~/domain/x",
    "~/languages/de/x",
    "~/outside/x",
    "~/rules/x",
    "~/server/x",
  ]
  const allowed = ["~/client/x", "~/contract/x", "~/languages/load", "~/ui/theme/theme", "react"]
  const lines = [...allowed, ...forbidden, "./server/x", "node:fs"]
  expect((await refused({ [file]: lines.map(importOf) }))[file]).toEqual(
    [...forbidden, "./server/x", "node:fs"].map(importOf),
  )
})

test("the server imports the embedded Supabase and nothing else from outside app", async () => {
  const file = "app/server/example.ts"
  const sources = ["../../supabase/embedded/postgres", "../../mcp-server/run", "../../tests/support/api/api"]
  expect((await refused({ [file]: sources.map(importOf) }))[file]).toEqual(sources.slice(1).map(importOf))
})

test("the embedded Supabase imports nothing of the app", async () => {
  const file = "supabase/embedded/example.ts"
  const forbidden = ["~/contract/x", "../../app/contract/x.ts"].map(importOf)
  const allowed = ["node:fs", "ws", "./storage.ts"].map(importOf)
  expect((await refused({ [file]: [...allowed, ...forbidden] }))[file]).toEqual(forbidden)
})

test.each([
  ["import cycles", "import"],
  ["cycles of types", "import type"],
])("refuses %s", async (_, form) => {
  const one = "app/domain/one.server.ts"
  const two = "app/domain/two.server.ts"
  const lines = {
    [one]: [`${form} { two } from "~/domain/two.server"`],
    [two]: [`${form} { one } from "./one.server"`],
  }
  expect(await refused(lines, "suspicious/noImportCycles")).toEqual(lines)
})
