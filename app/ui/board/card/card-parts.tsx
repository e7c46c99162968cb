import { Clock, Ellipsis, Paperclip } from "lucide-react"
import { memo, useEffect, useState } from "react"
import { isUp } from "~/client/live/live"
import { board } from "~/ui/board/texts"
import { IconButton } from "~/ui/parts/button"
import { Spinner } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { taskColumn, useBoard, useList, useObserved, useSaving } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"
import "./card.css"
import "./card-text.css"

/** The number of a card's files, which opens them. Visitors have no dialogs. */
export const Attachments = ({ card, count }: { card: CardRef; count: number }) => {
  const { view, can } = useBoard()
  if (count === 0) return null
  const figure = (
    <>
      <Paperclip className="icon tiny" aria-hidden="true" />
      {count}
      <span className="visually-hidden"> {board.fileWord(count)}</span>
    </>
  )
  return can("readBoard") ? (
    <button
      type="button"
      className="card-files row fine secondary numeric reach"
      aria-haspopup="dialog"
      data-no-drag=""
      onClick={() => view.set({ dialog: { ...card, tab: "files" } })}
    >
      {figure}
    </button>
  ) : (
    <span className="card-files row fine secondary numeric">{figure}</span>
  )
}

/** While a card's text is edited, the keys that end it. */
export const EditHint = () => (
  <div className="card-meta row">
    <span className="edit-hint">{board.editing}</span>
  </div>
)

/** An action's value and effort; zero is not set. */
export const Estimates = ({ value, effort }: { value: number; effort: number }) => (
  <>
    {value > 0 && (
      <span>
        {board.value} <b>{value}</b>
      </span>
    )}
    {effort > 0 && (
      <span>
        {board.effort} <b>{effort}</b>
      </span>
    )}
  </>
)

/** Opens the card's dialog; visitors have none. */
export const MenuButton = ({ card, name }: { card: CardRef; name: string }) => {
  const { view, can } = useBoard()
  if (!can("readBoard")) return null
  return (
    <IconButton
      small
      className="card-menu reach"
      label={common.menuOf(name)}
      tip={null}
      aria-haspopup="dialog"
      data-no-drag=""
      onClick={() => view.set({ dialog: card })}
    >
      <Ellipsis className="icon" aria-hidden="true" />
    </IconButton>
  )
}

/** Shown while a change of the card takes long, or waits for a connection. */
export const Saving = ({ card }: { card: CardRef }) => (useSaving(card.entity, card.id) ? <SlowlySaving /> : null)

const SlowlySaving = () => {
  const { session } = useBoard()
  const connected = isUp(useObserved(session.live))
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return connected ? (
    <span className="save-status row rigid fine">
      <Spinner />
      {common.saving}
    </span>
  ) : (
    <span className="save-status row rigid fine waiting">
      <Clock className="icon small" aria-hidden="true" />
      {board.waiting}
    </span>
  )
}

const most = 24

/** One tick per task: done solid, doing half, to do pale. Above 24 tasks, a tick represents several. */
export const Ticks = memo(function Ticks({ itemId }: { itemId: number }) {
  const todo = useList(taskColumn(itemId, 0)).length
  const doing = useList(taskColumn(itemId, 1)).length
  const done = useList(taskColumn(itemId, 2)).length
  const all = todo + doing + done
  if (all === 0) return null
  const scale = Math.min(1, most / all)
  const solid = Math.floor(done * scale)
  const half = Math.ceil(doing * scale)
  const count = Math.min(all, most)
  return (
    <div className="ticks" role="img" aria-label={board.tasksDone(done, all)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ticks are identical and unordered
        <b key={index} data-tick={index < solid ? "done" : index < solid + half ? "half" : undefined} />
      ))}
    </div>
  )
})
