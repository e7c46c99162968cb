import { X } from "lucide-react"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { PlanPeople } from "~/ui/account/plan-people"
import { useBoard, useView } from "~/ui/board/board-context"
import { openChat } from "~/ui/message/open-chat"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { useMessage } from "~/ui/parts/use-message"
import { account } from "~/ui/texts/account"
import { common } from "~/ui/texts/common"
import "./plan-users.css"

type PlanUsersProps = { plan: Plan; user: Profile; onClose(): void }

/** The people of the plan in a dialog, where the profile menu is out of the way. Import it lazily. */
export const PlanUsers = ({ plan, user, onClose }: PlanUsersProps) => {
  const { view } = useBoard()
  const unread = useView(({ unread }) => unread)
  const [message, show] = useMessage()
  const chat = (userId: number) => {
    onClose()
    openChat(view, userId)
  }
  return (
    <DialogFrame label={account.users} className="plan-users" sheet dismissable onClose={onClose}>
      <header>
        <h2>{account.users}</h2>
        <IconButton label={common.close} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </header>
      <PlanPeople plan={plan} user={user} show={show} onLeft={onClose} onMessage={chat} unread={unread} />
      {message}
    </DialogFrame>
  )
}
