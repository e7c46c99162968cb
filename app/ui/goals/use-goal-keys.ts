import { useEffect, useRef } from "react"
import { singleKeys } from "~/client/memory/choices"
import type { GoalLine } from "~/ui/goals/goal-lines"
import type { GoalActs } from "~/ui/goals/goal-row"
import { listKeyTarget, shortcutKey } from "~/ui/parts/shortcut-keys"

type Options = {
  lines: readonly GoalLine[]
  acts: GoalActs & { showOnBoard(line: GoalLine): void; showKeys(): void }
}

const titles = () => [...document.querySelectorAll<HTMLElement>("[data-goal-row] [data-goal-title]")]

/** Arrows walk through the goals, Home and End lead to the ends; I checks in, B shows on the board, ? lists the keys. */
export const useGoalKeys = (options: Options) => {
  const latest = useRef(options)
  latest.current = options
  const none = options.lines.length === 0
  useEffect(() => {
    if (none) return
    const onKeyDown = (event: KeyboardEvent) => {
      const target = listKeyTarget(event)
      if (!target) return
      const { lines, acts } = latest.current
      const row = target.closest<HTMLElement>("[data-goal-row]")
      const key = shortcutKey(event)
      if (row || target === document.body) {
        const all = titles()
        const at = row ? all.findIndex((title) => row.contains(title)) : -1
        const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: all.length - 1 }[key]
        if (to !== undefined && all[to]) {
          event.preventDefault()
          all[to].focus()
          return all[to].scrollIntoView({ block: "nearest" })
        }
      }
      if ((event.shiftKey && key !== "?") || !singleKeys.on()) return
      if (key === "?") return acts.showKeys()
      const line = row && lines.find(({ id }) => id === Number(row.dataset.goalRow))
      if (!line) return
      if (key === "i" && !line.completed) acts.checkIn?.(line)
      else if (key === "b") acts.showOnBoard(line)
      else return
      event.preventDefault()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [none])
}
