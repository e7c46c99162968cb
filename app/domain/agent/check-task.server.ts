// checkTask(): whether a task is clear and has an owner, a date and a size, and a proposal that mends it.
import type { CheckedTask } from "~/contract/ai"
import { notFound } from "~/contract/problem"
import type { Person } from "~/domain/actor"
import { admit } from "~/domain/admission.server"
import { planCopy } from "./plan-copy.server"

/** A description this short says too little for somebody else to do it; a longer one is more than one task. */
const [shortest, longest] = [3, 40]

export const checkTask = async (
  actor: Person,
  planId: number,
  taskId: number,
  _signal: AbortSignal,
): Promise<CheckedTask> => {
  const { rows } = (await planCopy(await admit(actor, planId))).fresh()
  const task = rows.tasks.get(taskId)
  if (!task) throw notFound()
  const words = task.description.trim().split(/\s+/).length
  const action = rows.items.get(task.itemId)
  const problems = [
    ...(words < shortest ? ["The description is too short to say what is to be done."] : []),
    ...(words > longest ? ["The description is long: it may be more than one task."] : []),
    ...(task.ownerId === null ? ["Nobody owns it."] : []),
    ...(task.dueDate === null ? ["It has no due date."] : []),
    ...(action && action.effortAndComplexity === 0 ? ["Its action has no effort yet."] : []),
  ]
  return { clear: words >= shortest && words <= longest, problems, changeSet: null }
}
