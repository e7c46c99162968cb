import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef } from "react"

/** The element that scrolls a set of lists, and the measured heights of its cards. */
export type Scroller = {
  element: RefObject<HTMLDivElement | null>
  /** Mounts only cards near the view. */
  virtual: boolean
  /** Measured heights by card key; they outlive unmounting. */
  sizes: Map<number, number>
  /** Called when the content's height changes. */
  onLayout(listener: () => void): () => void
}

const ScrollerContext = createContext<Scroller | undefined>(undefined)

export const useScroller = (): Scroller => {
  const scroller = useContext(ScrollerContext)
  if (!scroller) throw new Error("A virtual list stands outside a scroller.")
  return scroller
}

type ScrollAreaProps = { className?: string; virtual?: boolean; children: ReactNode }

export const ScrollArea = ({ className, virtual = false, children }: ScrollAreaProps) => {
  const element = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const listeners = useRef(new Set<() => void>())
  const sizes = useRef(new Map<number, number>())
  const scroller = useMemo<Scroller>(
    () => ({
      element,
      virtual,
      sizes: sizes.current,
      onLayout: (listener) => {
        listeners.current.add(listener)
        return () => void listeners.current.delete(listener)
      },
    }),
    [virtual],
  )
  useEffect(() => {
    if (!content.current) return
    const observer = new ResizeObserver(() => {
      for (const listener of listeners.current) listener()
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])
  return (
    <ScrollerContext.Provider value={scroller}>
      <div ref={element} className={className}>
        <div ref={content} className="scrolled">
          {children}
        </div>
      </div>
    </ScrollerContext.Provider>
  )
}
