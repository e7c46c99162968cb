// measuredWords(): how a goal is, in words for models and tools: its status, progress and pace.
import type { GoalStatus } from "~/contract/check-in"
import { goalStatusWords } from "~/contract/shared/bounds"
import { gapOf, progressOf } from "../progress"

export { progressOf }

export const percent = (share: number) => `${Math.round(share * 100)} %`

type Measured = { status: GoalStatus | null; progress: number | null; pace: number | null }

export const measuredWords = ({ status, progress, pace }: Measured): string[] => {
  const gap = gapOf(progress, pace)
  return [
    ...(status === null ? [] : [goalStatusWords[status]]),
    ...(progress === null ? [] : [`progress ${percent(progress)}`]),
    ...(pace === null ? [] : [`pace ${percent(pace)}`]),
    ...(gap === null ? [] : [`${Math.abs(gap)} points ${gap > 0 ? "ahead" : "behind"}`]),
  ]
}
