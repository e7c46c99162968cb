import { conversationOf } from "~/client/agent/conversation-of"
import { useBoard } from "~/ui/plan/board-context"

export const useConversation = () => conversationOf(useBoard().session)

export const focusField = () => document.querySelector<HTMLElement>("#side-panel [data-first-field]")?.focus()

/** For buttons that go once they are pressed. */
export const thenFocusField = (work: () => void) => {
  work()
  focusField()
}
