// Two processes on one database share their rate limits.
import { afterAll, beforeAll, expect, test } from "vitest"
import { planCalls } from "~/contract/plan"
import { type Person, type Product, signIn, startProduct } from "../support/product.ts"

let first: Product
let second: Product
const people = new Map<string, Person>()

beforeAll(async () => {
  const env = { RATE_LIMITS: "on", SESSION_SECRET: "one secret of both processes that is long enough to be one" }
  first = await startProduct({ env })
  // While only one process runs: with two, the mail might be in the other's outbox.
  for (const name of ["searches", "calls"]) people.set(name, await signIn(first, `${name}@example.org`))
  second = await startProduct({ env: { ...env, DATABASE_URL: first.databaseUrl } })
}, 180_000)
afterAll(async () => {
  await second?.remove()
  await first?.remove()
})

/**
 * How many of `calls` in one window are allowed, sent to both processes alternately, some concurrently. If the window
 * ends in between, it starts over in the next one, which has counted at most `unsure` calls already.
 */
const allowed = async (person: Person, path: string, calls: number) => {
  const atOnce = 6
  const windowNow = () => Math.floor(Date.now() / 60_000)
  const ask = async (index: number) => {
    const { url } = index % 2 === 0 ? first : second
    const answer = await fetch(`${url}${path}`, { headers: { cookie: person.cookie } })
    await answer.arrayBuffer()
    return answer.status
  }
  let window = windowNow()
  let unsure = 0
  let statuses: number[] = []
  while (statuses.length < calls) {
    const some = await Promise.all(Array.from({ length: atOnce }, (_, index) => ask(index)))
    if (windowNow() === window) statuses.push(...some)
    else {
      window = windowNow()
      unsure = atOnce
      statuses = []
    }
  }
  return { ok: statuses.filter((status) => status === 200).length, unsure, statuses }
}

test.each([
  ["searches", 120, (plan: number) => `/api/Search?planId=${plan}&q=harbour`],
  ["calls", 1_200, () => "/api/Search/entity-types"],
] as const)(
  "both processes together allow as many %s a minute as the limit: %i",
  async (what, most, path) => {
    const person = people.get(what) as Person
    const { id } = (await person.send(planCalls.create, { name: "Harbour" })).body
    const { ok, unsure, statuses } = await allowed(person, path(id), most + 60)
    // Signing in and creating the plan were calls of the same session, perhaps up to a minute ago.
    const before = what === "calls" ? 2 : 0
    expect(ok).toBeLessThanOrEqual(most)
    expect(ok).toBeGreaterThanOrEqual(most - before - unsure)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  },
  120_000,
)
