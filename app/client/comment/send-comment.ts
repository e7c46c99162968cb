import type { Comment } from "~/contract/comment"
import type { FileEntry } from "~/contract/file"
import { withFiles } from "~/rules/text-parts"
import type { Outbox } from "../outbox/outbox"

/** A comment in the outbox. */
export type Queued = {
  /** The created comment; undefined once it is refused or postponed. */
  answer(): Promise<Comment | undefined>
  giveUp(): void
}

export type CommentSteps<Attached extends { name: string }> = {
  /**
   * Whether files may be attached to the card before the comment exists. On a completed action, and by a viewer of the
   * plan, they can only be attached to an existing comment.
   */
  filesFirst: boolean
  /** Undefined: the file waits for a connection by itself, and the comment does not name it. */
  upload(attached: Attached, commentId?: number): Promise<FileEntry | undefined>
  add(content: string): Queued
  change(commentId: number, content: string): Promise<unknown>
  remove(commentId: number): Promise<void>
}

export type SentComment<Attached> = {
  /** False: nothing was left to send. */
  sent: boolean
  notSent: Attached[]
}

/** Sends a comment with its files. The comment is sent even if a file cannot be uploaded. */
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
        const file = await upload(each, commentId)
        if (file) files.push(file)
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

  if (filesFirst || attached.length === 0) {
    const whole = await content()
    const sent = whole.trim() !== ""
    if (sent) add(whole)
    return { sent, notSent }
  }
  const worded = text.trim() !== ""
  // A comment cannot be empty while its files are uploaded.
  const queued = add(worded ? text : attached.map(({ name }) => name).join("\n"))
  const comment = await queued.answer()
  if (!comment) {
    if (!worded) queued.giveUp()
    return { sent: worded, notSent: [...attached] }
  }
  const whole = await content(comment.id)
  if (whole.trim() === "") await remove(comment.id)
  // The files belong to the comment even where its text does not name them.
  else if (notSent.length < attached.length) await change(comment.id, whole).catch(() => {})
  return { sent: whole.trim() !== "", notSent }
}

/** The answer to a text in the outbox; undefined once it is refused or postponed. */
export const answerTo = ({ listen, texts }: Pick<Outbox, "listen" | "texts">, ref: string): Promise<unknown> =>
  new Promise((resolve) => {
    const end = (answer?: unknown) => {
      stopListening()
      stopWatching()
      resolve(answer)
    }
    const look = () => {
      if (texts.get().some((text) => text.ref === ref && text.postponed)) end()
    }
    const stopListening = listen((event) => {
      if (event.entry.ref === ref && event.kind !== "added") end(event.kind === "settled" ? event.answer : undefined)
    })
    const stopWatching = texts.subscribe(look)
    look()
  })
