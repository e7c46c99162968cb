import { commentDraft } from "~/client/memory/typed"
import type { FileEntry } from "~/contract/file"

/** A file attached to a draft. */
export type Attachment = {
  key: number
  file: File
  name: string
  state: "waiting" | "uploading" | "failed"
  /** Upload progress, 0 to 1. */
  part: number
  /** The uploaded file, if the comment itself could not be sent. */
  entry?: FileEntry
}

/** An unsent comment. */
export type CommentDraft = { text: string; attached: readonly Attachment[] }

export const emptyDraft: CommentDraft = { text: "", attached: [] }

let keys = 0

export const attachmentsOf = (files: Iterable<File>): Attachment[] =>
  Array.from(files, (file) => ({ key: ++keys, file, name: file.name, state: "waiting", part: 0 }))

const onThisPage = new Map<string, CommentDraft>()

const draftOf = (key: string): CommentDraft | undefined => {
  const text = commentDraft(key).read()
  return onThisPage.get(key) ?? (text === null ? undefined : { ...emptyDraft, text })
}

/** Drafts by card, or by the comment that is edited. They outlive their dialog, and their text also outlives the page. */
export const drafts = {
  get: draftOf,
  has: (key: string) => draftOf(key) !== undefined,
  set: (key: string, draft: CommentDraft) => {
    onThisPage.set(key, draft)
    commentDraft(key).write(draft.text)
  },
  delete: (key: string) => {
    onThisPage.delete(key)
    commentDraft(key).clear()
  },
}
