// measureAssistant(bench): a preview of 150 changes and carrying them out, as the chat panel does both and in it; an
// agent's calls.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js"
import { chromium } from "@playwright/test"
import WebSocket from "ws"
import { callTool } from "~/client/agent/agent-socket"
import { type AgentAnswer, agentAnswer } from "~/contract/ai"
import { startAgents } from "../support/product/mcp.ts"
import type { Bench } from "./bench.ts"
import { openLoad, pause, percentiles } from "./load.ts"
import { type BenchBoard, type BenchPerson, sessionSecret } from "./seed.ts"

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

/** Time after opening a board until its background work is done, as long as a preview is read at least, ms. */
const quiet = 3_000

export const measureAssistant = async (bench: Bench) => {
  const { quick, figures, product, boards, people } = bench
  globalThis.WebSocket ??= WebSocket as never
  const { cookie } = people[0] as BenchPerson
  const { planId } = boards.get(1_000) as BenchBoard
  // Tickets are signed by one process and verified by the other.
  const agents = await startAgents(product, { MCP_PORT: String(product.mcpPort), SESSION_SECRET: sessionSecret })
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

  const longest = Array.from({ length: 10_000 }, (_, at) => `- [ ] Line ${at}`).join("\n")
  const refusals: number[] = []
  for (let round = 0; round < (quick ? 3 : 10); round++) {
    const began = performance.now()
    const { text } = await callTool({ name: "ai_agent", input: { planId, request: longest }, ticket })
    refusals.push(performance.now() - began)
    if (!/at most 200/.test(text)) throw new Error(`The answer names no limit: ${text}`)
  }
  figures.atMost("An outline of 10,000 lines, answered with the limit it passes", "ms", percentiles(refusals), [
    null,
    2_000,
  ])

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
  const inBrowser = await doneInBrowser(bench, planId, cookie)
  if (inBrowser.length > 0) {
    const name = "“Do it” of 150 changes in the browser, 1,000 tasks: from the press to the cards on the board"
    figures.atMost(name, "ms", percentiles(inBrowser), [null, 500])
  }
  await agents.stop()
}

/** Times from pressing "Do it" until the answer and the last card are shown, ms. */
const doneInBrowser = async ({ quick, product, chromium: executablePath }: Bench, planId: number, cookie: string) => {
  const times: number[] = []
  if (!executablePath) return times
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const [name, value] = cookie.split("=") as [string, string]
    for (let round = -1; round < (quick ? 4 : 10); round++) {
      // A browser stores the conversation.
      const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1920, height: 1080 } })
      await context.addCookies([{ name, value, url: product.url }])
      const page = await context.newPage()
      await page.goto(`${product.url}/plan/${planId}`)
      await page.locator("[data-card]").first().waitFor()
      await page.keyboard.press("c")
      await page.getByLabel("Message to the assistant").fill(outline)
      await page.locator(".agent").getByRole("button", { name: "Send" }).click()
      await page.getByText("PREVIEW: 150 additions").waitFor()
      await pause(quiet)
      const took = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const isShown = () =>
              document.querySelector(".agent-log")?.textContent?.includes("Done: 150 additions.") &&
              [...document.querySelectorAll("[data-card]")].some((card) => card.textContent?.includes("New goal 5"))
            const began = performance.now()
            const look = () => {
              if (isShown()) resolve(performance.now() - began)
              else requestAnimationFrame(look)
            }
            document.querySelector<HTMLElement>(".agent-confirm .button.accent")?.click()
            look()
          }),
      )
      if (round >= 0) times.push(took)
      await page.locator(".agent").getByRole("button", { name: "Undo" }).click()
      await page.getByText(/Undone, today/).waitFor()
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return times
}
