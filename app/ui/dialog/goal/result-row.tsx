import { ResultLine } from "~/ui/goal/result-line"
import type { Measure } from "./result-fields"

type ResultRowProps = {
  result: Measure
  /** 1 is the target. */
  progress: number
  pace: number | null
  readOnly: boolean
  /** `on`: the field that gets the caret. */
  onOpen(on: "name" | "current"): void
}

/** A result in one line; a press opens its fields. */
export const ResultRow = ({ result, progress, pace, readOnly, onOpen }: ResultRowProps) => {
  const line = <ResultLine result={result} progress={progress} pace={pace} place="dialog" />
  if (readOnly) return <div className="result-row">{line}</div>
  return (
    <button
      type="button"
      className="result-row hovers"
      onClick={({ target }) => onOpen(target instanceof Element && target.closest("[data-value]") ? "current" : "name")}
    >
      {line}
    </button>
  )
}
