import { type RefObject, useEffect, useRef } from "react"

/** When what stood open closes, the focus goes back to what opens it. */
export const useFocusAfter = (open: boolean, opener: RefObject<HTMLElement | null>) => {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) opener.current?.focus()
    was.current = open
  }, [open, opener])
}
