import { type Dispatch, type SetStateAction, useCallback, useRef } from "react"
import { call } from "~/client/api"
import { type FileEntry, type FileOwner, fileCalls } from "~/contract/file"
import { useBoard } from "~/ui/board/board-context"
import type { Attachment, NoteDraft } from "~/ui/note/attachments"

/** Uploads the files of a draft, which tells how far each is, and takes them away again. */
export const useUpload = (setDraft: Dispatch<SetStateAction<NoteDraft>>) => {
  const { planId } = useBoard().session
  const running = useRef(new Map<number, AbortController>())

  const upload = useCallback(
    async ({ key, file, entry }: Attachment, owner: Partial<FileOwner>): Promise<FileEntry> => {
      if (entry) return entry
      const alter = (change: Partial<Attachment>) =>
        setDraft((now) => ({
          ...now,
          attached: now.attached.map((each) => (each.key === key ? { ...each, ...change } : each)),
        }))
      const stop = new AbortController()
      running.current.set(key, stop)
      alter({ state: "uploading", part: 0 })
      try {
        const made = await call(
          fileCalls.upload,
          { planId, file, ...owner },
          { signal: stop.signal, onProgress: (part) => alter({ part }) },
        )
        alter({ state: "waiting", entry: made })
        return made
      } catch (thrown) {
        alter({ state: "failed" })
        throw thrown
      } finally {
        running.current.delete(key)
      }
    },
    [planId, setDraft],
  )

  const remove = useCallback(
    ({ key, entry }: Attachment) => {
      running.current.get(key)?.abort()
      setDraft((now) => ({ ...now, attached: now.attached.filter((each) => each.key !== key) }))
      // Taken out of the note whether or not this succeeds.
      if (entry) call(fileCalls.removeById, { fileId: entry.id }).catch(() => {})
    },
    [setDraft],
  )

  return { upload, remove }
}
