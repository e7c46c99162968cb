// hostileRequests(document, ids): arbitrary requests to the calls of an OpenAPI document; part valid, part hostile.
import fc from "fast-check"

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  pattern?: string
}
type Parameter = { name: string; in: string; schema?: Schema; required?: boolean }
export type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
export type OpenApiDocument = { paths: Record<string, Record<string, Operation>> }

export type HostileRequest = {
  operationId: string
  method: string
  path: string
  type: string | null
  body: string | null
}

/** Calls that would end the sessions or plans that the rest of the run needs. */
export const spared =
  /^(plan\.(remove|leave)|auth\.(logoff|switchaccount|end)\w*|users\.enable|(account|admin)\.end\w*)$/i

/** A System Admin who gives system roles changes which texts the others may see. */
export const givesRoles = ({ operationId }: HostileRequest) => /^users\.update$/i.test(operationId)

const nested = (depth: number, open: string, inner: string, close: string) =>
  open.repeat(depth) + inner + close.repeat(depth)

/** Texts that have broken parsers, patterns or layouts of others: long, repetitive, with control or bidi characters. */
const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "\u0000",
      "\u202e\u2066abc",
      "a\r\nb",
      "'; drop table app.task; --",
      "<script>alert(1)</script>",
      "javascript:alert(1)",
      "../../../etc/passwd",
      "%00",
      "\ud800",
      "__proto__",
      "@[x](1)",
      "NaN",
      "1e309",
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "`*", "[", "(", "# ", "- ", "\n", "é", "🚢", "a@", "||", "\\", " "), fc.nat(12_000))
      .map(([unit, times]) => unit.repeat(times)),
  },
)

const numbers = fc.oneof(
  fc.integer({ min: -2, max: 40 }),
  fc.constantFrom(0, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, -0, 0.5, 1e-7),
)

/** Any JSON, mostly of an unexpected shape. */
const anything = fc.oneof(
  { weight: 3, arbitrary: texts as fc.Arbitrary<unknown> },
  { weight: 3, arbitrary: numbers as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], { id: 1 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(1, "a", null, {}), { maxLength: 3_000, size: "max" }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("__proto__", "constructor", "id", "a"), fc.jsonValue()) },
)

export type Ids = { plans: number[]; others: number[] }

const arbitraryOf = (schema: Schema, name: string, ids: Ids): fc.Arbitrary<unknown> => {
  const valid = validOf(schema, name, ids)
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: anything })
}

const validOf = (schema: Schema, name: string, ids: Ids): fc.Arbitrary<unknown> => {
  const any = schema.anyOf ?? schema.oneOf
  if (any) return fc.oneof(...any.map((each) => arbitraryOf(each, name, ids)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case "object": {
      const fields: [string, fc.Arbitrary<unknown>][] = Object.entries(schema.properties ?? {}).map(([key, of]) => [
        key,
        arbitraryOf(of, key, ids),
      ])
      const required = schema.required ?? []
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required })
    }
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, name, ids), { maxLength: 5 })
    case "integer":
    case "number":
      return /planId$/i.test(name) ? fc.constantFrom(...ids.plans) : /id$/i.test(name) ? idIn(ids) : numbers
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "string":
      return texts
    default:
      return anything
  }
}

const idIn = ({ plans, others }: Ids) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...others, ...plans) }, { weight: 1, arbitrary: numbers })

const inAddress = (value: unknown) => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "")
  // Longer ones are refused by any HTTP server.
  return encodeURIComponent(text.slice(0, 1_500).replace(/[\ud800-\udfff]/g, "?"))
}

const bodyOf = (type: string, schema: Schema | undefined, ids: Ids): fc.Arbitrary<string> => {
  const json = arbitraryOf(schema ?? {}, "", ids).map((value) => JSON.stringify(value) ?? "")
  const broken = fc.constantFrom(
    "",
    "{",
    "null",
    nested(50_000, "[", "", "]"),
    nested(20_000, '{"a":', "1", "}"),
    `[${"1,".repeat(200_000)}1]`,
    `{"description":"${"`*".repeat(150_000)}"}`,
    "\u0000".repeat(1_000),
  )
  if (type === "multipart/form-data") {
    const part = (content: string, fileName: string) =>
      `--hostile\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n--hostile--\r\n`
    const fileName = fc.constantFrom("plan.json", "plan.zip", "plan.csv", "plan.md", "a.png", "a.svg", "x".repeat(300))
    return fc.tuple(fc.oneof(json, broken, texts), fileName).map(([content, name]) => part(content, name))
  }
  return fc.oneof({ weight: 30, arbitrary: json }, { weight: 1, arbitrary: broken })
}

/** Requests to any call of the document, about the given rows. */
export const hostileRequests = ({ paths }: OpenApiDocument, ids: Ids): fc.Arbitrary<HostileRequest> => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !spared.test(operationId))
      .map(([method, operation]) => requestTo(path, method.toUpperCase(), operation, ids)),
  )
  return fc.oneof(...operations)
}

const requestTo = (
  path: string,
  method: string,
  { operationId, parameters = [], requestBody }: Operation,
  ids: Ids,
): fc.Arbitrary<HostileRequest> => {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const values = fc.tuple(
    ...parameters.map(({ name, in: place, schema = {} }) =>
      fc.tuple(
        fc.constant(name),
        fc.constant(place),
        /planId$|^id$/.test(name) ? planOrId(name, path, ids) : arbitraryOf(schema, name, ids),
      ),
    ),
  )
  const body = type === undefined ? fc.constant(null) : bodyOf(type, content?.schema, ids)
  return fc.tuple(values, body).map(([given, text]) => {
    let address = path
    const query = new URLSearchParams()
    for (const [name, place, value] of given) {
      if (place === "path") address = address.replace(`{${name}}`, inAddress(value) || "0")
      else if (value !== undefined) query.append(name, decodeURIComponent(inAddress(value)))
    }
    return {
      operationId,
      method,
      path: query.size > 0 ? `${address}?${query}` : address,
      type: type === "multipart/form-data" ? `${type}; boundary=hostile` : (type ?? null),
      body: text,
    }
  })
}

const planOrId = (name: string, path: string, ids: Ids): fc.Arbitrary<unknown> =>
  name === "planId" || path.startsWith("/api/Plan/{id}")
    ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids.plans) }, { weight: 1, arbitrary: numbers })
    : idIn(ids)
