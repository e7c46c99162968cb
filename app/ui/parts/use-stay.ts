import { useEffect, useState } from "react"
import { moveTime } from "~/ui/theme/motion"

/** True while `shown`, and for the 250 ms after it in which what was shown leaves. */
export const useStay = (shown: boolean) => {
  const [stays, setStays] = useState(shown)
  useEffect(() => {
    if (shown) return setStays(true)
    const timer = setTimeout(() => setStays(false), moveTime())
    return () => clearTimeout(timer)
  }, [shown])
  return shown || stays
}
