import type { Comment } from "~/contract/comment"
import type { FileEntry } from "~/contract/file"
import { withFiles } from "~/rules/note-text"

export type CommentSteps<Attached extends { name: string }> = {
  /**
   * Whether files may be put on the card before there is a note. On a completed action, and for a viewer of the plan, they can only
   * be put on a note that is there.
   */
  filesFirst: boolean
  upload(attached: Attached, commentId?: number): Promise<FileEntry>
  add(content: string): Promise<Comment>
  change(commentId: number, content: string): Promise<Comment>
  remove(commentId: number): Promise<void>
}

export type SentComment<Attached> = {
  /** Undefined: there was nothing left to send. */
  comment: Comment | undefined
  notSent: Attached[]
}

/** Sends a note with its files. A file that cannot be uploaded does not keep the note back. */
export const sendComment = async <Attached extends { name: string }>(
  text: string,
  attached: readonly Attached[],
  { filesFirst, upload, add, change, remove }: CommentSteps<Attached>,
): Promise<SentComment<Attached>> => {
  const notSent: Attached[] = []
  const content = async (commentId?: number) => {
    const files: FileEntry[] = []
    for (const each of attached) {
      try {
        files.push(await upload(each, commentId))
      } catch {
        notSent.push(each)
      }
    }
    return withFiles(
      text,
      files.map(({ planId, uniqueFileName, friendlyName }) => ({
        planId,
        fileName: uniqueFileName,
        name: friendlyName,
      })),
    )
  }

  if (filesFirst) {
    const whole = await content()
    return { comment: whole.trim() === "" ? undefined : await add(whole), notSent }
  }
  // A note says something from the beginning.
  const comment = await add(text.trim() === "" ? attached.map(({ name }) => name).join("\n") : text)
  const whole = await content(comment.id)
  if (whole.trim() === "") {
    await remove(comment.id)
    return { comment: undefined, notSent }
  }
  if (notSent.length === attached.length) return { comment, notSent }
  // The files are of the note, named in it or not.
  return { comment: await change(comment.id, whole).catch(() => comment), notSent }
}
