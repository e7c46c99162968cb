// What the built product is made of is what makes `npm start` and `npm test` build again. What browsers get of the contract.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Rollup } from "vite"
import { expect, test } from "vitest"
import { requestOf } from "~/client/api"
import type { SentCall } from "~/contract/call"
import { everyCall } from "~/contract/index"
import { sources } from "../../scripts/steps/build.mjs"
import { contractForBrowsers } from "../../scripts/vite/contract-for-browsers.ts"

const root = path.resolve(import.meta.dirname, "../..")

const modulesIn = (folder: string) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(root, folder, name))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))

test("all that the product's modules take from other folders is a source of the build", () => {
  const files = ["app", "mcp-server"].flatMap(modulesIn)
  const taken = [...files, path.join(root, "vite.config.ts")].flatMap((file) =>
    [...fs.readFileSync(file, "utf8").matchAll(/(?:from |import\(|glob(?:<\w+>)?\()"(\.[^"]{1,200})"/g)].map(
      ([, name = ""]) => path.relative(root, path.resolve(path.dirname(file), name)).replaceAll(path.sep, "/"),
    ),
  )
  const some = ["supabase/embedded/migrate", "supabase/migrations/*.sql", "scripts/vite/contract-for-browsers"]
  expect(taken).toEqual(expect.arrayContaining(some))
  const isSource = (file: string) => sources.some((source) => `${file}/`.startsWith(`${source}/`))
  expect([...new Set(taken)].filter((file) => !isSource(file))).toEqual([])
})

/** The module as the build makes it for browsers. */
const forBrowsers = async (file: string) => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": path.join(root, "app") } },
    plugins: [contractForBrowsers()],
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: path.join(root, file), preserveEntrySignatures: "strict" },
    },
  })) as Rollup.RollupOutput
  const { code } = output[0]
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-for-browsers-"))
  try {
    const written = path.join(directory, "module.mjs")
    fs.writeFileSync(written, code)
    return { code, exported: await import(/* @vite-ignore */ pathToFileURL(written).href) }
  } finally {
    fs.rmSync(directory, { recursive: true })
  }
}

/** What `send` makes of a call, and expects of its answer. */
const asSent = (call: SentCall) => {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name)
  const shape = (call.query as { shape?: object } | undefined)?.shape ?? {}
  const given = [...names, ...Object.keys(shape), call.bodyName ?? "topic", "file"]
  const { address, body } = requestOf(call, Object.fromEntries(given.map((name) => [name, `a ${name}`])))
  const { answer } = call as { answer?: { def?: { type?: string } } }
  return {
    method: call.method,
    address,
    body: body instanceof FormData ? [...body] : body,
    answered: answer === undefined ? "nothing" : answer.def?.type === "string" ? "text" : "JSON",
    counted: call.counted,
  }
}

test("files for browsers hold of each call how it is made, and nothing that only servers read", async () => {
  const { code, exported } = await forBrowsers("app/contract/index.ts")
  const sent: ReturnType<typeof everyCall> = exported.everyCall()
  const shown = (calls: ReturnType<typeof everyCall>) =>
    calls.map(({ resource, name, call }) => [resource, name, asSent(call)])
  expect(shown(sent)).toEqual(shown(everyCall()))
  expect(everyCall().filter(({ call }) => code.includes(call.summary))).toEqual([])
  expect(code).not.toContain("_zod")
})

test("a field of a card has all but its schemas in browsers", async () => {
  const { exported } = await forBrowsers("app/contract/fields/card-fields.ts")
  const { cardFields } = await import("~/contract/fields/card-fields")
  const marked = (_name: string, value: unknown) =>
    typeof value === "object" && value !== null && "_zod" in value ? true : value
  expect(exported.cardFields).toEqual(JSON.parse(JSON.stringify(cardFields, marked)))
  expect(JSON.stringify(exported.cardFields)).toContain('"name":{"sent":true,"row":true,"kind":"text","given":true')
})

test("events that a browser receives are still checked there", async () => {
  const { eventPayload } = (await forBrowsers("app/contract/event-payload.ts")).exported
  const payload = { planId: 1, clientId: null, actorId: 2, at: "2026-01-31T09:00:00.000Z", seq: 3, data: { id: 4 } }
  expect(eventPayload.safeParse(payload).data).toMatchObject(payload)
  expect(eventPayload.safeParse({ ...payload, seq: "3" }).success).toBe(false)
})

test("modules for browsers read of a call nothing that browsers lack", () => {
  const read = ["app/client", "app/ui"]
    .flatMap(modulesIn)
    .flatMap((file) => [...fs.readFileSync(file, "utf8").matchAll(/Calls\.\w+\s*\.\s*(\w+)/g)].map(([, name]) => name))
  expect([...new Set(read)]).toEqual(["path"])
})
