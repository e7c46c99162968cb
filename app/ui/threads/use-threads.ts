import { useEffect, useMemo, useState } from "react"
import { callPage } from "~/client/api"
import { copyOf } from "~/client/offline/copy"
import { isText } from "~/client/outbox/outbox"
import type { TextEntry } from "~/client/outbox/outbox-entry"
import { openThreads, type Threads } from "~/client/thread/threads"
import type { Comment } from "~/contract/comment"
import { threadsCalls } from "~/contract/threads"
import { useBoard } from "~/ui/plan/board-context"

/** The plan's comments, live, and the reader's own that the server has not taken, newest first. */
export const useThreads = (): { threads: Threads; unsent: readonly TextEntry[] } => {
  const { session } = useBoard()
  const { planId, outbox } = session
  const threads = useMemo(
    () => openThreads((before) => callPage(threadsCalls.tree, { planId, before }), copyOf(planId, "threads")),
    [planId],
  )
  const [unsent, setUnsent] = useState<readonly TextEntry[]>([])

  useEffect(() => {
    const isHere = (text: TextEntry) => text.planId === planId && text.name.endsWith(".addComment")
    const read = () => setUnsent(outbox.texts.get().filter(isHere).reverse())
    read()
    const stopReading = outbox.texts.subscribe(read)
    const stopListening = outbox.listen((event) => {
      const { entry } = event
      if (event.kind === "settled" && isText(entry) && isHere(entry)) threads.put(event.answer as Comment)
    })
    const stop = session.onEvent((event) => {
      const data = event?.payload.data as Comment | null | undefined
      if (event && data && /Comment(Added)$/.test(event.event)) {
        const own = outbox.texts
          .get()
          .find(
            (text) => isHere(text) && text.clientId === event.payload.clientId && text.input.content === data.content,
          )
        if (own) outbox.hide(own.ref)
      }
      threads.receive(event)
    })
    const stopWaiting = session.live.subscribe(() => {
      if (threads.state.get().failed && session.live.get() === "Connected") threads.load()
    })
    threads.load()
    return () => {
      stopWaiting()
      stopReading()
      stopListening()
      stop()
    }
  }, [session, planId, outbox, threads])
  return { threads, unsent }
}
