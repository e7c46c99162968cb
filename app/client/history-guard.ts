type TakesPop = (event: PopStateEvent) => boolean

let takes: TakesPop | undefined

/**
 * Lets a page handle its own history entries. The browser calls a window's listeners in the order they were added, so
 * this one must be added before the router's, which would request a page again that is already shown.
 */
export const guardHistory = () =>
  window.addEventListener("popstate", (event) => {
    if (takes?.(event)) event.stopImmediatePropagation()
  })

/** `take` answers whether the new entry is the page's own. */
export const takeHistory = (take: TakesPop) => {
  takes = take
  return () => {
    if (takes === take) takes = undefined
  }
}

/** The state of a history entry, of this product and the router. `dialogs`: how many entries back the bare board is. */
export type HistoryEntry = { idx?: number; dialogs?: number }

export const historyEntry = (): HistoryEntry => window.history.state ?? {}

/** Whether this entry was made by opening a dialog. */
export const keepsDialogs = () => historyEntry().dialogs !== undefined
