import "./sections.css"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { openChat } from "~/ui/message/open-chat"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { useBoard, useView } from "~/ui/plan/board-context"
import { commandNames } from "~/ui/plan/key-texts"
import { PlanMembers } from "~/ui/settings/plan-members"

type PlanUsersProps = {
  plan: Plan
  user: Profile
  /** Opened to invite somebody. */
  inviting: boolean
  onClose(): void
}

/** The plan's members in a dialog. Import it lazily. */
export const PlanUsers = ({ plan, user, inviting, onClose }: PlanUsersProps) => {
  const { view } = useBoard()
  const unread = useView(({ unread }) => unread)
  const [message, show] = useMessage()
  const chat = (userId: number) => {
    onClose()
    openChat(view, userId)
  }
  return (
    <TitledDialog title={commandNames.users} className="plan-users" onClose={onClose}>
      <PlanMembers
        plan={plan}
        user={user}
        show={show}
        inviting={inviting}
        unread={unread}
        onLeft={onClose}
        onMessage={chat}
      />
      {message}
    </TitledDialog>
  )
}
