// completedIn(): the cards that a decision completes. released(): who hears that a card of theirs is no longer waiting. Its guards make
// the completion of the last blocker tell of it, and no other, even if others are completed at the same time.
import type { Admission } from "~/database/admission.server"
import type { Guard } from "~/database/apply.server"
import { ownersOf, type Waited, waitersOf } from "~/database/waiting.server"
import type { Notice } from "~/domain/core/outcome"
import { nameInALine } from "~/rules/line-name"
import type { Change, Rows } from "~/rules/rule"
import { isHolding } from "~/rules/waiting"
import { noticeTexts } from "./notices.server"

/** `rows`: those before the changes. */
export const completedIn = (changes: readonly Change[], { items, tasks }: Pick<Rows, "items" | "tasks">): Waited[] =>
  changes.flatMap((change): Waited[] => {
    if (change.op !== "update") return []
    const { entity, id } = change
    const completes =
      entity === "item" ? change.fields.completed === true : entity === "task" && change.fields.type === 2
    return completes && isHolding((entity === "item" ? items : tasks).get(id)) ? [{ entity, id } as Waited] : []
  })

const guardOf = ({ entity, id }: Waited, waiters: string): Guard => [`${entity}Waiters`, id, waiters]

/** That nobody waits for any of the cards, which spares reading who does. */
export const unwaited = (completed: readonly Waited[]): Guard[] => completed.map((card) => guardOf(card, ""))

const keyOf = ({ entity, id }: Waited) => `${entity} ${id}`

export const released = async (
  plan: Admission,
  completed: readonly Waited[],
): Promise<{ guards: Guard[]; notices: Notice[] }> => {
  if (completed.length === 0) return { guards: [], notices: [] }
  const states = await waitersOf(completed)
  const done = new Set(completed.map(keyOf))
  const free = new Map<string, Waited>()
  for (const [at, { entity }] of completed.entries()) {
    for (const waiter of (states[at] ?? "").split(" ").filter(Boolean)) {
      const [id, others = ""] = waiter.split(":")
      const card = { entity, id: Number(id) }
      const isLast = others.split(",").every((other) => other === "" || done.has(keyOf({ entity, id: Number(other) })))
      if (isLast && !done.has(keyOf(card))) free.set(keyOf(card), card)
    }
  }
  const owners = free.size > 0 ? await ownersOf(plan, [...free.values()]) : []
  return {
    guards: completed.map((card, at) => guardOf(card, states[at] ?? "")),
    notices: owners.map(({ entity, id, name, owner }) => ({
      kind: "unblocked",
      to: [owner],
      title: () => noticeTexts.unblocked(nameInALine(name)),
      about: { entity, id },
    })),
  }
}
