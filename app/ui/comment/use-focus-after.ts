import { type RefObject, useEffect, useRef } from "react"

/** Returns the focus to the opener when the opened element closes. */
export const useFocusAfter = (open: boolean, opener: RefObject<HTMLElement | null>) => {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) opener.current?.focus()
    was.current = open
  }, [open, opener])
}
