import { useEffect, useRef } from "react"

/** Last-seen times of members who left while this page was open. */
export const useLeft = (present: ReadonlySet<number>): ReadonlyMap<number, string> => {
  const left = useRef(new Map<number, string>())
  const before = useRef(present)
  for (const id of before.current) if (!present.has(id)) left.current.set(id, new Date().toISOString())
  useEffect(() => {
    before.current = present
  }, [present])
  return left.current
}
