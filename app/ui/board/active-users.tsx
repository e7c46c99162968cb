import { useBoard, useMembers, useObserved } from "~/ui/board/board-context"
import { atTime } from "~/ui/board/dates"
import { Avatar } from "~/ui/parts/avatar"
import { board } from "~/ui/texts/board"

const most = 8

/** The plan's other members, those who have it open first. */
export const ActiveUsers = () => {
  const { session, user } = useBoard()
  const present = useObserved(session.presence)
  const others = useMembers().filter(({ id }) => id !== user.id)
  if (others.length === 0) return null
  const sorted = [...others].sort((a, b) => Number(present.has(b.id)) - Number(present.has(a.id)))
  const more = sorted.length - most
  return (
    <>
      <ul className="active-users" aria-label={board.activeUsers}>
        {sorted.slice(0, most).map((member) => {
          const online = present.has(member.id)
          const seen = member.lastSeenInPlanAt ?? member.lastSeenAt
          const state = online ? board.online : seen ? board.lastSeen(atTime(seen)) : board.neverLoggedIn
          return (
            <li key={member.id} className="au" title={online ? member.userName : `${member.userName} ${state}`}>
              <Avatar person={member} size={28} presence={online ? "online" : "offline"} />
              <span className="vh">
                {member.userName}, {state}
              </span>
            </li>
          )
        })}
        {more > 0 && (
          <li
            className="more num"
            title={sorted
              .slice(most)
              .map((member) => member.userName)
              .join(", ")}
          >
            +{more}
          </li>
        )}
      </ul>
      <span className="vsep" />
    </>
  )
}
