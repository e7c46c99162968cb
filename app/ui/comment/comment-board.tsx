import "./comment-entry.css"
import { Plus } from "lucide-react"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { plainText } from "~/rules/text-parts"
import { attachmentsOf, drafts } from "~/ui/comment/attachments"
import type { CardFiles } from "~/ui/comment/comment-body"
import { CommentEntry } from "~/ui/comment/comment-entry"
import { loadComposer } from "~/ui/comment/load-composer"
import { NewCommentForm } from "~/ui/comment/new-comment-form"
import { commentTexts as texts } from "~/ui/comment/texts"
import { UnsentComment } from "~/ui/comment/unsent-comment"
import type { Comments } from "~/ui/comment/use-comments"
import { useNewComment } from "~/ui/comment/use-new-comment"
import { useFiles } from "~/ui/file/use-files"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { useFocusAfter } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { preload, useFirst } from "~/ui/parts/on-demand"
import { useBoard } from "~/ui/plan/board-context"
import { useFileZone } from "~/ui/plan/file-zone"
import { useTypedTexts } from "~/ui/plan/typed-texts"
import type { CardRef } from "~/ui/plan/view-state"

const inSight = 6

type CommentBoardProps = { card: CardRef; comments: Comments }

/** The comments on a goal, action or task. Import it lazily. */
export const CommentBoard = ({ card, comments }: CommentBoardProps) => {
  const { list, unsent, retry } = comments
  const known = Array.isArray(list) ? list : []
  const named = [...known, ...unsent.map(({ input }) => input)].some(({ content }) => content.includes("laneway-file:"))
  const listed = useFiles(card, named).list
  // Without the list, each file is fetched on its own.
  const files = useMemo<CardFiles | undefined>(
    () => listed && new Map(listed === "failed" ? [] : listed.map((file) => [file.uniqueFileName, file])),
    [listed],
  )
  const shown = useFirst(known.length, inSight)
  // A comment can be written while the connection is lost.
  useEffect(() => void preload(loadComposer), [])
  return (
    <NewComment card={card} comments={comments}>
      {(rewrite) => (
        <>
          {list === undefined ? (
            <Loading text={texts.loading} />
          ) : list === "failed" ? (
            <Failed text={texts.failed} onRetry={retry} />
          ) : list.length + unsent.length === 0 ? (
            <EmptyState text={texts.none} />
          ) : null}
          {known.length + unsent.length > 0 && (
            <ol className="divided comments" aria-label={texts.list}>
              {unsent.map((entry) => (
                <UnsentComment key={entry.ref} entry={entry} files={files} onRewrite={rewrite} />
              ))}
              {known.slice(0, shown).map((comment) => (
                <CommentEntry key={comment.id} card={card} comment={comment} files={files} />
              ))}
            </ol>
          )}
        </>
      )}
    </NewComment>
  )
}

type NewCommentProps = CommentBoardProps & {
  /** `rewrite` puts a text back into the composer. */
  children(rewrite: (text: string) => void): ReactNode
}

/** The composer and the tile that opens it. Files may be dropped anywhere on it and its children. */
const NewComment = ({ card, comments, children }: NewCommentProps) => {
  const { session, can } = useBoard()
  const { planId, store } = session
  const key = `${planId}:${card.entity}:${store.realId(card.id)}`
  const [open, setOpen] = useState(() => drafts.has(key))
  const close = () => setOpen(false)
  const writing = useNewComment({ card, key, onChanged: comments.put, onSent: close })
  const { draft, setDraft, busy } = writing
  const tile = useRef<HTMLButtonElement>(null)
  useFocusAfter(open, tile)
  const typed = useTypedTexts()
  useEffect(() => {
    if (draft.text.trim() === "" && draft.attached.length === 0) typed.delete(texts.add)
    else typed.set(texts.add, plainText(draft.text))
  }, [draft, typed])

  const rewrite = (text: string) => {
    setDraft((now) => ({ ...now, text: now.text.trim() === "" ? text : `${now.text}\n${text}` }))
    setOpen(true)
  }

  const board = useRef<HTMLDivElement>(null)
  useFileZone(() => board.current?.closest(".dialog-body") ?? board.current, {
    hint: texts.drop,
    take: (files) => {
      if (busy || !can("writeTexts")) return
      setDraft((now) => ({ ...now, attached: [...now.attached, ...attachmentsOf(files)] }))
      setOpen(true)
    },
  })

  return (
    <div ref={board} className="comment-board flow">
      {open ? (
        <NewCommentForm label={texts.add} writing={writing} onClose={close} />
      ) : (
        can("writeTexts") && (
          <button
            ref={tile}
            type="button"
            className="add-comment row secondary hovers rigid"
            onClick={() => setOpen(true)}
          >
            <Plus className="icon small" aria-hidden="true" />
            {texts.add}
          </button>
        )
      )}
      {children(rewrite)}
    </div>
  )
}
