// tasksShownBy(): the tasks that a saved view of a plan shows its reader.
import { weekStartOf } from "~/contract/shared/language/week"
import type { OwnTask } from "~/contract/task"
import type { View } from "~/contract/view"
import { calendarOf } from "~/database/sign-in/person.server"
import type { Actor } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { nameOf } from "~/rules/agent/names"
import { shownBy } from "~/rules/filter"
import { today } from "./dates"
import { planCopy } from "./plan-copy.server"

const byDay = (a: OwnTask, b: OwnTask) => {
  const [one, other] = [a.dueDate ?? "9", b.dueDate ?? "9"]
  return one === other ? a.id - b.id : one < other ? -1 : 1
}

/** By due date. */
export const tasksShownBy = async (actor: Actor, { planId, filter }: View): Promise<OwnTask[]> => {
  const { timeZone = null, weekStart = null } = actor.userId === null ? {} : await calendarOf(actor.userId)
  const looking = {
    userId: actor.userId,
    today: today(timeZone).toISOString().slice(0, 10),
    weekStart: weekStartOf(weekStart),
  }
  const { cards, plan, fresh } = await planCopy(await admit(actor, planId))
  const { rows } = fresh()
  const shown = shownBy(filter, rows, looking)
  return cards.tasks
    .filter(({ id, isDraft }) => shown.task.has(id) && !isDraft)
    .map((task): OwnTask => {
      const labelNames = task.labelIds.flatMap((id) => rows.labels.get(id)?.name ?? [])
      return {
        ...task,
        planName: plan.name,
        itemTopic: nameOf(rows.items.get(task.itemId) ?? task),
        goalName: rows.items.get(task.itemId)?.goal?.name ?? null,
        ...(labelNames.length > 0 && { labelNames }),
      }
    })
    .sort(byDay)
}
