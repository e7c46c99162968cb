import type { EventName, UserEventName } from "~/contract/events"
import { codeOf } from "~/contract/problem"
import type { PlanRole } from "~/contract/role"
import { db, wholePlanDb } from "./connection.server"
import { renewStatistics } from "./statistics.server"
import { sentWrites, type Write } from "./tables"
import { transactionOn } from "./transaction.server"

/**
 * A row that must be unchanged since it was read, by its version, its modified date or the plan's seq. "open", or
 * version null: it must still exist. A file must still have no reference. In a list, no row but the named one may have the order.
 */
export type Guard =
  | [entity: "goal" | "item" | "task", id: number, version: number | null]
  | [entity: "note" | "meeting", id: number, modifiedDate: string]
  | [entity: "plan", id: number, seq: number]
  | [entity: "labels", planId: number, state: string]
  | [entity: "results", goalId: number, state: string]
  | [entity: "itemWaits" | "taskWaits", planId: number, state: string]
  | [entity: "itemWaiters" | "taskWaiters", id: number, waiters: string]
  | [entity: "mentions", planId: number, state: string]
  | [entity: "aiTask", id: number, state: "running"]
  | [entity: "conversation" | "invitation", id: number, state: "open"]
  | [entity: "proposal", id: number, state: "open" | "carried out"]
  | [entity: "file", id: number, referencedByNote: false]
  | [list: "goals" | "list" | "lanes" | "tasks", id: number, order: number, itemId?: number, type?: number]

/**
 * Whose tasks an outcome changes: these people's, those of the owners of the tasks of these actions and goals, every
 * member's. `plan`: the plan itself, or these people's place in it. `drafts`: cards that are drafts, and stay so; every
 * member is notified.
 */
export type WorkChanged = {
  people: number[]
  items: number[]
  goals: number[]
  everyone: boolean
  plan: boolean
  drafts?: boolean
}

/**
 * Writes and log entries as JSON in UTF-8, without the brackets of their arrays: pieces that end at `ends`, of which
 * `writes` hold writes and the others log entries.
 */
export type PreparedRows = { bytes: Uint8Array<ArrayBuffer>; ends: number[]; writes: number }

export const preparedLogBytes = (prepared: PreparedRows | undefined) =>
  prepared ? prepared.bytes.byteLength - (prepared.ends[prepared.writes - 1] ?? 0) : 0

/** An outcome with its caller, as app.apply takes it. */
export type Application = {
  person: number | null
  planId: number | null
  scope: "plan" | "private"
  /** The highest role number that is allowed. */
  role: PlanRole
  clientId: string | null
  via: string
  /** The agent that acts for the person; without a person, the key's name. */
  agent: string | null
  changeSet?: number
  whileArchived?: true
  guards: Guard[]
  writes: Write[]
  /** JSON of an array. */
  log: string
  /** In proportion to a whole plan, so they are sent piece by piece. */
  prepared?: PreparedRows
  events: unknown[]
  /** The event that tells visitors of the plan's public link, if they see what changed. */
  visitors?: string
  work?: WorkChanged & { event: UserEventName }
  everywhere?: { personId: number; event: EventName; visitors?: string; before: unknown; after: unknown }
  answer: { entity?: string; id?: number; data?: unknown; without?: string } | null
  idempotency: { caller: string; key: string; hash: string; status: number } | null
  jobs: { kind: string; input: unknown }[]
}

export type Applied = {
  seq?: number
  answer?: unknown
  /** How many people were notified that their work has changed. */
  told?: number
  replay?: { hash: string; status: number | null; answer: unknown; dropped: boolean }
}

const textOf = ({ log, prepared, ...application }: Application) =>
  `${JSON.stringify({ ...application, writes: sentWrites(application.writes) }).slice(0, -1)},"log":${log}}`

/** Procedures that read or write every card of a plan. */
const ofWholePlans = new Set(["keepVersion", "restoreVersion", "undelete", "deleteVersions"])
const longText = 500_000

/** The text of an application in pieces. */
const piecesOf = function* ({ log, prepared, writes, ...application }: Application & { prepared: PreparedRows }) {
  const decoder = new TextDecoder()
  const joined = (own: string, more: boolean) => `${own.slice(1, -1)}${own !== "[]" && more ? "," : ""}`
  const { bytes, ends } = prepared
  yield `${JSON.stringify(application).slice(0, -1)},"writes":[${joined(JSON.stringify(sentWrites(writes)), prepared.writes > 0)}`
  for (const [at, end] of [...ends, bytes.byteLength].entries()) {
    if (at === prepared.writes) yield `],"log":[${joined(log, at < ends.length)}`
    if (at < ends.length) yield decoder.decode(bytes.subarray(ends[at - 1] ?? 0, end))
  }
  yield "]}"
}

