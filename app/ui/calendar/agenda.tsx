import { ChevronLeft, ChevronRight } from "lucide-react"
import { type TouchEvent, useRef, useState } from "react"
import { type Dated, isDone, weekOf } from "~/rules/calendar"
import { shortDay } from "~/rules/dates"
import { daysAfter } from "~/rules/weeks"
import { lateBefore, useSetDay } from "~/ui/calendar/calendar"
import { fullDay, longDay, middleDay, monthAndYear, weekdayLetter } from "~/ui/calendar/days"
import { KindSign, OpenSigns, SaidOf } from "~/ui/calendar/entry"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { useCarry } from "~/ui/calendar/use-carry"
import { colorOf, entryName, isLate, keyOf, mayMove, parentName, refOf, useEntries } from "~/ui/calendar/use-entries"
import { useToday } from "~/ui/my-work/use-today"
import { Button, IconButton } from "~/ui/parts/button"
import { isRightToLeft } from "~/ui/parts/direction"
import { OnDemand } from "~/ui/parts/on-demand"
import { useBoard, useWeekStart } from "~/ui/plan/board-context"
import { Owner } from "~/ui/plan/card-marks"
import { goalTint } from "~/ui/plan/goal-tint"
import { nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"
import "./agenda.css"

const loadSheet = () => import("~/ui/calendar/card-sheet")

/** How many cards without a date are listed at once. */
const step = 50

type AgendaProps = { onShow(card: CardRef): void }

/** On a phone: what is overdue, then day by day, under a strip of the week. Import it lazily. */
export const Agenda = ({ onShow }: AgendaProps) => {
  const board = useBoard()
  const { store } = board.session
  const today = useToday()
  const weekStart = useWeekStart()
  const { days, undated } = useEntries()
  const [at, setAt] = useState(today)
  const [opened, setOpened] = useState<CardRef | null>(null)
  const [most, setMost] = useState(step)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { carried, clone } = useCarry(root, { mayLift: (card) => mayMove(board, card), onDrop: useSetDay() })
  const week = weekOf(at, weekStart)
  const first = week[0] ?? at
  const late = lateBefore(days, today)
  const listed = [...new Set([...days.keys(), today, daysAfter(today, 1), at])]
    .filter((day) => day >= first)
    .sort()
    .map((day) => ({ day, cards: (days.get(day) ?? []).filter((card) => day >= today || isDone(card)) }))
    .filter(({ day, cards }) => cards.length > 0 || day === at)
  const choose = (day: string) => {
    setAt(day)
    requestAnimationFrame(() => list.current?.querySelector(`[data-day="${day}"]`)?.scrollIntoView({ block: "start" }))
  }
  const row = (card: Dated) => (
    <AgendaRow key={keyOf(card)} card={card} today={today} onOpen={() => setOpened(refOf(card))} />
  )
  const over = carried?.over
  return (
    <div ref={root} className="agenda flow grow" data-carries={carried ? "" : undefined}>
      <header className="agenda-bar row rigid">
        <h2 className="grow truncate">{monthAndYear(at)}</h2>
        <Button variant="ghost" onClick={() => choose(today)}>
          {texts.today}
        </Button>
        <IconButton label={texts.previous.week} onClick={() => choose(daysAfter(at, -7))}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.next.week} onClick={() => choose(daysAfter(at, 7))}>
          <ChevronRight className="icon" aria-hidden="true" />
        </IconButton>
      </header>
      <Strip week={week} at={at} today={today} days={days} over={over} onDay={choose} />
      <div ref={list} className="agenda-list grow">
        {late.length > 0 && first <= today && (
          <section aria-label={texts.overdue}>
            <h3 data-late="">
              {texts.overdue} <span className="count">{late.length}</span>
            </h3>
            {late.map(row)}
          </section>
        )}
        {listed.map(({ day, cards }) => (
          <section key={day} data-day={day} data-over={over === day || undefined} aria-label={fullDay(day)}>
            <h3>
              {day === today ? texts.today : day === daysAfter(today, 1) ? texts.tomorrow : longDay(day)}{" "}
              {day <= daysAfter(today, 1) && day >= today && <span className="count">{middleDay(day)}</span>}
            </h3>
            {cards.length === 0 ? <p className="muted">{texts.nothingDue}</p> : cards.map(row)}
          </section>
        ))}
        <section data-day="" data-over={over === "" || undefined} aria-label={texts.undated}>
          <h3>
            {texts.undated} <span className="count">{undated.length}</span>
          </h3>
          {undated.slice(0, most).map(row)}
          {undated.length > most && (
            <Button variant="ghost" onClick={() => setMost(most + step)}>
              {texts.showMore(Math.min(step, undated.length - most))}
            </Button>
          )}
        </section>
      </div>
      {carried && (
        <div ref={clone} className="calendar-carried fine truncate" style={{ width: carried.width }} aria-hidden="true">
          {nameOf(store, carried.card.entity, carried.card.id)}
        </div>
      )}
      {opened && (
        <OnDemand layer load={loadSheet} onClose={() => setOpened(null)}>
          {({ CardSheet }) => <CardSheet card={opened} onShow={onShow} onClose={() => setOpened(null)} />}
        </OnDemand>
      )}
    </div>
  )
}

