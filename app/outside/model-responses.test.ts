// Answers, calls and failures of the Responses API.
import { expect, test } from "vitest"
import { answersWith, sends, type Turn } from "../../tests/support/services/model"
import { refuses, scriptedProvider, tools, user } from "../../tests/support/services/scripted-provider"
import { complete } from "./model.server"

const { opened, script, journal } = scriptedProvider()

const one = 'propose_changes {"changes":[1]}'
const two = 'propose_changes {"changes":[2]}'

/** An answer of the Responses API. */
const response = (output: object[], more: object = {}) => ({
  id: "r1",
  object: "response",
  status: "completed",
  output,
  ...more,
})
const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}`
const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" }
const functionCall = (id: string, args: object) => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name: "propose_changes",
  arguments: JSON.stringify(args),
})
const message = (text: string) => ({
  type: "message",
  id: "m1",
  role: "assistant",
  content: [{ type: "output_text", text }],
})

test("Responses are asked to store nothing, and get their sealed reasoning back within the request", async () => {
  await opened({ api: "responses", effort: "low" })
  const output = [reasoning, functionCall("a", { changes: [1] }), functionCall("b", { changes: [2] })]
  script(
    sends(
      event("response.output_item.added", { output_index: 1, item: { ...output[1], arguments: "" } }),
      event("response.function_call_arguments.delta", { item_id: "fc_a", output_index: 1, delta: '{"changes"' }),
      event("response.completed", { response: response(output) }),
    ),
  )
  const pieces: string[] = []
  const completion = await complete([{ role: "system", content: "Be brief." }, user], tools, {
    onArguments: (tool, piece) => pieces.push(`${tool} ${piece}`),
  })
  expect(completion.calls.map(({ id, name, arguments: args }) => `${id} ${name} ${args}`)).toEqual([
    `a ${one}`,
    `b ${two}`,
  ])
  expect(pieces).toEqual(['propose_changes {"changes"'])
  expect(journal()[0]).toMatchObject({
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { effort: "low" },
    input: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Plan the launch" },
    ],
    tools: [{ type: "function", name: "propose_changes", strict: false }, {}],
  })
  const said: string[] = []
  script(
    sends(
      event("response.output_text.delta", { delta: "Do" }),
      event("response.output_text.delta", { delta: "ne." }),
      event("response.completed", { response: response([message("Done.")]) }),
    ),
  )
  const answer = await complete(
    [user, { role: "assistant", completion }, { role: "tool", callId: "a", content: "No." }],
    tools,
    { onText: (piece) => said.push(piece) },
  )
  expect([answer.text, said.join("")]).toEqual(["Done.", "Done."])
  expect(journal()[0]?.input?.slice(1)).toEqual([
    ...output,
    { type: "function_call_output", call_id: "a", output: "No." },
  ])
  await opened()
})

test.each<[form: string, turn: Turn, reason: string]>([
  [
    "an incomplete answer",
    sends(
      event("response.incomplete", {
        response: response([], { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
      }),
    ),
    "incomplete",
  ],
  [
    "a failed answer",
    sends(
      event("response.failed", {
        response: response([], { status: "failed", error: { code: "insufficient_quota", message: "pay" } }),
      }),
    ),
    "quota",
  ],
  [
    "an error in the stream",
    sends(event("error", { code: "context_length_exceeded", message: "too long" })),
    "context",
  ],
  ["a stream that breaks off", sends(event("response.created", { response: response([]) })), "incomplete"],
])("Responses: %s is told by its kind", async (_, turn, reason) => {
  await opened({ api: "responses" })
  script(turn)
  await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason } })
  await opened()
})

test("Responses: a whole answer is read, and refused parameters are left out one by one", async () => {
  await opened({ api: "responses", effort: "high" })
  script(
    refuses(400, { message: "Encrypted content is not supported with this model.", param: "include" }),
    refuses(400, { message: "Unsupported parameter: 'reasoning.effort'", param: "reasoning.effort" }),
    answersWith(response([message("Whole.")])),
  )
  expect((await complete([user], tools)).text).toBe("Whole.")
  expect(journal().map(({ include, reasoning }) => [include !== undefined, reasoning !== undefined])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
  await opened()
})
