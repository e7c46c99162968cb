import { type Drafts, planCalls } from "~/contract/plan"
import { call } from "../api"
import type { BoardStore } from "../board/board-types"

type Options = {
  store: Pick<BoardStore, "planId" | "seq" | "putDrafts">
  /** Whether everything is loaded, drafts included. */
  isWhole(): boolean
  onShown(): void
  /** The board has to be loaded. */
  onOutdated(): void
}

/**
 * A plan's changes since a seq, with its drafts: these cause no event, so each answer has all of them unless they are the
 * ones that are shown. The board has them where an answer has no room for them.
 */
export const openDrafts = ({ store, isWhole, onShown, onOutdated }: Options) => {
  /** The tag of the shown drafts; undefined: no answer had them. */
  let shown: string | undefined
  let answered: string | undefined
  /** The tag of the drafts in the board that is being loaded for them. */
  let loading: string | undefined
  /** The number of times that drafts were shown that no answer had. */
  let others = 0

  const changed = () => {
    others++
    shown = undefined
    loading = undefined
  }

  return {
    changes: async (since: number) => {
      const before = others
      const draftsTag = shown
      const answer = await call(planCalls.changes, { planId: store.planId, since, draftsTag })
      answered = answer.draftsTag
      const areLeftOut = answer.drafts === undefined && answered !== draftsTag
      if (areLeftOut && before === others && isWhole()) {
        loading = answered
        onOutdated()
      }
      // It was read before or after the page's own, which is not known.
      return before === others ? answer : { ...answer, drafts: undefined }
    },
    show: (drafts: Drafts) => {
      if (!isWhole()) return
      if (!store.putDrafts(drafts)) return onOutdated()
      shown = answered
      onShown()
    },
    /** The page has loaded the board. */
    loaded: () => {
      const tag = loading
      changed()
      shown = tag
    },
    /** The page has saved a draft. */
    changed,
  }
}
