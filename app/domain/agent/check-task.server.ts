// checkTask(): whether a task is clear and has an owner, a date and a size, and a proposal that mends it.
import type { CheckedTask } from "~/contract/ai"
import type { SentChangeSet } from "~/contract/change-set"
import type { Item } from "~/contract/item"
import type { Plan } from "~/contract/plan"
import { isRefusal, notFound } from "~/contract/problem"
import type { Task } from "~/contract/task"
import type { Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { modelName } from "~/outside/model.server"
import { byModel } from "./model-planner.server"
import { type PlanCopy, planCopy } from "./plan-copy.server"
import { propose } from "./proposal.server"

/** A description this short says too little for somebody else to do it; a longer one is more than one task. */
const [shortest, longest] = [3, 40]

type Changes = SentChangeSet["changes"]

/** An owner is proposed where the action has one; a model may also rewrite the description and set a date. */
export const checkTask = async (
  actor: Person,
  planId: number,
  taskId: number,
  signal: AbortSignal,
): Promise<CheckedTask> => {
  const copy = await planCopy(await admit(actor, planId))
  const { rows } = copy.fresh()
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
  const clear = words >= shortest && words <= longest
  const closed = task.readOnly || action?.completed === true
  const changes =
    problems.length === 0 || closed
      ? []
      : ((await byTheModel(actor, copy, task, problems, signal)) ?? byRules(task, action))
  const request = `Mend the task ${taskId}`
  return { clear, problems, changeSet: changes.length > 0 ? await propose(actor, planId, { request, changes }) : null }
}

const byRules = (task: Task, action: Item | undefined): Changes =>
  task.ownerId === null && action?.owner?.id
    ? [{ op: "update", entity: "task", id: task.id, fields: { ownerId: action.owner.id } }]
    : []

/**
 * A model's changes to the task, and to nothing else. Undefined where no model may read the plan, or where
 * it refuses: the findings don't depend on it.
 */
const byTheModel = async (
  actor: Person,
  copy: PlanCopy,
  { id, itemId }: Task,
  problems: string[],
  signal: AbortSignal,
): Promise<Changes | undefined> => {
  const plan: Plan = copy.plan
  if (modelName() === null || !plan.aiEnabled) return undefined
  const request = [
    `Rewrite task ${id} of action ${itemId} so that somebody else could do it. What is wrong with it:`,
    ...problems.map((problem) => `- ${problem}`),
    "Propose one update of this task: a description that says what is to be done in at most 40 words, and an owner or a due date only where the plan makes them plain.",
  ].join("\n")
  try {
    const { changes = [] } = await byModel(actor, copy, { planId: plan.id, request, signal }, plan)
    return changes.filter((change) => change.op === "update" && change.entity === "task" && change.id === id)
  } catch (thrown) {
    if (signal.aborted || !isRefusal(thrown)) throw thrown
    return undefined
  }
}
