import type { KeyboardEvent } from "react"
import type { ThreadCard } from "~/client/thread/thread-rows"
import type { Comment } from "~/contract/comment"
import { NewCommentForm } from "~/ui/comment/new-comment-form"
import { commentTexts } from "~/ui/comment/texts"
import { useNewComment } from "~/ui/comment/use-new-comment"
import { useNames } from "~/ui/parts/avatar"
import { leaveByEnter } from "~/ui/parts/left-by-enter"
import { useBoard } from "~/ui/plan/board-context"
import { threadTexts as texts } from "~/ui/threads/texts"

export const draftKey = (planId: number, { entity, id }: ThreadCard, to?: number) =>
  `${planId}:${entity}:${id}${to === undefined ? "" : `:${to}`}`

type ThreadReplyProps = {
  card: ThreadCard
  /** The comment that is answered; undefined: a new comment on the card. */
  to: Comment | undefined
  onChanged(comment: Comment): void
  onClose(): void
  /** At the bottom of a phone. */
  docked?: boolean
}

/** Brackets would end the mention's markup. */
const inMention = (name: string) => name.replace(/[[\]()\n]/g, " ").trim()

/** A reply, written in its place. It mentions the author it answers. */
export const ThreadReply = ({ card, to, onChanged, onClose, docked = false }: ThreadReplyProps) => {
  const { session, user } = useBoard()
  const author =
    to && !to.importedAuthor && to.createdById !== user.id ? session.store.member(to.createdById ?? 0) : undefined
  const writing = useNewComment({
    card,
    key: draftKey(session.planId, card, to?.id),
    first: author ? `@[${inMention(author.userName)}](${author.id}) ` : "",
    onChanged,
    onSent: () => {
      // The field stays until the server has answered, and the person who has pressed Enter may still be typing.
      if (document.activeElement?.matches("textarea")) leaveByEnter({ timeStamp: performance.now() })
      onClose()
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || writing.busy) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const named = useNames()
  const name = to && (to.importedAuthor?.userName ?? named(to.createdBy))
  const label = name ? commentTexts.reply(name) : commentTexts.add
  return (
    <fieldset
      className={docked ? "thread-reply docked slim" : "thread-reply slim"}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <NewCommentForm label={label} compact writing={writing} onClose={onClose} />
      {!docked && <p className="thread-hint fine muted">{texts.replyHint}</p>}
    </fieldset>
  )
}
