// Said: what one part of a request asks for.
import type { TaskType } from "~/contract/task"
import type { Added } from "./added"
import type { Doing } from "./grammar"
import type { Named } from "./names-in"
import type { Shift } from "./shift-in"

export type Said = {
  do: Doing
  card?: Named
  place?: Named
  other?: Named
  label?: string
  text?: string
  date?: string
  /** How much later it is due. */
  shift?: Shift
  person?: string
  column?: TaskType
  field?: string
  number?: number
  result?: string
  value?: number
  /** An RRULE. */
  rule?: string
  added?: Added
}
