import { type Dispatch, type SetStateAction, useCallback, useRef } from "react"
import { call } from "~/client/api"
import { sendTo } from "~/client/outbox/plan-uploads"
import { type Delivery, deliver } from "~/client/outbox/uploads"
import { type FileEntry, type FileOwner, fileCalls } from "~/contract/file"
import type { Attachment, CommentDraft } from "~/ui/comment/attachments"
import { useBoard } from "~/ui/plan/board-context"

/** Uploads a draft's files, records their progress in the draft, and removes them again. */
export const useUpload = (setDraft: Dispatch<SetStateAction<CommentDraft>>) => {
  const { planId } = useBoard().session
  // Keyed by attachment and destination, so that a retry to the same place reuses the delivery.
  const deliveries = useRef(new Map<string, Delivery>())

  const upload = useCallback(
    async ({ key, file, entry }: Attachment, owner: Partial<FileOwner>): Promise<FileEntry> => {
      if (entry) return entry
      const alter = (change: Partial<Attachment>) =>
        setDraft((now) => ({
          ...now,
          attached: now.attached.map((each) => (each.key === key ? { ...each, ...change } : each)),
        }))
      const to = `${key} ${JSON.stringify(owner)}`
      const delivery = deliveries.current.get(to) ?? deliver(sendTo(planId), file, owner)
      deliveries.current.set(to, delivery)
      alter({ state: "uploading", part: 0 })
      try {
        const made = await delivery.send((part) => alter({ part }))
        alter({ state: "waiting", entry: made })
        return made
      } catch (thrown) {
        alter({ state: "failed" })
        throw thrown
      }
    },
    [planId, setDraft],
  )

  const remove = useCallback(
    ({ key, entry }: Attachment) => {
      for (const [to, delivery] of deliveries.current) if (to.startsWith(`${key} `)) delivery.stop()
      setDraft((now) => ({ ...now, attached: now.attached.filter((each) => each.key !== key) }))
      // The attachment leaves the draft even if this fails.
      if (entry) call(fileCalls.removeById, { fileId: entry.id }).catch(() => {})
    },
    [setDraft],
  )

  return { upload, remove }
}
