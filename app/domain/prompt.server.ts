import { notFound } from "~/contract/problem"
import type { Prompt, promptCalls } from "~/contract/prompt"
import { nextIds } from "~/database/plan.server"
import { promptsFor } from "~/database/prompt.server"
import type { Handlers, Person } from "./actor"
import { admit } from "./admission.server"
import { carryOut, type Deed } from "./work.server"

const one = async ({ userId }: Person, id: number): Promise<Prompt> => {
  const [found] = await promptsFor(userId, { id })
  if (!found) throw notFound()
  return found
}

/** A prompt of one's own is private; the plan's log names those of the plan. */
const telling = (planId: number | null, audit: Deed["audits"][number]): Pick<Deed, "apart" | "audits" | "events"> =>
  planId === null ? { apart: true, audits: [], events: [] } : { audits: [audit], events: [] }

export const prompts: Handlers<typeof promptCalls> = {
  list: async (actor, { planId }) => {
    if (planId !== undefined) await admit(actor, planId)
    return promptsFor(actor.userId, planId === undefined ? {} : { planId })
  },
  get: (actor, { id }) => one(actor, id),
  create: async (actor, { name, text, planId = null }) => {
    const id = (await nextIds("prompt", 1))[0] as number
    return (await carryOut(actor, planId, async (): Promise<Deed> => {
      if (planId !== null) await admit(actor, planId)
      return {
        planChanges: [{ entity: "prompt", op: "insert", id, fields: { name, text } }],
        status: 201,
        answer: { entity: "prompt", id },
        ...telling(planId, { entity: "prompt", id, action: "create", after: { name } }),
      }
    })) as Prompt
  },
  update: async (actor, { id, name, text }) => {
    await carryOut(actor, null, async (): Promise<Deed> => {
      const { planId, ...before } = await one(actor, id)
      if (planId !== null) await admit(actor, planId)
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
    await carryOut(actor, null, async (): Promise<Deed> => {
      const { planId, name } = await one(actor, id)
      if (planId !== null) await admit(actor, planId)
      return {
        ...(planId === null ? {} : { planId }),
        planChanges: [{ entity: "prompt", op: "delete", id }],
        status: 204,
        ...telling(planId, { entity: "prompt", id, action: "delete", before: { name } }),
      }
    })
  },
}
