import { type RefObject, useEffect, useRef } from "react"

/** Moves the focus to `opener` when what was open closes. */
export const useFocusAfter = (open: boolean, opener: RefObject<HTMLElement | null>) => {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) opener.current?.focus()
    was.current = open
  }, [open, opener])
}
