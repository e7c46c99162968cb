import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { callAll, isPassing } from "~/client/api"
import { isLater, newestFirst } from "~/client/comment/newest"
import { isUp } from "~/client/live/live"
import { copyOf } from "~/client/offline/copy"
import { isRemoval, isText } from "~/client/outbox/outbox"
import type { OutboxEntry, RemovalEntry, TextEntry } from "~/client/outbox/outbox-entry"
import type { Comment } from "~/contract/comment"
import type { LoggedEvent } from "~/contract/event-payload"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { isRefusal } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { partsOf } from "~/rules/index"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

export const commentCallsOf = { goal: goalCalls, item: itemCalls, task: taskCalls }

export type Comments = {
  /** Newest first; undefined while loading. */
  list: readonly Comment[] | "failed" | undefined
  /** This person's comments that the server has not taken, newest first. */
  unsent: readonly TextEntry[]
  retry(): void
  /** Shows a comment this person has just written or changed. */
  put(comment: Comment): void
}

const put = (list: readonly Comment[], comment: Comment): readonly Comment[] => {
  const known = list.find(({ id }) => id === comment.id)
  if (isLater(known, comment)) return list
  return [...list.filter((each) => each !== known), comment].sort(newestFirst)
}

const drop = (list: readonly Comment[], id: number) => list.filter((each) => each.id !== id)

/** A new text of this card's comments. */
const isCommentHere = (entry: OutboxEntry, entity: CardRef["entity"], cardId: number) =>
  entry.name !== "message.send" &&
  isText(entry) &&
  partsOf(entry.name)[0] === entity &&
  "id" in entry.input &&
  entry.input.id === cardId

/** Live list of a card's comments. A draft or an unsaved card has none. */
export const useComments = ({ entity, id }: CardRef, draft: boolean): Comments => {
  const { session } = useBoard()
  const { store, planId, outbox } = session
  const realId = store.realId(id)
  const name = `${entity}.addComment`
  const isHere = useCallback(
    (text: TextEntry) => text.name === name && text.planId === planId && "id" in text.input && text.input.id === realId,
    [name, planId, realId],
  )
  const [unsent, setUnsent] = useState<Comments["unsent"]>([])
  const [list, setList] = useState<Comments["list"]>()
  // A late answer to an earlier request is dropped.
  const asked = useRef(0)
  const waiting = useRef(false)
  /** The last load had no answer. */
  const stale = useRef(false)
  const copy = useMemo(
    () => copyOf<readonly Comment[]>(planId, `comments.${entity}.${realId}`),
    [planId, entity, realId],
  )

  const load = useCallback(async () => {
    const ticket = ++asked.current
    waiting.current = true
    try {
      const found = await callAll(commentCallsOf[entity].comments, { id: realId, planId })
      if (ticket !== asked.current) return
      stale.current = false
      setList(found)
    } catch (thrown) {
      if (isRefusal(thrown) && !isPassing(thrown)) copy.forget()
      const copied = await copy.recall()
      if (ticket !== asked.current) return
      stale.current = true
      setList((now) => now ?? copied ?? "failed")
    } finally {
      if (ticket === asked.current) waiting.current = false
    }
  }, [entity, realId, planId, copy])

  const change = useCallback((alter: (list: readonly Comment[]) => readonly Comment[]) => {
    setList((now) => (now === undefined || now === "failed" ? now : alter(now)))
  }, [])

  // Both are state, so that an arriving comment changes from one list to the other in one frame.
  useEffect(() => {
    const read = () => setUnsent(outbox.texts.get().filter(isHere).reverse())
    read()
    const stopReading = outbox.texts.subscribe(read)
    const stopListening = outbox.listen((event) => {
      const { entry } = event
      if (event.kind !== "settled" || entry.planId !== planId) return
      if (isCommentHere(entry, entity, realId)) change((now) => put(now, event.answer as Comment))
      if ("commentId" in entry.input && isRemoval(entry)) {
        const { commentId } = entry.input
        change((now) => drop(now, commentId))
      }
    })
    return () => {
      stopReading()
      stopListening()
    }
  }, [outbox, isHere, change, planId, entity, realId])

  useEffect(() => {
    if (realId <= 0 || draft) return
    setList(undefined)
    const ticket = asked.current
    void load()
    void copy.recall().then((copied) => {
      if (asked.current === ticket + 1) setList((now) => now ?? copied)
    })
    const onEvent = (event: LoggedEvent | undefined) => {
      if (event && !/Comment(Added|Updated|Deleted)$/.test(event.event)) return
      const data = event?.payload.data as Comment | null | undefined
      // The list being loaded may be older than this event.
      if (!event || !data || waiting.current) return void load()
      if (data[`${entity}Id`] !== realId) return
      const { clientId } = event.payload
      const own = outbox.texts
        .get()
        .find((text) => isHere(text) && text.clientId === clientId && text.input.content === data.content)
      if (own && event.event.endsWith("Added")) outbox.hide(own.ref)
      change((now) => (event.event === "CommentDeleted" ? drop(now, data.id) : put(now, data)))
    }
    const stop = session.onEvent(onEvent)
    const stopWaiting = session.live.subscribe(() => {
      if (stale.current && isUp(session.live.get())) void load()
    })
    return () => {
      asked.current++
      stop()
      stopWaiting()
    }
  }, [session, entity, realId, draft, load, copy, change, outbox, isHere])

  const keeping = useRef(copy)
  useEffect(() => {
    // After a change of card, the list is still that of the card before.
    if (keeping.current === copy && list && list !== "failed") copy.keep(list)
    keeping.current = copy
  }, [copy, list])

  const retry = () => {
    setList(undefined)
    void load()
  }
  const removals = useObserved(outbox.removals)
  const shown = useMemo(
    () =>
      list === undefined || list === "failed" || removals.length === 0
        ? list
        : list.filter(({ id }) => !isRemoved(removals, id)),
    [list, removals],
  )
  return {
    list: shown,
    unsent,
    retry,
    put: useCallback((comment) => change((now) => put(now, comment)), [change]),
  }
}

/** Whether the deletion of a comment waits for the server's answer. */
export const isRemoved = (removals: readonly RemovalEntry[], id: number) =>
  removals.some(({ input }) => "commentId" in input && input.commentId === id)

/** The reader's last change of a comment that the server has not taken. */
export const usePendingEdit = (id: number): TextEntry | undefined => {
  const { texts } = useBoard().session.outbox
  const read = () => texts.get().findLast(({ input }) => "commentId" in input && input.commentId === id)
  return useSyncExternalStore(texts.subscribe, read, read)
}
