import type * as z from "zod/mini"
import { toJSONSchema } from "zod/v4/core"
import { everyCall } from "~/contract"
import type { Call } from "~/contract/call"
import { isCapability, isForKeys, isSystemCapability, wordsOf } from "~/contract/capability"
import { visitHeader } from "~/contract/public-link"
import { version } from "~/contract/shared/version"

type Json = Record<string, unknown>

export const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema, ...rest } = toJSONSchema(schema, { io, unrepresentable: "any" }) as Json
  return rest
}

const problemSchema: Json = {
  type: "object",
  required: ["type", "title", "status", "detail", "message"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    message: { type: "string", description: "One sentence for a person." },
    errors: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
    current: {
      description:
        "409 of a stale update: the entity as it is now. Of a known Idempotency-Key with another body: what the first made.",
    },
    changedBy: {
      type: "object",
      properties: { id: { type: "integer" }, userName: { type: "string" } },
      description: "409 of a stale update of a card: who changed its texts last, you aside.",
    },
    requirePayment: { type: "boolean" },
    reason: { type: "string", description: "503 of the assistant: key, model, quota, context, time, network, …" },
  },
}

export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Json }

export const parametersOf = (call: Call): Parameter[] => {
  const from = (schema: z.ZodMiniType | undefined, where: "path" | "query"): Parameter[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, value]) => ({
      name,
      in: where,
      required: where === "path" || required.includes(name),
      schema: value,
    }))
  }
  return [...from(call.params, "path"), ...from(call.query, "query")]
}

const bodyOf = (call: Call): Json => {
  if (call.form) {
    const file = { type: "string", contentMediaType: "application/octet-stream" }
    if (call.form !== true) {
      const fields = schemaOf(call.form, "input") as { properties: Json; required?: string[] }
      const properties = { ...fields.properties, files: { type: "array", items: file } }
      const schema = { type: "object", required: [...(fields.required ?? []), "files"], properties }
      return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } }
    }
    const { properties } = (call.formFields ? schemaOf(call.formFields, "input") : {}) as { properties?: Json }
    const schema = { type: "object", required: ["file"], properties: { file, ...properties } }
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } }
  }
  if (call.unread) {
    return { requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } } }
  }
  if (!call.body) return {}
  return { requestBody: { required: true, content: { "application/json": { schema: schemaOf(call.body, "input") } } } }
}

/** A call's access in words. */
export const whoMay = ({ access, inPlan, self, others }: Call): string => {
  if (access === "public") return "anybody"
  if (access === "visitor") return "the page of a public link"
  if (isSystemCapability(access)) return wordsOf(access).who
  const inItsPlan = isCapability(access) ? access : inPlan
  const who = self ? "the person named" : isCapability(access) ? wordsOf(access).who : "everybody signed in"
  return [
    isForKeys(access) ? `${who}, or the plan's API key` : who,
    ...(inItsPlan && (self || inPlan) ? [`where it concerns a plan, for ${wordsOf(inItsPlan).who}`] : []),
    ...(others ? [`about somebody else, for ${wordsOf(others.needs).who}`] : []),
  ].join("; ")
}

const securityOf = ({ access }: Call) => {
  if (access === "public") return []
  if (access === "visitor") return [{ visit: [] }]
  return [{ session: [] }, ...(isForKeys(access) ? [{ planKey: [] }] : [])]
}

const linkHeader = {
  description: 'Absent on the last page; otherwise the address of the next one, as <…>; rel="next".',
  schema: { type: "string" },
}

const countHeader = { description: "The number of rows on all pages.", schema: { type: "integer" } }

const operationOf = (resource: string, name: string, call: Call): Json => {
  const status = String(call.status ?? (call.answer ? 200 : call.method === "GET" ? 302 : 204))
  return {
    operationId: `${resource.toLowerCase()}.${name}`,
    tags: [resource],
    summary: call.summary,
    description: `For ${whoMay(call)}.`,
    security: securityOf(call),
    parameters: parametersOf(call),
    ...bodyOf(call),
    responses: {
      [status]: {
        description: "Success",
        ...(call.paged ? { headers: { Link: linkHeader, ...(call.counted && { "X-Total-Count": countHeader }) } } : {}),
        ...(call.answer ? { content: { "application/json": { schema: schemaOf(call.answer, "output") } } } : {}),
      },
      default: {
        description: "Refused",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  }
}

let made: string | undefined

/** OpenAPI 3.1 of every call, from the schemas that validate it. */
export const openApi = (version: string): string => {
  if (made) return made
  const paths: Record<string, Json> = {}
  for (const { resource, name, call } of everyCall()) {
    const path = call.path.replace(/:(\w+)/g, "{$1}")
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(resource, name, call) }
  }
  made = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Laneway", version, description: "Plans of goals, actions and tasks on one live board." },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "laneway_session",
          description: "Under https its name is `__Host-laneway_session`.",
        },
        planKey: { type: "apiKey", in: "header", name: "X-API-KEY" },
        visit: {
          type: "apiKey",
          in: "header",
          name: visitHeader,
          description: "The page of a public link has it. It reads that plan's board, and nothing else.",
        },
      },
      schemas: { Problem: problemSchema },
    },
  })
  return made
}

export const openApiAnswer = () =>
  new Response(openApi(version), {
    headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
  })
