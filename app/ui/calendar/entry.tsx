import { Check, Hourglass, Layers, Repeat } from "lucide-react"
import { memo } from "react"
import { type Dated, isDone } from "~/rules/calendar"
import { useDim } from "~/ui/board/card/search-words"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { colorOf, entryName, isLate, keyOf, parentName, refOf } from "~/ui/calendar/use-entries"
import { useBoard, useHolding, useView } from "~/ui/plan/board-context"
import { LabelChip } from "~/ui/plan/card-labels"
import { Owner } from "~/ui/plan/card-marks"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"
import "~/ui/parts/status.css"
import "./entry.css"

/** The disc of a task's status, or the sign of an action. */
export const KindSign = ({ card }: { card: Dated }) =>
  card.entity === "item" ? (
    <Layers className="icon small rigid kind-sign" aria-hidden="true" />
  ) : (
    <span className="status-mark" data-type={card.row.type}>
      {card.row.type === 2 && <Check className="icon tiny mark-check" aria-hidden="true" />}
    </span>
  )

/** What the signs and colours of a card say. */
export const SaidOf = ({ card, late }: { card: Dated; late: boolean }) => {
  const status = card.entity === "task" ? cardTexts.columns[card.row.type] : isDone(card) && cardTexts.completed
  const isOpen = !isDone(card)
  const repeats = isOpen && card.entity === "task" && card.row.recurrence && texts.repeats
  const waits = isOpen && card.row.blocked && texts.waits
  const said = [texts.kinds[card.entity], status, late && texts.late, repeats, waits].filter(Boolean).join(", ")
  return <span className="visually-hidden">{`, ${said}`}</span>
}

/** The sign of an open task that repeats. */
const Repeats = ({ card }: { card: Dated }) =>
  card.entity === "task" && card.row.recurrence && !isDone(card) ? (
    <Repeat className="icon tiny rigid" aria-hidden="true" />
  ) : null

/** Signs of an open card that repeats, or that waits for others. */
export const OpenSigns = ({ card }: { card: Dated }) =>
  isDone(card) ? null : (
    <>
      <Repeats card={card} />
      {card.row.blocked && <Hourglass className="icon tiny rigid" aria-hidden="true" />}
    </>
  )

/** What an open card waits for, where there is room for words. */
const WaitsInWords = ({ card }: { card: Dated }) => {
  const count = useHolding(card.entity, card.row.blockedByIds)
  const doing = card.entity === "task" && card.row.type === 1
  if (isDone(card) || count === 0) return null
  return (
    <span className="due numeric" data-urgency={doing ? "soon" : undefined} aria-hidden="true">
      <Hourglass className="icon tiny" />
      {cardTexts.waitsFor(count)}
    </span>
  )
}

export type EntryProps = {
  card: Dated
  today: string
  /** `month`: one line, or two; `week` and `undated`: with the card's place and owner. */
  look: "month" | "week" | "undated"
  tabIndex: number
}

/** A card in a calendar: a button that opens its dialog, and that is lifted to another day. */
export const Entry = memo(function Entry({ card, today, look, tabIndex }: EntryProps) {
  const board = useBoard()
  const { view } = board
  const key = keyOf(card)
  const failed = useView(({ failed }) => failed.has(key))
  const name = entryName(card)
  const done = isDone(card)
  const late = isLate(card, done, today)
  const dim = useDim(refOf(card), name)
  const state = {
    "data-look": look,
    "data-kind": card.entity,
    "data-done": done || undefined,
    "data-late": late || undefined,
    "data-failed": failed || undefined,
    "data-draft": card.row.isDraft || undefined,
    "data-dim": dim || undefined,
  }
  return (
    <button
      type="button"
      className="calendar-entry full slim rigid flow anchor"
      data-card={key}
      data-tip={look === "month" ? name : undefined}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      onClick={() => view.set({ dialog: refOf(card) })}
      {...state}
      {...goalTint(colorOf(card))}
    >
      {look === "week" && <span className="entry-place truncate">{parentName(board, card)}</span>}
      <span className="entry-line slim row">
        {look !== "week" && <KindSign card={card} />}
        <span className="entry-name breaks grow" dir="auto">
          {name}
        </span>
        <SaidOf card={card} late={late} />
        {look !== "week" && <OpenSigns card={card} />}
      </span>
      {look === "week" && card.row.labelIds.length > 0 && (
        <span className="entry-labels wraps">
          {card.row.labelIds.map((id) => (
            <LabelChip key={id} id={id} />
          ))}
        </span>
      )}
      {look !== "month" && (
        <span className="entry-facts secondary fine row">
          {look === "week" ? (
            <KindSign card={card} />
          ) : (
            <span className="truncate grow">{parentName(board, card)}</span>
          )}
          {look === "week" && <Repeats card={card} />}
          <Owner person={card.row.owner} />
          {look === "week" && <WaitsInWords card={card} />}
        </span>
      )}
    </button>
  )
})
