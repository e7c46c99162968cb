import type { Contents } from "~/contract/plan"
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const goals = (count: number) => counted(count, { one: "# goal", other: "# goals" })
const actions = (count: number) => counted(count, { one: "# action", other: "# actions" })
const tasks = (count: number) => counted(count, { one: "# task", other: "# tasks" })
const notes = (count: number) => counted(count, { one: "# note", other: "# notes" })
const files = (count: number) => counted(count, { one: "# file", other: "# files" })
const some = (count: number, said: (count: number) => string) => (count === 0 ? [] : [said(count)])

/** The content of a plan or a card, in numbers. */
export const contentTexts = localized("contentTexts", {
  list: (count: Partial<Contents>) => [
    ...some(count.goals ?? 0, goals),
    ...some(count.items ?? 0, actions),
    ...some(count.tasks ?? 0, tasks),
    ...some((count.comments ?? 0) + (count.notes ?? 0), notes),
    ...some(count.files ?? 0, files),
  ],
  cards: (count: { goals: number; items: number; tasks: number }) =>
    [goals(count.goals), actions(count.items), tasks(count.tasks)].join(", "),
})
