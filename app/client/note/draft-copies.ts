import { draftRef, draftStorage } from "../outbox/stored-drafts"
import type { StoredDraft } from "../outbox/stored-rows"
import { holdPage, ifGone, thisPage } from "../page-lock"

/**
 * Copies of unsaved notes that outlive their tab: one of each page, in IndexedDB. Without Web Locks nothing outlives the
 * tab.
 */
export type DraftCopies = {
  keep(drafts: readonly StoredDraft[]): Promise<void>
  /** Hands over the drafts of each page that is gone, and deletes its copy once `take` has stored them. */
  takeLeft(take: (drafts: readonly StoredDraft[]) => Promise<void>): Promise<void>
}

/** `before`: the page of which this one has the drafts already. */
export const openDraftCopies = (userId: number, planId: number, before: string | undefined): DraftCopies => {
  const ref = draftRef({ planId, page: thisPage })
  let turns = 0
  if (before && before !== thisPage) void draftStorage.remove(draftRef({ planId, page: before }))
  return {
    keep: async (drafts) => {
      const turn = ++turns
      if (drafts.length === 0) return void (await draftStorage.remove(ref))
      const isLatest = (await holdPage()) && turn === turns
      if (isLatest) await draftStorage.put({ ref, userId, planId, page: thisPage, drafts })
    },
    takeLeft: async (take) => {
      for (const left of await draftStorage.all(userId))
        if (left.planId === planId)
          await ifGone(left.page, async () => {
            const now = await draftStorage.get(left.ref)
            if (!now) return
            await take(now.drafts)
            await draftStorage.remove(now.ref)
          })
    },
  }
}
