import { useLayoutEffect } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { singleKeys } from "~/client/memory/choices"
import type { TaskType } from "~/contract/task"
import { selectedCard } from "~/ui/board/card/card-mode"
import { board } from "~/ui/board/texts"
import { goesOnTyping } from "~/ui/parts/left-by-enter"
import { digitOf, hasLayer, shortcutKey } from "~/ui/parts/shortcut-keys"
import { showToast } from "~/ui/parts/toast/toast"
import { shownIn, useBoard } from "~/ui/plan/board-context"
import { cardAround, cardKey, cardOf } from "~/ui/plan/card-element"
import { type CommandName, commandsOf, keyed } from "~/ui/plan/commands"
import { callsTo } from "~/ui/plan/drop"
import { hideSide } from "~/ui/plan/side"
import { type CardRef, type Picker, searchOf } from "~/ui/plan/view-state"

type Box = { x: number; y: number }

/** Puts every card of a lane before those outside it. */
const inLane = -100_000

/**
 * The nearest card in a direction; distance straight ahead weighs less than sideways distance. Left and right go through
 * the columns of a lane one by one.
 */
const neighbour = (from: Element, key: string): HTMLElement | undefined => {
  const middle = (element: Element): Box => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const start = middle(from)
  const across = key === "ArrowLeft" || key === "ArrowRight"
  const lane = across ? from.closest(".lane") : null
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1
  let best: { element: HTMLElement; cost: number } | undefined
  for (const element of document.querySelectorAll<HTMLElement>(".board [data-card], .phone [data-card]")) {
    if (element === from) continue
    const { x, y } = middle(element)
    const ahead = sign * (across ? x - start.x : y - start.y)
    const aside = Math.abs(across ? y - start.y : x - start.x)
    if (ahead < 4 || (!across && aside > 120)) continue
    const cost = lane?.contains(element) ? inLane + ahead + aside / 1_000 : ahead + aside * 3
    if (!best || cost < best.cost) best = { element, cost }
  }
  return best?.element
}

const onBoard = ":is(.board, .phone) :is(button, a)"

/** The card that an arrow key reaches while nothing has the focus. */
const entry = (target: HTMLElement) => {
  if (target !== document.body) return null
  const first = (cards: string) => document.querySelector<HTMLElement>(cards)
  return (
    first(`${selectedCard} [data-card]`) ?? first(".lane-list [data-card]") ?? first(":is(.board, .phone) [data-card]")
  )
}

/** A completed action and its tasks cannot be changed. */
const isClosed = (store: BoardReader, { entity, id }: CardRef) => {
  const task = entity === "task" ? store.task(id) : undefined
  return task?.readOnly || store.item(task ? task.itemId : id)?.completed === true
}

/** How long G waits for a goal's digit, ms. */
const goalWait = 1_500

const pickedBy: Readonly<Record<string, Picker["what"]>> = { o: "owner", d: "due", l: "labels", w: "waits" }

const inField = "input, textarea, select, [contenteditable]"
const inLayer = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]"

/**
 * Keys of the focused card, and keys of the whole board. Single letters do nothing in a text field, or when they are switched
 * off.
 */
