import type { BoardReader } from "~/client/board/board-types"
import { cardKey, focusCard } from "~/ui/plan/card-element"
import type { CardRef, View } from "~/ui/plan/view-state"

/** Frames to wait for a card to mount: a distant lane mounts its cards once it is in view. */
const patience = 60

/** The card that shows it on the board: a task outside Focus is shown by its action. */
const onBoard = (store: BoardReader, card: CardRef): CardRef | undefined => {
  const { entity, id } = card
  if (entity !== "task") return (entity === "goal" ? store.goal(id) : store.item(id)) && card
  const task = store.task(id)
  const item = task && store.item(task.itemId)
  return item && (item.focus && !item.completed ? card : { entity: "item", id: item.id })
}

/** Scrolls to a card of the board, which has just opened, and focuses it. False when the card is not there. */
export const showCard = (store: BoardReader, view: View, wanted: CardRef): boolean => {
  const card = onBoard(store, wanted)
  if (!card) return false
  const itemId = card.entity === "task" ? store.task(card.id)?.itemId : card.id
  const item = card.entity === "goal" ? undefined : store.item(itemId ?? 0)
  view.set({
    page: card.entity === "goal" ? "goals" : item && !item.focus && !item.completed ? "actions" : "board",
    ...(item?.completed ? { history: true } : {}),
    ...(item && !item.focus && !item.completed ? { goalId: item.goalId } : {}),
  })
  const look = (frames: number) => {
    const there = document.querySelector(`[data-card="${cardKey(card)}"]`)
    if (there) {
      there.scrollIntoView({ block: "center", inline: "center" })
      focusCard(card)
    } else {
      document.querySelector(`[data-lane="${itemId}"]`)?.scrollIntoView({ block: "center", inline: "center" })
      if (frames > 0) requestAnimationFrame(() => look(frames - 1))
      // A phone shows one column of a lane: for a task of another column, the lane's action is shown.
      else if (itemId) focusCard({ entity: "item", id: itemId })
    }
  }
  requestAnimationFrame(() => look(patience))
  return true
}
