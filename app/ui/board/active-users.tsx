import { type DragEvent, useEffect, useRef } from "react"
import type { Member } from "~/contract/user"
import { useBoard, useMembers, useObserved } from "~/ui/board/board-context"
import { atTime } from "~/ui/board/dates"
import { useWidth } from "~/ui/board/use-width"
import { Avatar } from "~/ui/parts/avatar"
import { CountBadge } from "~/ui/parts/badge"
import { board } from "~/ui/texts/board"

const none: ReadonlyMap<number, number> = new Map()

type ActiveUsersProps = {
  /** Messages not read yet, by who sent them. */
  unread?: ReadonlyMap<number, number>
}

/** The plan's other members, those who have it open first. An avatar dropped on a task makes its person the owner. */
export const ActiveUsers = ({ unread = none }: ActiveUsersProps) => {
  const { session, user } = useBoard()
  const present = useObserved(session.presence)
  const left = useLeft(present)
  const narrow = useWidth() === "narrow"
  const others = useMembers().filter(({ id }) => id !== user.id)
  if (others.length === 0) return null
  const most = narrow ? 4 : 6
  const sorted = [...others].sort((a, b) => Number(present.has(b.id)) - Number(present.has(a.id)))
  const more = sorted.slice(most)
  return (
    <>
      <ul className="active-users" aria-label={board.activeUsers}>
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
          <li className="more num" title={more.map(({ userName }) => userName).join(", ")}>
            +{more.length}
            <span className="vh"> {more.map(({ userName }) => userName).join(", ")}</span>
          </li>
        )}
      </ul>
      <span className="vsep" />
    </>
  )
}

/** When those who left while one looked on were last there. */
const useLeft = (present: ReadonlySet<number>): ReadonlyMap<number, string> => {
  const left = useRef(new Map<number, string>())
  const before = useRef(present)
  for (const id of before.current) if (!present.has(id)) left.current.set(id, new Date().toISOString())
  useEffect(() => {
    before.current = present
  }, [present])
  return left.current
}

type ActiveUserProps = { member: Member; online: boolean; seen: string | null; unread: number }

const ActiveUser = ({ member, online, seen, unread }: ActiveUserProps) => {
  const { view, can } = useBoard()
  const { id, userName } = member
  const state = online ? board.online : seen ? board.lastSeen(atTime(seen)) : board.neverLoggedIn
  const onDragStart = ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData("text/plain", userName)
    dataTransfer.effectAllowed = "copy"
    view.set({ giving: { userId: id, taskId: null } })
  }
  return (
    <li
      className="au"
      title={online ? userName : `${userName}, ${state}`}
      draggable={can("changeBoard")}
      onDragStart={onDragStart}
      onDragEnd={() => view.set({ giving: null })}
    >
      <Avatar person={member} size={28} presence={online ? "online" : "offline"} />
      <CountBadge count={unread} label={board.unread} />
      <span className="vh">
        {userName}, {state}
      </span>
    </li>
  )
}
