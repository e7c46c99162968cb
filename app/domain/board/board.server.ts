import type { InputOf } from "~/contract/call"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Changes, planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { type BoardRows, boardState, eventsSince, readRows } from "~/database/board.server"
import type { Actor } from "~/domain/core/actor"
import { admit, readAs } from "~/domain/core/admission.server"
import { listPageInTurn } from "~/domain/core/list-page"
import { currentBoard } from "./current-board.server"

type Entities = { goal: Goal; item: Item; task: Task }
const none = { goals: [], items: [], tasks: [], members: [], last: null, newId: null }

export const oneOf =
  <E extends keyof Entities>(entity: E) =>
  async (actor: Actor, { planId, id }: { planId: number; id: number }) => {
    const read = await readAs(actor, planId, readRows, { ...none, [`${entity}s`]: [id] })
    const rows = (entity === "goal" ? read.goals : entity === "item" ? read.items : read.tasks) ?? []
    const found = rows.find(([, row]) => row.id === id)?.[1]
    if (!found) throw notFound()
    return found as Entities[E]
  }

export type CardsName = BoardRows

/**
 * A board with its tag; equal tags mean equal answers. The tag needs the last edit, because drafts change the board
 * without an event. `board` is undefined when `unless` accepts the tag.
 */
export const boardOf = async (actor: Actor, planId: number, unless?: (tag: string) => boolean) => {
  const { seq, edited, ...plan } = await readAs(actor, planId, boardState)
  const tag = `${planId}.${seq}-${edited}.${plan.standing}`
  return { tag, plan, board: unless?.(tag) ? undefined : () => currentBoard(plan) }
}

export const changes = async (actor: Actor, given: InputOf<typeof planCalls.changes>): Promise<Changes> => {
  const { planId, since } = given
  const plan = await admit(actor, planId)
  const found = await listPageInTurn(actor, () => eventsSince(plan, since, given.draftsTag))
  if (!found) throw notFound()
  if (since > found.seq) throw refusal(410, "This plan has no such seq. Load the board again.")
  const { events, draftsTag } = found as Changes
  const drafts = (found.drafts ?? undefined) as Changes["drafts"]
  const seq = events.at(-1)?.seq ?? found.seq
  if (events.length < seq - since) throw refusal(410, "The events since then are no longer kept. Load the board again.")
  return { seq, events, ...(seq < found.seq ? { more: true } : {}), ...(drafts && { drafts }), draftsTag }
}
