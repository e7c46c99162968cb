import type { Handlers } from "~/contract/call"
import { notFound } from "~/contract/problem"
import type { Prompt, promptCalls } from "~/contract/prompt"
import { nextIds, planRoleOf } from "~/database/plan.server"
import { promptsFor } from "~/database/prompt.server"
import { type Actor, personOf } from "./actor"
import { allow, carryOut, type Deed } from "./work.server"

const one = async (actor: Actor, id: number): Promise<Prompt> => {
  const [found] = await promptsFor(personOf(actor), { id })
  if (!found) throw notFound()
  return found
}

/** Its owner, or of a plan's an admin. */
const mayWrite = async (actor: Actor, planId: number | null) => {
  if (planId !== null) allow(actor, planId, await planRoleOf(personOf(actor), planId), "changePlan")
}

/** Your own is nobody's business; the plan's is told in its log. */
const telling = (planId: number | null, audit: Deed["audits"][number]): Pick<Deed, "apart" | "audits" | "events"> =>
  planId === null ? { apart: true, audits: [], events: [] } : { audits: [audit], events: [] }

export const prompts: Handlers<typeof promptCalls, Actor> = {
  list: async (actor, { planId }) => {
    if (planId !== undefined) allow(actor, planId, await planRoleOf(personOf(actor), planId), "takePart")
    return promptsFor(personOf(actor), planId === undefined ? {} : { planId })
  },
  get: (actor, { id }) => one(actor, id),
  create: async (actor, { name, text, planId = null }) => {
    const id = (await nextIds("prompt", 1))[0] as number
    return (await carryOut(actor, planId, "changePlan", async (): Promise<Deed> => {
      await mayWrite(actor, planId)
      return {
        planChanges: [{ entity: "prompt", op: "insert", id, fields: { name, text } }],
        status: 201,
        answer: { entity: "prompt", id },
        ...telling(planId, { entity: "prompt", id, action: "create", after: { name } }),
      }
    })) as Prompt
  },
  update: async (actor, { id, name, text }) => {
    await carryOut(actor, null, "changePlan", async (): Promise<Deed> => {
      const { planId, ...before } = await one(actor, id)
      await mayWrite(actor, planId)
      const fields = { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) }
      return {
        ...(planId === null ? {} : { planId }),
        planChanges: [{ entity: "prompt", op: "update", id, fields }],
        status: 200,
        ...telling(planId, {
          entity: "prompt",
          id,
          action: "update",
          before: { name: before.name },
          after: { name: name ?? before.name },
        }),
      }
    })
    return one(actor, id)
  },
  remove: async (actor, { id }): Promise<undefined> => {
    await carryOut(actor, null, "changePlan", async (): Promise<Deed> => {
      const { planId, name } = await one(actor, id)
      await mayWrite(actor, planId)
      return {
        ...(planId === null ? {} : { planId }),
        planChanges: [{ entity: "prompt", op: "delete", id }],
        status: 204,
        ...telling(planId, { entity: "prompt", id, action: "delete", before: { name } }),
      }
    })
  },
}
