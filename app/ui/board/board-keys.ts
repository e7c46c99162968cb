import { type KeyboardEvent, useCallback } from "react"
import type { BoardReader } from "~/client/board-types"
import type { TaskType } from "~/contract/task"
import { useBoard } from "~/ui/board/board-context"
import { cardOf } from "~/ui/board/card-button"
import { movesTo } from "~/ui/board/drop"
import type { CardRef } from "~/ui/board/view-state"

type Box = { x: number; y: number }

/** The nearest card in a direction; what lies straight ahead counts more than what lies aside. */
const neighbour = (from: HTMLElement, key: string): HTMLElement | undefined => {
  const middle = (element: Element): Box => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const start = middle(from)
  const across = key === "ArrowLeft" || key === "ArrowRight"
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1
  let best: { element: HTMLElement; cost: number } | undefined
  for (const element of document.querySelectorAll<HTMLElement>(".board [data-card], .phone [data-card]")) {
    if (element === from) continue
    const { x, y } = middle(element)
    const ahead = sign * (across ? x - start.x : y - start.y)
    const aside = Math.abs(across ? y - start.y : x - start.x)
    if (ahead < 4 || (!across && aside > 120)) continue
    const cost = ahead + aside * 3
    if (!best || cost < best.cost) best = { element, cost }
  }
  return best?.element
}

/** A completed action and its tasks take no change. */
const isClosed = (store: BoardReader, { entity, id }: CardRef) => {
  const task = entity === "task" ? store.task(id) : undefined
  return task?.readOnly || store.item(task ? task.itemId : id)?.completed === true
}

/** Keys of the focused card, and letters for what the board's buttons do. None while a text field has the focus. */
export const useBoardKeys = () => {
  const { session, view, canEdit } = useBoard()
  return useCallback(
    (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.closest("input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]")) return
      if (view.get().dragging) return
      const { store } = session
      const card = target.matches("[data-card]") ? cardOf(target) : undefined
      const { key } = event
      const done = () => event.preventDefault()

      if (card && key.startsWith("Arrow")) {
        const next = neighbour(target, key)
        if (!next) return
        done()
        next.focus()
        return next.scrollIntoView({ block: "nearest", inline: "nearest" })
      }
      if (key === "h" || key === "H") return view.set({ history: !view.get().history })
      if (!canEdit) return
      if (event.shiftKey && key === "G") {
        done()
        return view.set({ adding: { what: "goal" }, page: "goals" })
      }
      const { goalId } = view.get()
      if (event.shiftKey && key === "A" && goalId !== null) {
        done()
        return view.set({ adding: { what: "action", goalId }, page: "actions" })
      }
      if (!card || event.shiftKey) return
      if (key === "F2" || key === "e") {
        done()
        return view.set({ editing: card })
      }
      if (card.entity === "task" && /^[123]$/.test(key)) {
        const task = store.task(card.id)
        const type = (Number(key) - 1) as TaskType
        if (task) session.carryOut(movesTo(store, card, { list: "tasks", itemId: task.itemId, type }, goalId))
        return
      }
      if (card.entity === "item" && key === "f") {
        const item = store.item(card.id)
        if (item) session.carryOut(movesTo(store, card, { list: item.focus ? "list" : "lanes" }, goalId))
        return
      }
      if (key === "o" || key === "d") {
        const picks = card.entity === "task" || (card.entity === "item" && key === "o")
        if (!picks || isClosed(store, card)) return
        done()
        return view.set({ picker: { what: key === "o" ? "owner" : "due", card } })
      }
      if (key === "t" && card.entity !== "goal") {
        const itemId = card.entity === "task" ? store.task(card.id)?.itemId : card.id
        if (itemId === undefined || !store.item(itemId)?.focus) return
        done()
        view.set({ adding: { what: "task", itemId } })
      }
    },
    [session, view, canEdit],
  )
}
