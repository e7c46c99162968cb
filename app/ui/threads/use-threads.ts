import { useEffect, useMemo } from "react"
import { callListPage } from "~/client/api"
import { isUp } from "~/client/live/live"
import { copyOf } from "~/client/offline/copy"
import { isRemoval, isText } from "~/client/outbox/outbox"
import type { TextEntry } from "~/client/outbox/outbox-entry"
import { openThreads, type Threads } from "~/client/thread/threads"
import type { Comment } from "~/contract/comment"
import { threadsCalls } from "~/contract/threads"
import { useBoard, useObserved } from "~/ui/plan/board-context"

const isHere = (text: TextEntry, planId: number) => text.planId === planId && text.name.endsWith(".addComment")

/** The plan's comments, live, and the reader's own that the server has not taken, newest first. */
export const useThreads = (): { threads: Threads; unsent: readonly TextEntry[] } => {
  const { session } = useBoard()
  const { planId, outbox } = session
  const threads = useMemo(
    () => openThreads((before) => callListPage(threadsCalls.tree, { planId, before }), copyOf(planId, "threads")),
    [planId],
  )
  // Observed as the stored comments are, so that an arriving comment changes from one list to the other in one frame.
  const texts = useObserved(outbox.texts)
  const unsent = useMemo(() => texts.filter((text) => isHere(text, planId)).reverse(), [texts, planId])

  useEffect(() => {
    const stopListening = outbox.listen((event) => {
      const { entry } = event
      if (event.kind !== "settled" || entry.planId !== planId) return
      if (isText(entry) && entry.name !== "message.send") threads.put(event.answer as Comment)
      if ("commentId" in entry.input && isRemoval(entry)) threads.drop(entry.input.commentId)
    })
    const stop = session.onEvent((event) => {
      const data = event?.payload.data as Comment | null | undefined
      if (event && data && /CommentAdded$/.test(event.event)) {
        const own = outbox.texts
          .get()
          .find(
            (text) =>
              isHere(text, planId) && text.clientId === event.payload.clientId && text.input.content === data.content,
          )
        if (own) outbox.hide(own.ref)
      }
      threads.receive(event)
    })
    const stopWaiting = session.live.subscribe(() => {
      if (threads.state.get().failed && isUp(session.live.get())) threads.load()
    })
    threads.load()
    return () => {
      stopWaiting()
      stopListening()
      stop()
    }
  }, [session, planId, outbox, threads])
  return { threads, unsent }
}
