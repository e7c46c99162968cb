import type { CSSProperties, RefObject } from "react"
import type { BoardReader } from "~/client/board/board-types"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { isHolding } from "~/rules/waiting"
import { waitTexts as texts } from "~/ui/dialog/texts"
import { columnOf, rowOf, rowsOfKind, waitersIn } from "~/ui/dialog/wait-status"
import { Button } from "~/ui/parts/button"
import { Popup } from "~/ui/parts/popup"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { DueDate, Owner } from "~/ui/plan/card-marks"
import { goalTint } from "~/ui/plan/goal-tint"
import { nameOf } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import type { WaitingCard } from "~/ui/plan/view-state"
import "~/ui/parts/status.css"
import "./waits.css"

/** Lines of a chain; a dialog's field has every card. */
const mostLines = 100

type Line = { row: Item | Task; level: number }

/** The open cards that it waits for, each once, and below each its own open blockers. */
const linesOf = (store: BoardReader, card: WaitingCard): Line[] => {
  const lines: Line[] = []
  const seen = new Set([card.id])
  const add = (id: number, level: number) => {
    for (const each of rowOf(store, { ...card, id })?.blockedByIds ?? []) {
      const row = rowOf(store, { ...card, id: each })
      if (!row || seen.has(each) || !isHolding(row) || lines.length >= mostLines) continue
      seen.add(each)
      lines.push({ row, level })
      add(each, level + 1)
    }
  }
  add(card.id, 1)
  return lines
}

type WaitChainProps = { anchor: RefObject<Element | null>; card: WaitingCard; onClose(): void }

/** What a card waits for, over others too, and what waits for it. Import it lazily. */
export const WaitChain = ({ anchor, card, onClose }: WaitChainProps) => {
  const { session, view, can } = useBoard()
  const { store } = session
  useChanged()
  const row = rowOf(store, card)
  if (!row) return null
  const count = row.blockedByIds.filter((id) => isHolding(rowOf(store, { ...card, id }))).length
  const waiters = (waitersIn(rowsOfKind(store, card.entity)).get(card.id) ?? []).slice(0, mostLines)
  const line = ({ row, level }: Line) => (
    <li
      key={store.keyOf(card.entity, row.id)}
      className="wait-line slim row"
      {...goalTint("color" in row ? row.color : row.goal?.color)}
      style={
        {
          ...goalTint("color" in row ? row.color : row.goal?.color).style,
          "--level": Math.min(level, 5),
        } as CSSProperties
      }
    >
      <span
        className="status-mark"
        data-type={columnOf(row)}
        role="img"
        aria-label={cardTexts.columns[columnOf(row)]}
      />
      {level === 0 ? (
        <b className="truncate grow" dir="auto">
          {nameOf(store, card.entity, row.id)}
        </b>
      ) : (
        <button
          type="button"
          className="truncate grow"
          dir="auto"
          onClick={() => view.set({ picker: null, dialog: { entity: card.entity, id: row.id } })}
        >
          {nameOf(store, card.entity, row.id)}
        </button>
      )}
      {row.dueDate && <DueDate date={row.dueDate} done={columnOf(row) === 2} />}
      <Owner person={row.owner} ring />
    </li>
  )
  return (
    <Popup label={cardTexts.waitsFor(count)} anchor={anchor} className="wait-chain scrolls" onClose={onClose}>
      <header className="row">
        <h2 className="grow">{cardTexts.waitsFor(count)}</h2>
        {can("changeBoard") && !("readOnly" in row && row.readOnly) && (
          <Button variant="ghost" size="small" onClick={() => view.set({ picker: { what: "waits", card } })}>
            {texts.edit}
          </Button>
        )}
      </header>
      <ul>
        {line({ row, level: 0 })}
        {linesOf(store, card).map(line)}
      </ul>
      {waiters.length > 0 && (
        <>
          <h3>{texts.waitingForThis}</h3>
          <ul>{waiters.map((row) => line({ row, level: 1 }))}</ul>
        </>
      )}
    </Popup>
  )
}
