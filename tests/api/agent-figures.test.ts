// What operators see of agents: calls of tools and requests to the model's provider in /metrics and the log, without contents.
import { afterAll, beforeAll, expect, test } from "vitest"
import { openModel } from "~/outside/model.server"
import type { LogLevel } from "~/server/log"
import { renderMetrics } from "~/server/metrics"
import { measureModel } from "~/server/model-figures"
import { noteCalls } from "../../mcp-server/called.ts"
import { ofKey, openAgent } from "../support/api/agent.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { fails, says, scriptedModel } from "../support/services/model.ts"

let api: Api
let model: Awaited<ReturnType<typeof scriptedModel>>
let ada: Caller

beforeAll(async () => {
  api = await openApi()
  model = await scriptedModel()
  const options = { apiKey: "sk-secret", baseUrl: model.url, name: "scripted", retryMs: 1, measure: measureModel }
  await openModel(options)
  ada = await api.person()
})
afterAll(async () => {
  await openModel(null)
  await model.close()
  await api.close()
})

const count = (metric: string, labels: string) => {
  const line = renderMetrics()
    .split("\n")
    .find((each) => each.startsWith(`${metric}_count{${labels}}`))
  return Number(line?.split(" ")[1] ?? 0)
}

/** Other files of tests count in the same process: answers how many have come since. */
const countFrom = (metric: string, labels: string) => {
  const before = count(metric, labels)
  return () => count(metric, labels) - before
}

test("each call of a tool is counted by how it ended, timed, and logged with ids alone", async () => {
  const { id: planId } = await api.plan(ada)
  const key = await api.key(planId)
  const identity = await ofKey(key)
  const lines: { level: LogLevel; message: string; fields: Record<string, unknown> }[] = []
  const onCalled = noteCalls((level, message, fields = {}) => lines.push({ level, message, fields }))
  const agent = await openAgent(identity, "test", onCalled)
  const secret = "Zanzibar"
  const calls = (labels: string) => countFrom("laneway_tool_duration_seconds", labels)
  const counts = [
    calls('tool="save_goal",ending="done"'),
    calls('tool="save_goal",ending="input"'),
    calls('tool="unknown",ending="input"'),
  ]
  await agent.call("save_goal", { planId, name: secret })
  const changes = [{ op: "create", entity: "goal", fields: { name: secret } }]
  const { data } = await agent.call<{ id: number }>("propose_changes", { planId, changes })
  const applied = (await agent.call<{ changeSet: number }>("apply_changes", { id: data.id })).data
  await agent.call("save_goal", { planId, [secret]: secret })
  await agent.call("apply_changes", { id: data.id })
  await agent.call("get_board", { planId: planId + 1_000 })
  await agent.call("my_tasks", {})
  await expect(agent.client.callTool({ name: secret, arguments: {} })).rejects.toThrow("There is no tool")
  await agent.close()

  const caller = `key${identity.keyId}`
  const own = { caller, planId }
  expect(lines.map(({ fields: { ms, ...fields } }) => fields)).toMatchObject([
    { tool: "save_goal", ending: "done", ...own },
    { tool: "propose_changes", ending: "done", proposal: data.id, ...own },
    { tool: "apply_changes", ending: "done", proposal: data.id, changeSet: applied.changeSet, ...own },
    { tool: "save_goal", ending: "input", ...own },
    { tool: "apply_changes", ending: "conflict", proposal: data.id, caller },
    { tool: "get_board", ending: expect.stringMatching(/missing|denied/), caller },
    { tool: "my_tasks", ending: expect.stringMatching(/input|denied/), caller },
    { tool: "unknown", ending: "input" },
  ])
  expect(lines.every(({ level, fields }) => level === "info" && typeof fields.ms === "number")).toBe(true)
  expect(JSON.stringify(lines)).not.toContain(secret)
  expect(counts.map((since) => since())).toEqual([1, 1, 1])
  expect(renderMetrics()).not.toContain(secret)
  expect(renderMetrics()).toMatch(
    /laneway_tool_duration_seconds_bucket\{tool="save_goal",ending="done",le="\+Inf"\} [1-9]\d*\n/,
  )
})

test("requests to the provider are timed by its host and how they ended", async () => {
  const { id: planId } = await api.plan(ada)
  const agent = await openAgent(await ofKey(await api.key(planId)))
  const { host } = new URL(model.url)
  const of = (outcome: string) =>
    countFrom("laneway_model_request_duration_seconds", `provider="${host}",outcome="${outcome}"`)
  const [answered, refused] = [of("answered"), of("key")]
  model.script(says("Rain."))
  expect((await agent.call("ask", { planId, question: "Why?" })).text).toBe("Rain.")
  expect(answered()).toBe(1)
  model.script(fails(401, { code: "invalid_api_key" }))
  expect((await agent.call("ask", { planId, question: "Why?" })).isError).toBe(true)
  expect(refused()).toBe(1)
  expect(answered()).toBe(1)
  await agent.close()
})
