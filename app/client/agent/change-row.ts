// rowOf(): a change of a preview as its row shows it: what, and below it where and how.
import type { Change } from "~/contract/change-set"
import { nameOf } from "~/rules/agent/names"
import type { BoardReader } from "../board/board-types"
import { type ChangeKind, kindOf } from "./ghosts"

type Column = 0 | 1 | 2
/** What a change takes away and puts there: a day or none, or a column. */
type Becomes = { due: [before: string | null, after: string | null] } | { column: [before: Column, after: Column] }

export type ChangeRow = {
  kind: ChangeKind
  title: string
  detail: string
  /** The day that is set. */
  date?: string
  /** Says more than `detail`, where it is all that changes. */
  becomes?: Becomes
}

const becomesOf = ({ op, fields, before }: Change): Becomes | undefined => {
  const [key, ...others] = Object.keys(fields)
  if (op !== "update" || !before || others.length > 0) return undefined
  const [from, to] = [before[key ?? ""], fields[key ?? ""]]
  if (key === "dueDate") return { due: [from as string | null, to as string | null] }
  return key === "type" ? { column: [from as Column, to as Column] } : undefined
}

const verbs = { create: "Add", update: "Change", delete: "Delete" } as const
const nouns = { goal: "goal", item: "action", task: "task", comment: "note" } as const

/** The label begins with the verb and the name, which the row's icon and title say already. */
export const rowOf = (store: BoardReader, change: Change): ChangeRow => {
  const { dueDate } = change.fields
  const becomes = becomesOf(change)
  return {
    ...saidOf(store, change),
    ...(typeof dueDate === "string" ? { date: dueDate } : {}),
    ...(becomes ? { becomes } : {}),
  }
}

const saidOf = (store: BoardReader, change: Change): Pick<ChangeRow, "kind" | "title" | "detail"> => {
  const { op, entity, id, fields, label } = change
  const kind = kindOf(change)
  if (entity === "comment") {
    const [place = label] = label.split(/: "/, 1)
    return { kind, title: nameOf({ description: fields.content }), detail: place }
  }
  const card =
    op === "create"
      ? entity === "task"
        ? { description: fields.description }
        : fields
      : id !== null
        ? { goal: store.goal, item: store.item, task: store.task }[entity](id)
        : undefined
  const title = card ? nameOf(card) : ""
  const beginning = `${verbs[op]} the ${nouns[entity]} "${title}"`
  if (title === "" || !label.startsWith(beginning)) return { kind, title: label, detail: "" }
  const rest = label.slice(beginning.length).replace(/^[:,\s]{1,4}/, "")
  const noun = op === "create" ? `New ${nouns[entity]}` : ""
  const detail = [noun, rest].filter(Boolean).join(rest.startsWith("to ") ? " " : ", ")
  return { kind, title, detail: detail.charAt(0).toUpperCase() + detail.slice(1) }
}
