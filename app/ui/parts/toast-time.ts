import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"

type Pause = {
  paused: boolean
  /** Looks again whether something is hovered or focused. */
  look(): void
}

export const ToastPause = createContext<Pause>({ paused: false, look: () => {} })

/** Whether toasts are paused: while one of them is hovered or has the focus, and in a hidden tab. */
export const useToastPause = (region: RefObject<HTMLElement | null>): Pause => {
  const [paused, setPaused] = useState(false)
  const look = useCallback(() => {
    const { current } = region
    setPaused(document.hidden || (!!current && (current.matches(":hover") || current.contains(document.activeElement))))
  }, [region])
  useEffect(() => {
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [look])
  return { paused, look }
}

/** Ends a toast after `ms` of not being paused, counted again for each `toast`. */
export const useToastTime = (toast: object, ms: number, onEnd: () => void) => {
  const { paused, look } = useContext(ToastPause)
  const left = useRef(ms)
  const end = useRef(onEnd)
  end.current = onEnd
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast under the same key
  useLayoutEffect(() => {
    left.current = ms
  }, [toast, ms])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast under the same key
  useEffect(() => {
    if (paused || ms === Number.POSITIVE_INFINITY) return
    const began = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - began
    }
  }, [paused, toast, ms])
  // An element that is removed fires no event when it loses the focus.
  useEffect(() => look, [look])
}
