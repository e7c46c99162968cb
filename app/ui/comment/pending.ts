import { useSyncExternalStore } from "react"
import type { RemovalEntry, TextEntry } from "~/client/outbox/outbox-entry"
import { useBoard } from "~/ui/plan/board-context"

/** Whether the deletion of a comment waits for the server's answer. */
export const isRemoved = (removals: readonly RemovalEntry[], id: number) =>
  removals.some(({ input }) => "commentId" in input && input.commentId === id)

/** The reader's last change of a comment that the server has not taken. */
export const usePendingEdit = (id: number): TextEntry | undefined => {
  const { texts } = useBoard().session.outbox
  const read = () => texts.get().findLast(({ input }) => "commentId" in input && input.commentId === id)
  return useSyncExternalStore(texts.subscribe, read, read)
}
