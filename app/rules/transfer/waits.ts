// keepWaits(): what waits for what in an outline, without cycles. refsIn(): its cards by what the file calls them.
import { mostBlockers } from "~/contract/shared/bounds"
import { cardName, cardRefs } from "./card-refs"
import type { LeftOut } from "./left-out"
import { actionsOf, type Outline, type OutlineAction, type OutlineTask } from "./outline"

type Waiting = OutlineAction | OutlineTask
/** Actions and tasks, each in the order of their file. */
export const waitingIn = (outline: Outline): { item: OutlineAction[]; task: OutlineTask[] } => {
  const item = actionsOf(outline).map(({ action }) => action)
  return { item, task: item.flatMap(({ tasks }) => tasks) }
}

/** The cards by what the file calls them; none where nothing waits. */
export const refsIn = <Card extends Waiting>(cards: readonly Card[]): Map<string, number> =>
  cards.some(({ waitsFor }) => waitsFor)
    ? new Map(cardRefs(cards.map(cardName)).map((ref, at) => [ref, at]))
    : new Map()

/** Removes names of no card, a card's own name, names beyond the limit, and names that close a cycle. */
export const keepWaits = (outline: Outline): LeftOut[] => {
  const { item, task } = waitingIn(outline)
  const count = keepIn(item) + keepIn(task)
  return count > 0 ? [{ what: "waits", count }] : []
}

const keepIn = (cards: readonly Waiting[]): number => {
  const refs = refsIn(cards)
  if (refs.size === 0) return 0
  const names = [...refs.keys()]
  let dropped = 0
  const waits = cards.map(({ waitsFor = [] }, at) => {
    const found = new Set(waitsFor.flatMap((name) => refs.get(name.replace(/\s+/g, " ").trim()) ?? []))
    found.delete(at)
    const stays = [...found].slice(0, mostBlockers)
    dropped += new Set(waitsFor).size - stays.length
    return stays
  })
  dropped += cutCycles(waits)
  for (const [at, card] of cards.entries()) {
    if (!card.waitsFor) continue
    const stays = waits[at] ?? []
    if (stays.length > 0) card.waitsFor = stays.map((each) => names[each] as string)
    else delete card.waitsFor
  }
  return dropped
}

/** Removes each edge that leads back to where the search came from. Without recursion, since chains may be long. */
const cutCycles = (waits: number[][]): number => {
  let cut = 0
  const state = new Uint8Array(waits.length)
  const [open, done] = [1, 2]
  for (const start of waits.keys()) {
    if (state[start]) continue
    const path = [{ at: start, next: 0 }]
    state[start] = open
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const list = waits[top.at] as number[]
      const to = list[top.next]
      if (to === undefined) {
        state[top.at] = done
        path.pop()
      } else if (state[to] === open) {
        list.splice(top.next, 1)
        cut++
      } else {
        top.next++
        if (state[to] === done) continue
        state[to] = open
        path.push({ at: to, next: 0 })
      }
    }
  }
  return cut
}
