import { type ReactNode, useEffect, useState } from "react"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"

type OnDemandProps<Module> = {
  /** Declared outside the component that uses it, so that it stays the same. */
  load(): Promise<Module>
  /** The code could not be loaded. */
  onClose(): void
  children(module: Module): ReactNode
}

/** What is loaded already is there at once: somebody may be typing into it. */
const modules = new WeakMap<() => Promise<unknown>, unknown>()

/** Has the code there before it is shown, and says whether it is; without a network it comes later. */
export const preload = (load: () => Promise<unknown>) =>
  load().then(
    (loaded) => modules.set(load, loaded) !== undefined,
    () => false,
  )

/** From a page's beginning until it is quiet, ms: what is not on screen yet comes then. */
export const quietAfter = 1_500

/**
 * A dialog or popover whose code comes when it is first shown; nothing meanwhile. Without a network it closes again and says so:
 * React's `lazy` would throw, and take the page around it down.
 */
export const OnDemand = <Module,>({ load, onClose, children }: OnDemandProps<Module>) => {
  const [module, setModule] = useState(() => modules.get(load) as Module | undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; another onClose is no reason to load again
  useEffect(() => {
    if (module !== undefined) return
    let wanted = true
    load().then(
      (loaded) => {
        modules.set(load, loaded)
        if (wanted) setModule(() => loaded)
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

type WhenQuietProps<Module> = OnDemandProps<Module> & {
  /** It has been asked for: it comes at once. */
  wanted: boolean
  /** Another value is another chance to load it, after a network that was gone. */
  chance: unknown
}

/** What is always there, but need not be there at first: it comes when the page is quiet, or when it is wanted. */
export const WhenQuiet = <Module,>({ wanted, chance, load, ...rest }: WhenQuietProps<Module>) => {
  const [there, setThere] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chance loads it again
  useEffect(() => {
    if (there) return
    const quiet = setTimeout(() => preload(load).then(setThere), quietAfter)
    return () => clearTimeout(quiet)
  }, [chance, there, load])
  return there || wanted ? <OnDemand load={load} {...rest} /> : null
}
