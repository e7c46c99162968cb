import "./comment-entry.css"
import clsx from "clsx"
import { Ellipsis, Pencil, Reply, Trash2 } from "lucide-react"
import { memo, useEffect, useRef, useState } from "react"
import { clientId } from "~/client/api"
import type { TextEntry } from "~/client/outbox/outbox-entry"
import type { Comment } from "~/contract/comment"
import { problemText } from "~/contract/shared/language/problem-text"
import { withoutFiles } from "~/rules/text-parts"
import { drafts, emptyDraft } from "~/ui/comment/attachments"
import { type CardFiles, CommentBody } from "~/ui/comment/comment-body"
import { EditComment, editKey } from "~/ui/comment/edit-comment"
import { commentTexts as texts } from "~/ui/comment/texts"
import { usePendingEdit } from "~/ui/comment/use-comments"
import { Button, IconButton } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { DoneBy } from "~/ui/parts/done-by"
import { FieldError } from "~/ui/parts/field"
import { useFocusAfter } from "~/ui/parts/focus"
import { Marked } from "~/ui/parts/marked"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { useBoard, useMember, useView } from "~/ui/plan/board-context"
import { byAgent } from "~/ui/plan/log-lines"
import type { CardRef } from "~/ui/plan/view-state"

const loadMenu = () => import("~/ui/comment/comment-menu")

/** A comment in a list of several cards, with a reply and a menu as its actions. */
export type InThread = {
  /** Its reply is open. */
  replying: boolean
  /** Of its buttons. */
  tabIndex: number
  onReply?(): void
  /** Opens the card. */
  onOpen(): void
  onRemoved(): void
}

type CommentEntryProps = {
  card: CardRef
  comment: Comment
  files: CardFiles | undefined
  /** In a list of comments, unless it is the content of something else. */
  as?: "li" | "div"
  /** The text that is searched for. */
  wanted?: string
  thread?: InThread
}

/** One comment. Its author may change and delete it; an imported one can only be deleted, by its importer. */
export const CommentEntry = memo(function CommentEntry({
  card,
  comment,
  files,
  as: Root = "li",
  wanted: searched = "",
  thread,
}: CommentEntryProps) {
  const { session, user } = useBoard()
  const { planId, store, outbox } = session
  const { id, createdBy, createdById, createdDate, editedDate, importedAuthor, agent } = comment
  const change = usePendingEdit(id)
  const content = change && !change.problem ? change.input.content : comment.content
  const member = useMember(createdById)
  const author = importedAuthor ? undefined : member
  const ownName = member?.userName ?? (createdBy.userName || texts.unknown)
  const name = importedAuthor ? importedAuthor.userName || texts.unknown : byAgent(agent, ownName)
  const [editing, setEditing] = useState(false)
  const [message, show] = useMessage()
  const entry = useRef<HTMLLIElement & HTMLDivElement>(null)
  const wanted = useView(({ dialog }) => dialog?.commentId === id)
  useEffect(() => {
    if (wanted) entry.current?.scrollIntoView({ block: "center" })
  }, [wanted])
  const editButton = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState(false)

  const withFile = content.includes("laneway-file:")
  const remove = async () => {
    const text = withFile ? texts.removeTextFiles : texts.removeText
    const question = { kind: "question", title: texts.removeTitle, text, confirm: common.delete, danger: true } as const
    if (!(await show(question))) return
    const input = { planId, id: store.realId(card.id), commentId: id }
    thread?.onRemoved()
    outbox.add({ planId, name: `${card.entity}.removeComment`, input, ref: crypto.randomUUID(), clientId })
  }
  const rewrite = ({ input, ref }: TextEntry) => {
    drafts.set(editKey(planId, card, id), { ...emptyDraft, text: withoutFiles(input.content).text })
    outbox.remove(ref)
    setEditing(true)
  }
  const stop = () => setEditing(false)
  useFocusAfter(editing, editButton)
  const mayRemove = createdById === user.id
  const mayEdit = mayRemove && !importedAuthor

  return (
    <Root ref={entry} className={clsx("comment", wanted && "wanted", editing && "editing", withFile && "with-file")}>
      <div className="comment-header muted fine row">
        <DoneBy
          person={author ?? { id: importedAuthor || !createdBy.userName ? 0 : createdById, userName: name }}
          agent={agent}
        />
        <span className="comment-who row grow">
          <b className="truncate" dir="auto">
            <Marked text={name} wanted={searched} />
          </b>
          <span className="comment-when unbroken rigid">
            <time className="numeric" dateTime={createdDate}>
              {atTime(createdDate)}
            </time>
            {importedAuthor && (
              <span className="muted" data-tip={texts.importedBy(ownName)} aria-description={texts.importedBy(ownName)}>
                {texts.imported}
              </span>
            )}
            {change && !change.problem && (
              <span className="muted" role="status">
                {change.postponed ? texts.waiting : texts.sending}
              </span>
            )}
            {editedDate && (
              <span className="muted" data-tip={atTime(editedDate)} aria-description={atTime(editedDate)}>
                {texts.edited}
              </span>
            )}
          </span>
        </span>
        {thread ? (
          <span className="comment-actions rigid">
            {thread.onReply && (
              <Button
                size="small"
                variant="ghost"
                aria-label={texts.reply(name)}
                aria-expanded={thread.replying}
                tabIndex={thread.tabIndex}
                onClick={thread.onReply}
              >
                <Reply className="icon small" aria-hidden="true" />
                <span className="comment-reply-word">{texts.replyTip}</span>
              </Button>
            )}
            <IconButton
              ref={editButton}
              small
              label={texts.menu(name)}
              tip={null}
              aria-haspopup="dialog"
              aria-expanded={menu}
              tabIndex={thread.tabIndex}
              onClick={() => setMenu(true)}
            >
              <Ellipsis className="icon" aria-hidden="true" />
            </IconButton>
          </span>
        ) : (
          mayRemove &&
          !editing && (
            <>
              {mayEdit && (
                <IconButton ref={editButton} small label={texts.edit} onClick={() => setEditing(true)}>
                  <Pencil className="icon small" aria-hidden="true" />
                </IconButton>
              )}
              <IconButton small label={texts.remove} onClick={remove}>
                <Trash2 className="icon small" aria-hidden="true" />
              </IconButton>
            </>
          )
        )}
      </div>
      {editing ? (
        <EditComment card={card} comment={{ id, content }} onDone={stop} />
      ) : (
        <CommentBody content={content} files={files} wanted={searched} />
      )}
      {change?.problem && !editing && (
        <FieldError>
          {texts.notSent} {problemText(change.problem.message)}
          <Button size="small" variant="ghost" onClick={() => rewrite(change)}>
            {texts.rewrite}
          </Button>
          <Button size="small" variant="ghost" onClick={() => outbox.remove(change.ref)}>
            {texts.discardChange}
          </Button>
        </FieldError>
      )}
      {thread && menu && (
        <OnDemand layer load={loadMenu} onClose={() => setMenu(false)}>
          {({ CommentMenu }) => (
            <CommentMenu
              label={texts.menu(name)}
              anchor={editButton}
              onOpen={thread.onOpen}
              onEdit={mayEdit && !editing ? () => setEditing(true) : undefined}
              onRemove={mayRemove ? remove : undefined}
              onClose={() => setMenu(false)}
            />
          )}
        </OnDemand>
      )}
      {message}
    </Root>
  )
})
