import type { FileEntry } from "~/contract/file"

/** A file that is to go with a note. */
export type Attachment = {
  key: number
  file: File
  name: string
  state: "waiting" | "uploading" | "failed"
  /** How much of it is sent, 0 to 1. */
  part: number
  /** Where it lies already, of a note that could not be sent. */
  entry?: FileEntry
}

/** What is typed and attached and not sent yet. */
export type CommentDraft = { text: string; attached: readonly Attachment[] }

export const emptyDraft: CommentDraft = { text: "", attached: [] }

let keys = 0

export const attachmentsOf = (files: Iterable<File>): Attachment[] =>
  Array.from(files, (file) => ({ key: ++keys, file, name: file.name, state: "waiting", part: 0 }))

/** Not sent notes outlive their dialog, by card; for as long as the page. */
export const drafts = new Map<string, CommentDraft>()