type StripProps = {
  week: readonly string[]
  at: string
  today: string
  days: ReadonlyMap<string, readonly Dated[]>
  over: string | null | undefined
  onDay(day: string): void
}

/** The days of a week with up to three discs each; swiped to the next week. */
const Strip = ({ week, at, today, days, over, onDay }: StripProps) => {
  const start = useRef(0)
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const moved = (changedTouches[0]?.clientX ?? start.current) - start.current
    if (Math.abs(moved) < 50) return
    onDay(daysAfter(at, moved < 0 !== isRightToLeft() ? 7 : -7))
  }
  return (
    <div
      className="week-strip rigid"
      onTouchStart={({ touches }) => {
        start.current = touches[0]?.clientX ?? 0
      }}
      onTouchEnd={onTouchEnd}
    >
      {week.map((day) => {
        const cards = days.get(day) ?? []
        return (
          <button
            key={day}
            type="button"
            data-day={day}
            data-over={over === day || undefined}
            data-today={day === today || undefined}
            aria-pressed={day === at}
            aria-label={texts.cardsOn(fullDay(day), cards.length)}
            onClick={() => onDay(day)}
          >
            <span>{weekdayLetter(day)}</span>
            <b className="numeric">{Number(day.slice(8))}</b>
            <i>
              {cards.slice(0, 3).map((card) => (
                <span key={keyOf(card)} className="strip-disc" {...goalTint(colorOf(card))} />
              ))}
            </i>
          </button>
        )
      })}
    </div>
  )
}

type AgendaRowProps = { card: Dated; today: string; onOpen(): void }

const AgendaRow = ({ card, today, onOpen }: AgendaRowProps) => {
  const board = useBoard()
  const done = isDone(card)
  const late = isLate(card, done, today)
  const place = parentName(board, card)
  return (
    <button
      type="button"
      className="agenda-row full row anchor"
      data-card={keyOf(card)}
      data-done={done || undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
      {...goalTint(colorOf(card))}
    >
      <KindSign card={card} />
      <span className="grow">
        <span className="agenda-name breaks" dir="auto">
          {entryName(card)}
        </span>
        <SaidOf card={card} late={late} />
        <span className="agenda-place secondary fine row">
          <span className="dot" aria-hidden="true" />
          <span className="truncate" dir="auto">
            {[late && card.row.dueDate && shortDay(card.row.dueDate), place].filter(Boolean).join(", ")}
          </span>
        </span>
      </span>
      <OpenSigns card={card} />
      <Owner person={card.row.owner} />
    </button>
  )
}
