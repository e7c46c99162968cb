import { useState } from "react"

let chosen = false

/** Whether the next start is shared with everybody; remembered for this visit. */
export const useShare = () => {
  const [share, setShare] = useState(chosen)
  const set = (value: boolean) => {
    chosen = value
    setShare(value)
  }
  return [share, set] as const
}
