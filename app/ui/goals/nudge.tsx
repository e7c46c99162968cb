import { Clock } from "lucide-react"
import { useState } from "react"
import { notToday } from "~/client/memory/choices"
import { daysSince, type GoalLine } from "~/ui/goals/goal-lines"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { Button } from "~/ui/parts/button"
import { useHydrating } from "~/ui/parts/use-hydrating"
import { cardTexts } from "~/ui/plan/texts"

type NudgeProps = {
  /** The reader's goals that had no check-in for over a week. */
  lines: readonly GoalLine[]
  today: string
  onCheckIn(lines: readonly GoalLine[]): void
}

/** Asks for check-ins in one line. "Not now" is for the day. */
export const Nudge = ({ lines, today, onCheckIn }: NudgeProps) => {
  const [pressed, setPressed] = useState(false)
  const hydrating = useHydrating()
  const hidden = pressed || (!hydrating && notToday.is(today))
  const [first] = lines
  if (!first || hidden) return null
  const name = first.name || cardTexts.untitledGoal
  const text =
    lines.length > 1
      ? texts.nudge.many(lines.length)
      : first.lastCheckIn
        ? texts.nudge.one(name, daysSince(first, today))
        : texts.nudge.oneNever(name)
  return (
    <div className="goals-nudge surface row" role="status">
      <Clock className="icon" aria-hidden="true" />
      <span className="grow" dir="auto">
        {text}
      </span>
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          notToday.set(today)
          setPressed(true)
        }}
      >
        {texts.nudge.later}
      </Button>
      <Button size="small" variant="primary" onClick={() => onCheckIn(lines)}>
        {lines.length > 1 ? texts.nudge.checkInAll(lines.length) : texts.checkIn}
      </Button>
    </div>
  )
}
