import { Check } from "lucide-react"
import type { TaskType } from "~/contract/task"
import { workTexts } from "~/ui/my-work/texts"

type WorkTickProps = { type: TaskType; name: string; disabled: boolean; tabIndex?: number; onTick(): void }

const checked = ["false", "mixed", "true"] as const

/** To do pale, doing half, done solid, in the goal's colour. */
export const WorkTick = ({ type, name, disabled, tabIndex, onTick }: WorkTickProps) => (
  // biome-ignore lint/a11y/useSemanticElements: an input has no third state in markup
  <button
    type="button"
    role="checkbox"
    className="work-tick centered"
    aria-checked={checked[type]}
    aria-label={workTexts.done(name)}
    aria-disabled={disabled || undefined}
    tabIndex={tabIndex}
    onClick={disabled ? undefined : onTick}
  >
    <span className="status-mark" data-type={type}>
      {type === 2 && <Check className="icon tiny" aria-hidden="true" />}
    </span>
  </button>
)
