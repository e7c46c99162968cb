import { Link } from "@remix-run/react"
import { Calendar, Clock, Ellipsis, Hourglass, Repeat, RotateCw } from "lucide-react"
import { memo } from "react"
import type { Refused } from "~/client/my-work/my-work"
import { boardAddress } from "~/contract/shared/deep-link"
import { problemText } from "~/contract/shared/language/problem-text"
import type { OwnTask, TaskType } from "~/contract/task"
import { shortDay } from "~/rules/dates"
import { isOpen } from "~/rules/work-groups"
import { workTexts } from "~/ui/my-work/texts"
import { WorkTick } from "~/ui/my-work/work-tick"
import { Button, IconButton } from "~/ui/parts/button"
import { urgency } from "~/ui/parts/dates"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"

export type RowActions = {
  /** Done, or back to what it was. */
  tick(task: OwnTask): void
  openMenu(task: OwnTask): void
  openDay(task: OwnTask): void
}

type WorkRowProps = {
  /** Measures the row at its index in the list. */
  measure(element: HTMLLIElement | null): void
  index: number
  task: OwnTask
  day: string
  planPicture: string | undefined
  /** The task's type before it was done here a moment ago. */
  before: TaskType | undefined
  refused: Refused | undefined
  /** A change of it waits for a connection. */
  waits: boolean
  /** May the person change it: neither a viewer nor in a completed action. */
  canChange: boolean
  /** The row whose controls Tab reaches. */
  current: boolean
  phone: boolean
  position: number
  size: number
  actions: RowActions
}

