type TakesPop = (event: PopStateEvent) => boolean

let takes: TakesPop | undefined

/**
 * Lets a page keep entries of the history to itself. The browser calls a window's listeners in the order they came, so this one
 * has to come before the router's: the router would ask the server again for a page that is shown already.
 */
export const guardHistory = () =>
  window.addEventListener("popstate", (event) => {
    if (takes?.(event)) event.stopImmediatePropagation()
  })

/** `take` answers whether the entry gone to is the page's own. */
export const takeHistory = (take: TakesPop) => {
  takes = take
  return () => {
    if (takes === take) takes = undefined
  }
}

/** What this product and the router keep with an entry of the history. `dialogs`: how many entries back the bare board is. */
export type HistoryEntry = { idx?: number; dialogs?: number }

export const historyEntry = (): HistoryEntry => window.history.state ?? {}

/** Whether this entry was made by opening a dialog. */
export const keepsDialogs = () => historyEntry().dialogs !== undefined
