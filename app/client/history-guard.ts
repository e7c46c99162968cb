type Taker = {
  /** Returns whether the new entry is the page's own. */
  take(event: PopStateEvent): boolean
  /** After layers have moved through the history. */
  resume(): void
}
type Layer = { close(): void }
type Step = { by: "layers" | "page"; idx: number | undefined }

let taker: Taker | undefined
/** Open layers that Back closes, the lowest first. */
const layers: Layer[] = []
/** A step made here whose `popstate` has not come yet. */
let step: Step | undefined

/**
 * Lets a page handle its own history entries, and Back close layers. The browser calls a window's listeners in the order
 * they were added, so this one must be added before the router's, which would request a page again that is already shown.
 */
export const guardHistory = () => {
  // A reload closes all layers, but keeps their history entries.
  if (historyEntry().layers) {
    openedAt = historyEntry().idx
    settleSoon()
  }
  window.addEventListener("popstate", (event) => {
    const by = isUnderWay() ? step?.by : undefined
    const { idx } = step ?? {}
    step = undefined
    const state = event.state as HistoryEntry | null
    if (by === "layers" && state?.idx === idx) {
      event.stopImmediatePropagation()
      settle()
      if (!isUnderWay()) taker?.resume()
      return
    }
    const closing = state?.idx === openedAt ? layers.slice(state?.layers ?? 0).reverse() : []
    for (const { close } of closing) close()
    if ((closing.length > 0 && !by) || taker?.take(event)) event.stopImmediatePropagation()
    // Also pushes an entry again for a layer that has not closed.
    settleSoon()
  })
}

export const takeHistory = (given: Taker) => {
  taker = given
  return () => {
    if (taker === given) taker = undefined
  }
}

/** Goes back by entries of this page. */
export const stepBack = (entries: number, by: Step["by"] = "page") => {
  step = { by, idx: historyEntry().idx }
  window.history.go(-entries)
}

/** Whether a step made here is still pending. One that a navigation has overtaken never arrives. */
export const isUnderWay = () => step !== undefined && step.idx === historyEntry().idx

/** The page on which the layers are open. */
let openedAt: number | undefined

/** Makes Back close a layer. Call the result once the layer is closed. */
export const openLayer = (layer: Layer) => {
  openedAt = historyEntry().idx
  layers.push(layer)
  settleSoon()
  return () => {
    const at = layers.indexOf(layer)
    if (at >= 0) layers.splice(at, 1)
    settleSoon()
  }
}

// One layer often follows another at once, which needs no step.
const settleSoon = () => setTimeout(settle)

/** Gives each open layer an entry, and takes back those of closed ones. */
const settle = () => {
  const { idx, layers: stored = 0 } = historyEntry()
  if (isUnderWay() || idx !== openedAt) return
  if (stored > layers.length) return stepBack(1, "layers")
  for (let next = stored + 1; next <= layers.length; next++)
    window.history.pushState({ ...window.history.state, layers: next }, "")
}

/**
 * The state of a history entry, of this product and the router. `dialogs`: how many entries back the bare board is;
 * `layers`: how many layers that Back closes are open.
 */
export type HistoryEntry = { idx?: number; dialogs?: number; layers?: number }

export const historyEntry = (): HistoryEntry => window.history.state ?? {}

/** Whether this entry was made by opening a dialog. */
export const keepsDialogs = () => historyEntry().dialogs !== undefined
