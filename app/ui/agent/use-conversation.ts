import { conversationOf } from "~/client/agent/conversation-of"
import { useBoard } from "~/ui/plan/board-context"

export const useConversation = () => conversationOf(useBoard().session)
