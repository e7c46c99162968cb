import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react"
import { call, clientId, isOffline } from "~/client/api"
import { answerTo, sendComment } from "~/client/comment/send-comment"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import type { Comment } from "~/contract/comment"
import { mentionedIn } from "~/rules/text-parts"
import { type Attachment, type CommentDraft, drafts, emptyDraft } from "~/ui/comment/attachments"
import { commentTexts as texts } from "~/ui/comment/texts"
import { commentCallsOf } from "~/ui/comment/use-comments"
import { useUpload } from "~/ui/comment/use-upload"
import { file as fileTexts } from "~/ui/file/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard, useClosed } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

type NewCommentOptions = {
  card: CardRef
  /** The key of its draft: by card, or by the comment it replies to. */
  key: string
  /** The text of an untouched draft. */
  first?: string
  /** Shows a comment that was changed after it was added. */
  onChanged(comment: Comment): void
  /** The comment was added, and nothing of its draft is left. */
  onSent(): void
}

export type NewComment = {
  draft: CommentDraft
  setDraft: Dispatch<SetStateAction<CommentDraft>>
  busy: boolean
  error: string | undefined
  send(): Promise<void>
  remove(attachment: Attachment): void
  /** Discards the draft and its files. */
  discard(): void
}

/** A comment being written on a card. Its draft outlives the component until it is sent or discarded. */
export const useNewComment = ({ card, key, first = "", onChanged, onSent }: NewCommentOptions): NewComment => {
  const { session, can } = useBoard()
  const { planId, store, outbox } = session
  const { entity } = card
  const id = store.realId(card.id)
  const [draft, setDraft] = useState(() => drafts.get(key) ?? { ...emptyDraft, text: first })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { upload, remove } = useUpload(setDraft)
  const closed = useClosed(card)
  const latest = useRef(draft)
  latest.current = draft

  // A comment being sent is no longer a draft: a composer opened again would send it twice.
  const untouched = [first.trim(), ""].includes(draft.text.trim()) && draft.attached.length === 0
  useEffect(() => {
    if (untouched || busy) drafts.delete(key)
    else drafts.set(key, draft)
  }, [draft, untouched, busy, key])

  const clear = () => {
    setDraft(emptyDraft)
    setError(undefined)
  }
  const contentOf = (content: string) => ({
    planId,
    id,
    content,
    mentions: mentionedIn(content).flatMap((MentionedUserId) =>
      store.member(MentionedUserId) ? [{ MentionedUserId }] : [],
    ),
  })
  const calls = commentCallsOf[entity]

  const add = (content: string) => {
    const { ref } = outbox.add({
      planId,
      name: `${entity}.addComment`,
      input: contentOf(content),
      ref: crypto.randomUUID(),
      clientId,
    })
    return {
      answer: () => answerTo(outbox, ref) as Promise<Comment | undefined>,
      giveUp: () => outbox.remove(ref),
    }
  }

  const send = async () => {
    setBusy(true)
    setError(undefined)
    let waits = 0
    const uploadOrWait = async (each: Attachment) => {
      const owner = { [`${entity}Id`]: id }
      try {
        return await upload(each, owner)
      } catch (thrown) {
        if (!isOffline(thrown)) throw thrown
        waits++
        void uploadsOf(planId).add([each.file], owner)
        showToast({ kind: "info", text: fileTexts.waitingToSend, more: each.name })
        return undefined
      }
    }
    try {
      const { sent, notSent } = await sendComment(draft.text, draft.attached, {
        filesFirst: can("changeBoard") && !closed,
        upload: (each, commentId) => (commentId ? upload(each, { commentId }) : uploadOrWait(each)),
        add,
        change: async (commentId, content) =>
          onChanged(await call(calls.updateComment, { ...contentOf(content), commentId })),
        remove: async (commentId) => void (await call(calls.removeComment, { planId, id, commentId })),
      })
      const failed = new Set(notSent.map(({ key }) => key))
      // Attachments removed during the upload are not reported as missing.
      if ((sent || waits > 0) && !latest.current.attached.some(({ key }) => failed.has(key))) {
        clear()
        return onSent()
      }
      setDraft((now) => ({
        text: sent ? "" : now.text,
        attached: now.attached.filter(({ key }) => failed.has(key)),
      }))
      setError(fileTexts.uploadFailed)
    } catch (thrown) {
      setError(messageOf(thrown, texts.notSent))
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    for (const each of draft.attached) remove(each)
    clear()
  }
  return { draft, setDraft, busy, error, send, remove, discard }
}
