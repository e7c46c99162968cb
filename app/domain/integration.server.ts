// A plan's API keys. Each is shown once and stored as its hash.
import type { integrationCalls, keyCalls } from "~/contract/integration"
import { notFound, refusal } from "~/contract/problem"
import { nextId } from "~/database/plan.server"
import { keyOfHash, keysOfPlan } from "~/database/sign-in/plan-key.server"
import type { Tables, Write } from "~/database/tables"
import { callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { forgetKeysOf } from "~/domain/sign-in/plan-key.server"
import { keyed, randomText, sha256 } from "~/outside/signing.server"

/** A key is never stored, so a repeat under the same idempotency key must derive the same one. */
const secretOf = (actor: Person, purpose: string) =>
  actor.idempotency
    ? keyed(JSON.stringify([purpose, callerName(actor), actor.idempotency.key, actor.idempotency.hash]))
    : randomText(32)

const newKey = (actor: Person, purpose: string) => {
  const apiKey = `lw_${secretOf(actor, purpose)}`
  if (actor.caused) actor.caused.secret = true
  return { apiKey, hash: `\\x${sha256(apiKey).toString("hex")}` }
}

type Changed = { writes: Write[]; after: object; status: 200 | 201 | 204; whileArchived?: true }

const change = async (actor: Person, planId: number, decide: () => Promise<Changed>) => {
  await commit(actor, planId, async () => {
    await admit(actor, planId)
    const { writes, after, status, whileArchived } = await decide()
    return {
      writes,
      ...(whileArchived ? { whileArchived } : {}),
      log: [{ entity: "plan", id: planId, action: "update", after }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
      status,
    }
  })
  forgetKeysOf(planId)
}

/** Makes the key named Integration, or gives the present one another secret. */
const replace = async (actor: Person, planId: number, action: "enable" | "rotate") => {
  const { apiKey, hash } = newKey(actor, `${planId} ${action}`)
  await change(actor, planId, async () => {
    const before = await integrationIn(actor, planId)
    const now = { hash, madeBy: actor.userId, madeDate: new Date().toISOString(), usedDate: null }
    const row = { name: "Integration", access: "write", isIntegration: true, expires: null, ...now } as const
    const write: Write = before
      ? { update: "plan_key", row: { id: before.id, ...now } }
      : { insert: "plan_key", row: { id: await nextId("plan_key"), ...row } }
    return { writes: [write], after: { integration: action }, status: 200 }
  })
  return { apiKey }
}

const keysOf = async (actor: Person, planId: number) => keysOfPlan(await admit(actor, planId))

const integrationIn = async (actor: Person, planId: number) =>
  (await keysOf(actor, planId)).find(({ isIntegration }) => isIntegration)

export const integration: Handlers<typeof integrationCalls> = {
  state: async (actor, { planId }) => {
    const key = await integrationIn(actor, planId)
    return { enabled: key !== undefined, createdDate: key?.createdDate ?? null, lastUsed: key?.lastUsedAt ?? null }
  },
  enable: (actor, { planId }) => replace(actor, planId, "enable"),
  rotate: (actor, { planId }) => replace(actor, planId, "rotate"),
  disable: async (actor, { planId }) => {
    await change(actor, planId, async () => {
      const key = await integrationIn(actor, planId)
      const writes: Write[] = key ? [{ delete: "plan_key", row: { id: key.id } }] : []
      return { writes, after: { integration: "disable" }, status: 204, whileArchived: true }
    })
  },
}

export const planKeys: Handlers<typeof keyCalls> = {
  keys: (actor, { planId }) => keysOf(actor, planId),
  makeKey: async (actor, { planId, name, access, expires = null }) => {
    const { apiKey, hash } = newKey(actor, `${planId} key`)
    await change(actor, planId, async () => {
      const id = await nextId("plan_key")
      const row: Tables["plan_key"] = { id, name, access, expires, hash, madeBy: actor.userId }
      return { writes: [{ insert: "plan_key", row }], after: { keyMade: name, access }, status: 201 }
    })
    // Not in the outcome's answer, which a repeat would get without the key.
    const made = await keyOfHash(hash)
    if (!made) throw refusal(409, "This key has been deleted since. Create another one.")
    return { ...made, apiKey }
  },
  removeKey: async (actor, { planId, id }) => {
    await change(actor, planId, async () => {
      const key = (await keysOf(actor, planId)).find((each) => each.id === id)
      if (!key) throw notFound()
      return {
        writes: [{ delete: "plan_key", row: { id } }],
        after: { keyDeleted: key.name },
        status: 204,
        whileArchived: true,
      }
    })
  },
}
