import { call } from "~/client/api"
import type { PlanSession } from "~/client/plan-session"
import { planCalls } from "~/contract/plan"
import { unusedColors } from "~/rules/goal-palette"
import { readDescription } from "~/rules/transfer/described"
import { actionsOf } from "~/rules/transfer/outline"
import { uploadsOf } from "~/ui/file/plan-uploads"
import { file as fileTexts } from "~/ui/file/texts"
import { showToast } from "~/ui/parts/toast"

export type PlanStart = { name: string; description: string; files: readonly File[] }

const addFiles = async (planId: number, files: readonly File[]) => {
  const added = await uploadsOf(planId).add(files, {})
  if (added.length < files.length) {
    const missing = files.filter(({ name }) => !added.some(({ friendlyName }) => friendlyName === name))
    showToast({ kind: "error", text: fileTexts.uploadFailed, more: missing.map(({ name }) => name).join(", ") })
  }
}

/**
 * Fills an empty plan from a description: its name if the person may change it, goals, actions and tasks from the text, and the
 * files. Answers the counts once all are on the board; one undo removes them. Throws when the name cannot be saved, and then
 * creates nothing.
 */
export const startPlan = async (session: PlanSession, { name, description, files }: PlanStart, mayRename: boolean) => {
  const { planId, store, mutate, together } = session
  const present = store.plan()?.name ?? ""
  const outline = readDescription(description, name || present)
  if (mayRename && outline.name !== present) await call(planCalls.update, { id: planId, name: outline.name })
  if (files.length > 0) void addFiles(planId, files)
  const made = { goals: 0, actions: 0, tasks: 0 }
  together(() => {
    const goals = new Map<object | null, number>()
    const colors = store.column("goals").flatMap((id) => store.goal(id)?.color ?? [])
    for (const goal of outline.goals) {
      const [color] = unusedColors(colors)
      if (color) colors.push(color)
      goals.set(goal, mutate("goal.create", { name: goal.name, description: goal.description, color }).id)
      made.goals++
    }
    for (const { goal, action } of actionsOf(outline)) {
      const { topic, description, tasks } = action
      const item = mutate("item.create", { goalId: goals.get(goal) ?? null, topic, description }).id
      made.actions++
      for (const task of tasks) {
        mutate("task.create", { itemId: item, description: task.description, type: task.type })
        made.tasks++
      }
    }
  })
  return made
}
