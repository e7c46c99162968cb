import type { InputOf } from "~/contract/call"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Changes, planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { boardState, eventsSince, listRows, readRows } from "~/database/board.server"
import type { Actor } from "./actor"
import { allow } from "./work.server"

type Entities = { goal: Goal; item: Item; task: Task }
const none = { goals: [], items: [], tasks: [], members: [], last: null, newId: null }

export const listOf =
  <E extends keyof Entities>(entity: E) =>
  async (actor: Actor, { planId }: { planId: number }) => {
    const state = await boardState(actor.userId, planId)
    allow(actor, planId, state?.role, "readBoard")
    return (await listRows(entity, actor.userId, planId)) as Entities[E][]
  }

export const oneOf =
  <E extends keyof Entities>(entity: E) =>
  async (actor: Actor, { planId, id }: { planId: number; id: number }) => {
    const read = await readRows(actor.userId, planId, { ...none, [`${entity}s`]: [id] })
    allow(actor, planId, read.role, "readBoard")
    const rows = (entity === "goal" ? read.goals : entity === "item" ? read.items : read.tasks) ?? []
    const found = rows.find(([, row]) => row.id === id)?.[1]
    if (!found) throw notFound()
    return found as Entities[E]
  }

/** Which board a caller would get: the same tag, the same answer. Drafts change the board without an event. */
export const boardTag = async (actor: Actor, planId: number) => {
  const state = await boardState(actor.userId, planId)
  const standing = allow(actor, planId, state?.role, "readBoard")
  return { standing, seq: state?.seq ?? 0, tag: `${planId}.${state?.seq}-${state?.edited}.${standing}` }
}

export const changes = async (actor: Actor, { planId, since }: InputOf<typeof planCalls.changes>): Promise<Changes> => {
  const state = await boardState(actor.userId, planId)
  allow(actor, planId, state?.role, "takePart")
  const found = await eventsSince(planId, since)
  if (!found) throw notFound()
  if (since > found.seq) throw refusal(410, "This plan has no such seq. Load the board again.")
  if (found.events.length < found.seq - since)
    throw refusal(410, "The events since then are no longer kept. Load the board again.")
  return found as Changes
}
