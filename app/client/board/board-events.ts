import type { CheckIn } from "~/contract/check-in"
import type { LoggedEvent } from "~/contract/event-payload"
import type { BoardEntity, Entity } from "~/contract/fields/field"
import type { Item } from "~/contract/item"
import type { Label, LabelledCards } from "~/contract/label"
import type { Plan } from "~/contract/plan"
import type { Member } from "~/contract/user"
import { type BoardRow, type Card, isCard, isCheckIn, isItem, isKeyResult, isLabel, isTask } from "~/rules/card"
import { shownTask } from "~/rules/derive"
import { exchanged } from "~/rules/labelled"
import { isCardEntity, type RowOf } from "~/rules/rule"
import type { Missing } from "./board-types"

/** Applies events to the server's rows. */

export type ServerRows = {
  get<E extends BoardEntity>(entity: E, id: number): RowOf[E] | undefined
  put<E extends BoardEntity>(entity: E, row: RowOf[E]): void
  remove(entity: BoardEntity, id: number): void
  everyRow<E extends Entity>(entity: E): Iterable<RowOf[E]>
  /** Takes a label off the cards that have it, and puts another on them. */
  relabel(id: number, change: { off: number; on: number }): void
  labels(): ReadonlyMap<number, Label>
  members(): readonly Member[]
  setMembers(members: readonly Member[]): void
  plan(): Plan | undefined
  setPlan(plan: Plan): void
}

const entityNames: Record<string, BoardEntity> = {
  Goal: "goal",
  Item: "item",
  Task: "task",
  Label: "label",
  KeyResult: "keyResult",
  GoalCheckIn: "checkIn",
}

export const entityOfEvent = (event: string, kind: string): BoardEntity | undefined =>
  event === "GoalCheckedIn" && kind === "Added"
    ? "checkIn"
    : event.endsWith(kind)
      ? entityNames[event.slice(0, -kind.length)]
      : undefined

/** A row's event has the row as the API answers it. */
const isBoardRow = (data: unknown): data is BoardRow => isRow(data)

/** An event of a copy names its original, by which this tab knows its own. */
const withoutSource = ({ copyOf, nextOf, ...row }: Card & { copyOf?: unknown; nextOf?: unknown }) => row as Card

const isRow = (data: unknown): data is { id: number } =>
  typeof data === "object" && data !== null && typeof (data as { id?: unknown }).id === "number"

/** Applies the event; returns what it names but does not include. Unknown events and drafts are ignored. */
export const serverEvent = (rows: ServerRows, { event, payload }: LoggedEvent): Missing | undefined => {
  const { data } = payload
  if (event === "BoardUpdated") return { reload: true }

  const changed = entityOfEvent(event, "Added") ?? entityOfEvent(event, "Updated")
  if (changed) {
    if (isBoardRow(data)) {
      if (isLabel(data)) return labelEvent(rows, data)
      if (isCheckIn(data)) return checkInEvent(rows, data)
      if (isKeyResult(data)) return void rows.put("keyResult", data)
      if (data.isDraft) return undefined
      rows.put(changed, "copyOf" in data || "nextOf" in data ? withoutSource(data) : data)
      return lacksParent(rows, data) ? { reload: true } : undefined
    }
    return payload.id !== undefined && isCardEntity(changed)
      ? { fetch: { entity: changed, id: payload.id } }
      : { reload: true }
  }

  const deleted = entityOfEvent(event, "Deleted")
  if (deleted) {
    if (!isRow(data)) return undefined
    const { into } = data as { into?: number }
    if (deleted === "label" && into !== undefined) rows.relabel(data.id, { off: data.id, on: into })
    // The goal of a draft, of which no event tells, is checked in as it was before.
    const { goalId = 0 } = data as { goalId?: number }
    if (deleted === "checkIn" && rows.get("goal", goalId)?.isDraft) return { reload: true }
    const mayKeepTasks = deleted === "goal" && hasDraftActions(rows, data.id)
    rows.remove(deleted, data.id)
    return mayKeepTasks ? { reload: true } : undefined
  }

  const reordered = entityOfEvent(event, "OrderUpdated")
  if (reordered) {
    if (!Array.isArray(data)) return { reload: true }
    let isIncomplete = false
    for (const fields of data) {
      const row = isRow(fields) && rows.get(reordered, fields.id)
      if (!row) continue
      const after = placed(rows, row, fields)
      rows.put(reordered, after)
      isIncomplete ||= isCard(after) && lacksParent(rows, after)
    }
    return isIncomplete ? { reload: true } : undefined
  }

  if (event === "PlanUpdated") {
    const plan = rows.plan()
    if (!isRow(data)) return { reload: true }
    // The role is the reader's own, so events don't include it.
    if (plan) rows.setPlan({ ...plan, ...(data as Partial<Plan>), planRole: plan.planRole })
    return undefined
  }
  if (event === "FileAdded" || event === "FileDeleted") {
    if (isRow(data)) countFile(rows, data as FileOf, event === "FileAdded" ? 1 : -1)
    return undefined
  }
  if (event.startsWith("Member")) {
    if (!isRow(data)) return { reload: true }
    memberEvent(rows, event, data as Member)
  }
  return undefined
}

