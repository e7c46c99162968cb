import { notFound } from "~/contract/problem"
import type { Prompt, promptCalls } from "~/contract/prompt"
import { nextId } from "~/database/plan.server"
import { promptsFor } from "~/database/prompt.server"
import type { Handlers, Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit, stale } from "~/domain/core/commit.server"
import { listPageOf } from "~/domain/core/list-page"
import type { LogEntry, Outcome } from "~/domain/core/outcome"

const one = async ({ userId }: Person, id: number): Promise<Prompt> => {
  const [found] = (await promptsFor(userId, { id })).prompts
  if (!found) throw notFound()
  return found
}

const refuseStale = ({ version }: Person, prompt: Prompt) => {
  if (version !== null && version !== prompt.modifiedDate) throw stale(prompt)
}

/** A person's own prompt is private; a plan's prompt is in the plan's log. */
const logging = (planId: number | null, entry: LogEntry): Pick<Outcome, "scope" | "log"> =>
  planId === null ? { scope: "private" } : { log: [entry] }

export const prompts: Handlers<typeof promptCalls> = {
  list: async (actor, { planId, before }) => {
    const plan = planId === undefined ? undefined : await admit(actor, planId)
    const { prompts, more } = await promptsFor(actor.userId, { plan, before })
    return listPageOf(actor, prompts, more)
  },
  get: (actor, { id }) => one(actor, id),
  create: async (actor, { name, text, planId = null }) => {
    const id = await nextId("prompt")
    return commit(actor, planId, async (): Promise<Outcome<"prompt">> => {
      if (planId !== null) await admit(actor, planId)
      return {
        writes: [{ insert: "prompt", row: { id, ownerId: actor.userId, name, text } }],
        status: 201,
        answer: { entity: "prompt", id },
        ...logging(planId, { entity: "prompt", id, action: "create", after: { name } }),
      }
    })
  },
  update: async (actor, { id, name, text }) => {
    await commit(actor, null, async (): Promise<Outcome> => {
      const before = await one(actor, id)
      const { planId } = before
      if (planId !== null) await admit(actor, planId)
      refuseStale(actor, before)
      const fields = { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) }
      return {
        ...(planId === null ? {} : { planId }),
        writes: [{ update: "prompt", row: { id, ...fields } }],
        status: 200,
        ...logging(planId, {
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
    await commit(actor, null, async (): Promise<Outcome> => {
      const before = await one(actor, id)
      const { planId, name } = before
      if (planId !== null) await admit(actor, planId)
      refuseStale(actor, before)
      return {
        ...(planId === null ? {} : { planId }),
        writes: [{ delete: "prompt", row: { id } }],
        status: 204,
        ...logging(planId, { entity: "prompt", id, action: "delete", before: { name } }),
      }
    })
  },
}
