// plausibleRequests(document, stock): requests to the calls of an OpenAPI document as a client would send them, about rows
// that exist.
import fc from "fast-check"
import { type HostileRequest, type OpenApiDocument, type Operation, type Schema, spared } from "./hostile.ts"

/** Ids of a plan's rows. `self`: the caller, and a member unless they are a plan's key. */
export type Stock = {
  planId: number
  self: number
  people: number[]
  goals: number[]
  items: number[]
  tasks: number[]
  notes: number[]
  conversations: number[]
}

/** Calls that take rights, cards or plans from the callers that the rest of the run needs, or send mails. */
const rare =
  /remove|leave|disable|rotate|setMemberRole|users\.update|withdraw|invite$|requestEmail|import|createSample|makeLink|endLink/i
/** Of a hundred plausible requests to a rare call and another. */
const weights = { rare: 1, usual: 12 }

const words = ["Harbour", "quay", "crane no. 4", "Ünïcode", "港 and 🚢", "مرحبا", "a, b & c", "line\nbreak", "x > y"]
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((some) => some.join(" "))
const oneLine = sentence.map((text) => text.replaceAll("\n", " "))

const kinds: Record<string, "goals" | "items" | "tasks" | "notes" | "conversations"> = {
  ...{ goal: "goals", item: "items", task: "tasks", note: "notes", message: "conversations" },
}

export const plausibleRequests = ({ paths }: OpenApiDocument, stock: Stock): fc.Arbitrary<HostileRequest> =>
  fc.oneof(
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => isUseful(path, operation))
        .map(([method, operation]) => ({
          weight: rare.test(operation.operationId) ? weights.rare : weights.usual,
          arbitrary: requestTo(path, method.toUpperCase(), operation, stock),
        })),
    ),
  )

/** Sessions, and rows that no stock has, are for hostile requests. */
const isUseful = (path: string, { operationId, requestBody }: Operation) =>
  !spared.test(operationId) &&
  !/^(auth|account\.(login|callback|magic|newest))/i.test(operationId) &&
  !/\{(commentId|revisionId|fileId|fileName|taskId|messageId|entity)\}/.test(path) &&
  !/^\/api\/(Prompt|invitation|notification)\/\{id\}/.test(path) &&
  Object.keys(requestBody?.content ?? {}).every((type) => type === "application/json")

const requestTo = (path: string, method: string, operation: Operation, stock: Stock): fc.Arbitrary<HostileRequest> => {
  const { operationId, parameters = [], requestBody } = operation
  const resource =
    (path.startsWith("/api/Audit/unified/") ? path.split("/")[4] : path.split("/")[2])?.toLowerCase() ?? ""
  const given = fc.tuple(
    ...parameters.map(({ name, in: place, schema = {}, required }) =>
      fc.tuple(
        fc.constant(name),
        fc.constant(place),
        place === "path" || required
          ? valueFor(schema, name, resource, stock)
          : optional(schema, name, resource, stock),
      ),
    ),
  )
  const schema = requestBody?.content["application/json"]?.schema
  const body = schema ? valueFor(schema, "", resource, stock).map((value) => JSON.stringify(value)) : fc.constant(null)
  return fc.tuple(given, body).map(([values, text]) => {
    let address = path
    const query = new URLSearchParams()
    for (const [name, place, value] of values) {
      if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(String(value)))
      else if (value !== undefined) query.append(name, String(value))
    }
    return {
      operationId,
      method,
      path: query.size > 0 ? `${address}?${query}` : address,
      type: text === null ? null : "application/json",
      body: text,
    }
  })
}

/** A list continues at rows of an earlier answer, which nothing here has read. */
const optional = (schema: Schema, name: string, resource: string, stock: Stock): fc.Arbitrary<unknown> =>
  name === "before" ? fc.constant(undefined) : fc.option(valueFor(schema, name, resource, stock), { nil: undefined })

const valueFor = (schema: Schema, name: string, resource: string, stock: Stock): fc.Arbitrary<unknown> => {
  const known = idOf(name, resource, stock)
  if (known) return known
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const any = schema.anyOf ?? schema.oneOf
  if (any) return fc.oneof(...any.map((each) => valueFor(each, name, resource, stock)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([key, of]) => [
        key,
        valueFor(of, key, resource, stock),
      ])
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: schema.required ?? [],
      })
    }
    case "array":
      return fc.uniqueArray(valueFor(schema.items ?? {}, name, resource, stock), {
        minLength: Math.min(schema.minItems ?? 0, 1),
        maxLength: 3,
        selector: (each) => JSON.stringify((each as { id?: number } | null)?.id ?? each),
      })
    case "integer":
    case "number":
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, 0),
        max: Math.min(schema.maximum ?? 1_000_000, 1_000_000),
      })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "string":
      return textOf(schema, name)
    default:
      return fc.constant(null)
  }
}

const idOf = (name: string, resource: string, stock: Stock): fc.Arbitrary<number> | undefined => {
  const some = (ids: number[]) => fc.constantFrom(...(ids.length > 0 ? ids : [stock.planId]))
  if (name === "planId" || (name === "id" && resource === "plan")) return fc.constant(stock.planId)
  if (name === "userId" || (name === "id" && resource === "users")) return fc.constant(stock.self)
  if (/^(ownerId|participantIds|mentionedUserId)$/i.test(name)) return some(stock.people)
  const kind = kinds[name === "id" ? resource : name.replace(/Id$/, "").toLowerCase()]
  return kind && (name === "id" || /Id$/.test(name)) ? some(stock[kind]) : undefined
}

const textOf = ({ pattern, maxLength = 1_000 }: Schema, name: string): fc.Arbitrary<string> => {
  if (/email/i.test(name)) return fc.nat(1_000).map((at) => `person${at}@example.org`)
  if (name === "day") return fc.constantFrom("2026-03-04", "2027-12-31")
  if (/date|since$/i.test(name) && pattern === undefined)
    return fc.constantFrom("2026-03-04T00:00:00.000Z", "2027-12-31T23:59:59.999Z")
  if (pattern?.includes("[0-9a-fA-F]{6}")) return fc.constantFrom("#102030", "#FFFFFF", "#a0b1c2")
  if (pattern?.includes("true")) return fc.constantFrom("true", "false")
  if (pattern !== undefined && /^\^?\[01\]/.test(pattern.replace("^", ""))) return fc.constantFrom("0", "1")
  if (pattern?.includes("\\d")) return fc.nat(20).map((at) => String(at + 1))
  if (/link$/i.test(name)) return fc.constant("https://example.org/a?b=c")
  const text = /name|title|topic|^q$|search/i.test(name) ? oneLine : sentence
  return text.map((all) => all.slice(0, maxLength).trim() || "a")
}
