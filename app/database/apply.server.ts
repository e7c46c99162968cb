import type { PlanRole } from "~/contract/user"
import { db } from "./connection.server"
import { sentWrites, type Write } from "./tables"

/**
 * A row that must still be as it was read: its version, or modified date; a plan's seq. "open": it must still be there; null: a card that must.
 * A file: whether a text may refer to it.
 */
export type Guard =
  | [entity: "goal" | "item" | "task", id: number, version: number | null]
  | [entity: "note" | "meeting", id: number, modifiedDate: string]
  | [entity: "plan", id: number, seq: number]
  | [entity: "conversation" | "invitation", id: number, state: "open"]
  | [entity: "file", id: number, referencedByNote: false]

/** An outcome with its caller, as app.apply takes it. */
export type Application = {
  person: number | null
  planId: number | null
  scope: "plan" | "private"
  /** The highest plan role number that may. */
  role: PlanRole
  clientId: string | null
  via: string
  guards: Guard[]
  writes: Write[]
  log: unknown[]
  events: unknown[]
  everywhere?: { personId: number; event: string; before: unknown; after: unknown }
  answer: { entity?: string; id?: number; data?: unknown; without?: string } | null
  idempotency: { caller: string; key: string; hash: string; status: number } | null
  jobs: { kind: string; input: unknown }[]
}

export type Applied = {
  seq?: number
  answer?: unknown
  replay?: { hash: string; status: number | null; answer: unknown }
}

const sent = (application: Application) => ({ ...application, writes: sentWrites(application.writes) })

const applyAlone = async (application: Application): Promise<Applied> => {
  const [row] = await db()<
    { applied: Applied }[]
  >`select app.apply(${JSON.stringify(sent(application))}::text::jsonb) as applied`
  return row?.applied ?? {}
}

type Result = { applied: Applied } | { code: string; message: string }

/** Answers what became of each, in the same order. */
const applyTogether = async (all: Application[]): Promise<Result[]> => {
  const [row] = await db()<
    { results: Result[] }[]
  >`select app.apply(${JSON.stringify(all.map(sent))}::text::jsonb) as results`
  return row?.results ?? []
}

type Waiting = { application: Application; resolve(applied: Applied): void; reject(error: unknown): void }

/** As many as go in one transaction: the last of them waits for all. */
const together = 8

/** What waits for the application of each plan that is under way. */
const lines = new Map<number, Waiting[]>()

/**
 * Applies at once when nothing of the plan is under way in this process. Otherwise it waits, and all that waits goes in one
 * transaction: one after another they would wait for each other's commit, each on a connection of its own.
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
 * Postgres itself refused the statement, so that nothing of it is written: what one of them holds may be no jsonb. When the
 * connection ends (08, 57P) it may have been written all the same.
 */
const isUndone = (error: unknown) => {
  const { code } = error as { code?: unknown }
  return typeof code === "string" && /^(?!08|57P)[0-9A-Z]{5}$/.test(code)
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
  const [row] = await db()<{ request_hash: string; status: number | null; answer: unknown }[]>`
    select request_hash, status, answer from app.idempotency where caller = ${caller} and key = ${key}`
  return row && { hash: row.request_hash, status: row.status, answer: row.answer }
}

/** What the call answered in the end, where that isn't what its outcome answered. */
export const storeAnswer = async (caller: string, key: string, status: number, answer: unknown) => {
  await db()`
    update app.idempotency set status = ${status}, answer = ${JSON.stringify(answer)}::text::jsonb
    where caller = ${caller} and key = ${key}`
}
