import { useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { ReplyPlace, ThreadRow } from "~/client/thread/thread-rows"
import type { Threads } from "~/client/thread/threads"
import type { Comment } from "~/contract/comment"
import { wantedOf } from "~/rules/comment-search"
import type { CardFiles } from "~/ui/comment/comment-body"
import { loadComposer } from "~/ui/comment/load-composer"
import { useFiles } from "~/ui/file/use-files"
import { preload } from "~/ui/parts/on-demand"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard } from "~/ui/plan/board-context"
import { threadTexts as texts } from "~/ui/threads/texts"
import { type RowActions, ThreadListRow } from "~/ui/threads/thread-row"
import { focusThread, useThreadKeys, walkedOf } from "~/ui/threads/use-thread-keys"

type ThreadListProps = {
  /** The visible rows of each goal. */
  goals: readonly ThreadRow[][]
  search: string
  scroller: RefObject<HTMLElement | null>
  threads: Threads
  reply: ReplyPlace | undefined
  onReply(reply: ReplyPlace | undefined): void
  onToggle(key: string, open: boolean): void
  onWhole(key: string): void
  onSearch(): void
  onKeys(): void
}

/** The space between two goals. */
const gap = { kind: "gap", key: "gap" } as const
type Line = ThreadRow | typeof gap

const heights = {
  desk: { gap: 10, node: 41, comment: 68, unsent: 68, more: 34, reply: 130 },
  phone: { gap: 0, node: 49, comment: 92, unsent: 92, more: 48, reply: 160 },
}

