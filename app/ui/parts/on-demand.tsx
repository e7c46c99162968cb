import { type ReactNode, startTransition, useEffect, useRef, useState } from "react"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"

type OnDemandProps<Module> = {
  /** Must have a stable identity: declare it outside the component. */
  load(): Promise<Module>
  /**
   * It opens over the page: Escape closes it from the first moment on, before it has the focus. One that may open without
   * taking the focus is closed only "while loading".
   */
  layer?: boolean | "while loading"
  /** Called by an early Escape, and unless there is `onFailed`, when the code could not be loaded. */
  onClose(): void
  onFailed?(): void
  /** Of a layer that begins in a text field: gets what has been typed before the field had the focus. */
  onText?(typed: string): void
  children(module: Module): ReactNode
}

/** Loaded code renders synchronously, because a field in it may have the focus. */
const modules = new WeakMap<() => Promise<unknown>, unknown>()

/** Preloads code; resolves to whether it succeeded. */
export const preload = (load: () => Promise<unknown>) =>
  load().then(
    (loaded) => modules.set(load, loaded) !== undefined,
    () => false,
  )

/** Latest start of idle loading after the page has started, ms. */
export const idleAfter = 1_500

/**
 * A dialog or popover whose code loads when it is first shown; renders nothing until then. Without a network it closes and says
 * so, whereas React's `lazy` would throw and unmount the page around it.
 */
export const OnDemand = <Module,>({
  load,
  layer = false,
  onClose,
  onFailed = onClose,
  onText,
  children,
}: OnDemandProps<Module>) => {
  // Another `load` in the same place has another module: it is found by what loads it.
  const module = modules.get(load) as Module | undefined
  useEarlyKeys(layer === "while loading" ? module === undefined : layer, { onClose, onText })
  const [, setLoaded] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; another onClose is no reason to load again
  useEffect(() => {
    if (modules.has(load)) return
    let wanted = true
    load().then(
      (loaded) => {
        modules.set(load, loaded)
        // A phone's board has many cards; a transition lets the page respond while they are rendered.
        if (wanted) startTransition(() => setLoaded(loaded))
      },
      () => {
        if (!wanted) return
        showToast({ kind: "error", text: common.networkError, key: "network" })
        onFailed()
      },
    )
    return () => {
      wanted = false
    }
  }, [load])
  return module === undefined ? null : children(module)
}

type WhenIdleProps<Module> = OnDemandProps<Module> & {
  /** Requested: loads at once. */
  wanted: boolean
  /** A new value retries after a failure. */
  chance: unknown
}

/** A permanent part of the page that loads when the page is idle, or when it is wanted. */
export const WhenIdle = <Module,>({ wanted, chance, load, ...rest }: WhenIdleProps<Module>) => {
  const [there, setThere] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chance loads it again
  useEffect(() => {
    if (there) return
    const idle = setTimeout(() => preload(load).then(setThere), idleAfter)
    return () => clearTimeout(idle)
  }, [chance, there, load])
  return there || wanted ? <OnDemand load={load} {...rest} /> : null
}

const layers = "[role=dialog], [role=alertdialog], .popover"

const focusedLayer = () => document.activeElement?.closest(layers) ?? null

type EarlyKeys = {
  onClose(): void
  /** The layer begins in a text field: gets what was typed for it so far. Otherwise such keys go to the page. */
  onText?: ((typed: string) => void) | undefined
}

/**
 * Keys for an opening layer until it has the focus: Escape closes it, letters are what its field begins with, and Enter and Space
 * press nothing below it. From then on it handles its keys itself; before, others go to what had the focus when it opened, or to
 * the page.
 */
export const useEarlyKeys = (on: boolean, { onClose, onText }: EarlyKeys) => {
  // Before its effects run: a layer whose code is there takes the focus in them.
  const [below] = useState(() => (typeof document === "undefined" ? null : focusedLayer()))
  const latest = useRef({ onClose, onText })
  latest.current = { onClose, onText }
  const typed = useRef("")
  useEffect(() => {
    const layer = focusedLayer()
    if (!on || (layer && layer !== below)) return
    const opener = document.activeElement
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.isComposing) return
      const { onClose, onText } = latest.current
      const closes = key === "Escape"
      const types = onText !== undefined && isText(event)
      // They would press what has opened the layer, or the card below it.
      const presses = (key === "Enter" || key === " ") && event.target === opener
      if (!closes && !types && !presses) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (closes) return onClose()
      if (!types) return
      typed.current = key === "Backspace" ? [...typed.current].slice(0, -1).join("") : typed.current + key
      onText?.(typed.current)
    }
    const stop = () => {
      document.removeEventListener("keydown", onKeyDown, true)
      document.removeEventListener("focusin", onFocus)
    }
    const onFocus = () => {
      const layer = focusedLayer()
      if (layer && layer !== below) stop()
    }
    document.addEventListener("keydown", onKeyDown, true)
    document.addEventListener("focusin", onFocus)
    return stop
  }, [on, below])
}

const isText = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && ([...key].length === 1 || key === "Backspace")

/**
 * How many of a list's `count` rows to render: the visible ones at once, the others in a transition after their frame.
 * `of`: identity of the list; another one starts over.
 */
export const useFirst = (count: number, first: number, of = ""): number => {
  const [grown, setGrown] = useState({ of, count: first })
  const shown = grown.of === of ? grown.count : first
  useEffect(() => {
    if (count <= shown) return
    const frame = requestAnimationFrame(() => startTransition(() => setGrown({ of, count })))
    return () => cancelAnimationFrame(frame)
  }, [count, shown, of])
  return shown
}
