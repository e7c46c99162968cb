import { ChevronLeft } from "lucide-react"
import type { WeekStart } from "~/contract/shared/language/week"
import type { RecurrenceStart } from "~/contract/task"
import { IconButton } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"

export type Repetition = { recurrence: string | null; recurrenceFrom: RecurrenceStart }

export type RepeatPagesProps = {
  dueDate: string
  repetition: Repetition
  weekStart: WeekStart
  onPick(repetition: Repetition): void
  /** Leads back to the calendar; absent where the list is all there is. */
  onBack?: () => void
  onClose(): void
}

export const RepeatHead = ({ title, onBack }: { title: string; onBack?: (() => void) | undefined }) => (
  <div className="repeat-head row">
    {onBack && (
      <IconButton label={common.back} onClick={onBack}>
        <ChevronLeft className="icon" aria-hidden="true" />
      </IconButton>
    )}
    <b className="grow">{title}</b>
  </div>
)
