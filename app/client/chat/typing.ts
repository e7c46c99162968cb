import type { TypingEvent } from "~/contract/events"
import { type Observable, observable } from "../observable"

export type Typing = {
  other: Observable<boolean>
  /** A key was pressed here. */
  write(): void
  /** Typing has ended here. */
  leave(): void
  receive(event: string, payload: unknown): void
  /** The other person's message has arrived. */
  stopped(): void
}

type Options = { personId: number; send(event: TypingEvent): void }

/** Typing ends this long after the last key, ms. */
export const typingStop = 2_000
/** Sent again this often while typing goes on, for readers who have just joined, ms. */
const again = 3_000
/** A closed tab sends no end of typing, so it is assumed after this long, ms. */
const forget = again + typingStop

export const openTyping = ({ personId, send }: Options): Typing => {
  const other = observable(false)
  let sentAt: number | undefined
  let stop: ReturnType<typeof setTimeout> | undefined
  let forgetting: ReturnType<typeof setTimeout> | undefined

  const leave = () => {
    clearTimeout(stop)
    if (sentAt === undefined) return
    sentAt = undefined
    send("UserStoppedTyping")
  }
  const stopped = () => {
    clearTimeout(forgetting)
    other.set(false)
  }

  return {
    other,
    write: () => {
      const now = Date.now()
      if (sentAt === undefined || now - sentAt >= again) {
        sentAt = now
        send("UserTyping")
      }
      clearTimeout(stop)
      stop = setTimeout(leave, typingStop)
    },
    leave,
    receive: (event, payload) => {
      if ((payload as { userId?: unknown } | null)?.userId !== personId) return
      if (event === "UserStoppedTyping") stopped()
      if (event !== "UserTyping") return
      other.set(true)
      clearTimeout(forgetting)
      forgetting = setTimeout(stopped, forget)
    },
    stopped,
  }
}
