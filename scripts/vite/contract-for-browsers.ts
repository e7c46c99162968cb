// contractForBrowsers(): what the files for browsers hold of the contract: how each call is made, not what servers check.
import { type AliasOptions, type Plugin, runnerImport } from "vite"
import type { SentCall } from "../../app/contract/call"

const isContract = /\/app\/contract\/(?:fields\/)?[\w-]+\.ts$/
/** The table whose schemas become marks that there is one. */
const table = "cardFields"

type Node = { type: string; start: number; end: number }
type Declarator = Node & { id: Node & { name?: string }; init: (Node & { callee?: { name?: string } }) | null }
type Statement = Node & { declaration?: Statement | null; declarations?: Declarator[] }

/**
 * Of what the contract declares, browsers read how a call is sent, and parse events. The schemas of inputs and answers, the
 * rights and the sentences of the API document stay out of their files.
 */
export const contractForBrowsers = (): Plugin => {
  let alias: AliasOptions
  return {
    name: "laneway-contract-for-browsers",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved({ resolve }) {
      alias = resolve.alias
    },
    async transform(code, id) {
      if (!isContract.test(id)) return
      const found = declarators(this.parse(code).body as Statement[])
      const written = found.filter(({ id, init }) => init?.callee?.name === "resource" || id.name === table)
      const values =
        written.length > 0 ? (await runnerImport<Record<string, object>>(id, { resolve: { alias } })).module : {}
      let changed = code
      // From the last on, so that the places of the others stay.
      for (const declared of found.reverse()) {
        const { id, init } = declared
        if (!init) continue
        const text = code.slice(init.start, init.end)
        const value = values[id.name ?? ""]
        const after = !written.includes(declared)
          ? unlessUnused(text, init.type)
          : value && JSON.stringify(id.name === table ? value : callsOf(value), marked)
        if (after === undefined) this.error(`${id.name} is not exported.`)
        changed = changed.slice(0, init.start) + after + changed.slice(init.end)
      }
      return { code: changed, map: null }
    },
  }
}

const declarators = (statements: Statement[]) =>
  statements.flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])

/** Expressions that make a value have no effects: they are removed unless something reads them. */
const unlessUnused = (text: string, type: string) =>
  text.includes("(") && !type.endsWith("FunctionExpression") ? `/* @__PURE__ */ (() => (${text}))()` : text

const marked = (_name: string, value: unknown) => (isSchema(value) ? true : value)

const isSchema = (value: unknown): value is { def: { type: string }; shape?: object } =>
  typeof value === "object" && value !== null && "_zod" in value

const callsOf = (calls: object) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, sentCall(call as SentCall)]))

/** As a browser reads it: the names in the query, and whether there are a body and an answer, and whether that is a text. */
const sentCall = ({ method, path, query, body, bodyName, form, answer, counted }: SentCall) => ({
  method,
  path,
  query: isSchema(query) ? { shape: namesIn(query.shape) } : undefined,
  body,
  bodyName,
  form,
  answer: isSchema(answer) && answer.def.type === "string" ? { def: { type: "string" } } : answer,
  counted,
})

const namesIn = (shape: object = {}) => Object.fromEntries(Object.keys(shape).map((name) => [name, true]))
