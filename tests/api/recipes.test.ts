// docs/recipes: n8n's workflows do what they say against the API, and requests for Zapier are calls that keys may make.

import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Webhook as Standard } from "standardwebhooks"
import { afterAll, expect, test } from "vitest"
import { everyCall } from "~/contract"
import { isForKeys } from "~/contract/capability"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import { openApi } from "../support/api/api.ts"

type Named = { parameters: { name: string; value: string }[] }
type Node = {
  id: string
  name: string
  type: string
  typeVersion: number
  position: [number, number]
  parameters: {
    method?: string
    url?: string
    jsCode?: string
    jsonBody?: string
    headerParameters?: Named
    options?: { rawBody?: boolean }
  }
}
type Workflow = { name: string; nodes: Node[]; connections: Record<string, { main: { node: string }[][] }> }
type Item = { json: Record<string, unknown> }

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

const readWorkflow = (file: string): Workflow => JSON.parse(readFileSync(`docs/recipes/${file}`, "utf8"))

/** The value of a parameter: text, or after "=" with expressions in {{ }}, as n8n has them. */
const filledIn = (given: string, $json: object): string => {
  if (!given.startsWith("=")) return given
  const value = (code: string) => new Function("$json", "$execution", `return ${code}`)($json, { id: "7" }) as unknown
  return given.slice(1).replace(/\{\{((?:(?!\}\}).)*)\}\}/g, (_, code: string) => String(value(code)))
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...given: unknown[]) => Promise<Item[]>

/** Runs the nodes in a line after the first one, each once for each item, as n8n does. */
const run = async (workflow: Workflow, trigger: Item, body: string, { key, ids, secret = "" }: Setting) => {
  const setUp = (text: string) =>
    text
      .replace("https://plans.example.org", "")
      .replace("planId=4", `planId=${ids.planId}`)
      .replace("itemId: 12", `itemId: ${ids.itemId}`)
      .replace("whsec_…", secret)
  let items = [trigger]
  let [node] = workflow.nodes
  for (;;) {
    const next = workflow.connections[node?.name ?? ""]?.main[0]?.[0]?.node
    node = workflow.nodes.find(({ name }) => name === next)
    if (!node) return items
    const { method = "GET", url = "", jsCode, jsonBody, headerParameters } = node.parameters
    if (jsCode !== undefined) {
      const $input = { first: () => items[0], all: () => items }
      const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) }
      const code = new AsyncFunction("$input", "require", setUp(jsCode))
      items = await code.call({ helpers }, $input, createRequire(import.meta.url))
      continue
    }
    const made: Item[] = []
    for (const { json } of items) {
      const named = headerParameters?.parameters.map(({ name, value }) => [name, filledIn(value, json)]) ?? []
      const answer = await api.call<Item["json"]>(method, filledIn(setUp(url), json), {
        headers: { "x-api-key": key, ...Object.fromEntries(named) },
        ...(jsonBody !== undefined && { raw: filledIn(setUp(jsonBody), json) }),
      })
      expect(answer.status, `${node.name}: ${answer.text}`).toBeLessThan(300)
      made.push({ json: answer.body })
    }
    items = made
  }
}
type Setting = { key: string; ids: { planId: number; itemId: number }; secret?: string }

test("every workflow is one that n8n imports: nodes with ids, places and connections by name", () => {
  const files = readdirSync("docs/recipes")
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const { name, nodes, connections } = readWorkflow(file)
    expect(name).toMatch(/^Laneway: /)
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length)
    for (const { type, typeVersion, position } of nodes)
      expect([type, typeof typeVersion, position.length]).toEqual([
        expect.stringMatching(/^n8n-nodes-base\.\w+$/),
        "number",
        2,
      ])
    const names = nodes.map((node) => node.name)
    const linked = Object.entries(connections).flatMap(([from, { main }]) => [
      from,
      ...main.flat().map(({ node }) => node),
    ])
    expect(linked.filter((each) => !names.includes(each))).toEqual([])
    expect(readFileSync("docs/recipes.md", "utf8")).toContain(`(recipes/${file})`)
  }
})

test("a form's answer becomes a task, once", async () => {
  const { plan, item } = await api.filled(ada)
  const ids = { planId: plan.id, itemId: item.id }
  const key = await api.key(plan.id)
  const answer = { json: { Request: "Lend a crane", Until: "2026-12-15" } }
  for (let time = 0; time < 2; time++) await run(readWorkflow("n8n-form-to-task.json"), answer, "", { key, ids })
  const tasks = (await api.send(taskCalls.list, { planId: plan.id }, { as: ada })).body
  expect(tasks.filter(({ description }) => description === "Lend a crane")).toMatchObject([
    { itemId: item.id, dueDate: "2026-12-15T00:00:00.000Z" },
  ])
})

test("a done task leaves a note on its action, and a forged delivery none", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const ids = { planId, itemId: item.id }
  const key = await api.key(planId)
  const sent = { planId, name: "n8n", url: "http://127.0.0.1:9/hook" }
  const { secret } = (await api.send(webhookCalls.create, sent, { as: ada })).body
  const workflow = readWorkflow("n8n-done-to-note.json")
  const send = (body: string, signed = body) => {
    const now = new Date()
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Standard(secret).sign("msg_1", now, signed),
    }
    return run(workflow, { json: { headers } }, body, { key, ids, secret })
  }
  const event = (after: object) =>
    JSON.stringify({ type: "task.updated", timestamp: new Date().toISOString(), data: { planId, id: task.id, after } })
  expect(await send(event({ type: 1 }))).toEqual([])
  await send(event({ type: 2 }))
  const notes = await api.send(itemCalls.comments, { planId, id: item.id }, { as: ada })
  expect(notes.body.map(({ content }) => content)).toEqual([`Done: ${task.description}`])
  await expect(send(event({ type: 2 }), "another")).rejects.toThrow("not from Laneway")
})

test("requests for Zapier are calls that keys may make, with fields that exist", () => {
  const requests = [...readFileSync("docs/recipes.md", "utf8").matchAll(/```json\n([\s\S]*?)\n```/g)].map(
    ([, text = ""]) => JSON.parse(text),
  )
  expect(requests).toHaveLength(3)
  for (const { method, url, headers, data } of requests) {
    const { pathname, searchParams } = new URL(url)
    const found = everyCall().find(({ call }) => call.method === method && call.path === pathname)?.call
    if (!found) throw new Error(`There is no ${method} ${pathname}.`)
    expect(isForKeys(found.access)).toBe(true)
    expect(Object.keys(headers)).toContain("X-API-KEY")
    const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
    expect([...searchParams.keys()].filter((name) => !fieldsOf(found.query).includes(name))).toEqual([])
    expect(found.query?.safeParse(Object.fromEntries(searchParams)).success).toBe(true)
    expect(Object.keys(data ?? {}).filter((name) => !fieldsOf(found.body).includes(name))).toEqual([])
    const filled = data && { ...data, ...(data.dueDate && { dueDate: "2026-12-15" }) }
    if (filled) expect(found.body?.safeParse(filled).success).toBe(true)
  }
})
