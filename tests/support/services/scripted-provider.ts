// A provider for a test file: a server with a script, to which the model is opened, and what is logged of its failures.
import { afterAll, afterEach, beforeAll } from "vitest"
import { type ModelMessage, type ModelOptions, openModel } from "~/outside/model.server"
import { answersWith, scriptedModel, type Turn } from "./model"

export const tools = ["propose_changes", "find_cards"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: {} },
}))
export const user: ModelMessage = { role: "user", content: "Plan the launch" }

export const refuses = (status: number, error: unknown, headers: Record<string, string> = {}): Turn =>
  answersWith({ error }, status, headers)

/** For all tests of the file that calls this. */
export const scriptedProvider = () => {
  const logged: Record<string, unknown>[] = []
  let server: Awaited<ReturnType<typeof scriptedModel>>
  const opened = (more: Partial<ModelOptions> = {}) =>
    openModel({
      apiKey: "sk-secret",
      baseUrl: server.url,
      name: "scripted",
      retryMs: 1,
      warn: (message, fields) => logged.push({ message, ...fields }),
      ...more,
    })
  beforeAll(async () => {
    server = await scriptedModel()
    await opened()
  })
  afterEach(() => {
    logged.length = 0
  })
  afterAll(async () => {
    await openModel(null)
    await server.close()
  })
  return {
    logged,
    opened,
    script: (...turns: Turn[]) => server.script(...turns),
    journal: () => server.journal,
    url: () => server.url,
  }
}
