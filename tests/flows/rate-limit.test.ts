// Two processes on one database: what is counted is counted together.
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Plan } from "~/contract/plan"
import { type Person, type Product, signIn, startProduct } from "../support/product.ts"

let first: Product
let second: Product
const people = new Map<string, Person>()

beforeAll(async () => {
  const env = { RATE_LIMITS: "on", SESSION_SECRET: "one secret of both processes that is long enough to be one" }
  first = await startProduct({ env })
  // Before there is another process, whose own outbox the mail might be in.
  for (const name of ["searches", "calls"]) people.set(name, await signIn(first, `${name}@example.org`))
  second = await startProduct({ env: { ...env, DATABASE_URL: first.databaseUrl } })
}, 180_000)
afterAll(async () => {
  await second?.remove()
  await first?.remove()
})

/** How many of the calls each process lets through, asked by turns and some at once; within one window, else once more. */
const allowed = async (person: Person, path: string, calls: number) => {
  const windowNow = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const began = windowNow()
    const statuses: number[] = []
    const ask = async (index: number) => {
      const { url } = index % 2 === 0 ? first : second
      const answer = await fetch(`${url}${path}`, { headers: { cookie: person.cookie } })
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    for (let at = 0; at < calls; at += 6) await Promise.all(Array.from({ length: 6 }, (_, more) => ask(at + more)))
    if (windowNow() === began) return { ok: statuses.filter((status) => status === 200).length, statuses }
  }
}

test.each([
  ["searches", 120, (plan: number) => `/api/Search?planId=${plan}&q=harbour`],
  ["calls", 1_200, () => "/api/Search/entity-types"],
] as const)(
  "of %s a minute %i are answered by both together",
  async (what, most, path) => {
    const person = people.get(what) as Person
    const { id } = (await person.call<Plan>("POST", "/api/Plan", { body: { name: "Harbour" } })).body
    const { ok, statuses } = await allowed(person, path(id), most + 60)
    // Signing in and making the plan were calls of the same session, perhaps of a minute before.
    const before = what === "calls" ? 2 : 0
    expect(ok).toBeLessThanOrEqual(most)
    expect(ok).toBeGreaterThanOrEqual(most - before)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  },
  120_000,
)
