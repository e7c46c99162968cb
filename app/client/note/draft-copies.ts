import { isLeaving, unsavedCopies } from "../browser-memory"
import { holdPage, ifGone, thisPage } from "../page-lock"

/**
 * Copies of unsaved notes that outlive their tab: one of each page, in local storage. Without Web Locks nothing outlives
 * the tab.
 */
export type DraftCopies = {
  keep(text: string | undefined): void
  /** Hands over the text of each copy that was left by a page that is gone, and deletes those taken. */
  takeLeft(take: (text: string) => boolean): Promise<void>
}

/** `before`: the page of which this one has the drafts already. */
export const openDraftCopies = (planId: number, before: string | undefined): DraftCopies => {
  const stored = unsavedCopies(planId)
  let held = false
  void holdPage().then((holds) => {
    held = holds
  })
  if (before && before !== thisPage) stored.of(before).clear()
  return {
    keep: (text) => {
      if (text === undefined || isLeaving()) stored.of(thisPage).clear()
      else if (held) stored.of(thisPage).write(text)
    },
    takeLeft: async (take) => {
      for (const page of stored.pages())
        await ifGone(page, () => {
          const text = stored.of(page).read()
          if (text && take(text)) stored.of(page).clear()
        })
    },
  }
}
