import type { ReactNode } from "react"
import type { Goal } from "~/contract/goal"
import { dateFormat, numberFormat } from "~/contract/shared/language/format"
import { gapOf } from "~/rules/progress"
import { periodText } from "~/ui/dialog/goal/period"
import { checkIns } from "~/ui/dialog/goal/texts"
import { GoalStatus, Progress, paceText, percentText } from "~/ui/goal/progress"
import { goalTexts } from "~/ui/goal/texts"
import { useNames } from "~/ui/parts/avatar"
import { useTally } from "~/ui/plan/board-context"

type GoalSummaryProps = {
  goal: Goal
  pace: number | null
  /** Beside the status. */
  children: ReactNode
}

const dayAndMonth = dateFormat({ day: "numeric", month: "long" })
const whole = numberFormat()

/** The last check-in in a line, and the goal's progress beside its pace and its tasks. */
export const GoalSummary = ({ goal, pace, children }: GoalSummaryProps) => {
  const { tasks, tasksDone } = useTally(goal.id)
  const named = useNames()
  const { lastCheckIn, progress } = goal
  const ofTasks = tasks > 0 ? goalTexts.ofTasks(tasksDone, tasks) : goalTexts.noTasksYet
  return (
    <>
      <div className="goal-standing row">
        {goal.status !== null && (
          <b>
            <GoalStatus status={goal.status} />
          </b>
        )}
        {lastCheckIn && (
          <span className="goal-said fine muted numeric truncate">
            {[
              lastCheckIn.confidence !== null && checkIns.confidenceOf(whole(lastCheckIn.confidence)),
              named(lastCheckIn.createdBy),
              dayAndMonth(Date.parse(lastCheckIn.createdDate)),
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
        )}
        <span className="grow" />
        {children}
      </div>
      {progress !== null && (
        <div className="goal-figure grid">
          <b className="numeric">{percentText(progress)}</b>
          <div className="grow">
            <Progress progress={progress} pace={pace} className="goal-figure-bar" />
            <p className="numeric fine secondary">
              {goal.completed ? (
                <span>{periodText(goal)}</span>
              ) : (
                <span>{pace !== null && paceText(gapOf(progress, pace), false)}</span>
              )}
              <span>
                {[ofTasks, !goal.completed && periodText({ ...goal, startDate: null })].filter(Boolean).join(", ")}
              </span>
            </p>
          </div>
        </div>
      )}
    </>
  )
}
