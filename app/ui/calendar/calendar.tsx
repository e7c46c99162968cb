import { useRef, useState } from "react"
import { type Dated, isDone } from "~/rules/calendar"
import { dayOf, dueChange, dueOn } from "~/rules/dates"
import { CalendarBar, type CalendarLayout } from "~/ui/calendar/calendar-bar"
import { fullDay } from "~/ui/calendar/days"
import { CalendarGrid } from "~/ui/calendar/grid"
import { Lifts } from "~/ui/calendar/more-of-day"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { Undated } from "~/ui/calendar/undated"
import { useCalendarKeys } from "~/ui/calendar/use-calendar-keys"
import { useCarry } from "~/ui/calendar/use-carry"
import { mayMove, useEntries } from "~/ui/calendar/use-entries"
import { useHeldFocus } from "~/ui/calendar/use-held-focus"
import { useShownDays } from "~/ui/calendar/use-shown-days"
import { useToday } from "~/ui/my-work/use-today"
import { say } from "~/ui/parts/toast/toast"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useView, useWeekStart } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"
import "./calendar.css"

/** Gives cards another day. */
export const useSetDay = () => {
  const { session, change } = useBoard()
  const { store } = session
  return (card: CardRef, day: string | null) => {
    const entity = card.entity as "item" | "task"
    const before = store[entity](card.id)?.dueDate ?? null
    const name = nameOf(store, entity, card.id)
    if ((before === null ? null : dayOf(before)) === day) return say(texts.cancelled(name))
    const dueDate = day === null ? null : dueOn(day)
    const task = entity === "task" ? store.task(card.id) : undefined
    if (task) change("task.update", { id: card.id, ...dueChange(task, dueDate) })
    else change(`${entity}.update`, { id: card.id, dueDate })
    say(day === null ? texts.cleared(name) : texts.dropped(name, fullDay(day)))
  }
}

/** The tasks and actions of a plan by their due day. Import it lazily. */
export const Calendar = () => {
  const board = useBoard()
  const { session, view } = board
  const { store } = session
  const width = useWidth()
  const today = useToday()
  const weekStart = useWeekStart()
  const layout = useView(({ layout }): CalendarLayout => (layout === "week" ? "week" : "calendar"))
  const root = useRef<HTMLDivElement>(null)
  const entries = useEntries()
  const shown = useShownDays(layout, today, weekStart)
  const focus = useHeldFocus(root)
  const setDay = useSetDay()
  const folds = width === "narrow"
  const [unfolded, setUnfolded] = useState(false)
  const mayLift = (card: CardRef) => mayMove(board, card)
  const { carried, clone } = useCarry(root, { mayLift, onDrop: setDay })
  const setLayout = (layout: CalendarLayout) => view.set({ layout })
  const lifted = useCalendarKeys({ root, shown, today, focus, mayLift, setDay, setLayout })
  const over = carried
    ? { day: carried.over, card: carried.card }
    : lifted
      ? { day: lifted.to ?? "", card: lifted.card }
      : null
  const nameOver = over && nameOf(store, over.card.entity, over.card.id)
  return (
    <Lifts.Provider value={carried !== null || lifted !== null}>
      <div ref={root} className="calendar grow" data-folds={folds || undefined} data-carries={carried ? "" : undefined}>
        {(!folds || unfolded) && <Undated cards={entries.undated} today={today} isOver={over?.day === ""} />}
        <div className="flow grow">
          <CalendarBar
            period={shown.period}
            layout={layout}
            undated={
              folds
                ? {
                    count: entries.undated.length,
                    open: unfolded,
                    onPress: () => setUnfolded(!unfolded),
                    isOver: over?.day === "",
                  }
                : undefined
            }
            onToday={() => shown.show(today)}
            onTurn={shown.turn}
            onLayout={setLayout}
          />
          <CalendarGrid
            label={shown.period}
            weeks={shown.weeks}
            month={shown.month}
            entries={entries}
            today={today}
            weekStart={weekStart}
            cursor={shown.cursor}
            onCursor={shown.setCursor}
            over={over && nameOver ? { day: over.day, name: nameOver } : null}
          />
        </div>
        {carried && (
          <div
            ref={clone}
            className="calendar-carried fine truncate"
            style={{ width: carried.width }}
            aria-hidden="true"
            {...goalTint(colorAt(store, carried.card))}
          >
            {nameOver}
          </div>
        )}
      </div>
    </Lifts.Provider>
  )
}

const colorAt = (store: ReturnType<typeof useBoard>["session"]["store"], { entity, id }: CardRef) =>
  entity === "task" ? store.task(id)?.color : store.item(id)?.goal?.color

/** Open cards due before a day, the oldest first. */
export const lateBefore = (days: ReadonlyMap<string, readonly Dated[]>, today: string): Dated[] =>
  [...days]
    .filter(([day]) => day < today)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, cards]) => cards.filter((card) => !isDone(card)))