export const useBoardKeys = () => {
  const { session, view, can, change, go } = useBoard()
  // A layout effect: keys must work from the first frame that shows the board.
  useLayoutEffect(() => {
    const { store, planId } = session
    let goalAwaited = 0

    const onCard = (event: KeyboardEvent, card: CardRef): boolean => {
      const key = shortcutKey(event)
      const digit = digitOf(event)
      if (key === "F2" || (key === "e" && singleKeys.on())) {
        if (isClosed(store, card)) return false
        view.set({ editing: card, selected: card.entity === "goal" ? null : card })
        return true
      }
      if (!singleKeys.on()) return false
      if (card.entity === "task" && digit && digit >= "1" && digit <= "3" && !isClosed(store, card)) {
        const task = store.task(card.id)
        const type = (Number(digit) - 1) as TaskType
        if (task) session.makeCalls(callsTo(store, card, { list: "tasks", itemId: task.itemId, type }, view.get()))
        return true
      }
      if (card.entity === "item" && key === "f") {
        const item = store.item(card.id)
        if (item) session.makeCalls(callsTo(store, card, { list: item.focus ? "list" : "lanes" }, view.get()))
        return true
      }
      if (card.entity === "goal" && key === "i") {
        if (store.goal(card.id)?.isDraft !== false) return false
        view.set({ dialog: { ...card, tab: "checkin", alone: true } })
        return true
      }
      const what = pickedBy[key]
      if (what) {
        if (card.entity === "goal" || isClosed(store, card)) return false
        view.set({ picker: { what, card } })
        return true
      }
      if (key === "t" && card.entity !== "goal") {
        const itemId = card.entity === "task" ? store.task(card.id)?.itemId : card.id
        const item = itemId === undefined ? undefined : store.item(itemId)
        if (!item?.focus || item.completed) return false
        view.set({ adding: { what: "task", itemId: item.id } })
        return true
      }
      return false
    }

    /** The focus stays on a card whose controls disappear. */
    const deselect = (card: CardRef): boolean => {
      const name = document.querySelector<HTMLElement>(`[data-card="${cardKey(card)}"]`)
      if (document.activeElement?.closest(selectedCard)) name?.focus()
      view.set({ selected: null })
      return name !== null
    }

    /** Escape on the board: ends the selection of a card, clears the search, then closes the panel over the lanes, then deselects the goal. */
    const leave = (): boolean => {
      const state = view.get()
      if (state.selected && deselect(state.selected)) return true
      if (searchOf(state) !== "") view.set({ searchText: "" })
      else if (state.side.open && document.querySelector(".side-over")) hideSide(view, planId)
      else if (state.goalId !== null) view.set({ goalId: null })
      else return false
      return true
    }

    const anywhere = (event: KeyboardEvent): boolean => {
      const { shiftKey, timeStamp } = event
      const key = shortcutKey(event)
      if (key === "Escape") return leave()
      if (!singleKeys.on()) return false
      const awaited = timeStamp - goalAwaited < goalWait
      goalAwaited = 0
      const digit = Number(digitOf(event))
      if (awaited && digit > 0) {
        const id = shownIn(store, view.get(), "goals")[digit - 1]
        if (id !== undefined) view.set({ goalId: view.get().goalId === id ? null : id })
        return true
      }
      if (key === "g" && !shiftKey) {
        goalAwaited = timeStamp
        return true
      }
      if (key === "g") return runCommand("addGoal")
      if (key === "a" && shiftKey) return runCommand("addAction") || sayWhyNot()
      if (key === "f" && shiftKey) return runCommand("filter")
      const command = keyed[key]
      return command !== undefined && runCommand(command)
    }

    /** An action belongs to a goal. */
    const sayWhyNot = () => {
      if (!can("changeBoard")) return false
      const text = store.list("goals").length > 0 ? board.actionNeedsGoal : board.firstGoal
      showToast({ kind: "info", text, key: "action-needs-goal" })
      return true
    }

    const runCommand = (name: CommandName) => {
      const command = commandsOf({ session, view, can, change, go }).find((each) => each.name === name)
      command?.run()
      return command !== undefined
    }

    const forViewMenu = (event: KeyboardEvent, typed: string) => {
      if (event.key === "Escape") view.set({ viewMenu: null })
      else if ([...event.key].length === 1) view.set({ viewMenu: typed + event.key })
      else return
      event.preventDefault()
    }

    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const { dragging, overlay, picker, dialog, viewMenu } = view.get()
      if (event.defaultPrevented || event.altKey || event.isComposing || dragging) return
      // The requested panel may still be loading; keys no longer go to the board.
      const layer = Boolean(overlay || picker || dialog) || hasLayer()
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && shortcutKey(event) === "k") {
        if (layer || !can("readBoard")) return
        event.preventDefault()
        return view.set({ overlay: "palette" })
      }
      if (event.ctrlKey || event.metaKey || layer || target.closest(inLayer) || target.closest(inField)) return
      // Its button is in another part of the page, which may not be hydrated yet.
      if (viewMenu !== null) return forViewMenu(event, viewMenu)
      if (goesOnTyping(event)) return event.preventDefault()
      const name = cardAround(target)
      const card = name && cardOf(name)
      if (event.key.startsWith("Arrow")) {
        const next = name || target.matches(onBoard) ? neighbour(name ?? target, event.key) : entry(target)
        if (!next) return
        event.preventDefault()
        next.focus()
        const reached = cardOf(next)
        view.set({ selected: reached?.entity === "goal" ? null : (reached ?? null) })
        return next.scrollIntoView({ block: "nearest", inline: "nearest" })
      }
      const menuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)
      if (menuKey && card && can("readBoard")) {
        event.preventDefault()
        return view.set({ dialog: card, editing: null })
      }
      const awaited = goalAwaited > 0
      const taken =
        (!awaited && can("changeBoard") && card && (!event.shiftKey || digitOf(event)) && onCard(event, card)) ||
        anywhere(event)
      if (taken) event.preventDefault()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [session, view, can, change, go])
}
