import { createHash, randomBytes } from "node:crypto"
import type { integrationCalls } from "~/contract/integration"
import { keyOf } from "~/database/plan-key.server"
import type { Handlers, Person } from "./actor"
import { admit } from "./admission.server"
import { carryOut } from "./work.server"

/** Stores the hash of a new key, or none; every other key of the plan ends with it. Answers the key. */
const replace = async (actor: Person, planId: number, action: "enable" | "rotate" | "disable") => {
  const apiKey = action === "disable" ? null : `lw_${randomBytes(32).toString("base64url")}`
  const hash = apiKey && createHash("sha256").update(apiKey).digest("hex")
  // A key is shown once: a repeat under the same idempotency key makes another one.
  await carryOut({ ...actor, idempotency: null }, planId, async () => {
    await admit(actor, planId)
    return {
      planChanges: [{ entity: "plan_key", op: "update", id: planId, fields: { hash } }],
      audits: [{ entity: "plan", id: planId, action: "update", after: { integration: action } }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
      status: apiKey ? 200 : 204,
    }
  })
  return apiKey
}

const shown = async (actor: Person, planId: number, action: "enable" | "rotate") => ({
  apiKey: (await replace(actor, planId, action)) as string,
})

export const integration: Handlers<typeof integrationCalls> = {
  state: async (actor, { planId }) => keyOf(await admit(actor, planId)),
  enable: (actor, { planId }) => shown(actor, planId, "enable"),
  rotate: (actor, { planId }) => shown(actor, planId, "rotate"),
  disable: async (actor, { planId }) => {
    await replace(actor, planId, "disable")
  },
}
