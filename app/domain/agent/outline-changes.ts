// outlineChanges(): the changes that outlines and minutes ask for.
import { changesAtMost } from "~/contract/change-set"
import type { Entity, Person } from "~/contract/fields/field"
import type { ActionItem } from "~/rules/agent/pasted"
import {
  emptyAction,
  emptyTask,
  type Outline,
  type OutlineAction,
  type OutlinePerson,
  type OutlineTask,
} from "~/rules/transfer/outline"
import { setByAgent } from "~/rules/transfer/written"
import { answers } from "./answer-texts"
import type { Planned } from "./asking"
import type { Card, ChangeList } from "./change-list"
import type { Finder } from "./find-card"

type Known = { find: Finder; me: Person; dateOf: (said: string) => string | undefined }

const asAction = ({ description, owner, dueDate }: OutlineTask): OutlineAction => ({
  ...emptyAction,
  topic: description,
  owner,
  dueDate,
  tasks: [],
})

export const outlineChanges = ({ find, me, dateOf }: Known, { changes, create, newOne }: ChangeList) => {
  const ownerNamed = (owner: OutlinePerson | string | null | undefined) => {
    const found = owner ? find.person(typeof owner === "string" ? owner : owner.name, me) : undefined
    return found && "found" in found ? { ownerId: found.found.id } : {}
  }

  /** The card whose name a heading is, case aside. */
  const headed = (name: string, entities: readonly Entity[]): Card | undefined => {
    const own = newOne(name, entities)
    if (own) return own
    const match = find.card(name, entities, { exact: true })
    return "found" in match ? match.found : undefined
  }

  /** An action of the minutes is an action of the plan, and what is to do is a task of the last one, or of the card above it. */
  const ofMeeting = (items: readonly ActionItem[]): Planned => {
    let action: number | string | undefined
    for (const { text, owner, due, isTask, isDone, heading } of items) {
      const more = { ...ownerNamed(owner), ...(due === undefined ? {} : { dueDate: dateOf(due) }) }
      const above = heading === undefined ? undefined : headed(heading, ["item", "goal"])
      const parent = above?.entity === "item" ? above.id : action
      if (isTask) {
        const itemId = parent ?? create("item", { topic: answers.meeting }, answers.meeting)
        action ??= itemId
        create("task", { description: text, itemId, ...(isDone ? { type: 2 } : {}), ...more }, text)
      } else {
        const goalId = above?.entity === "goal" ? { goalId: above.id } : {}
        action = create("item", { topic: text, ...goalId, ...more }, text)
      }
    }
    return { changes }
  }

  const addAction = (action: OutlineAction, goalId: number | string | null, isDone = false) => {
    const { topic, focus, owner, tasks } = action
    const itemId = create(
      "item",
      {
        topic,
        ...setByAgent("item", action),
        ...(goalId === null ? {} : { goalId }),
        ...(focus ? { focus: true } : {}),
        ...(isDone ? { completed: true } : {}),
        ...ownerNamed(owner),
      },
      topic,
    )
    addTasks(tasks, itemId)
  }

  const addTasks = (tasks: readonly OutlineTask[], itemId: number | string) => {
    for (const task of tasks) {
      const { description, type, owner } = task
      const more = { ...(type ? { type } : {}), ...setByAgent("task", task), ...ownerNamed(owner) }
      create("task", { description, itemId, ...more }, description)
    }
  }

  /** What a heading has below it belongs to the card whose name it is. */
  const addBelow = ({ entity, id }: Card, actions: readonly OutlineAction[]) => {
    if (entity !== "item") for (const action of actions) addAction(action, id)
    else
      for (const { topic, owner, tasks, dueDate } of actions) {
        addTasks([{ ...emptyTask, description: topic, owner, dueDate }, ...tasks], id)
      }
  }

  /** Goals that exist by that name get the actions. `colorOf`: the colours of new ones; else the rule chooses. */
  const ofOutline = ({ goals, actions }: Outline, colorOf?: (nth: number) => string): Planned => {
    const entries = goals.reduce(
      (sum, goal) => sum + 1 + goal.actions.reduce((n, { tasks }) => n + 1 + tasks.length, 0),
      actions.length,
    )
    if (entries > changesAtMost) {
      return {
        text: answers.tooMany(entries, changesAtMost),
      }
    }
    for (const [at, { name, description, actions }] of goals.entries()) {
      const same = headed(name, ["goal"]) ?? headed(name, ["item"])
      if (same) {
        addBelow(same, actions)
        continue
      }
      const goalId = create(
        "goal",
        { name, ...(colorOf ? { color: colorOf(at) } : {}), ...(description ? { description } : {}) },
        name,
      )
      for (const action of actions) addAction(action, goalId)
    }
    for (const action of actions) {
      const same = action.tasks.length > 0 ? headed(action.topic, ["item", "goal"]) : undefined
      if (!same) addAction(action, null)
      else if (same.entity === "item") addTasks(action.tasks, same.id)
      else for (const task of action.tasks) addAction(asAction(task), same.id, task.type === 2)
    }
    return { changes }
  }

  return { ofMeeting, ofOutline }
}
