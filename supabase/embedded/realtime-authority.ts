// createAuthority(sql): a caller's rights in a topic, by the policies on realtime.messages.
import type { JSONValue, Sql } from "postgres"
import type { Claims } from "./realtime-token.ts"

/** Read and write of the extension broadcast (hear, send) and of presence (meet, appear). */
export type Rights = { hear: boolean; send: boolean; meet: boolean; appear: boolean }

export type Authority = {
  /** Asks the database. Rejects when it does not answer; a policy that raises an error refuses. */
  check(topic: string, claims: Claims): Promise<Rights>
}

export type AuthorityLog = (level: "warn", message: string, fields: Record<string, unknown>) => void

type Check = {
  topic: string
  claims: Claims
  answer: Promise<Rights>
  resolve: (rights: Rights) => void
  reject: (error: unknown) => void
}

/** Bounds the subtransactions of one call while keeping calls few. */
const BATCH = 20
const CALLS_AT_ONCE = 2

/** Equal keys have equal rights: times and token ids do not distinguish callers. */
export const rightsKey = (topic: string, claims: Claims) => {
  const { exp, iat, nbf, jti, ...who } = claims
  return `${topic}\n${JSON.stringify(who)}`
}

export const createAuthority = (sql: Sql, log: AuthorityLog): Authority => {
  const waiting = new Map<string, Check>()
  let calls = 0

  const pump = () => {
    while (calls < CALLS_AT_ONCE && waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH)
      for (const [key] of batch) waiting.delete(key)
      calls++
      ask(batch.map(([, check]) => check)).finally(() => {
        calls--
        pump()
      })
    }
  }

  const ask = async (batch: Check[]) => {
    try {
      const checks = batch.map(({ topic, claims }) => ({ topic, claims })) as JSONValue
      const rows = await sql<{ answers: (Rights & { problem?: string })[] }[]>`
        select realtime.authorize(${sql.json(checks)}) as answers`
      for (const [index, check] of batch.entries()) {
        const answer = rows[0]?.answers[index]
        if (!answer) throw new Error("realtime.authorize left a check unanswered")
        const { problem, hear, send, meet, appear } = answer
        if (problem) log("warn", "realtime policy failed", { topic: check.topic, problem })
        check.resolve({ hear, send, meet, appear })
      }
    } catch (error) {
      for (const check of batch) check.reject(error)
    }
  }

  return {
    check(topic, claims) {
      const key = rightsKey(topic, claims)
      const same = waiting.get(key)
      if (same) return same.answer
      const { promise, resolve, reject } = withResolvers<Rights>()
      waiting.set(key, { topic, claims, answer: promise, resolve, reject })
      // Checks requested in one turn of the event loop share a call.
      setImmediate(pump)
      return promise
    },
  }
}

const withResolvers = <T>() => {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
