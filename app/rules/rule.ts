import type { CheckIn } from "~/contract/check-in"
import type { EventName } from "~/contract/events"
import type { BoardEntity, Entity, Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Task, TaskType } from "~/contract/task"

/** A list sorted by an order: goals, open actions outside and in focus, an action's tasks in to do or doing, labels, a goal's results. */
export type List = CardList | { of: "labels" } | { of: "results"; goalId: number }
export type CardList = { of: "goals" | "list" | "lanes" } | { of: "tasks"; itemId: number; type: TaskType }
/** The rows of a list with the given order, and up to `reach` more on each side. */
export type Near = { list: List; order: number; reach: number }

/**
 * The rows a rule reads, as the API answers them. The browser passes its whole board, the server the rows that `needs`
 * names.
 */
export type Rows = {
  planId: number
  goals: ReadonlyMap<number, Goal>
  items: ReadonlyMap<number, Item>
  tasks: ReadonlyMap<number, Task>
  labels: ReadonlyMap<number, Label>
  keyResults: ReadonlyMap<number, KeyResult>
  /** The deleted results of the goals whose results are read, by id; absent in a browser, which knows none. */
  deletedResults?: ReadonlyMap<number, Pick<KeyResult, "id" | "goalId">>
  /** In a browser those of this tab and those made since it was opened. */
  checkIns: ReadonlyMap<number, CheckIn>
  /** The plan's members by user id. */
  members: ReadonlyMap<number, Person>
  /** The colours of the plan's goals; absent if `goals` contains all of them. */
  colors?: () => Iterable<string>
  /** The highest order in use, 0 when there is none. */
  last: { goal(): number; item(): number; focus(): number; task(itemId: number): number }
  /** Sorted like the list. */
  near(near: Near): readonly RowOf[BoardEntity][]
}

/**
 * The rows the server reads for a decision. A task includes its action, an action its goal and owner. `last` names the
 * lists whose highest order is needed; tasks per action id. `near` names the list in which the row `id` gets an order;
 * a task's action and type are its present ones unless given.
 */
export type Needs = {
  goals?: number[]
  items?: number[]
  tasks?: number[]
  /** The open tasks of this action. */
  openTasksOf?: number
  members?: number[]
  /** All labels of the plan, which are few. */
  labels?: true
  /** The cards with this label. */
  labelled?: number
  /** All results of these goals, deleted ones too; and the goals themselves. */
  resultsOf?: Partial<Record<"goals" | "results" | "checkIns", number[]>>
  /** The cards that these wait for, and what they wait for in turn. */
  chain?: { of: "item" | "task"; ids: number[] }
  colors?: true
  last?: { goal?: true; item?: true; focus?: true; task?: number }
  near?: { of: CardList["of"]; order: number; id?: number; itemId?: number; type?: TaskType }
}

export type Context = {
  /** ISO UTC with milliseconds. */
  now: string
  /** The id is null for the plan's API key. */
  actor: { id: number | null; userName: string }
  /** The id of the row that a create or a copy inserts. */
  newId: number
  /** The ids of the copies of an action's tasks, by their originals'. */
  newIds?: Readonly<Record<number, number>>
  /** Absent in a browser that has not loaded it: what a repeating task becomes shows once the server has answered. */
  repeat?: Repeat
}

/**
 * What a call does to a task that repeats, besides its `fields`; `before`: none of a new one. `at`: its place among the
 * tasks of the call.
 */
export type Repeat = (given: {
  rows: Rows
  before: Task | undefined
  fields: Partial<Task>
  at: number
  now: string
}) => Repeated
export type Repeated = { fields: Partial<Task>; changes: Change[]; events: Emission[] }

/**
 * One change of stored rows. `delete` includes all rows below; a task's goal and colour are derived from its action.
 * Moving an action to another goal clears its tasks' own colours. `spaced`: the row only makes room for another.
 * `along`: it follows from the change of a label, from finishing or reopening a task that repeats, or from a check-in.
 */
export type Change = CardChange | LabelChange | ResultChange | CheckInChange
export type CardChange =
  | { op: "insert"; entity: "goal"; row: Goal }
  | { op: "insert"; entity: "item"; row: Item }
  | { op: "insert"; entity: "task"; row: Task; along?: true }
  | { op: "update"; entity: "goal"; id: number; fields: Partial<Goal>; spaced?: true; along?: true }
  | { op: "update"; entity: "item"; id: number; fields: Partial<Item>; spaced?: true; along?: true }
  | { op: "update"; entity: "task"; id: number; fields: Partial<Task>; spaced?: true; along?: true }
  | { op: "delete"; entity: Entity; id: number; along?: true }
export type LabelChange =
  | { op: "insert"; entity: "label"; row: Label }
  | { op: "update"; entity: "label"; id: number; fields: Partial<Label>; spaced?: true }
  | { op: "delete"; entity: "label"; id: number }

/** `restored`: a deleted result with its former id. */
export type ResultChange =
  | { op: "insert"; entity: "keyResult"; row: KeyResult; restored?: true }
  | { op: "update"; entity: "keyResult"; id: number; fields: Partial<KeyResult>; spaced?: true; along?: true }
  | { op: "delete"; entity: "keyResult"; id: number }
export type CheckInChange =
  | { op: "insert"; entity: "checkIn"; row: CheckIn }
  | { op: "delete"; entity: "checkIn"; id: number }

export const isCardEntity = (entity: BoardEntity): entity is Entity =>
  entity === "goal" || entity === "item" || entity === "task"
export const isCardChange = (change: Change): change is CardChange => isCardEntity(change.entity)

export type RowOf = { goal: Goal; item: Item; task: Task; label: Label; keyResult: KeyResult; checkIn: CheckIn }

/** An event to emit. With `entity` its data is that row as the API answers it, and `data`; otherwise `data` as given. */
export type Emission =
  | { event: EventName; entity: BoardEntity; id: number; data?: object }
  | { event: EventName; data: unknown }

export type Decision = {
  changes: Change[]
  events: Emission[]
  answer?: { entity: BoardEntity; id: number; data?: object }
}

/** Pure. `decide` throws a refusal (contract/problem) when the input does not fit the rows. */
export type Rule<Input> = {
  needs(input: Input): Needs
  decide(rows: Rows, input: Input, context: Context): Decision
}

/** Whether a call inserts a row under an id of its context. */
export const inserts = (name: string) => /\.(create|copy)$/.test(name)
