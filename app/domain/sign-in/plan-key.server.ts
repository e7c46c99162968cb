// Plans' API keys: holderOf(apiKey), forgetKey(hash), forgetKeys().
import { hashOfKey, type KnownKey, keysOfHashes } from "~/database/sign-in/plan-key.server"
import { callerName, type Identity, ownAccess } from "~/domain/core/actor"
import { sha256 } from "~/outside/signing.server"

const cachedFor = 10_000
const mostCached = 20_000

type Waiting = {
  hash: string
  found: (key: KnownKey | undefined) => void
  failed: (error: unknown) => void
}

/** Right keys by their hash. Wrong ones are not cached: there is no end of them. */
const known = new Map<string, { key: KnownKey; until: number }>()
let waiting: Waiting[] = []
let asking = false

/** The key, which may have expired; undefined: there is none. */
const keyOf = async (apiKey: string): Promise<KnownKey | undefined> => {
  const hash = sha256(apiKey).toString("hex")
  const cached = known.get(hash)
  if (cached && cached.until > Date.now()) return cached.key
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
      const keys = new Map((await keysOfHashes(asked.map(({ hash }) => hash))).map((row) => [row.hash, row]))
      for (const { hash, found } of asked) {
        const key = keys.get(hash)
        if (key) keep(key)
        found(key)
      }
    } catch (error) {
      for (const { failed } of asked) failed(error)
    }
  }
  asking = false
}

const keep = (key: KnownKey) => {
  known.delete(key.hash)
  known.set(key.hash, { key, until: Date.now() + cachedFor })
  const [oldest] = known.keys()
  if (known.size > mostCached && oldest !== undefined) known.delete(oldest)
}

type Holder = Pick<
  Identity,
  "userId" | "userName" | "systemRole" | "via" | "planScope" | "access" | "plans" | "agent"
> & { keyId: number; keyOwnerId: number; hasExpired: boolean }

/** The identity of a key in its plan; undefined: there is no such key. */
export const holderOf = async (apiKey: string): Promise<Holder | undefined> => {
  const key = await keyOf(apiKey)
  if (!key) return undefined
  const { id: keyId, planId: planScope, ownerId: keyOwnerId, name: userName, access, expires } = key
  const hasExpired = expires !== null && Date.parse(expires) <= Date.now()
  const who = { userId: null, userName, systemRole: 3, via: "key", ...ownAccess, access } as const
  return { ...who, keyId, keyOwnerId, planScope, hasExpired }
}

/** What limits count for: each key, and all keys of one person's plans, which don't use up that person's own calls. */
export const countedOfKey = (holder: Omit<Holder, "hasExpired">) => ({
  by: callerName(holder),
  all: `keys u${holder.keyOwnerId}`,
})

/** Of the key that a program names without sending it. */
export const hashOfKeyId = (id: string) => hashOfKey(id)

/** A key has been replaced. */
export const forgetKey = (hash: string) => known.delete(hash)

export const forgetKeysOf = (planId: number) => {
  for (const [hash, { key }] of known) if (key.planId === planId) known.delete(hash)
}

export const forgetKeys = () => known.clear()
