import { useCallback, useEffect, useRef } from "react"
import { singleKeys } from "~/client/memory/choices"
import type { TaskType } from "~/contract/task"
import { focusMounted } from "~/ui/parts/focus"
import { digitOf, hasLayer, inLayer, listKeyTarget, shortcutKey } from "~/ui/parts/shortcut-keys"

type Options = {
  /** Ids of the rows, in order. */
  ids: readonly number[]
  current: number | undefined
  /** A row got the focus. */
  onRow(id: number): void
  /** Makes a row the current one and brings it into view. */
  go(id: number): void
  tick(id: number): void
  setType(id: number, type: TaskType): void
  openDay(id: number): void
  showOnBoard(id: number): void
  showKeys(): void
}

const rowOf = (target: Element) => {
  const id = Number(target.closest<HTMLElement>("[data-work]")?.dataset.work)
  return id > 0 ? id : undefined
}

const titleOf = (id: number) => document.querySelector<HTMLElement>(`[data-work="${id}"] [data-work-title]`)

const focusRow = (id: number, wanted?: () => boolean) => focusMounted(() => titleOf(id), wanted)

/**
 * Focuses a row again after its popup has closed. The popup itself returns the focus a frame later, to an element that is gone
 * when its row has moved to another group. Returns a cancel function.
 */
export const focusRowAgain = (id: number, show: () => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      const { activeElement } = document
      if (hasLayer() || (activeElement && rowOf(activeElement) === id)) return
      show()
      focusRow(id)
    })
  })
  return () => cancelAnimationFrame(frame)
}

/** Keys of the list, and its focus: it stays in the list when its row moves to another group or leaves. */
export const useWorkKeys = (options: Options) => {
  const latest = useRef(options)
  latest.current = options
  const { ids } = options
  /** The row that has the focus, gets it once it is mounted, or had it when a popup took it; and its place in the list. */
  const held = useRef<{ id: number; index: number }>()
  const focusHeld = useCallback((id: number) => {
    latest.current.go(id)
    focusRow(id, () => held.current?.id === id)
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = listKeyTarget(event)
      if (!target) return
      const key = shortcutKey(event)
      const { ids, current, tick, setType, openDay, showOnBoard, showKeys } = latest.current
      const id = rowOf(target)
      const move = (to: number | undefined) => {
        if (to === undefined) return
        event.preventDefault()
        held.current = { id: to, index: ids.indexOf(to) }
        focusHeld(to)
      }
      if (id !== undefined || target === document.body) {
        const from = id ?? current
        const at = from === undefined ? -1 : ids.indexOf(from)
        if (key === "ArrowDown") return move(id === undefined && at >= 0 ? ids[at] : ids[at + 1])
        if (key === "ArrowUp") return move(id === undefined && at >= 0 ? ids[at] : ids[Math.max(0, at - 1)])
        if (key === "Home" && from !== undefined) return move(ids[0])
        if (key === "End" && from !== undefined) return move(ids.at(-1))
      }
      if (key === " " && id !== undefined && !target.matches("button")) {
        event.preventDefault()
        return tick(id)
      }
      const digit = digitOf(event)
      if (event.shiftKey && key !== "?" && !digit) return
      if (!singleKeys.on()) return
      if (key === "?") return showKeys()
      if (id === undefined) return
      if (digit && digit >= "1" && digit <= "3") setType(id, (Number(digit) - 1) as TaskType)
      else if (key === "d") openDay(id)
      else if (key === "b") showOnBoard(id)
      else return
      event.preventDefault()
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || inLayer(target)) return
      const id = rowOf(target)
      if (id !== undefined) latest.current.onRow(id)
      held.current = id === undefined ? undefined : { id, index: latest.current.ids.indexOf(id) }
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest("button, a, .scrim, .popover")) held.current = undefined
    }
    document.addEventListener("keydown", onKeyDown)
    document.addEventListener("focusin", onFocus)
    document.addEventListener("pointerdown", onPress)
    return () => {
      document.removeEventListener("keydown", onKeyDown)
      document.removeEventListener("focusin", onFocus)
      document.removeEventListener("pointerdown", onPress)
    }
  }, [focusHeld])

  useEffect(() => {
    const { current: place } = held
    if (!place) return
    const there = ids.indexOf(place.id)
    const id = there >= 0 ? place.id : ids[Math.min(place.index, ids.length - 1)]
    if (id === undefined) return
    held.current = { id, index: there >= 0 ? there : Math.min(place.index, ids.length - 1) }
    // After the popup that changed the row has closed.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body || hasLayer()) return
      if (held.current) focusHeld(held.current.id)
    })
    return () => cancelAnimationFrame(frame)
  }, [ids, focusHeld])
}
