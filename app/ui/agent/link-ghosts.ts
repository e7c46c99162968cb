// linkGhosts(): shows the open preview of a conversation on the board, whether its panel is open or not.
import type { Conversation } from "~/client/agent/conversation-types"
import { ghostsOf, noGhosts } from "~/client/agent/ghosts"
import type { BoardReader } from "~/client/board/board-types"
import { leftOf } from "~/rules/agent/ticked"
import { BoardBar } from "~/ui/agent/board-bar"
import { GhostCardsOf } from "~/ui/agent/ghost-cards"
import { GhostMarkOf, ghosts } from "~/ui/agent/ghost-mark"
import type { View } from "~/ui/plan/view-state"

/** The page shows one board. */
let linked: { view: View; end(): void } | undefined

export const linkGhosts = (conversation: Conversation, store: BoardReader, view: View) => {
  if (linked?.view === view) return
  linked?.end()
  let stop: (() => void) | undefined
  const draw = () => {
    const { messages } = conversation.state.get()
    const preview = messages.find(({ preview }) => preview?.state === "open")?.preview
    const shows = preview !== undefined && preview.changes.length > 0
    ghosts.set(shows ? ghostsOf(store, preview.changes, leftOf(preview.changes, preview.unticked)) : noGhosts)
    if (shows === (view.get().ghosts !== null)) return
    view.set({ ghosts: shows ? { Mark: GhostMarkOf, Cards: GhostCardsOf, Bar: BoardBar } : null })
    // Cards that others move or add may lie below a deleted one.
    stop?.()
    stop = shows ? store.subscribe("any", draw) : undefined
  }
  draw()
  const forget = conversation.state.subscribe(draw)
  const end = () => {
    stop?.()
    forget()
  }
  linked = { view, end }
}
