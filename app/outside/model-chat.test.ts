// Answers and calls in the forms in which providers send Chat Completions, over HTTP.
import { expect, test } from "vitest"
import { answersWith, chunks, sends, type Turn } from "../../tests/support/services/model"
import { scriptedProvider, tools, user } from "../../tests/support/services/scripted-provider"
import { complete, type ModelMessage } from "./model.server"

const { logged, opened, script, journal } = scriptedProvider()

const heard = async (turn: Turn) => {
  script(turn)
  const said: string[] = []
  const { text, calls } = await complete([user], tools, { onText: (piece) => said.push(piece) })
  return { text, calls: calls.map(({ name, arguments: args }) => `${name} ${args}`), said: said.join("").trim() }
}

const call = (name: string, args: unknown, more: object = {}, inFunction: object = {}) => ({
  ...more,
  type: "function",
  function: { name, arguments: args, ...inFunction },
})
const piece = (args: string, more: object = {}) => ({ ...more, function: { arguments: args } })
const asked = (...calls: object[]) => ({ tool_calls: calls })
const one = 'propose_changes {"changes":[1]}'
const two = 'propose_changes {"changes":[2]}'
const look = 'find_cards {"words":"a"}'

test.each<[form: string, turn: Turn, expected: { text?: string; calls?: string[] }]>([
  [
    "Gemini's calls without index and id",
    chunks([
      { role: "assistant", ...asked(call("propose_changes", '{"changes":[1]}', { id: "" })) },
      asked(call("propose_changes", '{"changes":[2]}', { id: "" })),
      asked(call("find_cards", '{"words":"a"}')),
    ]),
    { calls: [one, two, look] },
  ],
  [
    "calls told apart by index, in turns",
    chunks([
      asked(call("propose_changes", "", { index: 0, id: "a" }), call("find_cards", "", { index: 1, id: "b" })),
      asked(piece('{"changes"', { index: 0 }), piece('{"words"', { index: 1 })),
      asked(piece(":[1]}", { index: 0 }), piece(':"a"}', { index: 1 })),
    ]),
    { calls: [one, look] },
  ],
  [
    "calls told apart by id alone",
    chunks([
      asked(call("propose_changes", '{"changes"', { id: "a" })),
      asked(call("propose_changes", '{"changes":[2', { id: "b" })),
      asked(piece(":[1]}", { id: "a" })),
      asked(piece("]}", { id: "b" })),
    ]),
    { calls: [one, two] },
  ],
  [
    "Ollama's calls, all with index 0 and in one piece",
    chunks([
      asked(call("propose_changes", '{"changes":[1]}', { index: 0, id: "call_1" })),
      asked(call("propose_changes", '{"changes":[2]}', { index: 0, id: "call_2" })),
    ]),
    { calls: [one, two] },
  ],
  [
    "arguments as an object",
    chunks([asked(call("propose_changes", { changes: [1] }, { index: 0, id: "a" }))]),
    { calls: [one] },
  ],
  [
    "vLLM's repeated names",
    chunks([
      asked(call("propose_changes", "", { index: 0, id: "a" })),
      asked(call("propose_changes", '{"changes"', { index: 0 })),
      asked(call("propose_changes", ":[1]}", { index: 0 })),
    ]),
    { calls: [one] },
  ],
  [
    "an id of its own with each piece",
    chunks([
      asked(call("propose_changes", "", { index: 0, id: "a" })),
      asked(piece('{"changes"', { index: 0, id: "b" })),
      asked(call("propose_changes", ":[1]}", { index: 0, id: "c" })),
    ]),
    { calls: [one] },
  ],
  [
    "a name in pieces",
    chunks([
      asked(call("propose_", "", { index: 0, id: "a" })),
      asked(call("changes", '{"changes":[1]}', { index: 0, id: "a" })),
    ]),
    { calls: [one] },
  ],
  [
    "DeepSeek's reasoning",
    chunks([
      { reasoning_content: "The person wants…", content: null },
      { reasoning: "a launch" },
      { content: "Here it is." },
    ]),
    { text: "Here it is." },
  ],
  [
    "reasoning within the text",
    chunks([{ content: "<thi" }, { content: "nk>Hmm, <b" }, { content: "r>.</thi" }, { content: "nk>\n\nHere < it." }]),
    { text: "Here < it." },
  ],
  [
    "Mistral's parts",
    chunks([
      { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hmm" }] }] },
      { content: [{ type: "text", text: "Here " }] },
      { content: "it is." },
    ]),
    { text: "Here it is." },
  ],
  [
    "a whole answer of JSON",
    answersWith({
      choices: [
        { message: { role: "assistant", content: "Now.", ...asked(call("propose_changes", { changes: [1] })) } },
      ],
    }),
    { text: "Now.", calls: [one] },
  ],
  [
    "llama.cpp's calls in the text",
    chunks([
      { content: 'Right.\n<tool_call>\n{"name":"propose_changes","arguments":{"changes":[1]}}\n</tool' },
      { content: '_call>\n<tool_call>{"name":"find_cards","arguments":"{\\"words\\":\\"a\\"}"}</tool_call>' },
    ]),
    { text: "Right.", calls: [one, look] },
  ],
  [
    "a text that is a call as a whole",
    chunks([{ content: '```json\n{"name": "propose_' }, { content: 'changes", "parameters": {"changes":[1]}}\n```' }]),
    { text: "", calls: [one] },
  ],
  [
    "Mistral's calls in the text",
    chunks([{ content: '[TOOL_CALLS][{"name":"propose_changes","arguments":{"changes":[1]}}]' }]),
    { calls: [one] },
  ],
  [
    "a text of JSON that is no call",
    chunks([{ content: '{"name": "Winter"' }, { content: "} is a goal." }]),
    { text: '{"name": "Winter"} is a goal.' },
  ],
  [
    "OpenRouter's comments",
    sends(
      ": OPENROUTER PROCESSING",
      { choices: [{ index: 0, delta: { content: "Here." }, finish_reason: null }] },
      ": OPENROUTER PROCESSING",
      { choices: [{ index: 0, delta: { content: "" }, finish_reason: "stop" }] },
      { choices: [], usage: { total_tokens: 3 } },
      "data: [DONE]",
    ),
    { text: "Here." },
  ],
  [
    "a refusal of the model",
    chunks([{ refusal: "I can’t " }, { refusal: "help with that." }]),
    { text: "I can’t help with that." },
  ],
])("%s", async (_, turn, { text = "", calls = [] }) => {
  expect(await heard(turn)).toEqual({ text, calls, said: text })
  expect(logged).toEqual([])
})

/** The messages of a second round, after an answer with a call. */
const secondRound = async (turn: Turn, ...turns: Turn[]) => {
  script(turn)
  const completion = await complete([user], tools)
  const results = completion.calls.map(
    ({ id }): ModelMessage => ({ role: "tool", callId: id, content: "Nothing fits." }),
  )
  script(...turns, chunks([{ content: "Done." }]))
  await complete([user, { role: "assistant", completion }, ...results], tools)
  return { calls: completion.calls, sent: journal() }
}

test("signatures go back with their calls, reasoning does not", async () => {
  const signature = { extra_content: { google: { thought_signature: "sig-1" } } }
  const { calls, sent } = await secondRound(
    chunks([
      { reasoning_content: "secret thoughts", content: "<think>more</think>" },
      asked(call("find_cards", '{"words":"a"}', signature)),
      asked(call("find_cards", '{"words":"b"}', { id: "" }, { thought_signature: "sig-2" })),
      { reasoning_details: [{ type: "reasoning.text", text: "unsigned", index: 0 }] },
      { reasoning_details: [{ type: "reasoning.text", text: "Let me ", index: 1 }] },
      { reasoning_details: [{ type: "reasoning.text", text: "look.", signature: "sig-3", index: 1 }] },
    ]),
  )
  const [first, second] = calls
  expect(new Set([first?.id, second?.id, ""]).size).toBe(3)
  expect(sent[0]?.messages.slice(1)).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: first?.id, type: "function", ...signature, function: { name: "find_cards", arguments: '{"words":"a"}' } },
        {
          id: second?.id,
          type: "function",
          function: { name: "find_cards", arguments: '{"words":"b"}', thought_signature: "sig-2" },
        },
      ],
      reasoning_details: [{ type: "reasoning.text", text: "Let me look.", signature: "sig-3", index: 1 }],
    },
    { role: "tool", tool_call_id: first?.id, content: "Nothing fits." },
    { role: "tool", tool_call_id: second?.id, content: "Nothing fits." },
  ])
})

test("reasoning goes back to a provider that refuses a request without it, and is remembered", async () => {
  await opened()
  const thoughtful = chunks([
    { reasoning_content: "Thoughts" },
    asked(call("find_cards", '{"words":"a"}', { id: "a" })),
  ])
  const missing = answersWith(
    { error: { message: "Missing `reasoning_content` field in the assistant message at message index 1" } },
    400,
  )
  const first = await secondRound(thoughtful, missing)
  expect(first.sent.map(({ messages }) => messages[1]?.reasoning_content)).toEqual([undefined, "Thoughts"])
  const again = await secondRound(thoughtful)
  expect(again.sent.map(({ messages }) => messages[1]?.reasoning_content)).toEqual(["Thoughts"])
  await opened()
})
