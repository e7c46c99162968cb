import "./card-controls.css"
import clsx from "clsx"
import { ArrowLeft, ArrowRight, Calendar, Paperclip, Tag } from "lucide-react"
import type { ReactNode } from "react"
import type { Person } from "~/contract/fields/field"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { shortDay } from "~/rules/dates"
import { isForCard } from "~/ui/board/card/card-mode"
import { Saving } from "~/ui/board/card/card-parts"
import { board } from "~/ui/board/texts"
import { Avatar, useNames } from "~/ui/parts/avatar"
import { urgency } from "~/ui/parts/dates"
import { useBoard, useList, useMember, usePlan } from "~/ui/plan/board-context"
import { cardKey } from "~/ui/plan/card-element"
import { Repeats, Stamp } from "~/ui/plan/card-marks"
import { callsTo } from "~/ui/plan/drop"
import { cardTexts } from "~/ui/plan/texts"
import type { CardRef, Picker } from "~/ui/plan/view-state"
import { Waits } from "~/ui/plan/waits"

/** The actions of a selected card, in place of its details. */

export const TaskControls = ({ task, owner }: { task: Task; owner: Person | null }) => {
  const { id, dueDate, complete, attachmentCount, isDraft, labelIds } = task
  const card = { entity: "task", id } as const
  return (
    <div className="card-meta controls row">
      <OwnerPill card={card} owner={owner} />
      <DatePill card={card} dueDate={dueDate} done={complete} task={task} />
      <LabelsPill card={card} ids={labelIds} />
      {task.blocked && !complete && <Waits row={task} short />}
      {!isDraft && <FilesPill card={card} count={attachmentCount} />}
      <Saving card={card} />
      {complete && <Stamp />}
    </div>
  )
}

export const ActionControls = ({ item }: { item: Item }) => {
  const { session, view } = useBoard()
  const plan = usePlan()
  const { id, focus, businessValue, effortAndComplexity, attachmentCount, isDraft, labelIds, dueDate } = item
  const card = { entity: "item", id } as const
  const move = () => session.makeCalls(callsTo(session.store, card, { list: focus ? "list" : "lanes" }, view.get()))
  return (
    <div className="card-meta controls row">
      <Pill card={card} className="focus-pill" label={focus ? board.unfocus : board.focus} tip onPress={move}>
        {focus ? (
          <ArrowLeft className="icon tiny" aria-hidden="true" />
        ) : (
          <>
            <ArrowRight className="icon tiny" aria-hidden="true" />
            <span className="focus-word">{board.focus}</span>
          </>
        )}
      </Pill>
      {plan?.effortAndComplexityVisible && (
        <>
          <PickPill picker={{ what: "value", card }}>
            <Word text={board.value} /> {businessValue > 0 && businessValue}
          </PickPill>
          <PickPill picker={{ what: "effort", card }}>
            <Word text={board.effort} /> {effortAndComplexity > 0 && effortAndComplexity}
          </PickPill>
        </>
      )}
      <DatePill card={card} dueDate={dueDate} />
      <LabelsPill card={card} ids={labelIds} />
      {item.blocked && <Waits row={item} short />}
      {!isDraft && <FilesPill card={card} count={attachmentCount} />}
      <Saving card={card} />
    </div>
  )
}

/** The due date. An action without one has the icon alone, since its row has more controls than a task's. */
type DatePillProps = { card: CardRef; dueDate: string | null; done?: boolean; task?: Task }

const DatePill = ({ card, dueDate, done = false, task }: DatePillProps) => {
  const sign = dueDate === null && card.entity === "item"
  return (
    <PickPill
      picker={{ what: "due", card }}
      className={sign ? undefined : "date-pill"}
      label={sign ? board.date : undefined}
      tip={sign}
      urgency={dueDate && !done ? urgency(dueDate) : undefined}
    >
      <Calendar className="icon tiny" aria-hidden="true" />
      {dueDate && <span className="visually-hidden">{cardTexts.due("")}</span>}
      {dueDate ? shortDay(dueDate) : !sign && board.date}
      {task?.recurrence && dueDate && <Repeats task={task} />}
    </PickPill>
  )
}

/** A word of which narrow cards show the first letter. */
const Word = ({ text }: { text: string }) => {
  const [first = ""] = text
  return (
    <span>
      {first}
      <span className="word-rest">{text.slice(first.length)}</span>
    </span>
  )
}

/** Opens the card's files. */
export const FilesPill = ({ card, count }: { card: CardRef; count: number }) => {
  const { view } = useBoard()
  return (
    <Pill
      card={card}
      label={board.files(count)}
      tip
      opens
      onPress={() => view.set({ dialog: { ...card, tab: "files" } })}
    >
      <Paperclip className="icon tiny" aria-hidden="true" />
      {count > 0 && count}
    </Pill>
  )
}

/** On a card without labels, whose chips open the picker otherwise. A plan without labels shows no sign of them. */
const LabelsPill = ({ card, ids }: { card: CardRef; ids: readonly number[] }) => {
  const plan = useList("labels")
  return ids.length > 0 || plan.length === 0 ? null : (
    <PickPill picker={{ what: "labels", card }} label={board.labels} tip>
      <Tag className="icon tiny" aria-hidden="true" />
    </PickPill>
  )
}

const OwnerPill = ({ card, owner }: { card: CardRef; owner: Person | null }) => {
  const member = useMember(owner?.id ?? null)
  const named = useNames()
  const person =
    owner && owner.id !== null ? { id: owner.id, userName: named(owner), avatarUrl: member?.avatarUrl } : undefined
  return (
    <PickPill
      picker={{ what: "owner", card }}
      className="owner-pill"
      label={person ? cardTexts.owner(person.userName) : cardTexts.noOwner}
      tip
    >
      {person ? <Avatar person={person} size={18} /> : <span className="avatar size-18 none" />}
      <span className="truncate owner-name" dir="auto">
        {person?.userName ?? board.owner}
      </span>
    </PickPill>
  )
}

type PillProps = {
  card: CardRef
  children: ReactNode
  label?: string
  /** Its label is the tooltip, since it shows none. */
  tip?: boolean
  className?: string
  /** It opens a dialog. */
  opens?: boolean
  picks?: string
  urgency?: ReturnType<typeof urgency>
  onPress(): void
}

const Pill = ({ card, children, label, tip = false, className, opens = false, picks, urgency, onPress }: PillProps) => {
  const { view } = useBoard()
  return (
    <button
      type="button"
      className={clsx("pill row fine secondary numeric hovers rigid reach anchor", className)}
      aria-label={label}
      data-tip={tip ? label : undefined}
      aria-haspopup={opens ? "dialog" : undefined}
      data-no-drag=""
      data-picks={picks}
      data-urgency={urgency}
      onClick={(event) => {
        if (isForCard(cardKey(card), event)) view.set({ dialog: card })
        else onPress()
      }}
    >
      {children}
    </button>
  )
}

type PickPillProps = Pick<PillProps, "children" | "label" | "tip" | "className" | "urgency"> & { picker: Picker }

/** Opens a picker, which is anchored to it. */
const PickPill = ({ picker, ...pill }: PickPillProps) => {
  const { view } = useBoard()
  const { what, card } = picker
  return (
    <Pill
      {...pill}
      card={card}
      opens
      picks={`${what}:${card.entity}:${card.id}`}
      onPress={() => view.set({ picker })}
    />
  )
}
