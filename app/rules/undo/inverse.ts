// stepOf(): undo of a call, as the rows it changed and the calls that restore them.
import { fieldIn, fieldsWith, namesWith } from "~/contract/fields/card-fields"
import type { BoardEntity } from "~/contract/fields/field"
import type { Task } from "~/contract/task"
import { type BoardRow, givenFields, isCard, isCheckIn, isItem, isKeyResult, isTask, rowIn, valueIn } from "../card"
import { byOrder, keyOf, listOf, orderIn, type Placed, sameList } from "../gaps"
import type { RuleCall } from "../index"
import { type Change, isCardEntity, type Rows } from "../rule"
import { hasBelow } from "./conflict"
import { alongIn, isAlong, waitersOf } from "./lists"
import { spotOf } from "./spot"
import type { Fields, Inverse, Step, Touched } from "./step"

const contents = {
  label: ["name", "color"],
  keyResult: ["name", "unit", "start", "target", "current"],
  checkIn: ["status", "confidence", "note"],
} as const

/** The fields to compare to see whether a created row is unchanged. */
const contentOf = (entity: BoardEntity): readonly string[] =>
  isCardEntity(entity) ? [...givenFields[entity], ...namesWith(entity, "compared")] : contents[entity]

/** What a call sends to make a row again: what follows from other rows is not sent. */
const remadeOf = (entity: BoardEntity) =>
  isCardEntity(entity)
    ? fieldsWith(entity, "sent").flatMap(([name, field]) => ("follows" in field ? [] : [name]))
    : [...contents[entity], "order"]

const pick = (row: BoardRow | Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, valueIn(row, key)]))

const only = (keys: readonly string[], allowed: readonly string[]) => keys.every((key) => allowed.includes(key))

/** A result returns under its id, with its values in check-ins. */
const remake = ({ planId }: Rows, entity: BoardEntity, row: BoardRow): RuleCall => {
  if (isCheckIn(row)) {
    const { goalId, status, confidence, note, values } = row
    const sent = values.map(({ keyResultId, current }) => ({ keyResultId, current }))
    return { name: "checkIn.create", input: { planId, id: goalId, status, confidence, note, values: sent } }
  }
  if (isKeyResult(row)) {
    const { modifiedDate, ...fields } = row
    return { name: "keyResult.restore", input: fields }
  }
  const color = isTask(row) && row.ownColor ? { color: row.ownColor } : {}
  // A label comes back under its id, which saved filters have.
  const id = entity === "label" ? { id: row.id } : {}
  return {
    name: `${entity}.create`,
    input: { planId, ...id, ...pick(row, remadeOf(entity)), ...color },
  } as RuleCall
}

/** Cards of one call that undo deletes one by one. */
const mostRemade = 50

/**
 * The step that undoes `changes`, as a function of the rows after them; `rows` are those before. Undefined if it can't
 * be undone: a deletion includes the rows below, and an undo can recreate only a single row.
 */
