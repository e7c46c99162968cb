import { Plus } from "lucide-react"
import { memo } from "react"
import { dateFormat, numberFormat } from "~/contract/shared/language/format"
import { gapOf, paceOf, progressOf } from "~/rules/progress"
import { GoalStatus, Progress, paceText, percentText } from "~/ui/goal/progress"
import { ResultLine } from "~/ui/goal/result-line"
import { goalTexts } from "~/ui/goal/texts"
import { daysSince, type GoalLine, isBare, isStale } from "~/ui/goals/goal-lines"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { Avatar, useNames } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"

export type GoalActs = {
  /** The address of a goal's dialog. */
  href(line: GoalLine): string
  open(line: GoalLine): void
  /** Undefined where the person may not. */
  checkIn?: ((line: GoalLine) => void) | undefined
  addResult?: ((line: GoalLine) => void) | undefined
}

type GoalRowProps = {
  line: GoalLine
  today: string
  userId: number
  acts: GoalActs
  /** Of its plan, on the page of all plans. */
  picture?: string | undefined
}

const whole = numberFormat()
const dayText = dateFormat({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

/** A goal with what it measures and its last check-in. */
export const GoalRow = memo(function GoalRow({ line, today, userId, acts, picture }: GoalRowProps) {
  const { id, name, color, progress, completed, outcome, status, tasks, tasksDone, keyResults } = line
  const ofTasks = tasks > 0 ? goalTexts.ofTasks(tasksDone, tasks) : goalTexts.noTasksYet
  const link = (
    <a
      href={acts.href(line)}
      className="goals-name breaks fine"
      dir="auto"
      data-goal-title=""
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        acts.open(line)
      }}
    >
      {name || cardTexts.untitledGoal}
    </a>
  )
  const plan = line.planName !== undefined && (
    <span className="goals-plan slim row fine secondary">
      <PlanPicture planId={line.planId} url={picture ?? null} width={20} height={18} />
      <span className="truncate" dir="auto">
        {line.planName}
      </span>
    </span>
  )
  if (isBare(line)) {
    return (
      <tr className="goals-row surface" data-bare="" data-goal-row={id} {...goalTint(color)}>
        <th scope="row">
          <span className="goals-square rigid" aria-hidden="true" />
          {link}
        </th>
        <td colSpan={4} className="fine">
          {plan}
          <span className="muted numeric">{ofTasks}</span>
          <span className="grow" />
          {acts.addResult && (
            <Button size="small" variant="ghost" onClick={() => acts.addResult?.(line)}>
              <Plus className="icon small" aria-hidden="true" />
              {texts.addResult}
            </Button>
          )}
        </td>
      </tr>
    )
  }
  const pace = completed ? null : paceOf(line, today)
  const confidence = line.lastCheckIn?.confidence ?? null
  return (
    <tr className="goals-row surface" data-goal-row={id} data-completed={completed || undefined} {...goalTint(color)}>
      <th scope="row" className="goals-cell slim goals-tint flow">
        {link}
        {plan}
        <Owner line={line} />
      </th>
      <td className="goals-cell slim">
        {completed && outcome ? (
          <span className="stamp" data-outcome={outcome}>
            {cardTexts.outcomes[outcome]}
          </span>
        ) : (
          <b>{status === null ? <span className="muted">{texts.noStatus}</span> : <GoalStatus status={status} />}</b>
        )}
        {confidence !== null && <small className="numeric">{texts.confidence(whole(confidence))}</small>}
      </td>
      <td className="goals-cell slim">
        {progress !== null && (
          <span className="goals-progress grid">
            <Progress progress={progress} pace={pace} />
            <b className="numeric">{percentText(progress)}</b>
          </span>
        )}
        <small className="numeric">
          {progress !== null && pace !== null && <span>{paceText(gapOf(progress, pace), false)}</span>}
          <span>{ofTasks}</span>
        </small>
      </td>
      <td className="goals-cell slim goals-results">
        {keyResults.length === 0 && <small>{texts.noResults}</small>}
        {keyResults.map((result) => (
          <ResultLine key={result.id} result={result} progress={progressOf(result)} pace={pace} place="page" />
        ))}
      </td>
      <LastCheckIn line={line} today={today} userId={userId} acts={acts} />
    </tr>
  )
})

const Owner = ({ line: { owner, dueDate } }: { line: GoalLine }) => {
  const named = useNames()
  if (owner?.id == null && !dueDate) return null
  return (
    <span className="goals-owner slim row fine secondary">
      {owner && owner.id !== null && (
        <>
          <Avatar person={{ id: owner.id, userName: named(owner) }} size={18} />
          <span className="truncate" dir="auto">
            {named(owner)}
          </span>
        </>
      )}
      {dueDate && <span className="numeric goals-due unbroken">{texts.until(dayText(Date.parse(dueDate)))}</span>}
    </span>
  )
}

const LastCheckIn = ({ line, today, userId, acts }: Omit<GoalRowProps, "picture">) => {
  const { lastCheckIn, completed, owner, note, name } = line
  const named = useNames()
  const stale = isStale(line, today)
  const days = daysSince(line, today)
  const mayCheckIn = acts.checkIn && !completed && owner?.id === userId && days > 7
  return (
    <td className="goals-cell slim goals-checked">
      <div className="goals-when row fine">
        <span className="goals-label muted">{texts.headings.checkIn}</span>
        {lastCheckIn && lastCheckIn.createdBy.id !== null && (
          <span data-tip={named(lastCheckIn.createdBy)}>
            <Avatar person={{ id: lastCheckIn.createdBy.id, userName: named(lastCheckIn.createdBy) }} size={18} />
            <span className="visually-hidden">{named(lastCheckIn.createdBy)}</span>
          </span>
        )}
        <span className="numeric" data-stale={stale || undefined}>
          {!lastCheckIn ? texts.never : days <= 0 ? texts.today : days === 1 ? texts.yesterday : texts.daysAgo(days)}
        </span>
        <span className="grow" />
        {mayCheckIn && (
          <Button size="small" aria-label={texts.checkInGoal(name)} onClick={() => acts.checkIn?.(line)}>
            {texts.checkIn}
          </Button>
        )}
      </div>
      {note && (
        <p className="goals-note secondary fine clamped" dir="auto">
          {note}
        </p>
      )}
    </td>
  )
}
