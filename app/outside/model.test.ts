// What is sent to a provider, and what it refuses of it.
import { expect, test } from "vitest"
import { answersWith, chunks, type Turn } from "../../tests/support/services/model"
import { scriptedProvider, tools, user } from "../../tests/support/services/scripted-provider"
import { apiOf, complete } from "./model.server"

const { opened, script, journal } = scriptedProvider()

const fine = chunks([{ content: "Fine." }])

test.each<[form: string, refusal: Turn, first: string, then: string | undefined]>([
  [
    "OpenAI's, with the parameter's name",
    answersWith(
      { error: { message: "Unsupported parameter.", param: "reasoning_effort", code: "unsupported_parameter" } },
      400,
    ),
    "low",
    undefined,
  ],
  [
    "LiteLLM's",
    answersWith(
      {
        error: {
          message:
            "litellm.UnsupportedParamsError: openai does not support parameters: ['reasoning_effort'], for model=x.",
          type: "None",
          param: "None",
          code: "400",
        },
      },
      400,
    ),
    "low",
    undefined,
  ],
  [
    "Mistral's",
    answersWith({ detail: [{ type: "extra_forbidden", loc: ["body", "reasoning_effort"], msg: "Extra inputs" }] }, 422),
    "low",
    undefined,
  ],
  [
    "of effort beside tools",
    answersWith(
      {
        error: {
          message:
            "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
          param: "reasoning_effort",
        },
      },
      400,
    ),
    "low",
    "none",
  ],
])("a parameter is left out after a refusal %s, and stays left out", async (_, refusal, first, then) => {
  await opened({ effort: "low" })
  script(refusal, fine)
  expect((await complete([user], tools)).text).toBe("Fine.")
  expect(journal().map((sent) => sent.reasoning_effort)).toEqual([first, then])
  expect((await complete([user], tools)).text).toBe("Fine.")
  expect(journal().at(-1)?.reasoning_effort).toBe(then)
  script(refusal)
  await expect(complete([user], tools)).rejects.toMatchObject({ problem: { reason: "request" } })
  expect(journal()).toHaveLength(then === undefined ? 1 : 2)
  await opened()
})

test.each([
  ["https://api.openai.com/v1", "responses"],
  ["https://eu.api.openai.com/v1", "responses"],
  ["https://api.openai.com.example.org/v1", "chat"],
  ["http://localhost:11434/v1", "chat"],
])("%s speaks %s unless told otherwise", (baseUrl, api) => {
  expect(apiOf(baseUrl)).toBe(api)
})
