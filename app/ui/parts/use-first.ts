import { startTransition, useEffect, useState } from "react"

/**
 * How many of a list's `count` rows to render: the visible ones at once, the others in a transition after their frame.
 * `of`: identity of the list; another one starts over.
 */
export const useFirst = (count: number, first: number, of = ""): number => {
  const [grown, setGrown] = useState({ of, count: first })
  const shown = grown.of === of ? grown.count : first
  useEffect(() => {
    if (count <= shown) return
    const frame = requestAnimationFrame(() => startTransition(() => setGrown({ of, count })))
    return () => cancelAnimationFrame(frame)
  }, [count, shown, of])
  return shown
}