/** Sends the pieces one after another, so that the event loop is free in between, and applies them in one transaction. */
const applyInPieces = async (application: Application & { prepared: PreparedRows }): Promise<Applied> => {
  const applied = await transactionOn(wholePlanDb(), async (tx): Promise<Applied> => {
    await tx`create temporary table application_piece (nth integer, piece text) on commit drop`
    let nth = 0
    for (const piece of piecesOf(application))
      await tx`insert into pg_temp.application_piece values (${nth++}, ${piece})`
    const [row] = await tx<{ applied: Applied }[]>`
      select app.apply((select string_agg(p.piece, '' order by p.nth) from pg_temp.application_piece p)::jsonb) as applied`
    await tx`select pg_stat_force_next_flush()`
    return row?.applied ?? {}
  })
  // The plan is made; its first reads are slow if this fails.
  await renewStatistics().catch(() => {})
  return applied
}

const applyAlone = async ({ prepared, ...application }: Application): Promise<Applied> => {
  if (prepared) return applyInPieces({ ...application, prepared })
  const text = textOf(application)
  const isLong =
    text.length > longText ||
    application.writes.some((write) => "procedure" in write && ofWholePlans.has(write.procedure))
  if (isLong) return applyLong(text)
  const [row] = await db()<{ applied: Applied }[]>`select app.apply(${text}::text::jsonb) as applied`
  return row?.applied ?? {}
}

const applyLong = async (text: string): Promise<Applied> => {
  const [row] = await wholePlanDb()<{ applied: Applied }[]>`
    select app.apply(${text}::text::jsonb) as applied, pg_stat_force_next_flush()`
  void renewStatistics().catch(() => {})
  return row?.applied ?? {}
}

type Result = { applied: Applied } | { code: string; message: string }

/** Returns the result of each, in the same order. */
const applyTogether = async (all: Application[]): Promise<Result[]> => {
  const [row] = await db()<
    { results: Result[] }[]
  >`select app.apply(${`[${all.map(textOf).join(",")}]`}::text::jsonb) as results`
  return row?.results ?? []
}

type Waiting = { application: Application; resolve(applied: Applied): void; reject(error: unknown): void }

/** The most applications in one transaction: each of them waits for all. */
const together = 8

/** By plan: the applications queued behind the one that is running. */
const lines = new Map<number, Waiting[]>()

/**
 * Applies at once when this process is applying nothing else in the plan. Otherwise queues; queued applications share a
 * transaction, because separate ones would wait for each other's commit, each on a connection of its own.
 */
export const apply = async (application: Application): Promise<Applied> => {
  const { planId, scope } = application
  if (planId === null || scope === "private") return applyAlone(application)
  const line = lines.get(planId)
  if (line) return new Promise((resolve, reject) => line.push({ application, resolve, reject }))
  const behind: Waiting[] = []
  lines.set(planId, behind)
  try {
    return await applyAlone(application)
  } finally {
    void applyLine(planId, behind)
  }
}

/**
 * Whether Postgres refused the statement, so that nothing of it is written: one application may hold a value that is
 * not valid jsonb. After the loss of a connection (08, 57P) the statement may have been committed.
 */
const isUndone = (error: unknown) => {
  const code = codeOf(error)
  return code !== undefined && /^(?!08|57P)[0-9A-Z]{5}$/.test(code)
}

const applyLine = async (planId: number, line: Waiting[]) => {
  while (line.length > 0) {
    const next = line.splice(0, together)
    try {
      const results = await applyTogether(next.map(({ application }) => application))
      for (const [at, { resolve, reject }] of next.entries()) {
        const result = results[at] ?? { code: "XX000", message: "No answer." }
        if ("applied" in result) resolve(result.applied)
        else reject(Object.assign(new Error(result.message), { code: result.code }))
      }
    } catch (error) {
      if (isUndone(error))
        for (const { application, resolve, reject } of next) await applyAlone(application).then(resolve, reject)
      else for (const { reject } of next) reject(error)
    }
  }
  lines.delete(planId)
}

export const rememberedAnswer = async (caller: string, key: string) => {
  const [row] = await db()<{ request_hash: string; status: number | null; answer: unknown; dropped: boolean }[]>`
    select request_hash, status, answer, dropped from app.idempotency where caller = ${caller} and key = ${key}`
  return row && { hash: row.request_hash, status: row.status, answer: row.answer, dropped: row.dropped }
}

/** Stores the answer of a call that applied nothing. Refused as a row that has changed when the key is taken. */
export const rememberAnswer = async (given: Application["idempotency"], answer: unknown) => {
  await db()`select app.remember(${JSON.stringify(given)}::text::jsonb, ${JSON.stringify(answer ?? null)}::text::jsonb)`
}

/** Replaces the stored answer of an outcome with the final answer of its call. */
export const storeAnswer = async (caller: string, key: string, status: number, answer: unknown) => {
  await db()`select app.store_answer(${caller}, ${key}, ${status}::smallint, ${JSON.stringify(answer)}::text::jsonb)`
}
