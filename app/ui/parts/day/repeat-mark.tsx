import { type ComponentType, useEffect, useState } from "react"
import type { RepeatMarkProps } from "~/ui/parts/day/repeat-words"

let Shown: ComponentType<RepeatMarkProps> | undefined

/** That a task repeats, and how. Its words load when the first such task shows, which a plan without any never does. */
export const RepeatMark = (props: RepeatMarkProps) => {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (Shown) return
    import("~/ui/parts/day/repeat-words").then(
      ({ RepeatWords }) => {
        Shown = RepeatWords
        setLoaded(true)
      },
      () => {},
    )
  }, [])
  return Shown ? <Shown {...props} /> : null
}
