import { useRow } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/** Whether the card is a completed action or a task of one. */
export const useClosed = ({ entity, id }: CardRef): boolean => {
  const task = useRow("task", entity === "task" ? id : 0)
  const item = useRow("item", entity === "item" ? id : 0)
  return task?.readOnly || item?.completed || false
}
