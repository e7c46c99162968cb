import { useEffect, useState } from "react"
import { call, clientId, isOffline } from "~/client/api"
import { answerTo } from "~/client/comment/send-comment"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import type { Comment } from "~/contract/comment"
import { fileCalls } from "~/contract/file"
import { type FileInText, mentionedIn, withFiles, withoutFiles } from "~/rules/text-parts"
import { drafts, emptyDraft } from "~/ui/comment/attachments"
import { loadComposer } from "~/ui/comment/load-composer"
import { commentTexts as texts } from "~/ui/comment/texts"
import { useUpload } from "~/ui/comment/use-upload"
import { file as fileTexts } from "~/ui/file/texts"
import { OnDemand } from "~/ui/parts/on-demand"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/** Names the draft of a comment that is edited. */
export const editKey = (planId: number, { entity }: CardRef, id: number) => `${planId}:${entity}:edit:${id}`

type EditCommentProps = { card: CardRef; comment: Pick<Comment, "id" | "content">; onDone(): void }

/** Changes the text and the files of a comment of the reader. */
export const EditComment = ({ card, comment: { id, content }, onDone }: EditCommentProps) => {
  const { planId, store, outbox } = useBoard().session
  const before = withoutFiles(content)
  const key = editKey(planId, card, id)
  const [draft, setDraft] = useState(() => drafts.get(key) ?? { ...emptyDraft, text: before.text })
  useEffect(() => {
    if (draft.text === before.text && draft.attached.length === 0) drafts.delete(key)
    else drafts.set(key, draft)
  }, [draft, before.text, key])
  const done = () => {
    drafts.delete(key)
    onDone()
  }
  const [filesLeft, setFilesLeft] = useState<readonly FileInText[]>(before.files)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { upload, remove } = useUpload(setDraft)

  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const added: FileInText[] = []
      for (const each of draft.attached) {
        const owner = { commentId: id }
        const made = await upload(each, owner).catch((thrown) => {
          if (!isOffline(thrown)) throw new Error(messageOf(thrown, fileTexts.uploadFailed))
          void uploadsOf(planId).add([each.file], owner)
          showToast({ kind: "info", text: fileTexts.waitingToSend, more: each.name })
        })
        if (made) added.push({ planId, fileName: made.uniqueFileName, name: made.friendlyName })
      }
      const text = withFiles(draft.text, [...filesLeft, ...added])
      const mentions = mentionedIn(text).flatMap((MentionedUserId) =>
        store.member(MentionedUserId) ? [{ MentionedUserId }] : [],
      )
      const { ref } = outbox.add({
        planId,
        name: `${card.entity}.updateComment`,
        input: { planId, id: store.realId(card.id), commentId: id, content: text, mentions },
        ref: crypto.randomUUID(),
        clientId,
      })
      const dropped = before.files.filter((file) => !filesLeft.includes(file))
      // Without the change the comment still names them.
      void answerTo(outbox, ref).then((changed) => {
        if (changed) for (const { fileName } of dropped) call(fileCalls.remove, { planId, fileName }).catch(() => {})
      })
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
          attachedBefore={filesLeft}
          action={texts.save}
          busy={busy}
          error={error}
          onChange={setDraft}
          onRemove={remove}
          onRemoveBefore={(file) => setFilesLeft(filesLeft.filter((each) => each !== file))}
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
