import type { RuleInput } from "~/rules/index"
import { useBoard } from "~/ui/plan/board-context"

type Updates = { goal: RuleInput<"goal.update">; item: RuleInput<"item.update">; task: RuleInput<"task.update"> }

/**
 * Saves fields of the dialog's card; resolves to whether they were accepted. Text typed for a deleted card is not sent: the
 * notice that replaces the dialog shows it.
 */
export const useUpdate = <E extends keyof Updates>(entity: E, id: number) => {
  const { session, change } = useBoard()
  return (fields: Omit<Updates[E], "id" | "planId">): Promise<boolean> => {
    if (!session.store[entity](id)) return Promise.resolve(false)
    const input = { id, ...fields } as never
    return change(`${entity}.update`, input)?.done ?? Promise.resolve(false)
  }
}
