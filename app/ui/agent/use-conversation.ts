import { conversationOf } from "~/client/agent/conversation-of"
import { agent } from "~/ui/agent/texts"
import { useBoard } from "~/ui/plan/board-context"

export const useConversation = () => conversationOf(useBoard().session, agent.offline)
