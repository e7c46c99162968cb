// Plans' API keys: planOfApiKey(key), forgetKey(hash), forgetKeys().
import { hashOfKey, type KeyPlan, plansOfKeys } from "~/database/plan-key.server"
import { sha256 } from "~/outside/signing.server"

const cachedFor = 10_000
const mostCached = 20_000

type Waiting = {
  hash: string
  found: (plan: KeyPlan | undefined) => void
  failed: (error: unknown) => void
}

/** Right keys by their hash. Wrong ones are not cached: there is no end of them. */
const known = new Map<string, { plan: KeyPlan; until: number }>()
let waiting: Waiting[] = []
let asking = false

/** The plan that the key belongs to, and its owner. */
export const planOfApiKey = async (apiKey: string): Promise<KeyPlan | undefined> => {
  const hash = sha256(apiKey).toString("hex")
  const cached = known.get(hash)
  if (cached && cached.until > Date.now()) return cached.plan
  return new Promise((found, failed) => {
    waiting.push({ hash, found, failed })
    if (!asking) void ask()
  })
}

/** One statement at a time, for all keys that have arrived since the last: many wrong keys cost no more than one. */
const ask = async () => {
  asking = true
  while (waiting.length > 0) {
    const asked = waiting
    waiting = []
    try {
      const plans = new Map((await plansOfKeys(asked.map(({ hash }) => hash))).map((row) => [row.hash, row]))
      for (const { hash, found } of asked) {
        const plan = plans.get(hash)
        if (plan) keep(hash, plan)
        found(plan)
      }
    } catch (error) {
      for (const { failed } of asked) failed(error)
    }
  }
  asking = false
}

const keep = (hash: string, plan: KeyPlan) => {
  known.delete(hash)
  known.set(hash, { plan, until: Date.now() + cachedFor })
  const [oldest] = known.keys()
  if (known.size > mostCached && oldest !== undefined) known.delete(oldest)
}

/** Of the key that a program names without sending it. */
export const hashOfKeyId = (id: string) => hashOfKey(id)

/** A key has been replaced. */
export const forgetKey = (hash: string) => known.delete(hash)

export const forgetKeysOf = (planId: number) => {
  for (const [hash, { plan }] of known) if (plan.planId === planId) known.delete(hash)
}

export const forgetKeys = () => known.clear()
