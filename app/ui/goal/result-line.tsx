import { ArrowRight } from "lucide-react"
import type { KeyResult } from "~/contract/key-result"
import { Progress, percentText } from "~/ui/goal/progress"
import { numberText } from "~/ui/goal/typed-number"
import "./result-line.css"

type ResultLineProps = {
  result: Pick<KeyResult, "name" | "unit" | "current" | "target">
  /** 1 is the target. */
  progress: number
  pace: number | null
  /** Decides the columns. */
  place: "dialog" | "page"
}

/** A result's name, bar, value and target, and progress. */
export const ResultLine = ({ result, progress, pace, place }: ResultLineProps) => (
  <span className="result-line grid" data-in={place}>
    <span className="result-name clamped breaks" dir="auto">
      {result.name}
    </span>
    <Progress progress={progress} pace={pace} className="result-bar" />
    <span className="result-value row slim wraps secondary numeric" data-value="">
      <b>{numberText(result.current)}</b>
      <span className="result-target row slim">
        <ArrowRight className="icon tiny muted" aria-hidden="true" />
        <span className="truncate" dir="auto">
          {`${numberText(result.target)} ${result.unit}`.trim()}
        </span>
      </span>
    </span>
    <span className="result-percent secondary numeric">{percentText(progress)}</span>
  </span>
)
