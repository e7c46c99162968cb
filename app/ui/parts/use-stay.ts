import { useEffect, useState } from "react"
import { moveTime } from "~/ui/theme/motion"

/** True while `shown` and for 250 ms afterwards, for the leaving transition. */
export const useStay = (shown: boolean) => {
  const [stays, setStays] = useState(shown)
  useEffect(() => {
    if (shown) return setStays(true)
    const timer = setTimeout(() => setStays(false), moveTime())
    return () => clearTimeout(timer)
  }, [shown])
  return shown || stays
}
