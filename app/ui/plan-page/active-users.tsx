import { Plus } from "lucide-react"
import type { DragEvent } from "react"
import type { Member } from "~/contract/user"
import { openChat } from "~/ui/message/open-chat"
import { Avatar } from "~/ui/parts/avatar"
import { CountBadge } from "~/ui/parts/badge"
import { atTimeInText } from "~/ui/parts/dates"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useMembers, useObserved, useView } from "~/ui/plan/board-context"
import { commandNames } from "~/ui/plan/key-texts"
import { peopleTexts } from "~/ui/plan/texts"
import { useLeft } from "~/ui/plan/use-left"
import { planPage } from "~/ui/plan-page/texts"
import "./plan-page.css"

/**
 * The plan's other members: those with unread messages first, then those present. Pressing an avatar opens the chat;
 * dropping it on a task makes the person its owner.
 */
export const ActiveUsers = () => {
  const { session, view, user, can } = useBoard()
  const unread = useView(({ unread }) => unread)
  const present = useObserved(session.presence)
  const left = useLeft(present)
  const narrow = useWidth() === "narrow"
  const others = useMembers().filter(({ id }) => id !== user.id)
  const invites = can("manageMembers")
  if (others.length === 0 && !invites) return null
  const most = narrow ? 4 : 6
  const rank = ({ id }: Member) => (unread.has(id) ? 2 : Number(present.has(id)))
  const sorted = [...others].sort((a, b) => rank(b) - rank(a))
  const more = sorted.slice(most)
  return (
    <>
      <ul className="active-users row" aria-label={planPage.activeUsers}>
        {sorted.slice(0, most).map((member) => (
          <ActiveUser
            key={member.id}
            member={member}
            online={present.has(member.id)}
            seen={left.get(member.id) ?? member.lastSeenInPlanAt ?? member.lastSeenAt}
            unread={unread.get(member.id) ?? 0}
          />
        ))}
        {more.length > 0 && (
          <li>
            <button
              type="button"
              className="more numeric"
              data-tip={more.map(({ userName }) => userName).join(", ")}
              onClick={() => view.set({ overlay: "users" })}
            >
              +{more.length}
              <span className="visually-hidden"> {more.map(({ userName }) => userName).join(", ")}</span>
            </button>
          </li>
        )}
      </ul>
      {invites && (
        <button
          type="button"
          className="invite-button secondary hovers centered"
          data-tip={commandNames.invite}
          aria-label={commandNames.invite}
          onClick={() => view.set({ overlay: "invite" })}
        >
          <Plus className="icon" aria-hidden="true" />
        </button>
      )}
      <span className="separator" />
    </>
  )
}

type ActiveUserProps = { member: Member; online: boolean; seen: string | null; unread: number }

const ActiveUser = ({ member, online, seen, unread }: ActiveUserProps) => {
  const { view, can } = useBoard()
  const { id, userName } = member
  const state = online
    ? peopleTexts.online
    : seen
      ? peopleTexts.lastSeen(atTimeInText(seen))
      : peopleTexts.neverLoggedIn
  const onDragStart = ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData("text/plain", userName)
    dataTransfer.effectAllowed = "copy"
    view.set({ giving: { userId: id, taskId: null } })
  }
  return (
    <li
      data-tip={online ? userName : `${userName}, ${state}`}
      draggable={can("changeBoard")}
      onDragStart={onDragStart}
      onDragEnd={() => view.set({ giving: null })}
    >
      <button type="button" className="avatar-button anchor" data-chat={id} onClick={() => openChat(view, id)}>
        <Avatar person={member} size={28} presence={online ? "online" : "offline"} />
        <span className="visually-hidden">
          {peopleTexts.chatWith(userName)}, {state}
        </span>
        <CountBadge count={unread} label={peopleTexts.unread} at="avatar" />
      </button>
    </li>
  )
}
