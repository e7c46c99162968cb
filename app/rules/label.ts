// The rules of labels. labelCalled(), labelKey(): which label a name means.
import type { InputOf } from "~/contract/call"
import { type Label, type LabelledCards, type labelCalls, mostLabels } from "~/contract/label"
import { invalid, refusal } from "~/contract/problem"
import { alone, differing, existing, isEmpty, named, nothing, orderBehind, ordered, unset } from "./decide"
import { unusedColors } from "./goal-palette"
import { cardsWith, exchanged, type Labelled } from "./labelled"
import { giveRules } from "./later"
import { orderUpdated, placed } from "./place"
import type { Change, Needs, Rows, Rule } from "./rule"

type Input<Name extends keyof typeof labelCalls> = InputOf<(typeof labelCalls)[Name]>

/** What two labels of a plan may not both be called. */
export const labelKey = (name: string) => name.normalize("NFC").trim().toLowerCase()

export const labelCalled = (labels: Iterable<Label>, name: string): Label | undefined => {
  const key = labelKey(name)
  for (const label of labels) if (labelKey(label.name) === key) return label
  return undefined
}

const withFreeName = ({ labels }: Rows, name: string, id?: number) => {
  if (name.trim() === "") throw invalid("name", "Enter a name for the label.")
  const current = labelCalled(labels.values(), name)
  if (current && current.id !== id) throw refusal(409, `There is already a label “${current.name}”.`, { current })
  return name
}

const needs = (): Needs => ({ labels: true })

const create: Rule<Input<"create">> = {
  needs,
  decide: (rows, input, { newId }) => {
    const id = input.id ?? newId
    const there = rows.labels.get(id)
    if (there) throw refusal(409, `There is already a label “${there.name}”.`, { current: there })
    const name = withFreeName(rows, input.name)
    const all = [...rows.labels.values()]
    if (all.length >= mostLabels)
      throw refusal(409, `A plan has at most ${mostLabels} labels. Delete one that is no longer needed.`)
    const order = unset(input.order) ? undefined : input.order
    const made: Label = {
      id,
      planId: rows.planId,
      name,
      color: input.color ?? (unusedColors(all.map(({ color }) => color))[0] as string),
      order: orderBehind(all, order),
    }
    const { row, others, changes } = placed(rows, "label", made, { order })
    return {
      changes: [{ op: "insert", entity: "label", row }, ...changes],
      events: [{ event: "LabelAdded", entity: "label", id }, ...orderUpdated("label", others)],
      answer: { entity: "label", id },
    }
  },
}

const update: Rule<Input<"update">> = {
  needs,
  decide: (rows, input) => {
    const before = existing(rows.labels.get(input.id))
    const name = input.name === undefined ? undefined : withFreeName(rows, input.name, input.id)
    const fields = differing<Label>(before, { name, color: input.color, order: input.order })
    const answer = { entity: "label", id: input.id } as const
    if (isEmpty(fields)) return { ...nothing, answer }
    const after = { ...before, ...fields }
    const { row, others, changes } = placed(rows, "label", after, input, before)
    if (row.order !== after.order) fields.order = row.order
    return {
      changes: [{ op: "update", entity: "label", id: input.id, fields }, ...changes],
      events: [{ event: "LabelUpdated", entity: "label", id: input.id }, ...orderUpdated("label", others)],
      answer,
    }
  },
}

const relabelled = (rows: Rows, { entity, row }: Labelled, change: Parameters<typeof exchanged>[2]): Change =>
  ({
    op: "update",
    entity,
    id: row.id,
    fields: { labelIds: exchanged(rows.labels, row.labelIds, change) },
    along: true,
  }) as Change

const remove: Rule<Input<"remove">> = {
  needs: ({ id }) => ({ labels: true, labelled: id }),
  decide: (rows, { id, into }) => {
    existing(rows.labels.get(id))
    if (into !== undefined) {
      if (into === id) throw invalid("into", "Choose another label to merge this one into.")
      named(rows.labels, into, "into", "label")
    }
    const cards = cardsWith(rows, id)
    return {
      changes: [
        ...cards.map((card) => relabelled(rows, card, { off: id, on: into })),
        { op: "delete", entity: "label", id },
      ],
      events: [{ event: "LabelDeleted", data: { id, ...(into === undefined ? {} : { into }) } }],
    }
  },
}

const updateOrders: Rule<Input<"updateOrders">> = {
  needs,
  decide: (rows, { orders }) => {
    const changes: Change[] = []
    const moved: Label[] = []
    for (const { entry, row: before } of ordered(orders, rows.labels, "label")) {
      if (entry.order === before.order) continue
      const { row, others, changes: more } = placed(rows, "label", { ...before, order: entry.order }, alone(orders))
      changes.push({ op: "update", entity: "label", id: row.id, fields: { order: row.order } }, ...more)
      moved.push(row, ...others)
    }
    return { changes, events: orderUpdated("label", moved) }
  },
}

/** The cards that a call names, or 400. */
const namedCards = (rows: Rows, side: "on" | "off", { itemIds = [], taskIds = [] }: LabelledCards = {}): Labelled[] => [
  ...[...new Set(itemIds)].map((id) => ({
    entity: "item" as const,
    row: named(rows.items, id, `${side}.itemIds`, "action"),
  })),
  ...[...new Set(taskIds)].map((id) => ({
    entity: "task" as const,
    row: named(rows.tasks, id, `${side}.taskIds`, "task"),
  })),
]

const setCards: Rule<Input<"setCards">> = {
  needs: ({ on, off }) => ({
    labels: true,
    items: [...(on?.itemIds ?? []), ...(off?.itemIds ?? [])],
    tasks: [...(on?.taskIds ?? []), ...(off?.taskIds ?? [])],
  }),
  decide: (rows, { id, on, off }) => {
    existing(rows.labels.get(id))
    const gets = namedCards(rows, "on", on).filter(({ row }) => !row.labelIds.includes(id))
    const loses = namedCards(rows, "off", off).filter(({ row }) => row.labelIds.includes(id))
    const answer = { entity: "label", id } as const
    if (gets.length + loses.length === 0) return { ...nothing, answer }
    const idsOf = (cards: Labelled[]): LabelledCards => ({
      itemIds: cards.flatMap(({ entity, row }) => (entity === "item" ? row.id : [])),
      taskIds: cards.flatMap(({ entity, row }) => (entity === "task" ? row.id : [])),
    })
    return {
      changes: [
        ...gets.map((card) => relabelled(rows, card, { on: id })),
        ...loses.map((card) => relabelled(rows, card, { off: id })),
      ],
      events: [{ event: "LabelUpdated", entity: "label", id, data: { on: idsOf(gets), off: idsOf(loses) } }],
      answer,
    }
  },
}

giveRules({
  "label.create": create,
  "label.update": update,
  "label.remove": remove,
  "label.updateOrders": updateOrders,
  "label.setCards": setCards,
})
