import "./card-marks.css"
import { Calendar, RotateCw } from "lucide-react"
import type { GoalOutcome } from "~/contract/fields/card-fields"
import type { Person } from "~/contract/fields/field"
import { problemText } from "~/contract/shared/language/problem-text"
import type { Task } from "~/contract/task"
import { shortDay } from "~/rules/dates"
import { Avatar, useNames } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { atTimeInText, urgency } from "~/ui/parts/dates"
import { RepeatMark } from "~/ui/parts/day/repeat-mark"
import { common } from "~/ui/parts/texts"
import { useMember, useView } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import type { CardRef } from "~/ui/plan/view-state"

/** The 18 px avatar of a card's owner; a dashed ring without one. */
export const Owner = ({ person, ring = false }: { person: Person | null; ring?: boolean }) => {
  const member = useMember(person?.id ?? null)
  const named = useNames()
  if (!person || person.id === null) {
    return ring ? (
      <span className="avatar size-18 none">
        <span className="visually-hidden">{cardTexts.noOwner}</span>
      </span>
    ) : null
  }
  const userName = named(person)
  return (
    <span className="owner" data-tip={userName}>
      <Avatar person={{ id: person.id, userName, avatarUrl: member?.avatarUrl }} size={18} />
      <span className="visually-hidden">{cardTexts.owner(userName)}</span>
    </span>
  )
}

/** DD/MM; red after the day, amber within three days before it. Completed cards show no colour. */
export const DueDate = ({ date, done = false, task }: { date: string; done?: boolean; task?: Task }) => (
  <span className="due numeric" data-urgency={done ? undefined : urgency(date)}>
    {!done && <Calendar className="icon tiny" aria-hidden="true" />}
    <span className="visually-hidden">{cardTexts.due("")}</span>
    {shortDay(date)}
    {task?.recurrence && <Repeats task={task} />}
  </span>
)

/** A sign of its own after the date. */
export const Repeats = ({ task: { recurrence, recurrenceFrom, dueDate } }: { task: Task }) =>
  recurrence && <RepeatMark as="sign" recurrence={recurrence} from={recurrenceFrom} dueDate={dueDate} />

type StampProps = { big?: boolean /** Of a goal. */; outcome?: GoalOutcome | null }

export const Stamp = ({ big = false, outcome }: StampProps) => (
  <span className="stamp" data-large={big || undefined} data-outcome={outcome ?? undefined}>
    {outcome ? cardTexts.outcomes[outcome] : cardTexts.completed}
  </span>
)

/** Shows why the card's last change was refused, with a retry. */
export const NotSaved = ({ card }: { card: CardRef }) => {
  const failed = useView(({ failed }) => failed.get(`${card.entity}:${card.id}`))
  const named = useNames()
  if (!failed) return null
  const { conflict } = failed
  if (conflict)
    return (
      <div className="not-saved wrong row fine anchor" data-conflict="" role="alert" data-no-drag="">
        <span>
          <b>{common.notSaved}</b>{" "}
          {cardTexts.changedSince(atTimeInText(conflict.at), conflict.by && named(conflict.by))}
        </span>
        <q className="clamped" dir="auto">
          {conflict.mine}
        </q>
        <span className="conflict-choice wraps">
          <Button size="small" onClick={failed.retry}>
            {cardTexts.keepMine}
          </Button>
          <Button size="small" onClick={failed.drop}>
            {cardTexts.takeTheirs}
          </Button>
        </span>
      </div>
    )
  return (
    <div className="not-saved wrong row fine anchor" role="alert" data-no-drag="">
      <span>
        <b>{common.notSaved}</b> {problemText(failed.problem.message)}
      </span>
      <IconButton small label={common.tryAgain} onClick={failed.retry}>
        <RotateCw className="icon small" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
