import type { Comment } from "~/contract/comment"

export const newestFirst = (a: Comment, b: Comment) =>
  a.createdDate === b.createdDate ? b.id - a.id : a.createdDate < b.createdDate ? 1 : -1

/** Whether the known comment is a later edit: an event may arrive after the answer to a later change. */
export const isLater = (known: Comment | undefined, comment: Comment) =>
  (known?.editedDate ?? "") > (comment.editedDate ?? "")
