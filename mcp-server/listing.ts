// listed(): the tools as `tools/list` answers them, in the part of JSON Schema that every provider of models takes.
import * as z from "zod/mini"
import { type Tool, tools } from "./definitions"
import { descriptions } from "./inputs"

/** Made once, since the schemas of all tools take milliseconds. */
export const listed = (readOnly: boolean) => {
  const which = readOnly ? "reading" : "all"
  lists[which] ??= listOf(readOnly)
  return lists[which]
}

const lists: Partial<Record<"all" | "reading", ReturnType<typeof listOf>>> = {}

const listOf = (readOnly: boolean) =>
  Object.entries<Tool>(tools)
    .filter(([, { reads }]) => reads || !readOnly)
    .map(([name, { description, input, output, rows, reads, destroys = false }]) => ({
      name,
      description,
      inputSchema: inputOf(input) as { type: "object" },
      // Programs read lists and previews. Elsewhere a schema would cost every model that reads this, and tell it nothing.
      ...(rows ? { outputSchema: outputOf(output) as { type: "object" } } : {}),
      annotations: reads ? { readOnlyHint: true } : { destructiveHint: destroys },
    }))

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const jsonOf = (schema: z.ZodMiniType, io: "input" | "output") =>
  z.toJSONSchema(schema, {
    target: "draft-7",
    io,
    unrepresentable: "any",
    metadata: descriptions,
    reused: "inline",
  }) as Json

/** Alternatives in one list, null last. */
const flat = (schemas: readonly unknown[]): Json[] =>
  schemas.filter(isObject).flatMap((schema) => (Array.isArray(schema.anyOf) ? flat(schema.anyOf) : [schema]))

/** Bounds and defaults are checked here and said in descriptions: some providers refuse a schema for them. */
const plain = (schema: Json): Json => {
  if (Array.isArray(schema.anyOf)) {
    const options = flat(schema.anyOf).map(plain)
    const isBare = options.every((option) => Object.keys(option).join() === "type")
    const words = options.filter(({ type }) => type === "string")
    const own = isBare
      ? { type: options.map(({ type }) => type) }
      : words.length === options.length
        ? { ...words[0] }
        : { anyOf: options }
    return { ...own, ...descriptionOf(schema) }
  }
  const { type, enum: values, properties, required, items } = schema
  if (isObject(properties)) {
    const shown = Object.entries(properties).filter(([, each]) => !(isObject(each) && each.unlisted === true))
    const needed = Array.isArray(required) && required.length > 0 ? { required } : {}
    const inside = Object.fromEntries(shown.map(([name, each]) => [name, plain(each as Json)]))
    return { type: "object", ...descriptionOf(schema), properties: inside, ...needed, additionalProperties: false }
  }
  if (isObject(items)) return { type: "array", items: plain(items), ...descriptionOf(schema) }
  return { ...(type === undefined ? {} : { type }), ...(values ? { enum: values } : {}), ...descriptionOf(schema) }
}

const descriptionOf = ({ description }: Json) => (description === undefined ? {} : { description })

const inputOf = (schema: z.ZodMiniType) => plain(jsonOf(schema, "input"))

/** What an answer always has beside its text. Of its rows only their names. */
const outputOf = (schema: z.ZodMiniType): Json => {
  const { properties, required } = plain(jsonOf(schema, "output"))
  const isSure = (name: string) => name !== "text" && Array.isArray(required) && required.includes(name)
  const shown = Object.entries(properties as Record<string, Json>).filter(([name]) => isSure(name))
  return {
    type: "object",
    properties: Object.fromEntries(shown.map(([name, { type, anyOf }]) => [name, { type: typesIn(type, anyOf) }])),
  }
}

const typesIn = (type: unknown, anyOf: unknown) => (Array.isArray(anyOf) ? anyOf.map((each: Json) => each.type) : type)
