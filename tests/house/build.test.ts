// What the built product is made of is what makes `npm start` and `npm test` build again.
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { sources } from "../../scripts/steps/build.mjs"

const root = path.resolve(import.meta.dirname, "../..")

test("all that the product's modules take from other folders is a source of the build", () => {
  const files = ["app", "mcp-server"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(root, folder, name))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
  )
  const taken = files.flatMap((file) =>
    [...fs.readFileSync(file, "utf8").matchAll(/(?:from |import\(|glob(?:<\w+>)?\()"(\.[^"]{1,200})"/g)].map(
      ([, name = ""]) => path.relative(root, path.resolve(path.dirname(file), name)).replaceAll(path.sep, "/"),
    ),
  )
  expect(taken).toEqual(expect.arrayContaining(["supabase/embedded/migrate", "supabase/migrations/*.sql"]))
  const isSource = (file: string) => sources.some((source) => `${file}/`.startsWith(`${source}/`))
  expect([...new Set(taken)].filter((file) => !isSource(file))).toEqual([])
})
