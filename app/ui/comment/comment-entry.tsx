import clsx from "clsx"
import { Pencil, Reply, Trash2 } from "lucide-react"
import { memo, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import type { Comment } from "~/contract/comment"
import { fileCalls } from "~/contract/file"
import { mentionedIn, type NoteFile, withFiles, withoutFiles } from "~/rules/note-text"
import { drafts, emptyDraft } from "~/ui/comment/attachments"
import { type CardFiles, CommentBody, Marked } from "~/ui/comment/comment-body"
import { loadComposer } from "~/ui/comment/load-composer"
import { commentTexts as texts } from "~/ui/comment/texts"
import { commentCallsOf } from "~/ui/comment/use-comments"
import { useFocusAfter } from "~/ui/comment/use-focus-after"
import { useUpload } from "~/ui/comment/use-upload"
import { file as fileTexts } from "~/ui/file/texts"
import { Avatar } from "~/ui/parts/avatar"
import { IconButton } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { messageOf } from "~/ui/parts/message-of"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { useMessage } from "~/ui/parts/use-message"
import { useBoard, useMember, useView } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"
import "./comment-entry.css"

type CommentEntryProps = {
  card: CardRef
  comment: Comment
  files: CardFiles | undefined
  /** In a list of comments, unless it is the content of something else. */
  as?: "li" | "div"
  /** The text that is searched for. */
  wanted?: string
  onReply?(comment: Comment): void
  /** Of its buttons. */
  tabIndex?: number
  onChanged(comment: Comment): void
  onRemoved(id: number): void
}

/** One comment. Its author may change and delete it; an imported one can only be deleted, by its importer. */
export const CommentEntry = memo(function CommentEntry({
  card,
  comment,
  files,
  as: Root = "li",
  wanted: searched = "",
  onReply,
  tabIndex,
  onChanged,
  onRemoved,
}: CommentEntryProps) {
  const { session, user } = useBoard()
  const { planId, store } = session
  const { id, createdBy, createdById, createdDate, editedDate, content, importedAuthor } = comment
  const member = useMember(createdById)
  const author = importedAuthor ? undefined : member
  const ownName = member?.userName ?? (createdBy.userName || texts.unknown)
  const name = importedAuthor ? importedAuthor.userName || texts.unknown : ownName
  const [editing, setEditing] = useState(false)
  const [message, show] = useMessage()
  const entry = useRef<HTMLLIElement & HTMLDivElement>(null)
  const wanted = useView(({ dialog }) => dialog?.commentId === id)
  useEffect(() => {
    if (wanted) entry.current?.scrollIntoView({ block: "center" })
  }, [wanted])
  const editButton = useRef<HTMLButtonElement>(null)

  const withFile = content.includes("laneway-file:")
  const remove = async () => {
    const text = withFile ? texts.removeTextFiles : texts.removeText
    const question = { kind: "question", title: texts.removeTitle, text, confirm: common.delete, danger: true } as const
    if (!(await show(question))) return
    try {
      const about = { planId, id: store.realId(card.id), commentId: id }
      await call(commentCallsOf[card.entity].removeComment, about, { idempotencyKey: crypto.randomUUID() })
      onRemoved(id)
    } catch {
      await show({ kind: "error", text: texts.removeFailed })
    }
  }
  const stop = () => setEditing(false)
  useFocusAfter(editing, editButton)

  return (
    <Root ref={entry} className={clsx("comment", wanted && "wanted", editing && "editing", withFile && "with-file")}>
      <div className="comment-header">
        <Avatar person={author ?? { id: importedAuthor ? 0 : (createdById ?? 0), userName: name }} size={18} />
        <b className="truncate" dir="auto">
          <Marked text={name} wanted={searched} />
        </b>
        <span className="comment-when">
          <time className="numeric" dateTime={createdDate}>
            {atTime(createdDate)}
          </time>
          {importedAuthor && (
            <span className="muted" data-tip={texts.importedBy(ownName)} aria-description={texts.importedBy(ownName)}>
              {texts.imported}
            </span>
          )}
          {editedDate && (
            <span className="muted" data-tip={atTime(editedDate)} aria-description={atTime(editedDate)}>
              {texts.edited}
            </span>
          )}
        </span>
        <span className="grow" />
        {onReply && (
          <IconButton
            small
            className="comment-reply"
            label={texts.reply(name)}
            tip={texts.replyTip}
            tabIndex={tabIndex}
            onClick={() => onReply(comment)}
          >
            <Reply className="icon small" aria-hidden="true" />
          </IconButton>
        )}
        {createdById === user.id && !editing && (
          <>
            {!importedAuthor && (
              <IconButton
                ref={editButton}
                small
                label={texts.edit}
                tabIndex={tabIndex}
                onClick={() => setEditing(true)}
              >
                <Pencil className="icon small" aria-hidden="true" />
              </IconButton>
            )}
            <IconButton small label={texts.remove} tabIndex={tabIndex} onClick={remove}>
              <Trash2 className="icon small" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      {editing ? (
        <EditComment card={card} comment={comment} onChanged={onChanged} onDone={stop} />
      ) : (
        <CommentBody content={content} files={files} wanted={searched} />
      )}
      {message}
    </Root>
  )
})

type EditCommentProps = { card: CardRef; comment: Comment; onChanged(comment: Comment): void; onDone(): void }

const EditComment = ({ card, comment: { id, content }, onChanged, onDone }: EditCommentProps) => {
  const { session } = useBoard()
  const { planId, store } = session
  const before = withoutFiles(content)
  const key = `${planId}:${card.entity}:edit:${id}`
  const [draft, setDraft] = useState(() => drafts.get(key) ?? { ...emptyDraft, text: before.text })
  useEffect(() => {
    if (draft.text === before.text && draft.attached.length === 0) drafts.delete(key)
    else drafts.set(key, draft)
  }, [draft, before.text, key])
  const done = () => {
    drafts.delete(key)
    onDone()
  }
  const [kept, setKept] = useState<readonly NoteFile[]>(before.files)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { upload, remove } = useUpload(setDraft)

  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const added: NoteFile[] = []
      for (const each of draft.attached) {
        const { uniqueFileName: fileName, friendlyName } = await upload(each, { commentId: id }).catch((thrown) => {
          throw new Error(messageOf(thrown, fileTexts.uploadFailed))
        })
        added.push({ planId, fileName, name: friendlyName })
      }
      const text = withFiles(draft.text, [...kept, ...added])
      const mentions = mentionedIn(text).flatMap((MentionedUserId) =>
        store.member(MentionedUserId) ? [{ MentionedUserId }] : [],
      )
      const about = { planId, id: store.realId(card.id), commentId: id }
      onChanged(await call(commentCallsOf[card.entity].updateComment, { ...about, content: text, mentions }))
      for (const { fileName } of before.files.filter((file) => !kept.includes(file))) {
        call(fileCalls.remove, { planId, fileName }).catch(() => {})
      }
      done()
    } catch (thrown) {
      setError(messageOf(thrown, thrown instanceof Error ? thrown.message : texts.notSent))
      setBusy(false)
    }
  }

  return (
    <OnDemand load={loadComposer} onClose={onDone}>
      {({ Composer }) => (
        <Composer
          label={texts.edit}
          draft={draft}
          kept={kept}
          action={texts.save}
          busy={busy}
          error={error}
          onChange={setDraft}
          onRemove={remove}
          onRemoveKept={(file) => setKept(kept.filter((each) => each !== file))}
          onSubmit={save}
          onBack={() => {
            for (const each of draft.attached) remove(each)
            done()
          }}
        />
      )}
    </OnDemand>
  )
}
