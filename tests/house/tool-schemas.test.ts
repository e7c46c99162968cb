// The tools' inputs are what providers of models take: by the converters of OpenAI, its agents, Anthropic and Google, and by documented rules.
import { mcpTool } from "@anthropic-ai/sdk/helpers/beta/mcp"
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema"
import { mcpToTool } from "@google/genai"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { type MCPServer, mcpToFunctionTool } from "@openai/agents-core"
import { toStrictJsonSchema } from "openai/lib/transform"
import { describe, expect, test } from "vitest"
import { listed } from "../../mcp-server/listing.ts"

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean
  enum?: unknown[]
}

const tools = listed(false).map((tool) => [tool.name, tool.inputSchema as Schema, tool] as const)

/** The schema and all within it, with their places. */
const within = (at: string, schema: Schema): [string, Schema][] => [
  [at, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => within(`${at}.${name}`, each)),
  ...(schema.anyOf ?? []).flatMap((each, n) => within(`${at}|${n}`, each)),
  ...(schema.items ? within(`${at}[]`, schema.items) : []),
]

/** As OpenAI's guide has it: an optional property is one that takes null. */
const nullable = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.items ? { items: nullable(schema.items) } : {}),
  ...(schema.anyOf ? { anyOf: schema.anyOf.map(nullable) } : {}),
  ...(schema.properties
    ? {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, each]) => [
            name,
            schema.required?.includes(name) ? nullable(each) : { anyOf: [nullable(each), { type: "null" }] },
          ]),
        ),
      }
    : {}),
})

/** Keywords that strict tools of OpenAI and Anthropic, and function declarations of Gemini, all document. */
const keywords = new Set([
  "type",
  "description",
  "properties",
  "required",
  "items",
  "anyOf",
  "enum",
  "additionalProperties",
])
const types = new Set(["object", "array", "string", "integer", "number", "boolean", "null"])

/** Every property is required, and no other is taken. */
const expectStrict = (name: string, strict: Schema) => {
  for (const [at, { properties, required, additionalProperties }] of within(name, strict))
    if (properties) expect([at, required, additionalProperties]).toEqual([at, Object.keys(properties), false])
}

const namesIn = (name: string, schema: Schema) => within(name, schema).map(([at]) => at)

describe.each(tools)("%s", (name, schema, listedTool) => {
  test("converts for OpenAI's strict mode", () => {
    expectStrict(name, toStrictJsonSchema(nullable(schema) as never) as Schema)
  })

  test("converts for OpenAI's agents, strict as well", () => {
    // It warns where it falls back to a schema that is not strict.
    const { strict, parameters } = mcpToFunctionTool(listedTool as never, { name: "laneway" } as MCPServer, true)
    expect(strict).toBe(true)
    expectStrict(name, parameters as Schema)
  })

  test("converts for Anthropic, as a tool and as a strict one, with all its fields", () => {
    const client = { callTool: async () => ({ content: [] }) }
    const tool = mcpTool(listedTool, client)
    expect(tool).toMatchObject({ name, input_schema: schema })
    const strict = transformJSONSchema(schema as never) as Schema
    expect(namesIn(name, strict)).toEqual(namesIn(name, schema))
    for (const [at, { properties, additionalProperties }] of within(name, strict))
      if (properties) expect([at, additionalProperties]).toEqual([at, false])
  })

  test("has only what every provider documents", () => {
    for (const [at, each] of within(name, schema)) {
      const unknown = Object.keys(each).filter((keyword) => !keywords.has(keyword))
      expect([at, unknown]).toEqual([at, []])
      for (const type of [each.type ?? []].flat()) expect([at, types.has(type)]).toEqual([at, true])
      // Gemini: enums are of texts, arrays say of what, and objects name their properties.
      expect([at, (each.enum ?? []).every((value) => typeof value === "string")]).toEqual([at, true])
      if (each.type === "array") expect([at, each.items !== undefined]).toEqual([at, true])
      if (each.type === "object") expect([at, each.properties !== undefined]).toEqual([at, true])
      if (each.anyOf) expect([at, each.type]).toEqual([at, undefined])
    }
  })
})

test("Google's helper takes every tool with its schema", async () => {
  const server = new Server({ name: "laneway", version: "1" }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed(false) }))
  const client = new Client({ name: "test", version: "1" })
  const [ofServer, ofClient] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(ofServer), client.connect(ofClient)])
  try {
    const { functionDeclarations } = await mcpToTool(client).tool()
    expect(functionDeclarations?.map(({ name, parametersJsonSchema }) => [name, parametersJsonSchema])).toEqual(
      tools.map(([name, schema]) => [name, schema]),
    )
  } finally {
    await client.close()
  }
})
