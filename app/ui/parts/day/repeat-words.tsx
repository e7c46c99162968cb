import { Repeat } from "lucide-react"
import { loadRepeat } from "~/client/board/next-tasks"
import type { RecurrenceStart } from "~/contract/task"
import { repeatWords } from "~/rules/repeat/words"

/** `as`: a sign whose tip has the rule in words, or the words. */
export type RepeatMarkProps = {
  recurrence: string
  from: RecurrenceStart
  dueDate: string | null
  as: "sign" | "words"
}

// A board that shows a task that repeats will show its next one.
void loadRepeat().catch(() => {})

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The rule in words, or a sign with them. */
export const RepeatWords = ({ recurrence, from, dueDate, as }: RepeatMarkProps) => {
  const words = capitalized(repeatWords(recurrence, from, dueDate))
  return as === "words" ? (
    words
  ) : (
    <span className="repeat-sign" data-tip={words}>
      <Repeat className="icon tiny" aria-hidden="true" />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
