// measureAssistant(bench): a preview of 150 changes and carrying them out, as the chat panel does both; an agent's calls.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js"
import WebSocket from "ws"
import { callTool } from "~/client/agent/agent-socket"
import { type AgentAnswer, agentAnswer } from "~/contract/ai"
import { startAgents } from "../support/mcp.ts"
import { openLoad, percentiles } from "./load.ts"
import type { Bench } from "./main.ts"
import type { BenchBoard, BenchPerson } from "./seed.ts"

/** 6 goals, 24 actions, 120 tasks. */
const outline = Array.from({ length: 6 }, (_, goal) => [
  `# New goal ${goal}`,
  ...Array.from({ length: 4 }, (_, action) => [
    `- New action ${goal}.${action}`,
    ...Array.from({ length: 5 }, (_, task) => `  - [ ] New task ${goal}.${action}.${task}`),
  ]),
])
  .flat(2)
  .join("\n")

export async function measureAssistant({ quick, figures, product, boards, people }: Bench) {
  globalThis.WebSocket ??= WebSocket as never
  const { cookie } = people[0] as BenchPerson
  const { planId } = boards.get(1_000) as BenchBoard
  const agents = await startAgents(product)
  const load = openLoad(product.url, 1)
  const ticket = async () => {
    const { bytes } = await load.send({ method: "POST", path: "/api/auth/mcp-ticket", cookie, body: {} })
    return { ...(JSON.parse(bytes.toString()) as { token: string }), url: agents.url }
  }
  const tool = async (name: string, input: object): Promise<[took: number, answer: unknown]> => {
    const began = performance.now()
    const { structured } = await callTool({ name, input: { planId, ...input }, ticket })
    return [performance.now() - began, structured]
  }
  const times: { previews: number[]; written: number[] } = { previews: [], written: [] }
  for (let round = -1; round < (quick ? 5 : 20); round++) {
    const [preview, proposed] = await tool("ai_agent", { request: outline })
    const { id, changes } = agentAnswer.parse(proposed) as AgentAnswer
    if (changes.length !== 150) throw new Error(`The preview has ${changes.length} changes.`)
    const [written, done] = await tool("ai_agent", { request: outline, confirmed: true, proposal: id })
    const { created } = agentAnswer.parse(done).done ?? {}
    if (created !== 150) throw new Error(`${created} of 150 changes were carried out.`)
    await tool("undo_changes", {})
    if (round < 0) continue
    times.previews.push(preview)
    times.written.push(written)
  }
  figures.atMost("Preview of 150 changes, 1,000 tasks", "ms", percentiles(times.previews), [null, 1_000])
  figures.atMost("Carry out 150 changes, 1,000 tasks", "ms", percentiles(times.written), [null, 500])

  const agent = new Client({ name: "bench", version: "1.0.0" })
  const { token, url } = await ticket()
  await agent.connect(new WebSocketClientTransport(new URL(`${url}?token=${token}`)))
  const asked = async (name: string, input: Record<string, unknown>) => {
    const began = performance.now()
    const { isError } = await agent.callTool({ name, arguments: input })
    if (isError) throw new Error(`${name} was refused.`)
    return performance.now() - began
  }
  const large = { planId: (boards.get(5_000) as BenchBoard).planId }
  const [above, board]: [number[], number[]] = [[], []]
  for (let round = -2; round < (quick ? 20 : 100); round++) {
    const [whole] = await tool("list_members", {})
    const alone = await asked("list_members", { planId })
    const read = await asked("get_board", large)
    if (round < 0) continue
    above.push(Math.max(0, whole - alone))
    board.push(read)
  }
  figures.atMost("From asking for a ticket to a tool's answer, above the call itself", "ms", percentiles(above), [
    30,
    null,
  ])
  figures.atMost("get_board of 5,000 tasks, an agent's page of it", "ms", percentiles(board), [null, 60])
  await agent.close()
  load.close()
  await agents.stop()
}
