// The tools' inputs are what providers of models take: by OpenAI's own converter, and by the documented rules of the others.
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

const tools = listed(false).map(({ name, inputSchema }) => [name, inputSchema as Schema] as const)

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

describe.each(tools)("%s", (name, schema) => {
  test("converts for OpenAI's strict mode", () => {
    const strict = toStrictJsonSchema(nullable(schema) as never) as Schema
    for (const [at, { properties, required, additionalProperties }] of within(name, strict))
      if (properties) expect([at, required, additionalProperties]).toEqual([at, Object.keys(properties), false])
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
