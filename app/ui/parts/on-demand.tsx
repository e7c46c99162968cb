import { type ReactNode, startTransition, useEffect, useState } from "react"
import { useEarlyKeys } from "~/ui/parts/early-keys"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"

type OnDemandProps<Module> = {
  /** Must have a stable identity: declare it outside the component. */
  load(): Promise<Module>
  /**
   * It opens over the page: Escape closes it from the first moment on, before it has the focus. One that may open without
   * taking the focus is closed only "while loading".
   */
  layer?: boolean | "while loading"
  /** Called when the code could not be loaded, and by an early Escape. */
  onClose(): void
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
export const OnDemand = <Module,>({ load, layer = false, onClose, onText, children }: OnDemandProps<Module>) => {
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
        onClose()
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
