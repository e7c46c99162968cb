import type { Message } from "~/contract/message"
import type { TextEntry } from "../outbox/outbox-entry"

/**
 * A message not yet known to have arrived. `postponed`: it was tried without a connection and waits for one; `failed`:
 * refused, or the server is in trouble.
 */
export type Unsent = {
  key: string
  content: string
  state: "waiting" | "sending" | "postponed" | "failed"
  why?: unknown
}

/** The messages of one conversation in the outbox. The first that isn't refused is being sent. */
export const unsentOf = (entries: readonly TextEntry[]): readonly Unsent[] => {
  const first = entries.find(({ problem }) => !problem)
  return entries.map((entry) => {
    const { ref: key, input, problem = entry.postponed?.problem } = entry
    const said = { key, content: input.content }
    if (problem) return { ...said, state: "failed", why: Object.assign(new Error(problem.message), { problem }) }
    if (entry.postponed) return { ...said, state: "postponed" }
    return { ...said, state: entry === first ? "sending" : "waiting" }
  })
}

const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])].sort((x, y) => x - y)

/**
 * Merges answers and events, which arrive in any order and twice: each message once, oldest first, with all its
 * readers.
 */
export const withMessages = (list: readonly Message[], more: readonly Message[]): readonly Message[] => {
  const byId = new Map(list.map((message) => [message.id, message]))
  for (const message of more) {
    const known = byId.get(message.id)
    const readByUserIds = known ? union(known.readByUserIds, message.readByUserIds) : message.readByUserIds
    byId.set(message.id, { ...(known?.deleted ? known : message), readByUserIds })
  }
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/** The list with the text of a deleted message gone. */
export const withoutMessage = (list: readonly Message[], id: number): readonly Message[] =>
  list.map((message) => (message.id === id ? { ...message, content: "", deleted: true } : message))

/** Marks messages as read by a person: those up to the message `upTo`, all without it. */
export const readBy = (
  list: readonly Message[],
  reader: number,
  upTo = Number.POSITIVE_INFINITY,
): readonly Message[] => {
  const isNew = ({ id, readByUserIds }: Message) => id <= upTo && !readByUserIds.includes(reader)
  if (!list.some(isNew)) return list
  return list.map((message) =>
    isNew(message) ? { ...message, readByUserIds: union(message.readByUserIds, [reader]) } : message,
  )
}

/** Whether anybody except the sender has read it. */
export const isRead = ({ senderId, readByUserIds }: Message) => readByUserIds.some((reader) => reader !== senderId)

export const hasUnread = (list: readonly Message[], reader: number) =>
  list.some(
    ({ senderId, readByUserIds, deleted }) => senderId !== reader && !deleted && !readByUserIds.includes(reader),
  )

/**
 * Drops unsent messages that arrived although their answer is missing: own messages with the text of one already tried.
 */
export const stillUnsent = (unsent: readonly Unsent[], arrived: readonly Message[], me: number): readonly Unsent[] => {
  const left = [...unsent]
  for (const { senderId, content } of arrived) {
    if (senderId !== me) continue
    const at = left.findIndex((each) => each.state !== "waiting" && each.content === content)
    if (at !== -1) left.splice(at, 1)
  }
  return left.length === unsent.length ? unsent : left
}
