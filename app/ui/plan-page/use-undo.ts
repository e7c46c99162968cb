import { useCallback, useEffect } from "react"
import type { BoardReader } from "~/client/board/board-types"
import type { Undone } from "~/client/board/history"
import { problemText } from "~/contract/shared/language/problem-text"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { common } from "~/ui/parts/texts"
import { say, showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { nameOf } from "~/ui/plan/names"
import { undo as texts } from "~/ui/plan-page/texts"

export type Direction = "undo" | "redo"

const whyNot = (store: BoardReader, { why, entity, id, name = "", message }: Extract<Undone, { done: false }>) => {
  if (why === "refused") return problemText(message ?? "")
  if (why === "admins") return texts.admins
  return texts.why[why](entity && id !== undefined && why !== "gone" ? nameOf(store, entity, id) : name)
}

const reportFailure = (thrown: unknown) =>
  showToast({ kind: "error", text: messageOf(thrown, common.networkError), key: "undo" })

/** Undo and redo of own changes; a toast explains when that is impossible. */
export const useUndo = () => {
  const { session, view, can: may } = useBoard()
  const mayChange = may("changeBoard")
  const { history, store } = session
  // Viewers have views of their own.
  const isTheirs = useCallback((direction: Direction) => mayChange || history.isOwn(direction), [history, mayChange])
  const can = useObserved(history.state)
  const act = useCallback(
    (direction: Direction) => {
      if (!isTheirs(direction) || view.get().dragging) return
      const report = (outcome: Undone) => {
        if (outcome.done) return say(texts.done[direction])
        showToast({ kind: "info", text: `${texts.not[direction]} ${whyNot(store, outcome)}`, key: "undo" })
      }
      const outcome = history[direction]()
      if (outcome?.done && outcome.settled) void outcome.settled.then(report, reportFailure)
      else if (outcome) report(outcome)
    },
    [history, store, view, isTheirs],
  )
  return { act, undo: can.undo && isTheirs("undo"), redo: can.redo && isTheirs("redo") }
}

const textFields =
  "textarea, [contenteditable=true], input:not([type=range], [type=radio], [type=checkbox], [type=button])"

/** Ctrl or Cmd with Z, Shift+Z and Y, except in a focused text field. */
export const useUndoKeys = (act: (direction: Direction) => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      const letter = shortcutKey(event)
      const direction =
        letter === "z" ? (event.shiftKey ? "redo" : "undo") : letter === "y" && !event.shiftKey ? "redo" : null
      if (!direction) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest(textFields) || document.querySelector("[role=alertdialog]")) return
      if (target.closest("[role=dialog]:not(.edit)")) return
      event.preventDefault()
      act(direction)
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [act])
}
