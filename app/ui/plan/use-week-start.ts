import { type WeekStart, weekStartOf } from "~/contract/shared/language/week"
import { useBoard } from "~/ui/plan/board-context"

/** The first day of the reader's week. */
export const useWeekStart = (): WeekStart => weekStartOf(useBoard().user.weekStart)
