// Views: a person's own leave no trace in the plan; those shared with it are in its log and events.
import { can } from "~/contract/capability"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { Filter, View, viewCalls } from "~/contract/view"
import type { Admission } from "~/database/admission.server"
import { nextId } from "~/database/plan.server"
import { unknownIn, viewsOf } from "~/database/view.server"
import type { Handlers } from "~/domain/core/actor"
import { admit, refusedTo } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { orderBehind } from "~/rules/decide"

const readToChange = async (plan: Admission, id: number): Promise<View> => {
  const [found] = await viewsOf(plan, id)
  if (!found) throw notFound()
  if (found.ownerId !== plan.person && !can(plan.standing, "changeOthersTexts"))
    throw refusal(403, "Only the person who shared a view, or an admin of the plan, may change it.")
  return found
}

/** Those who only read the plan keep views, but share none. */
const refuseSharing = (plan: Admission, shared: boolean | undefined) => {
  if (shared && !can(plan.standing, "changeBoard")) throw refusedTo("changeBoard")
}

/** Refuses ids that the plan has none of. Those in the filter so far may have been deleted since. */
const checkFilter = async (plan: Admission, filter: Filter | undefined, before: Filter = {}) => {
  if (!filter) return
  const unknown = await unknownIn(plan, {
    ownerIds: filter.ownerIds?.filter((id) => !before.ownerIds?.includes(id)),
    goalIds: filter.goalIds?.filter((id) => !before.goalIds?.includes(id)),
    labelIds: filter.labelIds?.filter((id) => !before.labelIds?.includes(id)),
  })
  const [owner] = unknown.ownerIds
  const [goal] = unknown.goalIds
  const [label] = unknown.labelIds
  if (owner !== undefined) throw invalid("filter.ownerIds", `There is no member ${owner} in this plan.`)
  if (label !== undefined) throw invalid("filter.labelIds", `There is no label ${label} in this plan.`)
  if (goal !== undefined) throw invalid("filter.goalIds", `There is no goal ${goal} in this plan.`)
}

const logged = ({ name, shared, layout, filter }: View) => ({ name, shared, layout, filter })

export const views: Handlers<typeof viewCalls> = {
  list: async (actor, { planId }) => viewsOf(await admit(actor, planId)),
  create: async (actor, { planId, name, shared = false, layout = "board", filter = {}, order }) => {
    const id = await nextId("view")
    return commit(actor, planId, async (): Promise<Outcome<"view">> => {
      const plan = await admit(actor, planId)
      refuseSharing(plan, shared)
      await checkFilter(plan, filter)
      const row = {
        id,
        ownerId: actor.userId,
        name,
        shared,
        layout,
        filter,
        order: orderBehind(await viewsOf(plan), order),
      }
      const answer = { entity: "view" as const, id }
      return {
        writes: [{ insert: "view", row }],
        answer,
        status: 201,
        ...(shared
          ? {
              log: [{ entity: "view", id, action: "create", after: logged({ planId, ...row }) }],
              events: [{ event: "ViewAdded", ...answer }],
            }
          : { scope: "private" }),
      }
    })
  },
  update: async (actor, { planId, id, ...sent }) =>
    commit(actor, planId, async (): Promise<Outcome<"view">> => {
      const plan = await admit(actor, planId)
      const before = await readToChange(plan, id)
      const given = Object.entries(sent).filter(
        ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[key as keyof View]),
      )
      const fields = Object.fromEntries(given) as Partial<View>
      const answer = { entity: "view" as const, id }
      if (given.length === 0) return { writes: [], answer, status: 200, unchanged: { answer: before } }
      refuseSharing(plan, fields.shared)
      await checkFilter(plan, fields.filter, before.filter)
      return {
        writes: [{ update: "view", row: { id, ...fields } }],
        answer,
        status: 200,
        ...announced(before, { ...before, ...fields }),
      }
    }),
  remove: async (actor, { planId, id }): Promise<undefined> => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      const before = await readToChange(await admit(actor, planId), id)
      return {
        writes: [{ delete: "view", row: { id } }],
        status: 204,
        ...(before.shared
          ? {
              log: [{ entity: "view", id, action: "delete", before: logged(before) }],
              events: [{ event: "ViewDeleted", data: { id } }],
            }
          : { scope: "private" }),
      }
    })
  },
}

/** The log entry and event of a change. To the plan, sharing a view adds it, and ending that deletes it. */
const announced = (before: View, after: View): Pick<Outcome, "scope" | "log" | "events"> => {
  const { id } = before
  if (!before.shared && !after.shared) return { scope: "private" }
  const entry = { entity: "view", id }
  if (!before.shared)
    return {
      log: [{ ...entry, action: "create", after: logged(after) }],
      events: [{ event: "ViewAdded", entity: "view", id }],
    }
  if (!after.shared)
    return {
      log: [{ ...entry, action: "delete", before: logged(before) }],
      events: [{ event: "ViewDeleted", data: { id } }],
    }
  const changed = (["name", "layout", "filter"] as const).filter((key) => after[key] !== before[key])
  const only = (row: View) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  return {
    log: [{ ...entry, action: "update", before: only(before), after: only(after) }],
    events: [{ event: "ViewUpdated", entity: "view", id }],
  }
}