export const stepOf = (rows: Rows, changes: readonly Change[]): ((after: Rows) => Step) | undefined => {
  const { planId } = rows
  const touched: Touched[] = []
  const first: Inverse[] = []
  const below: Inverse[] = []
  /** The calls that put rows back into a list; `from`: their old place. A row is put back after those before it. */
  const moves: { from: Placed; inverse: Inverse }[] = []
  const colors: Inverse[] = []
  const last: Inverse[] = []
  const moved = new Set(
    changes.flatMap((change) => (change.op === "update" && !change.spaced ? [`${change.entity}:${change.id}`] : [])),
  )
  /** Actions made with so many tasks that these are deleted along with them: that is one call, and can't be redone. */
  const filled = new Set(
    changes.length > mostRemade
      ? changes.flatMap((change) => (change.op === "insert" && change.entity === "item" ? change.row.id : []))
      : [],
  )
  const send = (to: Inverse[], name: RuleCall["name"], input: object, more: Omit<Inverse, "call"> = {}) =>
    to.push({ call: { name, input: { planId, ...input } } as RuleCall, ...more })

  for (const change of changes) {
    const { entity } = change
    if (change.op === "update" && change.spaced) continue
    // Reopening a task takes the next one back, and finishing it makes the next one again.
    if (change.op !== "update" && "along" in change) continue
    // Taking a check-in back puts the values back too.
    if (change.op === "update" && "along" in change && !isAlong(change)) continue
    if (isAlong(change)) {
      touched.push({ entity, id: change.id, what: "along" })
      continue
    }
    if (change.op === "insert") {
      touched.push({ entity, id: change.row.id, what: "made", fields: pick(change.row, contentOf(entity)) })
      if (isTask(change.row) && filled.has(change.row.itemId)) continue
      // Rows below go first: each is made again by a redo.
      send(below, `${entity}.remove`, { id: change.row.id })
      continue
    }
    const { id } = change
    const before = rowIn(rows, entity, id)
    if (!before) return undefined
    if (change.op === "delete") {
      // The labels of cards are put on again by one call.
      if (isCard(before) && hasBelow(rows, entity, id)) return undefined
      const above = isTask(before) ? before.itemId : "goalId" in before ? before.goalId : null
      const parent =
        above === null ? null : { entity: entity === "task" ? ("item" as const) : ("goal" as const), id: above }
      touched.push({ entity, id, what: "removed", parent })
      const spot = spotOf(rows, before)
      first.push({
        call: remake(rows, entity, before),
        remakes: id,
        ...(spot ? { spot: { ...spot, id } } : {}),
      })
      for (const { field, waiter } of waitersOf(rows, entity, id))
        send(last, `${entity}.update` as "task.update", { id: waiter }, { joins: { field, id } })
      continue
    }

    const keys = Object.keys(change.fields)
      .filter((key) => (isCardEntity(entity) ? !fieldIn(entity, key)?.follows : key !== "modifiedDate"))
      .filter((key) => key !== "recurrence" || !("next" in change.fields))
      .map((key) => (key === "owner" ? "ownerId" : key))
    touched.push({ entity, id, what: "changed", fields: pick(change.fields, keys) })
    const spot = spotOf(rows, before, moved)
    const leaves = spot && !sameList(listOf({ ...before, ...change.fields } as BoardRow), spot.list)
    const place = leaves ? pick(before, [keyOf(spot.list)]) : {}
    const put = (name: RuleCall["name"], input: object, key: string | undefined) => {
      if (!spot || key !== keyOf(spot.list)) return send(first, name, input)
      const call = { name, input: { planId, ...input } } as RuleCall
      return moves.push({ from: { id, order: orderIn(spot.list, before) }, inverse: { call, spot: { ...spot, id } } })
    }
    const back = (name: RuleCall["name"], fields: Fields) =>
      put(name, { id, ...fields }, spot && keyOf(spot.list) in fields ? keyOf(spot.list) : undefined)
    const reorder = (name: RuleCall["name"], fields: Fields, key = "order") =>
      put(name, { orders: [{ id, ...fields }] }, key)
    if (entity === "goal" || entity === "label" || entity === "keyResult") {
      if (only(keys, ["order"])) reorder(`${entity}.updateOrders`, pick(before, ["order"]))
      else back(`${entity}.update`, pick(before, keys))
    } else if (isTask(before)) {
      const task = before
      const rehung = keys.includes("itemId")
      const rule = ruleBack(task, change.fields as Partial<Task>, changes)
      if (only(keys, ["order", "type", "itemId"]) && !("recurrence" in rule)) {
        reorder("task.updateOrders", pick(task, ["order", "type", "complete", ...(rehung ? ["itemId"] : [])]))
      } else {
        const { ownColor, ...fields } = pick(task, keys)
        const color = ownColor === undefined ? {} : { color: ownColor }
        back("task.update", { ...fields, ...rule, ...place, ...color, ...(rehung ? { order: task.order } : {}) })
      }
    } else if (isItem(before)) {
      const item = before
      if (only(keys, ["order"])) reorder("item.updateOrders", pick(item, ["order"]))
      else if (only(keys, ["focusOrder"]) && item.focus) {
        reorder("item.updateFocusOrders", { order: item.focusOrder, focus: true }, "focusOrder")
      } else {
        const { completed, ...fields } = pick(item, keys)
        if (completed === true) {
          // Completed last: a completed action refuses colours for its tasks. No list spaces out its orders, so they go
          // along; without its order in Focus it would enter at the end.
          const orders = ["order", "focus", "focusOrder"].filter(
            (key) => key in fields || (fields.focus && key !== "order"),
          )
          send(last, "item.update", { id, completed, ...pick(item, orders) })
          for (const key of orders) delete fields[key]
        }
        const more = {
          ...fields,
          ...place,
          ...(completed === false ? { completed } : {}),
        }
        if (Object.keys(more).length > 0) back("item.update", more)
        if (keys.includes("goalId")) {
          for (const task of rows.tasks.values()) {
            const color = task.itemId === id ? task.ownColor : null
            if (color !== null) send(colors, "task.update", { id: task.id, color })
          }
        }
      }
    }
  }
  for (const [id, { on, off }] of alongIn(rows, changes)) send(first, "label.setCards", { id, on: off, off: on })
  moves.sort((a, b) => byOrder(a.from, b.from))
  return (after) => ({
    touched: touched.map((each) =>
      each.what === "changed" ? { ...each, spot: spotOf(after, rowIn(after, each.entity, each.id)) } : each,
    ),
    inverse: [...below.reverse(), ...first, ...moves.map(({ inverse }) => inverse), ...colors, ...last],
  })
}

/**
 * The rule that an undo sends along with a task's column. Mostly none: finishing and reopening a task moves its rule by itself.
 * `fields`: what the changes made of the task, which was `before`.
 */
const ruleBack = (before: Task, fields: Partial<Task>, changes: readonly Change[]) => {
  if (!("next" in fields)) return {}
  // The call that finished it has given it another rule.
  if (fields.next) return fields.next.recurrence === before.recurrence ? {} : { recurrence: before.recurrence }
  // The call that reopened it has taken the next one, but not the rule.
  const wasTaken = changes.some(
    (change) => change.op === "delete" && change.entity === "task" && change.id === before.next?.id,
  )
  return wasTaken && fields.recurrence !== before.next?.recurrence ? { recurrence: before.next?.recurrence } : {}
}
