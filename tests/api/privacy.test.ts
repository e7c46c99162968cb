// A private note (its text, versions and files) through every call of the contract, by everybody but its author.

import { strFromU8, unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type * as z from "zod/mini"
import { everyCall } from "~/contract"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { searchCalls } from "~/contract/search"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { withFiles } from "~/rules/text-parts"
import { type Answer, type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"
import { type StripeServer, stripeServer } from "../support/services/stripe.ts"

/** Starts every secret word. No request made for anybody else contains it whole. */
const secret = "zyxcanary"
const words = {
  title: `${secret}title`,
  content: `${secret}words`,
  past: `${secret}past`,
  file: `${secret}file`,
  bytes: `${secret}bytes`,
  named: `${secret}named`,
}
/** A prefix, a typo, a stem and adjacent words that a search may match to it. */
const queries = ["zyxcan", "zyxcnaarytitle", "zyxcanrywords", "zyx words", "note"]

const others = [
  "owner",
  "admin",
  "member",
  "viewer",
  "SystemAdmin",
  "removed",
  "stranger",
  "nobody",
  "key",
  "other key",
] as const
type Who = (typeof others)[number]

let api: Api
let stripe: StripeServer
let author: Caller
/** The plan, and the same with the private note, its file and its version in place of the plan's. */
let board: Stocked
let own: Stocked
const asking = {} as Record<Who | "author", { as?: Caller; headers?: Record<string, string> }>

beforeAll(async () => {
  // One connection, so that each call runs in a transaction that is rolled back.
  stripe = await stripeServer()
  api = await openApi({ connections: 1, stripe })
  const person = async (who: Who, options = {}) => {
    const made = await api.person(options)
    asking[who] = { as: made }
    return made
  }
  const owner = await person("owner")
  author = await api.person()
  asking.author = { as: author }
  const removed = await person("removed")
  board = await stocked(api, owner, { author, invited: removed })
  const planId = board.plan.id
  await api.join(planId, await person("member"))
  await api.join(planId, await person("viewer"), 2)
  await api.join(planId, await person("admin"), 0)
  await api.join(planId, removed)
  await api.send(planCalls.removeMember, { planId, userId: removed.id }, { as: owner })
  await person("SystemAdmin", { role: 0 })
  asking.nobody = {}
  asking.key = { headers: { "x-api-key": await api.key(planId) } }
  const another = await api.filled(await person("stranger"))
  asking["other key"] = { headers: { "x-api-key": await api.key(another.plan.id) } }
  own = await kept(planId)
  await keepWords()
})
afterAll(async () => {
  await api.close()
  await stripe.close()
})

/** The author's private note, with one attached file and one linked file. */
const kept = async (planId: number): Promise<Stocked> => {
  const made = async <T>(method: string, path: string, body?: object) => {
    const headers = method === "PUT" ? repeat : {}
    const answer = await api.call<T>(method, path, { as: author, body, headers })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const { id } = await made<{ id: number }>("POST", "/api/Note", {
    planId,
    title: words.title,
    content: words.past,
    visibility: 0,
  })
  const add = async (name: string) => {
    const form = new FormData()
    form.set("noteId", String(id))
    form.set("file", new File([words.bytes], `${name}.txt`))
    return (await api.upload<Stocked["file"]>(author, planId, form)).body
  }
  const file = await add(words.file)
  const named = await add(words.named)

  await made("PUT", `/api/Note/${id}`, {
    content: withFiles(words.content, [{ planId, fileName: named.fileName, name: `${words.named}.txt` }]),
  })
  const [past] = await made<{ id: number }[]>("GET", `/api/Note/${id}/revisions`)
  return { ...board, ids: { ...board.ids, Note: id }, file, versions: { ...board.versions, Note: past?.id ?? 0 } }
}

type Asked = ReturnType<typeof everyCall>[number]
type Sent = ReturnType<typeof sentTo>

/** The key under which the author saved the note: others who send it must not get the author's answer. */
const repeat = { "idempotency-key": "the author's" }

/** The values to try in a query parameter: each value of an enum, search words, the note's id. */
const asksOf = (key: string, type: z.ZodMiniType): string[] => {
  if (key === "q" || key === "search") return queries
  if (key === "noteId") return [String(own.ids.Note)]
  return ["json", "csv", "md", "ics", "zip"].filter((format) => key === "format" && type.safeParse(format).success)
}

/** The call about the plan and about the private note, once for each value to try in its query. */
const sentBy = ({ resource, name, call }: Asked): Sent[] => {
  const shape = (call.query as unknown as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {}
  return [board, own].flatMap((about) => {
    const sent = sentTo(resource, name, call, about)
    const [path = "", query] = sent.address.split("?")
    const more = Object.entries(shape).flatMap(([key, type]) =>
      asksOf(key, type).map((value) => {
        const asked = new URLSearchParams(query)
        asked.set(key, value)
        return { ...sent, address: `${path}?${asked}` }
      }),
    )
    return [sent, ...more]
  })
}

/** All text of an answer: its headers, its body and, for a zip, the entries. */
const said = (answer: Answer<unknown>) => {
  const zip = answer.status < 300 && answer.bytes[0] === 0x50 && answer.bytes[1] === 0x4b
  const entries = zip ? Object.entries(unzipSync(answer.bytes)) : []
  return [
    ...[...answer.headers].flat(),
    answer.text,
    ...entries.flatMap(([name, bytes]) => [name, strFromU8(bytes)]),
  ].join("\n")
}

/** The text of every answer to a person, by call and address. */
const told = async (who: Who | "author", calls = everyCall()) => {
  const heard = new Map<string, string>()
  for (const each of calls) {
    for (const { address, ...sent } of sentBy(each)) {
      await db().unsafe("begin")
      forgetCards()
      try {
        const { as, headers = {} } = asking[who]
        const asked = { as, headers: who === "author" ? headers : { ...headers, ...repeat } }
        heard.set(
          `${each.resource}.${each.name} ${each.call.method} ${address}`,
          said(await api.call(each.call.method, address, { ...asked, ...sent })),
        )
      } finally {
        await db().unsafe("rollback")
      }
    }
  }
  return heard
}

const telling = (heard: Map<string, string>) =>
  [...heard].filter(([, text]) => text.includes(secret)).map(([call]) => call)

describe.each(others)("%s", (who) => {
  test("learns of it from no call", async () => {
    expect(telling(await told(who))).toEqual([])
  })
})

test("its author finds it in the list, every kind of search, every export with notes, and its files", async () => {
  const calls = new Set(telling(await told("author")).map((call) => call.replace(/\/\d+|=\d+/g, "")))
  const has = (...parts: string[]) => [...calls].some((call) => parts.every((part) => call.includes(part)))
  for (const name of ["get", "list", "revisions", "search", "update", "restore"])
    expect(has(`Note.${name} `), name).toBe(true)
  for (const q of ["zyxcan", "zyxcnaarytitle", "zyxcanrywords"]) expect(has("Search.search", `q=${q}`), q).toBe(true)
  for (const name of ["Search.suggestions", "File.view", "File.list", "File.tree"]) expect(has(name), name).toBe(true)
  for (const format of ["json", "zip"]) expect(has("Plan.export", `format=${format}`), format).toBe(true)
})

test("only the note, its versions, its files, the search index and its author's answers store its words", async () => {
  const tables = await db()<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('app', 'auth', 'realtime', 'storage')`
  const holding: string[] = []
  for (const { name } of tables) {
    const [row] = await db().unsafe(`select from ${name} as each where each::text like '%${secret}%' limit 1`)
    if (row) holding.push(name)
  }
  expect(holding.sort()).toEqual([
    "app.file",
    "app.idempotency",
    "app.note",
    "app.note_version",
    "app.search_entry",
    "app.search_word",
  ])
  expect(api.mails().join("\n")).not.toContain(secret)
})

test("restoring, reverting and importing versions of a plan reveals it to nobody", async () => {
  const planId = board.plan.id
  const admin = asking.admin.as
  const done = async <T>(method: string, path: string, sent: object, as = admin) => {
    const answer = await api.call<T>(method, path, { as, ...sent })
    expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const version = await done<{ id: number }>("POST", `/api/Plan/${planId}/snapshot`, { body: {} }, author)
  await done("POST", `/api/Plan/${planId}/restore/${version.id}`, {})
  await api.item(author, planId, { topic: "Made since" })
  const [made] = await db()<{ id: number }[]>`select max(id) as id from app.audit where plan_id = ${planId}`
  await done("POST", `/api/Plan/revert/${planId}`, { body: { auditId: made?.id } })
  const versions = await db()`select from app.plan_version as each where each::text like ${`%${secret}%`}`
  expect(versions).toHaveLength(0)
  await keepWords()
  for (const who of ["admin", "member", "key"] as const)
    expect(
      telling(
        await told(
          who,
          everyCall().filter(({ call }) => call.method === "GET"),
        ),
      ),
    ).toEqual([])

  const exported = await api.send(planCalls.export, { planId, format: "zip" }, { as: author })
  const form = new FormData()
  form.set("file", new File([exported.bytes as Uint8Array<ArrayBuffer>], "plan.zip"))
  const copy = await done<{ id: number }>("POST", "/api/Plan/import", { form }, author)
  const reader = await api.person()
  await api.join(copy.id, reader, 0)
  const heardIn = async (as: Caller) =>
    said(await api.send(planCalls.export, { planId: copy.id, format: "zip" }, { as })) +
    said(await api.send(noteCalls.list, { planId: copy.id }, { as })) +
    said(await api.send(searchCalls.search, { planId: copy.id, q: "zyxcan" }, { as })) +
    said(await api.send(planCalls.changes, { planId: copy.id, since: 0 }, { as }))
  expect(await heardIn(reader)).not.toContain(secret)
  for (const word of [words.title, words.content, words.file, words.bytes])
    expect(await heardIn(author)).toContain(word)
})
