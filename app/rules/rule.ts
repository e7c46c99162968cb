import type { EventName } from "~/contract/events"
import type { Entity, Person } from "~/contract/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task, TaskType } from "~/contract/task"

/** Rows that are sorted together by an order: goals, open actions out of focus and in it, an action's tasks to do or being done. */
export type List = { of: "goals" | "list" | "lanes" } | { of: "tasks"; itemId: number; type: TaskType }
/** The rows of a list with an order, and up to `reach` more on each side. */
export type Near = { list: List; order: number; reach: number }

/** The rows a rule looks at, as the API answers them. The browser passes its whole board, the server the rows that `needs` names. */
export type Rows = {
  planId: number
  goals: ReadonlyMap<number, Goal>
  items: ReadonlyMap<number, Item>
  tasks: ReadonlyMap<number, Task>
  /** The plan's members by user id. */
  members: ReadonlyMap<number, Person>
  /** The colours of the plan's goals; absent where `goals` holds them all. */
  colors?: () => Iterable<string>
  /** The highest order in use, 0 when there is none. */
  last: { goal(): number; item(): number; focus(): number; task(itemId: number): number }
  /** Sorted as the list is. */
  near(near: Near): readonly RowOf[Entity][]
}

/**
 * What the server reads before it decides. A task brings its action, an action its goal and owner, without being asked.
 * `last` names the lists whose highest order is wanted; tasks per action id. `near` names the list in which the row `id` takes an
 * order; a task's action and type are those it has unless named.
 */
export type Needs = {
  goals?: number[]
  items?: number[]
  tasks?: number[]
  members?: number[]
  colors?: true
  last?: { goal?: true; item?: true; focus?: true; task?: number }
  near?: { of: List["of"]; order: number; id?: number; itemId?: number; type?: TaskType }
}

export type Context = {
  /** ISO UTC with milliseconds. */
  now: string
  /** Who acts; id null for the plan's API key. */
  actor: { id: number | null; userName: string }
  /** The id of the row a create makes. */
  newId: number
}

/**
 * One change of stored rows. `delete` takes everything below along; a task's goal and colour follow its action. An action that
 * goes to another goal takes its tasks' own colours from them. `spaced`: the row only makes room for another.
 */
export type Change =
  | { op: "insert"; entity: "goal"; row: Goal }
  | { op: "insert"; entity: "item"; row: Item }
  | { op: "insert"; entity: "task"; row: Task }
  | { op: "update"; entity: "goal"; id: number; fields: Partial<Goal>; spaced?: true }
  | { op: "update"; entity: "item"; id: number; fields: Partial<Item>; spaced?: true }
  | { op: "update"; entity: "task"; id: number; fields: Partial<Task>; spaced?: true }
  | { op: "delete"; entity: Entity; id: number }

export type RowOf = { goal: Goal; item: Item; task: Task }

/** An event to emit. With `entity` its data is that row as the API answers it; otherwise `data` as it stands. */
export type Emission = { event: EventName; entity: Entity; id: number } | { event: EventName; data: unknown }

export type Decision = { changes: Change[]; events: Emission[]; answer?: { entity: Entity; id: number } }

/** Pure. `decide` throws a refusal (contract/problem) when the input does not fit the rows. */
export type Rule<Input> = {
  needs(input: Input): Needs
  decide(rows: Rows, input: Input, context: Context): Decision
}
