import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import { singleKeys } from "~/client/memory/choices"
import { monthsAfter } from "~/rules/calendar"
import { dayOf } from "~/rules/dates"
import { daysAfter } from "~/rules/weeks"
import type { CalendarLayout } from "~/ui/calendar/calendar-bar"
import { fullDay } from "~/ui/calendar/days"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import type { Wanted } from "~/ui/calendar/use-held-focus"
import type { ShownDays } from "~/ui/calendar/use-shown-days"
import { sidewaysKeys } from "~/ui/parts/direction"
import { listKeyTarget, shortcutKey } from "~/ui/parts/shortcut-keys"
import { say } from "~/ui/parts/toast/toast"
import { useBoard } from "~/ui/plan/board-context"
import { cardKey, cardOf } from "~/ui/plan/card-element"
import { nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"

/** A card that keys carry. Null: to the cards without a date. */
export type Lifted = { card: CardRef; from: string | null; to: string | null }

type KeysProps = {
  root: RefObject<HTMLElement | null>
  shown: ShownDays
  today: string
  /** Focuses something once it is rendered. */
  focus(wanted: Wanted): void
  mayLift(card: CardRef): boolean
  setDay(card: CardRef, day: string | null): void
  setLayout(layout: CalendarLayout): void
}

/** The steps of the arrow and page keys, in days or months. */
const stepOf = (key: string, isWeek: boolean): ((day: string) => string) | undefined => {
  const { onward, back } = sidewaysKeys()
  const days = { [onward]: 1, [back]: -1, ArrowDown: 7, ArrowUp: -7 }[key]
  if (days !== undefined) return (day) => daysAfter(day, days)
  const by = { PageDown: 1, PageUp: -1 }[key]
  return by === undefined ? undefined : (day) => (isWeek ? daysAfter(day, 7 * by) : monthsAfter(day, by))
}

/** Walks, lifts and turns by keys. They come before those of the board. */
export const useCalendarKeys = (props: KeysProps): Lifted | null => {
  const { session, view } = useBoard()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const latest = useRef({ ...props, lifted })
  latest.current = { ...props, lifted }
  // Once a day is in sight, its keys work.
  useLayoutEffect(() => {
    const { store } = session

    /** The keys of a lifted card; all others do nothing meanwhile. */
    const carry = (key: string, { card, from, to }: Lifted) => {
      const { shown, focus, setDay } = latest.current
      const name = nameOf(store, card.entity, card.id)
      const end = (day: string | null) => {
        setLifted(null)
        if (day !== null) shown.goTo(day, cardKey(card))
        focus({ card: cardKey(card), day })
      }
      if (key === "Escape" || key === "Tab") {
        end(from)
        return say(texts.cancelled(name))
      }
      if (key === " " || key === "Enter") {
        setDay(card, to)
        return end(to)
      }
      const step = stepOf(key, shown.month === undefined)
      const clears = key === "Backspace" || key === "Delete"
      if (!step && !clears) return
      const next = step ? step(to ?? shown.cursor.day) : null
      setLifted({ card, from, to: next })
      if (next === null) {
        focus("undated")
        return say(texts.undated)
      }
      shown.goTo(next)
      focus({ day: next, at: "day" })
      say(fullDay(next))
    }

    const lift = (card: CardRef) => {
      const { shown, mayLift } = latest.current
      if (!mayLift(card)) return
      const entity = card.entity as "item" | "task"
      const due = store[entity](card.id)?.dueDate ?? null
      const from = due === null ? null : dayOf(due)
      setLifted({ card, from, to: from ?? shown.cursor.day })
      say(texts.lifted(nameOf(store, entity, card.id)))
    }

    /** Up and down the cards of a day. */
    const within = (key: string, target: Element): boolean => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[key]
      const list = target.closest<HTMLElement>("[data-day]")
      const cards = [...(list?.querySelectorAll<HTMLElement>("[data-card], [data-more]") ?? [])]
      const at = cards.indexOf(target as HTMLElement)
      const next = by && at >= 0 ? cards[at + by] : undefined
      next?.focus()
      next?.scrollIntoView({ block: "nearest" })
      return next !== undefined
    }

    /** Within a day, then a week on; sideways to the next day. */
    const walk = (key: string, target: Element): boolean => {
      if (within(key, target)) return true
      const { root, shown, focus } = latest.current
      const isVertical = key === "ArrowDown" || key === "ArrowUp"
      const list = target.closest<HTMLElement>("[data-day]")
      const step = stepOf(key, shown.month === undefined)
      if (!step) return false
      const day = list?.dataset.day
      const isInGrid = list?.matches("td") === true
      if (isInGrid && isVertical && shown.month === undefined) return true
      if (!isInGrid && (target !== document.body || !root.current) && (isVertical || list === null)) return false
      const goes = isInGrid && day ? step(day) : shown.cursor.day
      shown.goTo(goes)
      focus({ day: goes, at: key === "ArrowUp" ? "last" : "first" })
      return true
    }

    const command = (event: KeyboardEvent, target: Element): boolean => {
      const { shown, today, focus, setLayout } = latest.current
      const { key } = event
      const element = target.closest<HTMLElement>("[data-card]")
      const card = element && cardOf(element)
      if (key.startsWith("Arrow")) return !target.matches("input") && walk(key, target)
      if (key === " " && card) {
        lift(card)
        return true
      }
      if (key === "PageUp" || key === "PageDown") {
        const day = shown.turned(shown.cursor.day, key === "PageDown" ? 1 : -1)
        shown.show(day)
        if (target.closest("td")) focus({ day, at: "first" })
        return true
      }
      const letter = shortcutKey(event)
      if ((key === "F2" || (letter === "e" && singleKeys.on())) && card) {
        view.set({ dialog: card })
        return true
      }
      if (!singleKeys.on() || event.shiftKey) return false
      if (letter === "m") setLayout("calendar")
      else if (letter === "w") setLayout("week")
      else if (letter === "t" || letter === ".") {
        shown.show(today)
        focus({ day: today, at: "first" })
      } else return false
      return true
    }

    /** A card in the popup of a day that has not room for all. */
    const ofMore = ({ key }: KeyboardEvent, element: HTMLElement): boolean => {
      const card = cardOf(element)
      if (key === " " && card) lift(card)
      else return within(key, element)
      return true
    }

    const onKeyDown = (event: KeyboardEvent) => {
      const { root, lifted } = latest.current
      const { dialog, picker, overlay, viewMenu } = view.get()
      if (lifted) {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        event.stopImmediatePropagation()
        return carry(event.key, lifted)
      }
      if (dialog || picker || overlay || viewMenu !== null) return
      const more = event.target instanceof Element ? event.target.closest<HTMLElement>(".day-popup [data-card]") : null
      if (more) {
        if (!ofMore(event, more)) return
        event.preventDefault()
        return event.stopImmediatePropagation()
      }
      const target = listKeyTarget(event)
      if (!target || (target !== document.body && !root.current?.contains(target))) return
      if (!command(event, target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    /** A button is pressed when Space is released. */
    const onKeyUp = (event: KeyboardEvent) => {
      if (
        event.key === " " &&
        event.target instanceof Element &&
        event.target.closest(":is(.calendar, .day-popup) [data-card]")
      )
        event.preventDefault()
    }
    document.addEventListener("keydown", onKeyDown, { capture: true })
    document.addEventListener("keyup", onKeyUp, { capture: true })
    return () => {
      document.removeEventListener("keydown", onKeyDown, { capture: true })
      document.removeEventListener("keyup", onKeyUp, { capture: true })
    }
  }, [session, view])
  return lifted
}