/** The rows of the threads. Only what is near the view is mounted, and the row with the focus. */
export const ThreadList = ({ goals, search, scroller, threads, reply, onReply, ...on }: ThreadListProps) => {
  const { session, view, can } = useBoard()
  const phone = useWidth() === "phone"
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.offsetTop)
  }, [])
  const { lines, sections } = useMemo(() => {
    const lines: Line[] = []
    const sections = goals.map((rows) => {
      if (lines.length > 0) lines.push(gap)
      const first = lines.length
      lines.push(...rows)
      return { first, last: lines.length - 1 }
    })
    return { lines, sections }
  }, [goals])
  const indexes = useMemo(() => new Map(lines.map(({ key }, index) => [key, index])), [lines])
  const [chosen, setChosen] = useState<string>()
  const current = chosen !== undefined && indexes.has(chosen) ? chosen : lines[0]?.key
  const height = phone ? heights.phone : heights.desk

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => height[lines[index]?.kind ?? "gap"],
    getItemKey: (index) => {
      const line = lines[index]
      return line === undefined || line === gap ? `gap:${index}` : line.key
    },
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: 60,
    scrollPaddingEnd: 60,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [from, to] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)]
      const shown = Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
      const held = [current, reply && `reply:${reply.card.entity}:${reply.card.id}`].flatMap((key) => {
        const index = key === undefined ? undefined : indexes.get(key)
        return index === undefined || (index >= from && index <= to) ? [] : [index]
      })
      return [...new Set([...shown, ...held])].sort((a, b) => a - b)
    },
  })
  const shown = virtualizer.getVirtualItems()
  const { measurementsCache: places } = virtualizer
  useRestoredPlace(scroller, top, lines, (index) => places[index]?.start)

  const known = threads.state.get().comments
  const withFiles = shown.some(({ index }) => {
    const line = lines[index]
    return line?.kind === "comment" && line.comment.content.includes("laneway-file:")
  })
  const [wantsFiles, setWantsFiles] = useState(false)
  if (withFiles && !wantsFiles) setWantsFiles(true)
  const listed = useFiles("all", wantsFiles).list
  const files = useMemo<CardFiles | undefined>(
    () => listed && new Map(listed === "failed" ? [] : listed.map((file) => [file.uniqueFileName, file])),
    [listed],
  )
  const canReply = can("writeTexts")

  // The dock and a phone's keyboard leave less room for what is answered.
  const room = virtualizer.scrollRect?.height
  const answered = phone ? reply?.key : undefined
  useEffect(() => {
    const index = answered === undefined || room === undefined ? undefined : indexes.get(answered)
    if (index !== undefined) virtualizer.scrollToIndex(index)
  }, [answered, room, indexes, virtualizer])

  // Letters typed right after the key that replies are not lost.
  useEffect(() => void preload(loadComposer), [])

  const latest = useRef({ onReply, on, lines, indexes })
  latest.current = { onReply, on, lines, indexes }
  const go = useCallback(
    (key: string) => {
      const index = latest.current.indexes.get(key)
      if (index === undefined) return
      setChosen(key)
      virtualizer.scrollToIndex(index)
      focusThread(key)
    },
    [virtualizer],
  )
  const actions = useMemo<RowActions>(
    () => ({
      toggle: (key, open) => latest.current.on.onToggle(key, open),
      whole: (key) => latest.current.on.onWhole(key),
      reply: (place) => latest.current.onReply(place),
      closeReply: () => latest.current.onReply(undefined),
      open: ({ entity, id }, comment?: Comment) =>
        view.set({ dialog: { entity, id, ...(comment ? { tab: "notes", commentId: comment.id } : {}) } }),
      put: threads.put,
      focus: go,
      focusNear: (key) => {
        const walked = walkedOf(latest.current.lines)
        const at = walked.findIndex((row) => row.key === key)
        const near = walked[at + 1] ?? walked[at - 1]
        if (near) go(near.key)
      },
    }),
    [view, threads, go],
  )
  useThreadKeys({
    rows: lines,
    current,
    canReply,
    actions,
    go,
    onRow: setChosen,
    onSearch: on.onSearch,
    onKeys: on.onKeys,
  })

  const wanted = wantedOf(search)
  const startOf = (index: number) => (places[index]?.start ?? top) - top
  const [low, high] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? -1]
  return (
    <div
      ref={list}
      className="thread-list anchor"
      style={{ height: virtualizer.getTotalSize() }}
      data-comments={known.size}
    >
      {sections
        .filter(({ first, last }) => last >= low && first <= high)
        .map(({ first, last }) => (
          <div
            key={lines[first]?.key}
            className="thread-card surface"
            style={{ top: startOf(first), height: (places[last]?.end ?? 0) - (places[first]?.start ?? 0) }}
          />
        ))}
      <div role="treegrid" aria-label={texts.title} aria-rowcount={lines.length} aria-readonly="true">
        {shown.map(({ index, key, start }) => {
          const row = lines[index]
          if (row === undefined || row.kind === "gap") return null
          return (
            <ThreadListRow
              key={key}
              measure={virtualizer.measureElement}
              index={index}
              top={start - top}
              row={row}
              first={lines[index - 1] === undefined || lines[index - 1] === gap}
              last={lines[index + 1] === undefined || lines[index + 1] === gap}
              current={row.key === current}
              wanted={wanted}
              files={files}
              canReply={canReply}
              replying={reply?.key === row.key}
              replyTo={row.kind === "reply" ? answeredBy(reply, known) : undefined}
              actions={actions}
              planId={session.planId}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The comment that a reply answers; undefined: it is a comment on the card, or what it answers is gone. */
export const answeredBy = (reply: ReplyPlace | undefined, comments: ReadonlyMap<number, Comment>) =>
  reply?.key.startsWith("comment:") ? comments.get(Number(reply.key.slice("comment:".length))) : undefined

/** Rows that come or go above the view leave it where it is. */
const useRestoredPlace = (
  scroller: RefObject<HTMLElement | null>,
  top: number,
  lines: readonly Line[],
  startOf: (index: number) => number | undefined,
) => {
  const held = useRef<{ lines: readonly Line[]; key: string; offset: number }>()
  useLayoutEffect(() => {
    const { current: element } = scroller
    if (!element) return
    const before = held.current
    const at = element.scrollTop
    if (before && before.lines !== lines && at > top) {
      const index = lines.findIndex(({ key }) => key === before.key)
      const start = index < 0 ? undefined : startOf(index)
      if (start !== undefined) element.scrollTop = start - before.offset
    }
    const remember = () => {
      const now = element.scrollTop
      const index = lines.findIndex((line, index) => line !== gap && (startOf(index) ?? 0) >= now)
      const line = lines[index]
      held.current = line && { lines, key: line.key, offset: (startOf(index) ?? 0) - now }
    }
    remember()
    element.addEventListener("scroll", remember, { passive: true })
    return () => element.removeEventListener("scroll", remember)
  })
}
