// tasksOfView(): the tasks that a saved view of a plan shows its caller.
import { refusal } from "~/contract/problem"
import { type View, viewCalls } from "~/contract/view"
import type { Actor } from "~/domain/core/actor"
import { makeCall } from "~/domain/core/handlers.server"
import { folded } from "~/rules/folded"
import { tasksShownBy } from "./shown-tasks.server"

const viewNamed = (views: readonly View[], named: number | string): View => {
  const found =
    typeof named === "number"
      ? views.find(({ id }) => id === named)
      : views.find(({ name }) => folded(name.trim()) === folded(named.trim()))
  if (found) return found
  const names = views.map(({ name }) => `"${name}"`).join(", ")
  throw refusal(
    400,
    `There is no view ${JSON.stringify(named)}. ${names ? `The plan has ${names}.` : "You have no views in this plan."}`,
  )
}

/** The line that names a caller's views of a plan; none where there are none, as for a key. */
export const viewsLine = async (actor: Actor, planId: number) => {
  const views = actor.userId === null ? [] : await makeCall(viewCalls.list, actor, { planId })
  return views.length === 0 ? [] : [`Views: ${views.map(({ name }) => `"${name}"`).join(", ")}`]
}

/** By due date; `after`: the last one of the page before. `next`: the last one of this page where more follow. */
export const tasksOfView = async (actor: Actor, planId: number, named: number | string, limit: number, after = 0) => {
  const view = viewNamed(await makeCall(viewCalls.list, actor, { planId }), named)
  const all = await tasksShownBy(actor, view)
  const from = after === 0 ? 0 : all.findIndex(({ id }) => id === after) + 1
  const tasks = all.slice(from, from + limit)
  return { tasks, next: from + limit < all.length ? tasks.at(-1)?.id : undefined }
}
