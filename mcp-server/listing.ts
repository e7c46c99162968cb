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
    .map(([name, { description, input, output, rows, ...effect }]) => ({
      name,
      description,
      // Nested objects leave that out: it would cost more than their fields.
      inputSchema: { ...inputOf(input), additionalProperties: false } as unknown as { type: "object" },
      // Programs read lists and previews. Elsewhere names would cost every model that reads this, and tell it nothing.
      outputSchema: (rows ? outputOf(output) : { type: "object" }) as { type: "object" },
      annotations: annotationsOf(effect),
    }))

/** What is absent counts as destructive and open: some clients then ask before each call, or refuse it. */
const annotationsOf = ({ reads, destroys }: Pick<Tool, "reads" | "destroys">) => ({
  readOnlyHint: reads === true,
  ...(reads ? {} : { destructiveHint: destroys === true }),
  // The mails and webhooks that follow from a change go to the plan's own people and addresses.
  openWorldHint: false,
})

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

/** Some clients of OpenAI's strict mode refuse optional fields in an alternative: all are listed as sent, null for none. */
const allSent = (option: Json): Json => {
  if (!isObject(option.properties)) return option
  const needed = Array.isArray(option.required) ? option.required : []
  const properties = Object.entries(option.properties).map(([name, each]) =>
    needed.includes(name) || !isObject(each) ? [name, each] : [name, { ...each, type: [each.type, "null"].flat() }],
  )
  return { ...option, properties: Object.fromEntries(properties), required: Object.keys(option.properties) }
}

/** Bounds and defaults are checked here and said in descriptions: some providers refuse a schema for them. */
const plain = (schema: Json): Json => {
  if (Array.isArray(schema.anyOf)) {
    const options = flat(schema.anyOf).map(plain).map(allSent)
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
    return { type: "object", ...descriptionOf(schema), properties: inside, ...needed }
  }
  if (isObject(items)) return { type: "array", items: plain(items), ...descriptionOf(schema) }
  return { ...(type === undefined ? {} : { type }), ...(values ? { enum: values } : {}), ...descriptionOf(schema) }
}

/** The quotes of an example take two characters each, and are needed in JSON alone. */
const descriptionOf = ({ description }: Json) =>
  typeof description !== "string"
    ? {}
    : { description: /[[{]/.test(description) ? description : description.replaceAll('"', "") }

const inputOf = (schema: z.ZodMiniType) => plain(jsonOf(schema, "input"))

/** The names of what an answer always has beside its text and the place of its next page. */
const outputOf = (schema: z.ZodMiniType): Json => {
  const { properties, required } = plain(jsonOf(schema, "output"))
  const isSure = (name: string) =>
    name !== "text" && name !== "cursor" && Array.isArray(required) && required.includes(name)
  const shown = Object.entries(properties as Record<string, Json>).filter(([name]) => isSure(name))
  return {
    type: "object",
    properties: Object.fromEntries(shown.map(([name]) => [name, {}])),
  }
}
