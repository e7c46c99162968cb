// errorText(): what the conversation says of a failure, by how its message begins: further on it may quote a card.
import { readsOnly } from "~/contract/capability"
import { problemText } from "~/contract/shared/language/problem-text"

/** Failures that a repeat gets again. */
const lasting = (message: string) => noAddress.test(message) || message === readsOnly

const noAddress = /URL (?:is )?(?:not configured|missing)/i
const texts: [RegExp, string][] = [
  [
    /MCP connection timeout/i,
    "🔌 MCP server connection failed. Please check if the MCP server is running and try again.",
  ],
  [
    /MCP WebSocket error/i,
    "🔌 MCP WebSocket connection failed. Please check if the MCP server is running and try again.",
  ],
  [noAddress, "⚙️ MCP WebSocket URL not configured."],
  [
    /^(?:The AI |This plan |You have ).*rate limit|^Too many (?:calls|requests)/i,
    "⏱️ AI service is temporarily busy. Please wait a moment and try again.",
  ],
  [/^(?:The AI |MCP ).*(?:timeout|timed out)/i, "⏰ Request timed out. Please try again."],
  [
    /^The AI .*incomplete/i,
    "🔄 AI response was incomplete. Please try asking your question again with more specific details.",
  ],
]

export type ErrorText = {
  text: string
  /** What the server says beyond that. */
  detail?: string
  /** A repeat fails too. */
  lasts?: true
}

/** `otherwise`: where the failure says nothing. `isUnanswered`: the message is not the server's. */
export const errorText = (message: string, otherwise: string, isUnanswered = false): ErrorText => {
  const said = message.trim()
  const known = texts.find(([pattern]) => pattern.test(said))?.[1]
  const lasts = lasting(said) ? { lasts: true as const } : {}
  if (known === undefined) return { text: problemText(said || otherwise), ...lasts }
  const text = problemText(known)
  return said === "" || isUnanswered ? { text, ...lasts } : { text, detail: said, ...lasts }
}
