import { gapOf, paceOf } from "~/rules/progress"
import { Saving } from "~/ui/board/card/card-parts"
import { board } from "~/ui/board/texts"
import { GoalStatus, Progress, paceText, percentText } from "~/ui/goal/progress"
import { goalTexts } from "~/ui/goal/texts"
import { Tag } from "~/ui/parts/badge"
import { todayHere } from "~/ui/parts/dates"
import { useRow, useTally } from "~/ui/plan/board-context"
import { Owner } from "~/ui/plan/card-marks"

/**
 * The foot of a goal's card. Its bar is the mean of its results beside the pace, or without results its tasks that are done,
 * those of completed actions among them. A goal that measures or has a status says so in a second row.
 */
export const GoalProgress = ({ id }: { id: number }) => {
  const goal = useRow("goal", id)
  const { tasks, tasksDone } = useTally(id)
  if (!goal) return null
  const { isDraft, owner, progress, status } = goal
  const pace = paceOf(goal, todayHere())
  const isMeasured = progress !== null
  const ofTasks = tasks > 0 ? goalTexts.ofTasks(tasksDone, tasks) : goalTexts.noTasksYet
  const gap = paceText(gapOf(progress, pace), true)
  return (
    <>
      <div className="goal-footer row secondary numeric">
        {isDraft && <Tag kind="goal">{board.draft}</Tag>}
        {isMeasured ? (
          <>
            <Progress progress={progress} pace={pace} className="grow" />
            <b className="goal-percent fine">{percentText(progress)}</b>
          </>
        ) : (
          <>
            {tasks > 0 && (
              <span className="progress-bar" aria-hidden="true">
                <b style={{ width: `${Math.round((tasksDone / tasks) * 100)}%` }} />
              </span>
            )}
            <span className="progress-figures">{ofTasks}</span>
          </>
        )}
        {owner && <Owner person={owner} />}
        <Saving card={{ entity: "goal", id }} />
      </div>
      {(isMeasured || status !== null) && (
        <div className="goal-facts unbroken wraps row secondary numeric">
          {status === null ? gap && <span>{gap}</span> : <GoalStatus status={status}>{gap && `, ${gap}`}</GoalStatus>}
          {isMeasured && (
            <>
              <span className="goal-tasks" data-long="">
                {ofTasks}
              </span>
              <span className="goal-tasks" data-short="">
                {tasks > 0 ? goalTexts.shortOfTasks(tasksDone, tasks) : goalTexts.noTasksYet}
              </span>
            </>
          )}
        </div>
      )}
    </>
  )
}
