import type { ReactNode } from "react"
import type { Filter } from "~/contract/view"
import { choicesIn } from "~/rules/filter"
import { filterTexts as texts } from "~/ui/filter/texts"
import { lookingOf } from "~/ui/filter/use-filter"
import { Avatar } from "~/ui/parts/avatar"
import { type BoardContextValue, useBoard, useChanged, useList, useMembers } from "~/ui/plan/board-context"
import { LabelDot } from "~/ui/plan/card-labels"
import { goalTint } from "~/ui/plan/goal-tint"
import { nameOf } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import "~/ui/plan/card-marks.css"

export type FilterField = keyof typeof texts.fields
const fields: readonly FilterField[] = ["ownerIds", "labelIds", "due", "goalIds", "columns", "blocked"]
/** Fields that take one choice, whose lists close with it. */
export const isSingle = (field: FilterField) => field === "due" || field === "blocked"

/** Fields whose choices people named, so that they have any length. */
export const isOfNames = (field: FilterField) => field === "ownerIds" || field === "labelIds" || field === "goalIds"

/** The fields that the plan uses, and any that are set. */
export const useFilterFields = (filter: Filter): readonly FilterField[] => {
  const { rows } = useBoard().session.store
  useChanged()
  const used: Partial<Record<FilterField, boolean>> = {
    labelIds: useList("labels").length > 0,
    blocked: [...rows.tasks.values(), ...rows.items.values()].some(({ blockedByIds }) => blockedByIds.length > 0),
  }
  return fields.filter((field) => used[field] !== false || filter[field] !== undefined)
}

/** `key`: of the choice in its list. `value`: in the filter; "me" is `mine`. */
export type Choice = { key: string; value: unknown; label: string; sign?: ReactNode; count: number }

const ranges = ["overdue", "today", "week", "next", "none"] as const

/** The choices of a field, each with the number of cards that it would leave. */
export const useChoices = (field: FilterField, filter: Filter): Choice[] => {
  const board = useBoard()
  const members = useMembers()
  useChanged()
  const { store } = board.session
  const counts = choicesIn(field, filter, store.rows, lookingOf(board.user))
  const choice = (value: unknown, label: string, sign?: ReactNode): Choice => ({
    key: String(value),
    value,
    label,
    sign,
    count: counts.get(value === "me" ? board.user.id : value) ?? 0,
  })
  if (field === "due") return ranges.map((range) => choice(range, texts.ranges[range]))
  if (field === "blocked") return [choice(true, texts.waits), choice(false, texts.waitsNot)]
  if (field === "columns") return cardTexts.columns.map((name, column) => choice(column, name))
  if (field === "goalIds")
    return store.list("goals").map((id) => {
      const goal = store.goal(id)
      return choice(id, nameOf(store, "goal", id), <span className="goal-square rigid" {...goalTint(goal?.color)} />)
    })
  if (field === "labelIds")
    return store.list("labels").map((id) => {
      const label = store.label(id)
      return choice(id, label?.name ?? "", label && <LabelDot color={label.color} />)
    })
  const others = members.filter(({ id }) => id !== board.user.id)
  return [
    choice("me", texts.me, <Avatar person={board.user} />),
    ...others.map((member) => choice(member.id, member.userName, <Avatar person={member} />)),
    choice(null, texts.noOwner, <span className="avatar none" />),
  ]
}

/** The chosen values of a field, as its choices have them. */
export const chosenIn = (field: FilterField, filter: Filter, userId: number): readonly unknown[] => {
  if (field === "due") return filter.due ? [filter.due] : []
  if (field === "blocked") return filter.blocked === undefined ? [] : [filter.blocked]
  if (field !== "ownerIds") return filter[field] ?? []
  return [...(filter.mine ? ["me"] : []), ...(filter.ownerIds ?? []).map((id) => (id === userId ? "me" : id))]
}

/** The fields of the filter with these choices. "Me" alone means the reader; beside other people, since fields narrow each other, it is this person's id. */
export const withChosen = (field: FilterField, values: readonly unknown[], userId: number): Partial<Filter> => {
  if (field === "due") return { due: values[0] as NonNullable<Filter["due"]> | undefined } as Partial<Filter>
  if (field === "blocked") return { blocked: values[0] } as Partial<Filter>
  if (field !== "ownerIds") return { [field]: values }
  const mine = values.length === 1 && values[0] === "me"
  return { mine, ownerIds: mine ? [] : values.map((value) => (value === "me" ? userId : (value as number | null))) }
}

/** The names of what is chosen in a field. */
export const namesIn = (
  { session, user }: Pick<BoardContextValue, "session" | "user">,
  field: FilterField,
  filter: Filter,
) => {
  const { store } = session
  return chosenIn(field, filter, user.id).map((value) => {
    if (field === "due") return texts.ranges[value as (typeof ranges)[number]]
    if (field === "columns") return cardTexts.columns[value as number] ?? ""
    if (field === "blocked") return value ? texts.waits : texts.waitsNot
    if (field === "goalIds")
      return store.goal(value as number) ? nameOf(store, "goal", value as number) : texts.deletedGoal
    if (field === "labelIds") return store.label(value as number)?.name ?? texts.deletedLabel
    if (value === "me" || value === user.id) return texts.me
    return value === null ? texts.noOwner : (store.member(value as number)?.userName ?? texts.someone)
  })
}
