// conversationStorage(): a plan's conversation in this browser, sealed like unsent texts when its person has left.
import type { IDBPDatabase } from "idb"
import { chatRef, type Schema, stored } from "../outbox/browser-database"
import type { ChatMessage, ConversationStorage, StoredConversation } from "./conversation-types"

type Database = IDBPDatabase<Schema>

/** Of one conversation. */
const mostMessages = 50
const mostLetters = 200_000
/** Of a message that alone has more than that. */
const mostOfOne = 10_000
/** Conversations of one person. */
const mostPlans = 20

const lettersOf = (message: ChatMessage) => toText(message).length

/** The newest messages that are stored; of a message that is too long, the beginning of its text. */
export const storedPart = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const part: ChatMessage[] = []
  let letters = 0
  for (const message of messages.slice(-mostMessages).reverse()) {
    const { id, role, timestamp, content, elapsed, model } = message
    const short = { id, role, timestamp, content: content.slice(0, mostOfOne), elapsed, model }
    const fitting = lettersOf(message) > mostLetters ? short : message
    letters += lettersOf(fitting)
    if (letters > mostLetters) break
    part.unshift(fitting)
  }
  return part
}

const toText = (value: unknown) => JSON.stringify(value, (_, each) => (each instanceof Set ? [...each] : each))

const deleteOldest = async (db: Database, userId: number) => {
  const rows = await db.getAllFromIndex("conversations", "user", userId)
  const oldest = rows.sort((a, b) => b.at - a.at).slice(mostPlans)
  await Promise.all(oldest.map(({ ref }) => db.delete("conversations", ref)))
}

/** Undefined for what an earlier version has stored otherwise. */
const fromText = (text: string): StoredConversation | undefined => {
  try {
    const { messages, running } = JSON.parse(text) as StoredConversation
    return {
      running,
      messages: messages.map((message) =>
        message.preview
          ? { ...message, preview: { ...message.preview, unticked: new Set(message.preview.unticked) } }
          : message,
      ),
    }
  } catch {
    return undefined
  }
}

export const conversationStorage = (userId: number, planId: number): ConversationStorage => {
  const ref = chatRef(userId, planId)
  let writing: Promise<void> | undefined
  let next: (() => Promise<void>) | undefined

  /** One after another, the latest last. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    next = work
    writing ??= (async () => {
      while (next) {
        const now = next
        next = undefined
        await now()
      }
      writing = undefined
    })()
    return writing
  }

  const read = () =>
    stored(async (db) => {
      const row = await db.get("conversations", ref)
      return row && fromText(row.text)
    }, undefined)

  return {
    read,
    write: ({ messages, running }, gone) =>
      inTurn(() =>
        stored(async (db) => {
          const row = await db.get("conversations", ref)
          const before = (row && fromText(row.text)?.messages) ?? []
          const own = new Set(messages.map(({ id }) => id))
          const others = before.filter(({ id }) => !own.has(id) && !gone.has(id))
          const all = storedPart([...others, ...messages].sort((a, b) => a.id - b.id))
          if (all.length === 0) return db.delete("conversations", ref)
          await db.put("conversations", {
            ref,
            userId,
            planId,
            at: Date.now(),
            text: toText({ messages: all, running }),
          })
          if (!row) await deleteOldest(db, userId)
        }, undefined),
      ),
  }
}
