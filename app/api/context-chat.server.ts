import { aiCalls } from "~/contract/ai"
import { invalid } from "~/contract/problem"
import { ask } from "~/domain/agent/ask.server"
import { once } from "~/domain/core/once.server"
import { answerThrown, json, streamOf } from "./answer.server"
import { idempotent } from "./idempotent.server"
import type { Raw } from "./mount.server"

/** Until then a refusal has a status of its own; from then on a silent model doesn't end the connection, ms. */
const aliveEvery = 5_000
const alive = ": waiting\n\n"

/** Answers the last message; proposes at most, and writes nothing. */
export const contextChat: Raw<typeof aiCalls.contextChat> = async (request, { planId, messages }, { actor }) => {
  const last = messages.at(-1)
  if (last?.role !== "user" || last.content.trim() === "")
    throw invalid("messages", "The last message must be the user’s.")
  const asking = { planId, request: last.content, earlier: messages.slice(0, -1), dryRun: true }
  const sender = idempotent(actor, request, { planId, messages })
  const answered = async (signal: AbortSignal, said?: (delta: string) => void) => {
    const answer = async () => ({ content: (await ask(actor, { ...asking, signal, ...(said ? { said } : {}) })).text })
    return (await once(sender, 200, answer, aiCalls.contextChat.uncommitted)).answer
  }
  if (/\bapplication\/json\b/.test(request.headers.get("accept") ?? ""))
    return json(await answered(request.signal), 200)

  const stopped = new AbortController()
  const signal = AbortSignal.any([request.signal, stopped.signal])
  const events = queueOf(() => stopped.abort())
  let sent = ""
  const sendDelta = (delta: string) => {
    sent += delta
    if (delta !== "") events.send(`data: ${JSON.stringify({ delta })}\n\n`)
  }
  const timer = setInterval(() => events.send(alive), aliveEvery)
  const answering = answered(signal, sendDelta)
  const end = () => {
    clearInterval(timer)
    events.send("data: [DONE]\n\n")
    events.end()
  }
  try {
    await Promise.race([answering, events.begun])
  } catch (thrown) {
    clearInterval(timer)
    throw thrown
  }
  answering
    .then(
      ({ content }) => sendDelta(restOf(content, sent)),
      async (thrown) => {
        const error = await answerThrown(thrown, request).json()
        events.send(`data: ${JSON.stringify({ error })}\n\n`)
      },
    )
    .finally(end)
  return new Response(streamOf(events.taken()), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  })
}

/** What of an answer is left to be sent. A model may have said something else before, such as what it looks up. */
const restOf = (text: string, sent: string) => {
  if (text.startsWith(sent)) return text.slice(sent.length)
  return sent.endsWith(text) ? "" : `${sent.endsWith("\n\n") ? "" : "\n\n"}${text}`
}

/** What is sent is taken as it comes. `left`: called when nothing more is taken. */
const queueOf = (left: () => void) => {
  const encoder = new TextEncoder()
  const waiting: string[] = []
  let isOpen = true
  let wake = () => {}
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const taken = async function* () {
    try {
      while (isOpen || waiting.length > 0) {
        const next = waiting.shift()
        if (next !== undefined) yield encoder.encode(next)
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      left()
    }
  }
  return {
    begun,
    taken,
    send: (text: string) => {
      waiting.push(text)
      begin()
      wake()
    },
    end: () => {
      isOpen = false
      wake()
    },
  }
}
