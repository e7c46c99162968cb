import clsx from "clsx"
import type { CSSProperties, ReactNode } from "react"
import type { Goal } from "~/contract/goal"
import { numberFormat } from "~/contract/shared/language/format"
import { clamped } from "~/rules/progress"
import { goalTexts } from "~/ui/goal/texts"
import "./progress.css"

type ProgressProps = {
  /** 1 is the target. */
  progress: number
  /** Where a steady pace would be today, from 0 to 1; null without a period. */
  pace: number | null
  className?: string
}

/** The bar of a goal or a result with the tick of its pace. The figures beside it say the same in words. */
export const Progress = ({ progress, pace, className }: ProgressProps) => (
  <span
    className={clsx("measure", className)}
    style={{ "--value": share(progress), ...(pace === null ? {} : { "--pace": share(pace) }) } as CSSProperties}
    aria-hidden="true"
  >
    <b />
    {pace !== null && <i />}
  </span>
)

const share = (value: number) => `${clamped(value) * 100}%`

type StatusProps = { status: 0 | 1 | 2 /** After the word. */; children?: ReactNode }

/** A goal's status: its word behind its sign. */
export const GoalStatus = ({ status, children }: StatusProps) => (
  <span className="goal-status unbroken row">
    <StatusSign status={status} />
    <span>
      {goalTexts.status[status]}
      {children}
    </span>
  </span>
)

/** A disc, a diamond or a square. The word of the status is always near. */
export const StatusSign = ({ status }: { status: 0 | 1 | 2 }) => (
  <span className="status-sign rigid" data-status={signs[status]} aria-hidden="true" />
)

const signs = ["on-track", "at-risk", "off-track"] as const

export const percentText = numberFormat({ style: "percent", maximumFractionDigits: 0 })

/** "At risk, 58%"; empty for a goal that measures nothing. */
export const standingText = ({ status, progress }: Pick<Goal, "status" | "progress">): string =>
  [status !== null && goalTexts.status[status], progress !== null && percentText(progress)].filter(Boolean).join(", ")

const pointsText = numberFormat({ maximumFractionDigits: 0 })

/**
 * How far a goal is from its pace. `gap`: whole points, null up to ten of them; beside a status that is said in no words.
 */
export const paceText = (gap: number | null, short: boolean): string | undefined => {
  if (gap === null) return short ? undefined : goalTexts.onPace
  const points = pointsText(Math.abs(gap))
  if (short) return gap > 0 ? goalTexts.ahead(points) : goalTexts.behind(points)
  return gap > 0 ? goalTexts.aheadOfPace(points) : goalTexts.behindPace(points)
}
