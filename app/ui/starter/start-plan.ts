import { call } from "~/client/api"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import type { PlanSession } from "~/client/plan-session"
import { planCalls } from "~/contract/plan"
import { labelKey } from "~/rules/label"
import { labelsOf } from "~/rules/transfer/labels"
import { actionsOf, type Outline } from "~/rules/transfer/outline"
import { type IdOf, rowFieldsOf } from "~/rules/transfer/written"
import { file as fileTexts } from "~/ui/file/texts"
import { showToast } from "~/ui/parts/toast/toast"

const addFiles = async (planId: number, files: readonly File[]) => {
  const added = await uploadsOf(planId).add(files, {})
  if (added.length < files.length) {
    const missing = files.filter(({ name }) => !added.some(({ friendlyName }) => friendlyName === name))
    showToast({ kind: "error", text: fileTexts.uploadFailed, more: missing.map(({ name }) => name).join(", ") })
  }
}

export type Counts = { goals: number; actions: number; tasks: number }

export const countsOf = (outline: Outline): Counts => {
  const actions = actionsOf(outline)
  return {
    goals: outline.goals.length,
    actions: actions.length,
    tasks: actions.reduce((sum, { action }) => sum + action.tasks.length, 0),
  }
}

type Named = {
  name: string
  files: readonly File[]
  /** Whether the person may name the plan. */
  mayRename: boolean
}

/** Names the plan if the person may, and adds the files. Throws when the name cannot be saved, and then adds nothing. */
export const namePlan = async ({ planId, store }: PlanSession, { name, files, mayRename }: Named) => {
  if (mayRename && name !== (store.plan()?.name ?? "")) await call(planCalls.update, { id: planId, name })
  if (files.length > 0) void addFiles(planId, files)
}

/** Fills an empty plan with the sample, in one call. Without a network its cards are made here and sent later. */
export const fillWithSample = async (session: PlanSession, outline: Outline, colors: readonly string[]) => {
  if (!navigator.onLine) return fillPlan(session, outline, colors)
  await session.fill(() => call(planCalls.createSample, { planId: session.planId }))
}

/** Fills an empty plan with the goals, actions and tasks. One undo removes them. `colors`: the goals', in their order. */
const fillPlan = ({ mutate, together }: PlanSession, outline: Outline, colors: readonly string[]) =>
  together(() => {
    const labels = new Map(
      labelsOf(outline).map((label) => [labelKey(label.name), mutate("label.create", label).id] as const),
    )
    const idOf: IdOf = (lists, name) => (lists === "label" ? labels.get(labelKey(name)) : undefined)
    const goals = new Map<object | null, number>()
    for (const [index, goal] of outline.goals.entries()) {
      goals.set(
        goal,
        mutate("goal.create", { ...rowFieldsOf("goal", goal, idOf), name: goal.name, color: colors[index] }).id,
      )
    }
    for (const { goal, action } of actionsOf(outline)) {
      const { focus, tasks } = action
      const itemId = mutate("item.create", {
        ...rowFieldsOf("item", action, idOf),
        goalId: goals.get(goal) ?? null,
        focus: focus !== null,
      }).id
      for (const task of tasks) {
        const { description, type } = task
        mutate("task.create", { ...rowFieldsOf("task", task, idOf), itemId, description, type })
      }
    }
  })
