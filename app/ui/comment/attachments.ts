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

/** Drafts by card. They outlive their dialog and end with the page. */
export const drafts = new Map<string, CommentDraft>()
