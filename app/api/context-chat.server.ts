import type { aiCalls } from "~/contract/ai"
import { isRefusal, problem, refusal } from "~/contract/problem"
import { ask } from "~/domain/agent/ask.server"
import { json } from "./answer.server"
import type { Raw } from "./mount.server"

/** Answers the last message; proposes at most, and writes nothing. */
export const contextChat: Raw<typeof aiCalls.contextChat> = async (request, { planId, messages }, { actor }) => {
  const last = messages.at(-1)
  if (last?.role !== "user" || last.content.trim() === "") throw refusal(400, "The last message must be the user's.")
  const earlier = messages.slice(0, -1)
  const answer = () => ask(actor, { planId, request: last.content, earlier, dryRun: true, signal: request.signal })
  if (/\bapplication\/json\b/.test(request.headers.get("accept") ?? ""))
    return json({ content: (await answer()).text }, 200)
  const encoder = new TextEncoder()
  const event = (data: unknown) => encoder.encode(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`)
  // A refusal before the first word has a status of its own.
  const { text } = await answer()
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      try {
        controller.enqueue(event({ delta: text }))
      } catch (thrown) {
        controller.enqueue(
          event({ error: isRefusal(thrown) ? thrown.problem : problem(500, "Failed to get AI response") }),
        )
      }
      controller.enqueue(event("[DONE]"))
      controller.close()
    },
  })
  return new Response(stream, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } })
}
