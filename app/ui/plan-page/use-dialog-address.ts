import { useEffect } from "react"
import { type HistoryEntry, historyEntry, isUnderWay, stepBack, takeHistory } from "~/client/history-guard"
import { savedDeepLink } from "~/client/memory/selected-plan"
import type { Entity } from "~/contract/fields/field"
import {
  type BoardLink,
  type CardType,
  type DeepLink,
  dialogTabOf,
  filterQuery,
  linkTypes,
  type PlanPath,
  planAddress,
  readBoardAddress,
  readLayout,
  withFilter,
  withLayout,
} from "~/contract/shared/deep-link"
import { useBoard } from "~/ui/plan/board-context"
import { showReview, showSide } from "~/ui/plan/side"
import type { DialogRef } from "~/ui/plan/view-state"
import { showCard } from "~/ui/plan-page/show-card"

const entities: Record<CardType, Entity> = { goal: "goal", card: "item", task: "task" }

/** The dialog that a link to a card opens. */
export const dialogOf = ({ type, id, menu }: DeepLink & { type: CardType }): DialogRef => ({
  entity: entities[type],
  id,
  tab: dialogTabOf(type, menu),
  linked: true,
})

/** Whether a step between the two replaces the history entry; a step from the settings' list to a section, or to a webhook's page, adds one. */
const isSamePage = (before: BoardLink | undefined, link: BoardLink) => {
  if (link.type === "settings")
    return (
      before?.type === "settings" &&
      (before.section !== undefined || !link.section) &&
      (before.webhook !== undefined || link.webhook === undefined)
    )
  return "id" in link && before?.type === link.type && before.id === link.id
}

/** Whether a step in the settings leads up: from a section to the list of them, or from a webhook's page to its section. */
const isUp = (before: BoardLink | undefined, link: BoardLink | undefined) =>
  before?.type === "settings" &&
  link?.type === "settings" &&
  (!link.section || (before.webhook !== undefined && link.webhook === undefined && before.section === link.section))

/**
 * Opens a deep link's target, and synchronises the address with the open dialog: opening one adds a history entry, so that Back
 * closes it; switching tabs replaces the entry; closing returns to the page's own address.
 */
export const useDialogAddress = (path: PlanPath) => {
  const { session, view } = useBoard()
  useEffect(() => {
    const { planId, store } = session
    const { history, location } = window
    const { idx } = historyEntry()
    let leaving = false

    const shown = () => readBoardAddress(new URLSearchParams(location.search))

    const wanted = (): BoardLink | undefined => {
      const { dialog, settings } = view.get()
      if (settings) return settings
      const id = dialog ? store.realId(dialog.id) : 0
      // A card with a temporary id has no address.
      if (!dialog || id <= 0) return undefined
      return {
        type: linkTypes[dialog.entity],
        id,
        ...(dialog.tab && dialog.tab !== "main" ? { menu: dialog.tab } : {}),
      }
    }

    /** A plan note and the review list open in the side panel, under the board's own address. */
    const open = (link: BoardLink | undefined) => {
      if (link?.type === "settings") return view.set({ dialog: null, settings: link })
      if (link?.type === "review") {
        view.set({ settings: null, dialog: null })
        return showReview(view, planId, link.page)
      }
      if (
        link?.show &&
        link.type !== "note" &&
        showCard(session.store, view, { entity: entities[link.type], id: link.id })
      )
        return
      if (link?.type !== "note")
        return view.set({ settings: null, dialog: link ? dialogOf({ ...link, type: link.type }) : null })
      view.set({ settings: null, dialog: null, noteId: link.id })
      showSide(view, planId, "notes")
    }

    const inStep = () => {
      // The browser would count a second step from where the pending one ends.
      if (leaving || isUnderWay()) return
      const link = wanted()
      const { layout, filterQuery } = view.get()
      const address = withFilter(planAddress(path, planId, link), planId, withLayout(layout, filterQuery))
      if (address === `${location.pathname}${location.search}`) return
      const { dialogs = 0 } = historyEntry()
      const before = shown()
      if (isUp(before, link) && dialogs > 1) {
        leaving = true
        stepBack(1)
      } else if (link && isSamePage(before, link)) {
        history.replaceState(history.state, "", address)
      } else if (link) {
        history.pushState({ ...history.state, dialogs: dialogs + 1 }, "", address)
      } else if (dialogs > 0) {
        leaving = true
        stepBack(dialogs)
      } else {
        history.replaceState(history.state, "", address)
      }
    }

    const onPop = (event: PopStateEvent) => {
      if (location.pathname !== path || (event.state as HistoryEntry | null)?.idx !== idx) return false
      if (leaving) leaving = false
      else open(shown())
      inStep()
      return true
    }

    const search = new URLSearchParams(location.search)
    if (path === "/board") view.set({ layout: readLayout(search), filterQuery: filterQuery(search) })
    const link = savedDeepLink.read() ?? shown()
    savedDeepLink.clear()
    if (link) open(link)
    inStep()
    const stop = view.subscribe(inStep)
    const letGo = takeHistory({ take: onPop, resume: inStep })
    return () => {
      stop()
      letGo()
    }
  }, [session, view, path])
}
