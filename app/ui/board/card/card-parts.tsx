import clsx from "clsx"
import { Calendar, Ellipsis, Paperclip, RotateCw } from "lucide-react"
import { memo, type ReactNode, useEffect, useState } from "react"
import type { Person } from "~/contract/field"
import { shortDay } from "~/rules/dates"
import { Avatar } from "~/ui/parts/avatar"
import { IconButton } from "~/ui/parts/button"
import { urgency } from "~/ui/parts/dates"
import { Spinner } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { taskColumn, useBoard, useColumn, useMember, useObserved, useSaving, useView } from "~/ui/plan/board-context"
import { board } from "~/ui/plan/texts"
import type { CardRef, Picker } from "~/ui/plan/view-state"

/** The 18 px avatar of who owns a card; a dashed ring for nobody. */
export const Owner = ({ person, ring = false }: { person: Person | null; ring?: boolean }) => {
  const member = useMember(person?.id ?? null)
  if (!person || person.id === null) {
    return ring ? (
      <span className="av s18 none">
        <span className="vh">{board.noOwner}</span>
      </span>
    ) : null
  }
  return (
    <span className="owner" title={person.userName}>
      <Avatar person={{ id: person.id, userName: person.userName, avatarUrl: member?.avatarUrl }} size={18} />
      <span className="vh">{board.owner(person.userName)}</span>
    </span>
  )
}

/** DD/MM; red after the day, amber within three days. A finished card's date is past caring. */
export const DueDate = ({ date, done = false }: { date: string; done?: boolean }) => (
  <span className={clsx("due num", !done && urgency(date))}>
    {!done && <Calendar className="i xs" aria-hidden="true" />}
    <span className="vh">{board.due("")}</span>
    {shortDay(date)}
  </span>
)

/** How many files a card has; pressed, it opens them. */
export const Attachments = ({ card, count }: { card: CardRef; count: number }) => {
  const { view } = useBoard()
  if (count <= 0) return null
  return (
    <button
      type="button"
      className="pick clip"
      title={board.files(count)}
      data-no-drag=""
      aria-haspopup="dialog"
      onClick={() => view.set({ dialog: { ...card, tab: "files" } })}
    >
      <Paperclip className="i xs" aria-hidden="true" />
      {count}
      <span className="vh"> {board.files(count)}</span>
    </button>
  )
}

export const Estimates = ({ value, effort }: { value: number; effort: number }) => (
  <>
    <span>
      {board.value} <b>{value}</b>
    </span>
    <span>
      {board.effort} <b>{effort}</b>
    </span>
  </>
)

export const Stamp = ({ big = false }: { big?: boolean }) => (
  <span className={clsx("stamp", big && "big")}>{board.completed}</span>
)

type PickButtonProps = { picker: Picker; children: ReactNode }

/** What of a card is pressed to choose another: its owner, its date. */
export const PickButton = ({ picker, children }: PickButtonProps) => {
  const { view } = useBoard()
  const { what, card } = picker
  return (
    <button
      type="button"
      className={`pick ${what}-pick`}
      data-no-drag=""
      data-picks={`${what}:${card.entity}:${card.id}`}
      aria-haspopup="dialog"
      onClick={() => view.set({ picker })}
    >
      {children}
    </button>
  )
}

/** Opens the card's dialog. */
export const MenuButton = ({ card, name }: { card: CardRef; name: string }) => {
  const { view } = useBoard()
  return (
    <IconButton
      small
      className="card-menu"
      label={board.menuOf(name)}
      title={undefined}
      aria-haspopup="dialog"
      data-no-drag=""
      onClick={() => view.set({ dialog: card })}
    >
      <Ellipsis className="i" aria-hidden="true" />
    </IconButton>
  )
}

/** While a change of the card takes long to be answered. */
export const Saving = ({ card }: { card: CardRef }) => (useSaving(card.entity, card.id) ? <SlowlySaving /> : null)

const SlowlySaving = () => {
  const { session } = useBoard()
  // Without a connection nothing is under way: the bar over the board says when it is sent.
  const connected = useObserved(session.live) === "Connected"
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600)
    return () => clearTimeout(timer)
  }, [])
  return slow && connected ? (
    <span className="sync">
      <Spinner />
      {common.saving}
    </span>
  ) : null
}

/** Why the card's last change was refused, and the way to send it again. */
export const NotSaved = ({ card }: { card: CardRef }) => {
  const failed = useView(({ failed }) => failed.get(`${card.entity}:${card.id}`))
  if (!failed) return null
  return (
    <div className="not-saved" role="alert" data-no-drag="">
      <span>
        <b>{board.notSaved}</b> {failed.problem.message}
      </span>
      <IconButton small label={board.retry} onClick={failed.retry}>
        <RotateCw className="i s" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

const most = 24

/** One tick per task: done solid, doing half, to do pale. Beyond 24 tasks a tick stands for several. */
export const Ticks = memo(function Ticks({ itemId }: { itemId: number }) {
  const todo = useColumn(taskColumn(itemId, 0)).length
  const doing = useColumn(taskColumn(itemId, 1)).length
  const done = useColumn(taskColumn(itemId, 2)).length
  const all = todo + doing + done
  if (all === 0) return null
  const scale = Math.min(1, most / all)
  const solid = Math.floor(done * scale)
  const half = Math.ceil(doing * scale)
  const count = Math.min(all, most)
  return (
    <div className="ticks" role="img" aria-label={board.tasksDone(done, all)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ticks are alike and have no order of their own
        <b key={index} className={index < solid ? "d" : index < solid + half ? "h" : undefined} />
      ))}
    </div>
  )
})
