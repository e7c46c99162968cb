// nextIdsFor(): temporary ids for the next ones of the repeating tasks that a call finishes. repeatIn(): the rule with which a stored call
// shows them, loaded when it is first needed. madeBy(): which tasks the server made for them.
import { isRefusal } from "~/contract/problem"
import { type Task, taskCalls } from "~/contract/task"
import type { Successors } from "~/rules/repeat/repeated"
import type { Repeat } from "~/rules/rule"
import { type SendOptions, send } from "../api"
import type { PendingCall } from "./board-types"
import { temporaryId } from "./temporary-ids"

type Entry = { id: number; type?: number; complete?: boolean; recurrence?: string | null }
type Call = Pick<PendingCall, "name" | "input">

const entriesOf = ({ name, input }: Call): readonly Entry[] =>
  name === "task.update" ? [input as Entry] : name === "task.updateOrders" ? (input as { orders: Entry[] }).orders : []

/** By the place of the task in the call; undefined: it finishes no task that repeats. */
export const nextIdsFor = (
  call: Call,
  taskOf: (id: number) => Pick<Task, "recurrence"> | undefined,
): Record<number, number> | undefined => {
  const ids = entriesOf(call).flatMap(({ id, type, complete, recurrence }, at) =>
    (type === 2 || complete) && (recurrence || taskOf(id)?.recurrence) ? [[at, temporaryId()] as const] : [],
  )
  return ids.length > 0 ? Object.fromEntries(ids) : undefined
}

/** The tasks that repeat and are finished by the call, as they are before it. */
export const finishedBy = (
  { context: { nextIds = {} }, ...call }: PendingCall,
  taskOf: (id: number) => Task | undefined,
) => Object.keys(nextIds).flatMap((at) => taskOf(entriesOf(call as Call)[Number(at)]?.id ?? 0) ?? [])

/** The temporary id for the next one of a task. */
export const nextIdIn = (call: PendingCall, isTask: (id: number) => boolean): number | undefined => {
  const id = call.context.nextIds?.[entriesOf(call).findIndex((entry) => isTask(entry.id))]
  return id !== undefined && id < 0 ? id : undefined
}

let rule: ((given: Successors) => Repeat) | undefined

/** The browser shows what a repeating task becomes once this is loaded; the server does not wait for it. */
export const loadRepeat = async () => {
  rule = (await import("~/rules/repeat/repeated")).repeating
}

export const repeatIn = ({ context: { now, today = now.slice(0, 10), nextIds } }: PendingCall): Repeat | undefined =>
  rule?.({ today: () => today, newId: (at) => nextIds?.[at] })

/** Whether the call waits for the rule. */
export const needsRepeat = (call: PendingCall, taskOf: (id: number) => Task | undefined) =>
  !rule &&
  (call.context.nextIds !== undefined || entriesOf(call).some(({ id, type }) => type !== undefined && taskOf(id)?.next))

/** Undefined: somebody has deleted it since. */
const found = async (task: { id: number | undefined; planId: number }, options: SendOptions) => {
  try {
    return (await send(taskCalls.get, task, options)).answer
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.problem.status === 404) return undefined
    throw thrown
  }
}

/** The ids that the server gave, by the temporary ones. The answer to a change of several tasks does not name them. */
export const madeBy = async (
  { name, input, context }: PendingCall,
  answer: unknown,
  options: SendOptions,
): Promise<[temporary: number, real: number][]> => {
  const { planId } = input as { planId: number }
  const made: [number, number][] = []
  for (const [at, temporary] of Object.entries(context.nextIds ?? {})) {
    const id = entriesOf({ name, input } as Call)[Number(at)]?.id
    const task = (answer ?? (await found({ id, planId }, options))) as Task | undefined
    if (task?.next?.id) made.push([temporary, task.next.id])
  }
  return made
}
