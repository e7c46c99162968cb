import { expect, test } from "vitest"
import { readsOnly } from "~/contract/capability"
import { errorText } from "./error-text"

test.each([
  [
    "The AI service has reached its rate limit. Please wait.",
    "⏱️ AI service is temporarily busy. Please wait a moment and try again.",
  ],
  [
    "Too many requests. Please wait 20 seconds.",
    "⏱️ AI service is temporarily busy. Please wait a moment and try again.",
  ],
  ["The AI service ran into a timeout.", "⏰ Request timed out. Please try again."],
  ["MCP request timeout for tools/call", "⏰ Request timed out. Please try again."],
  [
    "The AI response was incomplete.",
    "🔄 AI response was incomplete. Please try asking your question again with more specific details.",
  ],
  [
    "MCP connection timeout",
    "🔌 MCP server connection failed. Please check if the MCP server is running and try again.",
  ],
  [
    "MCP WebSocket error",
    "🔌 MCP WebSocket connection failed. Please check if the MCP server is running and try again.",
  ],
  ["MCP WebSocket URL not configured", "⚙️ MCP WebSocket URL not configured."],
  ["MCP WebSocket closed: The session has ended.", "MCP WebSocket closed: The session has ended."],
  ["Your plan role lets you read and comment.", "Your plan role lets you read and comment."],
  ['Grace has changed "Rate limit the API" since.', 'Grace has changed "Rate limit the API" since.'],
  ['There is no action "Timeout of an incomplete order".', 'There is no action "Timeout of an incomplete order".'],
  ["", "Failed to get AI response"],
])("the failure “%s” reads “%s”", (message, text) => {
  expect(errorText(message, "Failed to get AI response").text).toBe(text)
})

test("of failures a missing address and a viewer's role last, and only those", () => {
  const lasting = ["MCP WebSocket URL not configured", readsOnly]
  const passing = ["MCP WebSocket error", "The AI service ran into a timeout.", "Others are changing the same cards."]
  for (const message of [...lasting, ...passing])
    expect(errorText(message, "").lasts ?? false, message).toBe(lasting.includes(message))
})