export const WorkRow = memo(function WorkRow(props: WorkRowProps) {
  const { measure, index, task, current, before, canChange, phone, position, size, actions } = props
  const { id, type, color } = task
  const tabIndex = current ? 0 : -1
  const name = nameOf(task)
  return (
    <li
      ref={measure}
      data-index={index}
      className={phone ? "work-line" : "work-row hovers anchor"}
      data-done={!isOpen(task) || undefined}
      data-work={id}
      aria-setsize={size}
      aria-posinset={position}
      {...goalTint(color)}
    >
      <WorkTick
        type={type}
        name={name}
        disabled={!canChange}
        tabIndex={phone ? undefined : tabIndex}
        onTick={() => actions.tick(task)}
      />
      {phone ? <PhoneWords {...props} /> : <DeskWords {...props} tabIndex={tabIndex} />}
      {!phone && before === undefined && (
        <IconButton
          small
          label={`${workTexts.menu}: ${name}`}
          tip={null}
          aria-haspopup="dialog"
          tabIndex={tabIndex}
          data-work-menu=""
          onClick={() => actions.openMenu(task)}
        >
          <Ellipsis className="icon" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
})

const nameOf = ({ description }: OwnTask) => description.trim() || cardTexts.untitledTask

type WordsProps = WorkRowProps & { tabIndex?: number }

const DeskWords = (props: WordsProps) => {
  const { task, planPicture, tabIndex, waits } = props
  const { id, planId, itemId, itemTopic, planName } = task
  const name = nameOf(task)
  const action = itemTopic || cardTexts.untitledAction
  const plan = planName || common.untitledPlan
  const card = boardAddress(planId, { type: "card", id: itemId, show: true })
  return (
    <>
      <Link
        className="work-title truncate"
        to={boardAddress(planId, { type: "task", id })}
        tabIndex={tabIndex}
        data-work-title=""
        data-tip={name}
        dir="auto"
      >
        {waits && <Waiting />}
        {name}
      </Link>
      <Link className="work-action row" to={card} tabIndex={tabIndex} data-tip={action}>
        <span className="dot" aria-hidden="true" />
        <span className="truncate" dir="auto">
          {action}
        </span>
      </Link>
      <Link className="work-plan row" to={card} tabIndex={tabIndex} data-tip={plan}>
        <PlanPicture planId={planId} url={planPicture} width={20} height={18} />
        <span className="truncate" dir="auto">
          {plan}
        </span>
      </Link>
      <End {...props} />
    </>
  )
}

/** That an open task waits for others. */
const Waits = ({ task }: { task: OwnTask }) =>
  isOpen(task) && task.blocked ? (
    <span className="work-sign secondary" data-tip={workTexts.waits}>
      <Hourglass className="icon tiny" aria-hidden="true" />
      <span className="visually-hidden">{workTexts.waits}. </span>
    </span>
  ) : null

const Repeats = ({ task }: { task: OwnTask }) =>
  isOpen(task) && task.recurrence ? (
    <span className="work-sign secondary" data-tip={workTexts.repeats}>
      <Repeat className="icon tiny" aria-hidden="true" />
      <span className="visually-hidden">. {workTexts.repeats}</span>
    </span>
  ) : null

const Waiting = () => (
  <span className="work-waiting">
    <Clock className="icon small" aria-hidden="true" />
    <span className="visually-hidden">{workTexts.waiting}. </span>
  </span>
)

/** The due date; after a tick "Undo", after a refusal the reason. */
const End = ({ task, day, before, refused, canChange, tabIndex, actions }: WordsProps) => {
  const { dueDate } = task
  if (refused)
    return (
      <span className="work-failed" role="alert">
        <Button
          size="small"
          variant="ghost"
          data-tip={problemText(refused.problem.message)}
          tabIndex={tabIndex}
          onClick={refused.retry}
        >
          <RotateCw className="icon small" aria-hidden="true" />
          {common.notSaved}
          <span className="visually-hidden">
            . {problemText(refused.problem.message)} {common.tryAgain}
          </span>
        </Button>
      </span>
    )
  if (before !== undefined)
    return (
      <Button
        className="work-undo"
        size="small"
        variant="ghost"
        aria-label={`${workTexts.undo}: ${nameOf(task)}`}
        tabIndex={tabIndex}
        onClick={() => actions.tick(task)}
      >
        {workTexts.undo}
      </Button>
    )
  return (
    <button
      type="button"
      className="work-due row numeric fine secondary"
      data-urgency={dueDate && isOpen(task) ? urgency(dueDate, day) : undefined}
      aria-haspopup="dialog"
      aria-disabled={!canChange || undefined}
      tabIndex={tabIndex}
      data-work-due=""
      onClick={canChange ? () => actions.openDay(task) : undefined}
    >
      <Waits task={task} />
      <Calendar className="icon tiny" aria-hidden="true" />
      <span className="visually-hidden">{dueDate ? workTexts.dueOn("") : workTexts.noDate}</span>
      {dueDate && shortDay(dueDate)}
      <Repeats task={task} />
    </button>
  )
}

const PhoneWords = (props: WordsProps) => {
  const { task, day, before, refused, waits, actions } = props
  const { dueDate, itemTopic, planName } = task
  const late = dueDate && isOpen(task) ? urgency(dueDate, day) : undefined
  return (
    <>
      <button
        type="button"
        className="work-open"
        aria-haspopup="dialog"
        data-work-title=""
        onClick={() => actions.openMenu(task)}
      >
        <span className="work-title clamped" dir="auto">
          {waits && <Waiting />}
          {nameOf(task)}
        </span>
        <span className="work-where">
          <span className="dot" aria-hidden="true" />
          <span className="truncate" dir="auto">
            {itemTopic || cardTexts.untitledAction}, {planName || common.untitledPlan}
          </span>
        </span>
      </button>
      {refused || before !== undefined ? (
        <End {...props} />
      ) : (
        (dueDate || task.blocked) && (
          <span className="work-due row numeric fine secondary" data-urgency={late}>
            <Waits task={task} />
            {dueDate && <span className="visually-hidden">{workTexts.dueOn("")}</span>}
            {dueDate && shortDay(dueDate)}
            <Repeats task={task} />
          </span>
        )
      )}
    </>
  )
}
