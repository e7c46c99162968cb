import { type MouseEvent, useEffect } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { useBoard, useView } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/** At rest a card shows what it knows, selected what can be done with it. */
export type CardMode = "rest" | "selected" | "editing"

/** A new card stays the same when the server names it. */
export const isSameCard = (store: BoardReader, one: CardRef | null, other: CardRef) =>
  one?.entity === other.entity && store.keyOf(one.entity, one.id) === store.keyOf(one.entity, other.id)

export const useCardMode = (card: CardRef): CardMode => {
  const { store } = useBoard().session
  return useView(({ selected, editing }) =>
    isSameCard(store, editing, card) ? "editing" : isSameCard(store, selected, card) ? "selected" : "rest",
  )
}

const boxes = ":is(.task-card, .action-card, .lane-focus-body, .focus-page)"

/** The box of a selected action or task. */
export const selectedCard = `${boxes}.selected`

/**
 * A press outside the selected card ends the selection. It is the click that counts: a card that shrinks at the press would
 * move others away from under the pointer. A picture of a person lies above the stretched button: a press on it is the button's.
 */
export const useDeselect = () => {
  const { view } = useBoard()
  useEffect(() => {
    const onClick = (event: globalThis.MouseEvent) => {
      const { target } = event
      if (!(target instanceof Element)) return
      const inPicture = target.closest(".avatar") && !target.closest("button")
      const card = inPicture && target.closest(boxes)?.querySelector("[data-card]")
      if (card) {
        event.stopPropagation()
        return card.dispatchEvent(new PointerEvent("click", event as PointerEvent))
      }
      if (!view.get().selected) return
      if (target.closest(`${selectedCard}, .scrim, .popover, [data-sonner-toaster]`)) return
      view.set({ selected: null })
    }
    document.addEventListener("click", onClick, { capture: true })
    return () => document.removeEventListener("click", onClick, { capture: true })
  }, [view])
}

/** Longest time between the two presses of a double press, ms. */
const doublePress = 350

let last = { key: "", at: Number.NEGATIVE_INFINITY }

/** A browser counts the presses of a mouse, but not everywhere those of a finger. */
const isSecond = (key: string, { detail, timeStamp, nativeEvent }: MouseEvent) => {
  if (last.key !== key) return false
  return detail > 1 || ((nativeEvent as PointerEvent).pointerType !== "mouse" && timeStamp - last.at < doublePress)
}

/** Whether a press is the second of two on the same card. */
export const isDoublePress = (key: string, event: MouseEvent) => {
  const double = isSecond(key, event)
  last = { key: double ? "" : key, at: event.timeStamp }
  return double
}

/** Farther away, the pointer is at another place, px. */
const sameSpot = 8

let pressed = { key: "", x: 0, y: 0, at: 0 }

const isNear = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
  Math.hypot(clientX - pressed.x, clientY - pressed.y) <= sameSpot

const onMove = (event: PointerEvent) => {
  if (isNear(event)) return
  pressed.key = ""
  document.removeEventListener("pointermove", onMove)
}

/** A press has selected a card, whose controls appear under the pointer. */
export const appearUnder = (key: string, { clientX: x, clientY: y, timeStamp: at }: MouseEvent) => {
  pressed = { key, x, y, at }
  document.addEventListener("pointermove", onMove)
}

/**
 * Whether a press on such a control belongs to the card: the second one at the same place, where the first showed something
 * else. A finger doesn't move in between, so for it time decides.
 */
export const isForCard = (key: string, event: MouseEvent) => {
  if (event.detail === 0 || pressed.key !== key || !isNear(event)) return false
  pressed.key = ""
  return (event.nativeEvent as PointerEvent).pointerType === "mouse" || event.timeStamp - pressed.at < 2 * doublePress
}

/** Whether a press in a card's field is the second of two, the first of which began the editing. Later ones select words. */
export const endsDoublePress = (key: string, event: MouseEvent) => {
  const double = isSecond(key, event) && event.timeStamp - last.at < 2 * doublePress
  last = { key: "", at: event.timeStamp }
  return double
}