/** A draft may have moved to another goal without an event, and published tasks with it. */
const hasDraftActions = (rows: ServerRows, goalId: number) =>
  [...rows.everyRow("item")].some((item) => item.isDraft && item.goalId === goalId)

/** Whether its parent is unknown here: somebody else's draft, which causes no event. */
const lacksParent = (rows: ServerRows, row: Card): boolean => {
  if (isTask(row)) return !rows.get("item", row.itemId)
  const goalId = isItem(row) ? row.goalId : null
  return goalId !== null && !rows.get("goal", goalId)
}

/** `on`, `off`: the cards that the label was put on and taken off. */
type Labelled = Label & { on?: LabelledCards; off?: LabelledCards }

const labelEvent = (rows: ServerRows, { on, off, ...label }: Labelled) => {
  rows.put("label", label)
  for (const [side, cards = {}] of Object.entries({ on, off })) {
    const { itemIds = [], taskIds = [] } = cards
    for (const [entity, ids] of Object.entries({ item: itemIds, task: taskIds })) {
      for (const id of ids) {
        const row = rows.get(entity as "item" | "task", id)
        const change = { [side]: label.id }
        if (row)
          rows.put(entity as "item", { ...row, labelIds: exchanged(rows.labels(), row.labelIds, change) } as Item)
      }
    }
  }
  return undefined
}

const checkInEvent = (rows: ServerRows, checkIn: CheckIn) => {
  const { goalId, createdDate, status, confidence, createdBy } = checkIn
  rows.put("checkIn", checkIn)
  const goal = rows.get("goal", goalId)
  if (goal) rows.put("goal", { ...goal, status, lastCheckIn: { createdDate, status, confidence, createdBy } })
  return undefined
}

/** A moved task shows fields of its new action. */
const placed = (rows: ServerRows, row: BoardRow, fields: Partial<BoardRow>): BoardRow => {
  const after = { ...row, ...fields } as BoardRow
  const item = isTask(after) ? rows.get("item", after.itemId) : undefined
  return item && isTask(after) ? shownTask(after, item) : after
}

type FileOf = { itemId?: number | null; taskId?: number | null }

/** The file's event is the only one: its action or task causes none. */
const countFile = (rows: ServerRows, { itemId, taskId }: FileOf, by: 1 | -1) => {
  const [entity, id] = taskId ? (["task", taskId] as const) : (["item", itemId ?? 0] as const)
  const row = rows.get(entity, id)
  if (row) rows.put(entity, { ...row, attachmentCount: Math.max(0, row.attachmentCount + by) })
}

const memberEvent = (rows: ServerRows, event: string, member: Member) => {
  const others = rows.members().filter(({ id }) => id !== member.id)
  const before = rows.members().find(({ id }) => id === member.id)
  if (event === "MemberRemoved") {
    rows.setMembers(others)
    ownedBy(rows, member.id, null)
    return
  }
  rows.setMembers([...others, { ...before, ...member }])
  if (before && before.userName !== member.userName) {
    ownedBy(rows, member.id, { id: member.id, userName: member.userName })
  }
}

/** Updates the owner of a person's goals, actions and tasks when they leave (null) or change their name. */
const ownedBy = (rows: ServerRows, personId: number, owner: Item["owner"]) => {
  for (const row of [...rows.everyRow("goal")]) {
    if (row.ownerId === personId) rows.put("goal", { ...row, owner, ownerId: owner && personId })
  }
  for (const row of [...rows.everyRow("item")]) {
    if (row.owner?.id === personId) rows.put("item", { ...row, owner })
  }
  for (const row of [...rows.everyRow("task")]) {
    if (row.ownerId === personId) rows.put("task", { ...row, owner, ownerId: owner && personId })
  }
}
