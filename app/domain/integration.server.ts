import type { integrationCalls } from "~/contract/integration"
import { keyOf } from "~/database/plan-key.server"
import { callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { forgetKeysOf } from "~/domain/sign-in/plan-key.server"
import { keyed, randomText, sha256 } from "~/outside/signing.server"

/** A key is shown once and never stored, so a repeat under the same idempotency key must derive the same one. */
const secretOf = (actor: Person, purpose: string) =>
  actor.idempotency
    ? keyed(JSON.stringify([purpose, callerName(actor), actor.idempotency.key, actor.idempotency.hash]))
    : randomText(32)

/** Stores the hash of a new key, or none, and returns the key. The plan's previous key stops working. */
const replace = async (actor: Person, planId: number, action: "enable" | "rotate" | "disable") => {
  const apiKey = action === "disable" ? null : `lw_${secretOf(actor, `${planId} ${action}`)}`
  const apiKeyHash = apiKey && `\\x${sha256(apiKey).toString("hex")}`
  await commit(actor, planId, async () => {
    await admit(actor, planId)
    return {
      writes: [
        {
          update: "plan",
          row: { id: planId, apiKeyHash, apiKeyUsed: null, apiKeyCreated: apiKey && new Date().toISOString() },
        },
      ],
      log: [{ entity: "plan", id: planId, action: "update", after: { integration: action } }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
      status: apiKey ? 200 : 204,
    }
  })
  forgetKeysOf(planId)
  return apiKey
}

const shown = async (actor: Person, planId: number, action: "enable" | "rotate") => {
  const apiKey = (await replace(actor, planId, action)) ?? ""
  if (actor.caused) actor.caused.secret = true
  return { apiKey }
}

export const integration: Handlers<typeof integrationCalls> = {
  state: async (actor, { planId }) => keyOf(await admit(actor, planId)),
  enable: (actor, { planId }) => shown(actor, planId, "enable"),
  rotate: (actor, { planId }) => shown(actor, planId, "rotate"),
  disable: async (actor, { planId }) => {
    await replace(actor, planId, "disable")
  },
}
