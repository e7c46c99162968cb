import { Calendar, CircleCheck, Download, type LucideIcon, Target } from "lucide-react"
import { type KeyboardEvent, useContext } from "react"
import { type NotificationGroup, othersIn } from "~/client/notification/groups"
import type { Notification, NotificationKind } from "~/contract/notification-row"
import { escapeHtml } from "~/contract/shared/html"
import { authorIn, excerptText, namedIn, titleParts } from "~/rules/notification"
import { notificationTexts as words } from "~/ui/notification/texts"
import { Avatar, type AvatarPerson } from "~/ui/parts/avatar"
import { atTime } from "~/ui/parts/dates"
import { DoneBy } from "~/ui/parts/done-by"
import { MarkedText } from "~/ui/parts/marked"
import { common } from "~/ui/parts/texts"
import { BoardContext } from "~/ui/plan/board-context"

type RowProps = {
  group: NotificationGroup
  unfolded: boolean
  onUnfold(open: boolean): void
  onOpen(all: readonly Notification[]): void
}

/** Notes that are shown of an unfolded group. */
const shownNotes = 3

const icons: Partial<Record<NotificationKind, LucideIcon>> = {
  dueSoon: Calendar,
  checkIn: Target,
  imported: Download,
  restored: CircleCheck,
}

/** Of what only a key causes without a person. */
const aKey = { id: null, userName: "" }

const personOf = ({ actor }: Notification): AvatarPerson | undefined =>
  actor?.id ? { id: actor.id, userName: actor.userName, avatarUrl: actor.avatarUrl ?? null } : undefined

const authorOf = (one: Notification) => authorIn(one) ?? words.somebody

/** A notification, or the unread comments on one card, which the right arrow or a press on their number unfolds. */
export const NotificationRow = ({ group, unfolded, onUnfold, onOpen }: RowProps) => {
  const { newest, all } = group
  const here = useContext(BoardContext)?.session.planId
  const many = all.length > 1
  const excerpt = excerptText(newest.excerpt)
  const when = atTime(newest.createdAt)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!many || (event.key !== "ArrowRight" && event.key !== "ArrowLeft")) return
    event.preventDefault()
    onUnfold(event.key === "ArrowRight")
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows of the buttons in it
    <div className="notification" data-unread={!newest.isRead || undefined} onKeyDown={onKeyDown}>
      <button type="button" className="notification-open ring-inside full hovers" onClick={() => onOpen(all)}>
        {!newest.isRead && <span className="visually-hidden">{words.isUnread}</span>}
        <Lead group={group} />
        <span className="notification-words">
          <span className="notification-title breaks" dir="auto">
            {many ? <MarkedText html={titleOf(group)} tags={["b"]} /> : <Title one={newest} />}
          </span>
          {excerpt !== "" && (
            <span className="notification-excerpt clamped fine secondary breaks" dir="auto">
              {many ? words.by(authorOf(newest), excerpt) : excerpt}
            </span>
          )}
          <span className="muted">
            {newest.planId === here ? when : words.at(when, newest.planName || common.untitledPlan)}
          </span>
        </span>
      </button>
      {many && (
        <button
          type="button"
          className="notification-count ring-inside fine"
          aria-expanded={unfolded}
          onClick={() => onUnfold(!unfolded)}
        >
          {words.notes(all.length)}
        </button>
      )}
      {many && unfolded && (
        <div className="notification-notes">
          {all.slice(0, shownNotes).map((one) => (
            <button key={one.id} type="button" className="row ring-inside" onClick={() => onOpen(all)}>
              {personOf(one) && <Avatar person={personOf(one) as AvatarPerson} size={18} />}
              <span className="truncate grow" dir="auto">
                <span className="visually-hidden">{authorOf(one)}: </span>
                {excerptText(one.excerpt)}
              </span>
              <span className="muted numeric">{atTime(one.createdAt)}</span>
            </button>
          ))}
          {all.length > shownNotes && (
            <button type="button" className="row ring-inside muted" onClick={() => onOpen(all)}>
              {words.moreNotes(all.length - shownNotes)}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const Lead = ({ group }: { group: NotificationGroup }) => {
  const { newest } = group
  const { actor, agent } = newest
  const others = othersIn(group)
  const Icon = actor ? undefined : icons[newest.kind]
  return (
    <span className="notification-lead anchor" aria-hidden="true">
      {Icon ? (
        <span className="notification-kind secondary centered">
          <Icon className="icon small" />
        </span>
      ) : (
        <DoneBy person={actor ?? aKey} agent={agent} size={28} />
      )}
      {others > 0 && <i className="numeric">+{others}</i>}
    </span>
  )
}

const titleOf = (group: NotificationGroup) => {
  const { newest, all } = group
  const author = escapeHtml(authorOf(newest))
  const card = escapeHtml(namedIn(newest.title) ?? "")
  const say = all.every(({ kind }) => kind === "mention") ? words.mentionedIn : words.notesOn
  return say(author, othersIn(group), card)
}

/** The names are isolated: the direction of the sentence is that of its own words. */
const Title = ({ one }: { one: Notification }) =>
  titleParts(one).map(({ text, strong }, nth) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
    strong ? <bdi key={nth}>{one.isRead ? text : <strong>{text}</strong>}</bdi> : text,
  )
