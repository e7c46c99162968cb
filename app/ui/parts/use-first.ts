import { startTransition, useEffect, useState } from "react"

/**
 * How many of a list's `count` rows to show: those in sight stand there at once, the others are added after the frame that
 * shows them, without holding the page up. `of`: what the list is of; another one begins anew.
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
