// A copy of a card beside it, or in another place of its plan: gives the rules of copies.
import type { InputOf } from "~/contract/call"
import type { Item, itemCalls } from "~/contract/item"
import { refusal } from "~/contract/problem"
import { copiedAtOnce } from "~/contract/shared/bounds"
import type { Task, taskCalls } from "~/contract/task"
import { boardUpdated, completedAction, existing, named, openTasksOf } from "./decide"
import { shownItem, shownTask } from "./derive"
import { behind } from "./gaps"
import { giveRules } from "./later"
import { relisted } from "./lists"
import { orderUpdated, placed } from "./place"
import type { Change, Context, Emission, Rule } from "./rule"

type ItemInput = InputOf<(typeof itemCalls)["copy"]>
type TaskInput = InputOf<(typeof taskCalls)["copy"]>

/** Above this many cards, readers load the board instead of getting an event for each. */
const mostEvents = 100

/** Everything of the action but its completion, which puts it among the open ones again. */
const copiedItem = (item: Item, id: number, { now, actor }: Context): Item => ({
  ...item,
  id,
  createdById: actor.id,
  createdDate: now,
  modifiedDate: now,
  attachmentCount: 0,
  ...(item.completed ? { completed: false, completedDate: null, focus: false, focusDate: null, focusOrder: 0 } : {}),
})

const copiedTask = (task: Task, id: number, { now }: Context): Task => ({
  ...task,
  id,
  createdDate: now,
  modified: now,
  attachmentCount: 0,
  next: null,
  ...(task.type === 2 ? { type: 0, complete: false, completedDate: null } : {}),
})

const added = (entity: "item" | "task", row: Item | Task, data?: object): Emission[] =>
  row.isDraft
    ? []
    : [{ event: entity === "item" ? "ItemAdded" : "TaskAdded", entity, id: row.id, ...(data ? { data } : {}) }]

const itemCopy: Rule<ItemInput> = {
  needs: ({ id, goalId }) => ({ items: [id], openTasksOf: id, ...(goalId ? { goals: [goalId] } : {}) }),
  decide: (rows, { id, goalId }, context) => {
    const { newId, newIds = {} } = context
    const before = existing(rows.items.get(id))
    const goal = goalId ? named(rows.goals, goalId, "goalId", "goal") : undefined
    const wanted = goalId === undefined ? {} : { goalId }
    const copied = copiedItem(before, newId, context)
    const own = goalId === undefined ? copied : shownItem({ ...copied, ...wanted }, goal)
    const sources = openTasksOf(rows, id)
    if (sources.length > copiedAtOnce) {
      throw refusal(409, "This action has more than 2,000 open tasks. Copy the plan instead.")
    }
    // The copy has its original's orders, which place it directly behind the original.
    const { row, others, changes } = placed(
      rows,
      "item",
      own,
      own.focus ? { focusOrder: own.focusOrder } : { order: own.order },
    )
    const moves = row.goalId !== before.goalId
    // A task that somebody adds while the copy waits to be sent is copied by the server alone.
    const copies = sources.flatMap((task): [number, Task][] => {
      const taskId = newIds[task.id]
      if (taskId === undefined) return []
      const made = { ...copiedTask(task, taskId, context), itemId: newId, ...(moves ? { ownColor: null } : {}) }
      return [
        [
          task.id,
          shownTask(
            relisted("task", made, (of, id) => (of === "task" ? (newIds[id] ?? id) : id)),
            row,
          ),
        ],
      ]
    })
    const areFew = copies.length <= mostEvents
    return {
      changes: [
        { op: "insert", entity: "item", row },
        ...copies.map(([, row]): Change => ({ op: "insert", entity: "task", row })),
        ...changes,
      ],
      events: [
        ...(areFew ? added("item", row) : [boardUpdated]),
        ...(areFew ? copies.flatMap(([copyOf, task]) => added("task", task, { copyOf })) : []),
        ...orderUpdated("item", others),
      ],
      answer: { entity: "item", id: newId, data: { tasks: copies.map(([copyOf, { id }]) => ({ id, copyOf })) } },
    }
  },
}

const taskCopy: Rule<TaskInput> = {
  needs: ({ id, itemId }) => ({ tasks: [id], ...(itemId ? { items: [itemId], last: { task: itemId } } : {}) }),
  decide: (rows, { id, itemId }, context) => {
    const { newId } = context
    const before = existing(rows.tasks.get(id))
    const item = named(rows.items, itemId ?? before.itemId, "itemId", "action")
    if (item.completed) throw completedAction()
    const moves = item.id !== before.itemId
    const copied = { ...copiedTask(before, newId, context), itemId: item.id }
    const order = moves ? behind(rows.last.task(item.id)) : copied.order
    const made = shownTask({ ...copied, order }, item)
    const { row, others, changes } = placed(rows, "task", made, moves ? undefined : { order })
    return {
      changes: [{ op: "insert", entity: "task", row }, ...changes],
      events: [...added("task", row), ...orderUpdated("task", others)],
      answer: { entity: "task", id: newId },
    }
  },
}

giveRules({ "item.copy": itemCopy, "task.copy": taskCopy })
