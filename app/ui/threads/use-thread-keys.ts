import { useEffect, useRef } from "react"
import { singleKeys } from "~/client/memory/choices"
import type { ThreadRow } from "~/client/thread/thread-rows"
import { sidewaysKeys } from "~/ui/parts/direction"
import { focusMounted } from "~/ui/parts/focus"
import { listKeyTarget, shortcutKey } from "~/ui/parts/shortcut-keys"
import type { RowActions } from "~/ui/threads/thread-row"

type Options = {
  rows: readonly (ThreadRow | { kind: "gap"; key: string })[]
  current: string | undefined
  canReply: boolean
  actions: RowActions
  /** Makes a row the current one, brings it into view and focuses it. */
  go(key: string): void
  /** A row got the focus. */
  onRow(key: string): void
  onSearch(): void
  onKeys(): void
}

/** The rows that arrows reach. */
export const walkedOf = (rows: Options["rows"]) =>
  rows.filter((row): row is ThreadRow => row.kind !== "gap" && row.kind !== "reply")

const rowOf = (target: Element) => target.closest<HTMLElement>("[data-thread]")

export const focusThread = (key: string) =>
  focusMounted(() => document.querySelector<HTMLElement>(`[data-thread="${key}"]`))

/** Keys of the tree. */
export const useThreadKeys = (options: Options) => {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = listKeyTarget(event)
      if (!target) return
      const key = shortcutKey(event)
      const { rows, current, canReply, actions, go, onSearch, onKeys } = latest.current
      const walked = walkedOf(rows)
      const own = rowOf(target)
      const at = walked.findIndex((row) => row.key === (own?.dataset.thread ?? current))
      const row = own ? walked[at] : undefined

      const act = (): boolean => {
        const move = (to: string | null | undefined) => {
          if (!to) return false
          go(to)
          return true
        }
        if (own || target === document.body) {
          if (key === "ArrowDown") return move(walked[row ? at + 1 : Math.max(0, at)]?.key)
          if (key === "ArrowUp") return move(walked[row ? at - 1 : Math.max(0, at)]?.key)
        }
        if (row) {
          if (key === "Home") return move(walked[0]?.key)
          if (key === "End") return move(walked.at(-1)?.key)
          const isOpen = row.kind === "node" && row.open
          const { onward, back } = sidewaysKeys()
          if (key === onward && row.kind === "node") {
            if (isOpen) return move(walked[at + 1]?.parent === row.key ? walked[at + 1]?.key : null)
            actions.toggle(row.key, true)
            return true
          }
          if (key === back) {
            if (!isOpen) return move(row.parent)
            actions.toggle(row.key, false)
            return true
          }
          if (key === "Enter" && target === own) {
            if (row.kind === "more") {
              actions.whole(row.parent ?? "")
              // The first of the comments that take its place.
              requestAnimationFrame(() => {
                const next = walkedOf(latest.current.rows)[at]
                if (next) latest.current.go(next.key)
              })
            }
            if (row.kind === "comment") actions.open(row.card, row.comment)
            else if (row.kind === "node" && row.card.id > 0) actions.open(row.card)
            return true
          }
        }
        if (!singleKeys.on()) return false
        if (key === "?") onKeys()
        else if (key === "/") onSearch()
        else if (key === "r" && !event.shiftKey && row && canReply && row.card.id > 0)
          actions.reply({ key: row.key, card: row.card })
        else return false
        return true
      }
      if (act()) event.preventDefault()
    }
    const onFocus = ({ target }: FocusEvent) => {
      const key = target instanceof Element ? rowOf(target)?.dataset.thread : undefined
      if (key) latest.current.onRow(key)
    }
    document.addEventListener("keydown", onKeyDown)
    document.addEventListener("focusin", onFocus)
    return () => {
      document.removeEventListener("keydown", onKeyDown)
      document.removeEventListener("focusin", onFocus)
    }
  }, [])
}
