import { useState } from "react"

let chosen = false

/** Whether what is started next is shown to everybody; the choice holds for this visit. */
export const useShare = () => {
  const [share, setShare] = useState(chosen)
  const set = (value: boolean) => {
    chosen = value
    setShare(value)
  }
  return [share, set] as const
}
