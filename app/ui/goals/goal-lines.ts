// The rows of /goals: sorted, and as text.
import type { Goal } from "~/contract/goal"
import type { KeyResult } from "~/contract/key-result"
import { dateFormat } from "~/contract/shared/language/format"
import { dayOf } from "~/rules/dates"
import { gapOf, paceOf, progressOf } from "~/rules/progress"
import { periodText } from "~/ui/dialog/goal/period"
import { paceText, percentText } from "~/ui/goal/progress"
import { goalTexts } from "~/ui/goal/texts"
import { numberText } from "~/ui/goal/typed-number"
import { goalsTexts as texts } from "~/ui/goals/texts"

type Shown =
  | ("id" | "planId" | "name" | "color" | "owner" | "startDate" | "dueDate")
  | ("status" | "progress" | "completed" | "outcome" | "lastCheckIn")

export type GoalLine = Pick<Goal, Shown> & {
  /** On the page of all plans. */
  planName?: string
  tasks: number
  tasksDone: number
  keyResults: readonly KeyResult[]
  /** Of the last check-in. */
  note: string
}

export type SortBy = "goal" | "status" | "progress" | "checkIn"
export type Sorting = { by: SortBy; down: boolean }

/** Nothing to measure: shown as one quiet line. */
export const isBare = ({ keyResults, owner, startDate, dueDate, status, completed }: GoalLine) =>
  keyResults.length === 0 && owner === null && startDate === null && dueDate === null && status === null && !completed

const day = 86_400_000

/** Days since a goal's last check-in; infinite without any. */
export const daysSince = ({ lastCheckIn }: Pick<GoalLine, "lastCheckIn">, today: string) =>
  lastCheckIn ? Math.round((Date.parse(today) - Date.parse(dayOf(lastCheckIn.createdDate))) / day) : Infinity

/** A check-in is due after more than a week. */
export const isStale = (line: GoalLine, today: string) =>
  !line.completed && line.lastCheckIn !== null && daysSince(line, today) > 7

/** Whether its owner is asked to check in: it has results or has been checked in, and a week has passed. */
export const wantsCheckIn = (line: GoalLine, userId: number, today: string) =>
  line.owner?.id === userId &&
  !line.completed &&
  (line.keyResults.length > 0 || line.lastCheckIn !== null) &&
  daysSince(line, today) > 7

const values: Record<Exclude<SortBy, "goal">, (line: GoalLine) => number | null> = {
  // The worst first.
  status: ({ status }) => (status === null ? null : -status),
  progress: ({ progress }) => progress,
  // The oldest first.
  checkIn: ({ lastCheckIn }) => lastCheckIn && Date.parse(lastCheckIn.createdDate),
}

/** Goals that have no value come last in both directions; equals stay in the board's order, statuses by their oldest check-in. */
export const sortedLines = (lines: readonly GoalLine[], { by, down }: Sorting): GoalLine[] => {
  const measured = [...lines].sort((a, b) => Number(isBare(a)) - Number(isBare(b)))
  if (by === "goal") return down ? measured.reverse() : measured
  const compare = (of: (line: GoalLine) => number | null, a: GoalLine, b: GoalLine) => {
    const [left, right] = [of(a), of(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (left - right) * (down ? -1 : 1)
  }
  return measured.sort((a, b) => compare(values[by], a, b) || (by === "status" ? compare(values.checkIn, a, b) : 0))
}

const dayAndMonth = dateFormat({ day: "numeric", month: "long" })

/** A goal in lines of plain text, for a mail or a meeting's minutes. */
const lineText = (line: GoalLine, today: string): string => {
  const { name, planName, owner, status, progress, lastCheckIn, tasks, tasksDone, keyResults, note } = line
  const gap = gapOf(progress, paceOf(line, today))
  const facts = [
    status !== null && goalTexts.status[status],
    progress !== null && percentText(progress),
    gap !== null && paceText(gap, false),
    tasks > 0 && goalTexts.ofTasks(tasksDone, tasks),
    owner?.userName,
    periodText(line),
  ].filter(Boolean)
  return [
    `${name}${planName === undefined ? "" : ` (${planName})`}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}`,
    ...keyResults.map(
      (result) =>
        `- ${result.name}: ${texts.valueOf(numberText(result.current), `${numberText(result.target)} ${result.unit}`.trim())} (${percentText(progressOf(result))})`,
    ),
    lastCheckIn && texts.lastOn(dayAndMonth(new Date(lastCheckIn.createdDate)), note),
  ]
    .filter(Boolean)
    .join("\n")
}

export const asText = (lines: readonly GoalLine[], today: string) =>
  lines.map((line) => lineText(line, today)).join("\n\n")
