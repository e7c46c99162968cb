// scriptAssistant(page): the page's WebSockets to the MCP server, answered by the test in place of the server.

import type { Page } from "@playwright/test"
import type { ToolFault } from "~/contract/problem"

type Frame = { id?: number; method: string; params?: { arguments?: Record<string, unknown> } }

export type AskedTool = {
  input: Record<string, unknown>
  progress(message: string): void
  answer(text: string, structuredContent?: object): void
  refuse(text: string, reason: ToolFault): void
  /** The connection ends without an answer. */
  breakOff(): void
  closed: Promise<void>
}

/** Of sockets that open from now on. `next`: the next request of the page. */
export const scriptAssistant = async (page: Page) => {
  const asked: AskedTool[] = []
  let wake = () => {}
  await page.routeWebSocket(/\/mcp\?token=/, (socket) => {
    const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }))
    const closed = new Promise<void>((resolve) => socket.onClose(() => resolve()))
    socket.onMessage((data) => {
      const { id, method, params } = JSON.parse(String(data)) as Frame
      if (method === "initialize") send({ id, result: {} })
      if (method !== "tools/call") return
      const result = (text: string, more: object) =>
        send({ id, result: { content: [{ type: "text", text }], ...more } })
      asked.push({
        input: params?.arguments ?? {},
        progress: (message) =>
          send({ method: "notifications/progress", params: { progressToken: 1, progress: 1, message } }),
        answer: (text, structuredContent = {}) => result(text, { structuredContent }),
        refuse: (text, reason) => result(text, { isError: true, _meta: { reason } }),
        breakOff: () => void socket.close({ code: 1011, reason: "restarting" }),
        closed,
      })
      wake()
    })
  })
  return async (): Promise<AskedTool> => {
    for (;;) {
      const next = asked.shift()
      if (next) return next
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
