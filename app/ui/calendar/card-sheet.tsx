import { ArrowRight, Calendar, SquareKanban, SquarePen } from "lucide-react"
import { shortDay } from "~/rules/dates"
import { calendarTexts as texts } from "~/ui/calendar/texts"
import { mayMove } from "~/ui/calendar/use-entries"
import { MoveTo } from "~/ui/dialog/move-to"
import { dialog } from "~/ui/dialog/texts"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { nameOf } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import type { CardRef } from "~/ui/plan/view-state"

type CardSheetProps = { card: CardRef; onShow(card: CardRef): void; onClose(): void }

/** What can be done with a card of a phone's agenda. Import it lazily. */
export const CardSheet = ({ card, onShow, onClose }: CardSheetProps) => {
  const board = useBoard()
  const { session, view } = board
  const row = useRow(card.entity as "item" | "task", card.id)
  if (!row) return null
  const name = nameOf(session.store, card.entity, card.id)
  const place = "topic" in row ? (row.focus ? dialog.moveToFocus : dialog.moveToList) : cardTexts.columns[row.type]
  const entry = (label: string, Icon: typeof Calendar, run: () => void, now = "") => (
    <button
      type="button"
      className="list-row"
      onClick={() => {
        onClose()
        run()
      }}
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="grow">{label}</span>
      <span className="muted numeric">{now}</span>
    </button>
  )
  return (
    <DialogFrame label={name} className="agenda-sheet" sheet dismissable onClose={onClose}>
      <h2 className="breaks" dir="auto">
        {name}
      </h2>
      {mayMove(board, card) && (
        <>
          {entry(
            texts.sheet.due,
            Calendar,
            () => view.set({ picker: { what: "due", card } }),
            row.dueDate ? shortDay(row.dueDate) : texts.undated,
          )}
          <MoveTo card={card} className="list-row">
            <ArrowRight className="icon" aria-hidden="true" />
            <span className="grow">{dialog.moveTo}</span>
            <span className="muted">{place}</span>
          </MoveTo>
        </>
      )}
      {entry(texts.sheet.showOnBoard, SquareKanban, () => onShow(card))}
      {entry(texts.sheet.open, SquarePen, () => view.set({ dialog: card }))}
    </DialogFrame>
  )
}
