// callsModule(), callsTypes(): the files of docs/client that are written from the contract.
import type * as z from "zod/mini"
import { schemaOf, whoMay } from "~/api/openapi.server"
import { contract, everyCall } from "~/contract"
import { loggedChange } from "~/contract/audit"
import type { Call } from "~/contract/call"
import { checkIn } from "~/contract/check-in"
import { comment } from "~/contract/comment"
import { feed } from "~/contract/feed"
import { file } from "~/contract/file"
import { goal } from "~/contract/goal"
import { item } from "~/contract/item"
import { keyResult } from "~/contract/key-result"
import { label } from "~/contract/label"
import { conversation, message } from "~/contract/message"
import { note } from "~/contract/note"
import { board, plan } from "~/contract/plan"
import { proposal } from "~/contract/proposal"
import { task } from "~/contract/task"
import { member } from "~/contract/user"
import { view } from "~/contract/view"
import { delivery, webhook } from "~/contract/webhook"

/** Answers that get a type of their own, each before the types that contain it. */
const named: Record<string, z.ZodMiniType> = {
  ...{ Person: goal.shape.createdBy, Goal: goal, Item: item, Task: task, Label: label, KeyResult: keyResult },
  ...{ CheckIn: checkIn, Plan: plan, Member: member, Board: board, Change: loggedChange, Comment: comment, Note: note },
  ...{ StoredFile: file, View: view },
  ...{ Webhook: webhook, Delivery: delivery, Feed: feed, Proposal: proposal },
  ...{ Message: message, Conversation: conversation },
}

type Json = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  items?: Json
  prefixItems?: Json[]
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json | boolean
  pattern?: string
}

const header = "// Written from the contract by `npx vitest run --project database tests/api/client.test.ts -u`.\n"

const nameOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** Ids and flags in an address are text there, and here numbers and booleans. */
const typeOfText = ({ pattern }: Json) => {
  if (pattern === undefined) return "string"
  const matches = (text: string) => new RegExp(pattern).test(text) || new RegExp(pattern, "i").test(text)
  if (!matches("word") && matches("7")) return "number | string"
  return !matches("word") && matches("true") ? "boolean" : "string"
}

const types = new Map<string, string>()

const fieldsOf = ({ properties = {}, required = [] }: Json, inAddress: boolean) =>
  Object.entries(properties).map(([name, value]) => {
    const optional = required.includes(name) ? "" : "?"
    return `${nameOf(name)}${optional}: ${typeOf(value, inAddress)}`
  })

const objectOf = (fields: string[]) => (fields.length > 0 ? `{ ${fields.join("; ")} }` : "Record<string, never>")

const either = (all: string[]) => [...new Set(all)].join(" | ")

const typeOf = (schema: Json, inAddress = false): string => {
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)))
  const among = schema.anyOf ?? schema.oneOf
  if (among) return either(among.map((each) => typeOf(each, inAddress)))
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each, inAddress)})`).join(" & ")
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typeOf({ ...schema, type }, inAddress)))
  if (schema.type === "string") return inAddress ? typeOfText(schema) : "string"
  if (schema.type === "number" || schema.type === "integer") return "number"
  if (schema.type === "boolean" || schema.type === "null") return schema.type
  if (schema.type === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeOf(each, inAddress)).join(", ")}]`
    const of = schema.items ? typeOf(schema.items, inAddress) : "unknown"
    return /^[\w.]+$/.test(of) ? `${of}[]` : `(${of})[]`
  }
  if (schema.type !== "object") return "unknown"
  const { additionalProperties: rest } = schema
  if (!schema.properties) return `Record<string, ${typeof rest === "object" ? typeOf(rest, inAddress) : "unknown"}>`
  const written = objectOf(fieldsOf(schema, inAddress))
  return types.get(written) ?? written
}

const sentIn = (schema: z.ZodMiniType | undefined, inAddress: boolean) =>
  schema ? fieldsOf(schemaOf(schema, "input") as Json, inAddress) : []

const inputOf = (call: Call): string => {
  const address = [...sentIn(call.params, true), ...sentIn(call.query, true)]
  if (call.unread) return objectOf([...address, "body: string"])
  if (call.form === true) return `${objectOf([...address, "file: File"])} & Record<string, File | string | number>`
  if (call.form) return objectOf([...address, ...sentIn(call.form, false), "files: File[]"])
  if (!call.body) return objectOf(address)
  const body = schemaOf(call.body, "input") as Json
  if (call.bodyName) return objectOf([...address, `${call.bodyName}: ${typeOf(body)}`])
  // A plan's id in the body may also be in the address, and is the same.
  const inBody = body.properties ? fieldsOf(body, false) : undefined
  if (!inBody) return `${objectOf(address)} & (${typeOf(body)})`
  const names = new Set(address.map((field) => field.split(/[?:]/)[0]))
  return objectOf([...address, ...inBody.filter((field) => !names.has(field.split(/[?:]/)[0]))])
}

/** A success of the call is an answer as it came: bytes, a page, or the address of another. */
export const isRaw = ({ answer, status, method, unread }: Call) => {
  if (answer) return Object.keys(schemaOf(answer, "output")).length === 0
  return status !== 204 && (method === "GET" || unread === true)
}

const answerOf = (call: Call) => {
  if (isRaw(call)) return "Response"
  return call.answer ? typeOf(schemaOf(call.answer, "output") as Json) : "undefined"
}

const shapeOf = (schema: z.ZodMiniType | undefined) =>
  Object.keys((schema as unknown as { shape?: object } | undefined)?.shape ?? {})

const callOf = (call: Call) => {
  const { method, path, query, bodyName, form, unread } = call
  return {
    ...{ method, path },
    ...(query && { query: shapeOf(query) }),
    ...(bodyName && { list: bodyName }),
    ...(form && { form: true }),
    ...(unread && { isUnread: true }),
    ...(isRaw(call) && { isRaw: true }),
  }
}

export const callsModule = () => {
  const lines = Object.entries(contract).flatMap(([resource, calls]) => [
    `  ${resource}: {`,
    ...Object.entries(calls as Record<string, Call>).map(
      ([name, call]) => `    ${nameOf(name)}: ${JSON.stringify(callOf(call))},`,
    ),
    "  },",
  ])
  return `${header}export const calls = {\n${lines.join("\n")}\n}\n`
}

export const callsTypes = () => {
  types.clear()
  const names = Object.entries(named).map(([name, schema]) => {
    const fields = fieldsOf(schemaOf(schema, "output") as Json, false)
    types.set(objectOf(fields), name)
    return `export type ${name} = {\n${fields.map((field) => `  ${field}\n`).join("")}}\n`
  })
  const calls = everyCall().map(({ resource, name, call }) => {
    const input = inputOf(call)
    const isEmpty = input === objectOf([]) || /^\{ (\w+\?: [^;]+(; )?)+ \}$/.test(input)
    const text = `${call.summary} For ${whoMay(call)}.`.replaceAll("*/", "* /")
    const taken = isEmpty ? `input?: ${input}` : `input: ${input}`
    return {
      resource,
      text: `    /** ${call.method} ${call.path}: ${text} */\n    ${nameOf(name)}(${taken}, options?: CallOptions): Promise<${answerOf(call)}>\n`,
    }
  })
  const resources = Object.keys(contract).map(
    (resource) =>
      `  ${resource}: {\n${calls.flatMap((each) => (each.resource === resource ? [each.text] : [])).join("")}  }\n`,
  )
  return `${header}import type { CallOptions } from "./call-options.js"\n\n${names.join("\n")}\nexport type Calls = {\n${resources.join("")}}\n`
}
