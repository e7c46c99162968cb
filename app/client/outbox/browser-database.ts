import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb"
import type { Board, Plan } from "~/contract/plan"
import { reportStored } from "../device-storage"
import { leftBehind } from "../memory/stored-here"
import type { OutboxEntry } from "./outbox-entry"
import type { Sealed, Shared, StoredChat, StoredDrafts, StoredUpload } from "./stored-rows"

/** Stores recently opened boards and unsent changes in IndexedDB. When it is full or forbidden, the page says so. */

export type Schema = DBSchema & {
  /** `board` is a Board as JSON, which is written and read twice as fast as its rows. */
  boards: {
    key: [userId: number, planId: number]
    value: { userId: number; planId: number; board: string; at: number }
  }
  outbox: { key: string; value: OutboxEntry; indexes: { user: number } }
  /** Real ids of rows that pending calls may name by their temporary ids. */
  ids: { key: number; value: { temporary: number; real: number; at: number } }
  /** Answers of the server as JSON: pages, lists and texts opened lately. */
  answers: {
    key: [userId: number, name: string]
    value: { userId: number; name: string; answer: string; at: number }
    indexes: { at: number }
  }
  uploads: { key: string; value: StoredUpload; indexes: { user: number } }
  drafts: { key: string; value: StoredDrafts; indexes: { user: number } }
  shared: { key: string; value: Shared }
  conversations: { key: string; value: StoredChat; indexes: { user: number } }
  /** Of each person, the key for what they leave unsent. */
  keys: { key: number; value: { userId: number; key: string } }
  sealed: { key: string; value: Sealed; indexes: { user: number } }
}

const name = "laneway"
let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined

const onLost = new Set<() => void>()

/** How long the database may take to open before the page goes on without it, ms: some browsers never answer. */
export const openingLimit = 2_000

/** The result of a read of the database, or undefined if it takes that long. */
export const inTime = <Read>(reading: Promise<Read>): Promise<Read | undefined> =>
  Promise.race([reading, new Promise<undefined>((resolve) => setTimeout(resolve, openingLimit))])

const forget = () => {
  opening = undefined
}
/** Has what waits stored again, in `next` or the database that is opened then. */
const lose = (next?: typeof opening) => {
  opening = next
  for (const listener of [...onLost]) listener()
}

/** Has listeners read again, after entries were stored that the page may have missed. */
export const announceStored = () => lose(opening)

const connect = async () => {
  if (typeof indexedDB === "undefined") return undefined
  try {
    const db = await openDB<Schema>(name, 5, {
      upgrade: (db, before) => {
        if (before < 1) {
          db.createObjectStore("boards", { keyPath: ["userId", "planId"] })
          db.createObjectStore("outbox", { keyPath: "ref" }).createIndex("user", "userId")
          db.createObjectStore("ids", { keyPath: "temporary" })
        }
        if (before < 2) db.createObjectStore("answers", { keyPath: ["userId", "name"] }).createIndex("at", "at")
        if (before < 3) {
          db.createObjectStore("uploads", { keyPath: "ref" }).createIndex("user", "userId")
          db.createObjectStore("shared", { keyPath: "id" })
          db.createObjectStore("keys", { keyPath: "userId" })
          db.createObjectStore("sealed", { keyPath: "ref" }).createIndex("user", "userId")
        }
        if (before < 4) db.createObjectStore("drafts", { keyPath: "ref" }).createIndex("user", "userId")
        if (before < 5) db.createObjectStore("conversations", { keyPath: "ref" }).createIndex("user", "userId")
      },
      blocking: (_current, wanted, event) => {
        ;(event.target as IDBDatabase).close()
        // Another tab deletes it, or has a later version.
        if (wanted === null) lose()
        else forget()
      },
      terminated: () => lose(),
    })
    const left = leftBehind.read()
    if (left !== undefined) await clear(db, left)
    if (left !== undefined) leftBehind.clear()
    return db
  } catch {
    forget()
    return undefined
  }
}

const open = () => {
  opening ??= (() => {
    const opened = connect()
    let isLate = false
    void opened.then((db) => {
      if (isLate && db) lose(opened)
    })
    return inTime(opened.then((db) => ({ db }))).then((found) => {
      isLate = !found
      return found?.db
    })
  })()
  return opening
}

/** The person has signed out here: the page stores nothing more while it closes. */
let over = false
export const isSignedOut = () => over

/** Runs `work` on the database; answers `otherwise` if there is none or it fails (full, forbidden). */
export const stored = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
  if (over) return otherwise
  const db = await open()
  if (!db) return otherwise
  try {
    return await work(db)
  } catch {
    return otherwise
  }
}

/** Stores what cannot be had again: a full database gives up its boards first. Returns whether it is stored. */
export const keepWithRoom = async (work: (db: IDBPDatabase<Schema>) => Promise<boolean>): Promise<boolean> => {
  if (over) return false
  const db = await open()
  if (!db) return false
  const withRoom = async (thrown: unknown) => {
    if ((thrown as Error | undefined)?.name !== "QuotaExceededError") return false
    await db.clear("boards")
    await db.clear("answers")
    return work(db)
  }
  return work(db)
    .catch(withRoom)
    .catch(() => false)
}

/** Stores something typed, and says so where it cannot be. */
export const keepTyped = async (work: (db: IDBPDatabase<Schema>) => Promise<unknown>) => {
  if (over) return
  reportStored("database", await keepWithRoom((db) => work(db).then(() => true)))
}

const mostBoards = 8

/** Returns whether it is stored. */
export const keepBoard = (userId: number, board: Board) =>
  stored(async (db) => {
    await db.put("boards", { userId, planId: board.plan.id, board: JSON.stringify(board), at: Date.now() })
    const all = await db.getAllKeys("boards")
    if (all.length <= mostBoards) return true
    const dated = await db.getAll("boards")
    const oldest = dated.sort((a, b) => b.at - a.at).slice(mostBoards)
    await Promise.all(oldest.map((each) => db.delete("boards", [each.userId, each.planId])))
    return true
  }, false)

export const recallBoard = (userId: number, planId: number): Promise<Board | undefined> =>
  stored(async (db) => {
    const found = await db.get("boards", [userId, planId])
    return found && (JSON.parse(found.board) as Board)
  }, undefined)

/** The plans of the stored boards, the newest edit first. */
export const recallPlans = (userId: number): Promise<Plan[]> =>
  stored(async (db) => {
    const all = (await db.getAll("boards")).filter((each) => each.userId === userId)
    const plans = all.map(({ board }) => (JSON.parse(board) as Board).plan)
    return plans.sort((a, b) => (a.lastEdit < b.lastEdit ? 1 : -1))
  }, [])

/** The name under which a person's conversation with a plan's assistant is stored. */
export const chatRef = (userId: number, planId: number) => `chat.${userId}.${planId}`

/** Deletes a plan's board, the lists that were stored with it, and the conversation with its assistant. */
export const forgetBoard = (userId: number, planId: number) =>
  stored(async (db) => {
    await db.delete("boards", [userId, planId])
    await db.delete("conversations", chatRef(userId, planId))
    await db.delete("answers", IDBKeyRange.bound([userId, listOf(planId, "")], [userId, listOf(planId, "\uffff")]))
  }, undefined)

/** The name under which a list of a plan is stored. */
export const listOf = (planId: number, name: string) => `plan.${planId}.${name}`

const mostAnswers = 300

/** Stores an answer of the server under a name; the oldest are removed. */
export const keepAnswer = (userId: number, name: string, answer: unknown) =>
  stored(async (db) => {
    await db.put("answers", { userId, name, answer: JSON.stringify(answer), at: Date.now() })
    const surplus = (await db.count("answers")) - mostAnswers
    if (surplus <= 0) return
    const oldest = await db.getAllKeysFromIndex("answers", "at", undefined, surplus)
    await Promise.all(oldest.map((key) => db.delete("answers", key)))
  }, undefined)

export const recallAnswer = <Answer>(userId: number, name: string): Promise<Answer | undefined> =>
  stored(async (db) => {
    const found = await db.get("answers", [userId, name])
    return found && (JSON.parse(found.answer) as Answer)
  }, undefined)

export const forgetAnswer = (userId: number, name: string) =>
  stored((db) => db.delete("answers", [userId, name]), undefined)

/**
 * Deletes what other people have left to read: their session ended without signing out, and somebody else is here. What
 * they left unsent is sealed (`handOver`).
 */
export const forgetOthers = (userId: number) =>
  stored(async (db) => {
    for (const store of ["boards", "answers"] as const)
      for (const key of await db.getAllKeys(store)) if (key[0] !== userId) await db.delete(store, key as never)
  }, undefined)

/** Stores the key with which this person's unsent changes are sealed once somebody else signs in. */
export const keepKey = (userId: number, key: string) =>
  stored(async (db) => {
    await db.put("keys", { userId, key })
  }, undefined)

const clear = async (db: IDBPDatabase<Schema>, userId?: number) => {
  const cleared = [...db.objectStoreNames].filter((store) => store !== "sealed" || userId === undefined)
  await Promise.all(cleared.map((store) => db.clear(store)))
  if (userId === undefined) return
  const own = await db.getAllKeysFromIndex("sealed", "user", userId)
  await Promise.all(own.map((ref) => db.delete("sealed", ref)))
}

/**
 * Deletes everything, unsent changes included. `userId`: whose it is; what others have sealed stays. Returns whether it is
 * done.
 */
export const forgetEverything = (userId?: number) => stored((db) => clear(db, userId).then(() => true), false)

/** Deletes what can be had from the server again. */
export const forgetCopies = () =>
  stored(async (db) => {
    await db.clear("boards")
    await db.clear("answers")
  }, undefined)

export const outboxChannel = (userId: number) => `laneway-outbox-${userId}`

/** Ends the person's outbox in every tab and leaves nothing readable behind. Await it before leaving the page. */
export const signOut = (userId: number) => {
  const channel = new BroadcastChannel(outboxChannel(userId))
  channel.postMessage("end")
  channel.close()
  return leaveNothing(userId)
}

/**
 * Deletes everything, after what this page is still storing; from then on it stores nothing. Where the database does not
 * let itself be cleared it is deleted, and where it does not answer at all, the next page clears it.
 */
export const leaveNothing = async (userId: number) => {
  leftBehind.write(userId)
  const clearing = forgetEverything(userId)
  over = true
  if ((await clearing) || (await inTime(deleted().catch(() => false)))) leftBehind.clear()
}

const deleted = async () => {
  const db = await open()
  db?.close()
  await deleteDB(name)
  return true
}

const day = 86_400_000

export const outboxStorage = {
  all: (userId: number): Promise<OutboxEntry[]> => stored((db) => db.getAllFromIndex("outbox", "user", userId), []),
  /** Calls back when the database was deleted while this page had it open, when it opens late, and after `announceStored`. */
  whenLost: (listener: () => void) => {
    onLost.add(listener)
    return () => void onLost.delete(listener)
  },
  put: (entry: OutboxEntry) => keepTyped((db) => db.put("outbox", entry)),
  remove: (ref: string) => stored((db) => db.delete("outbox", ref), undefined),
  ids: () =>
    stored(async (db) => {
      const all = await db.getAll("ids")
      // Waiting changes and files may refer to any of them, and a wrong clock may have made them look old.
      const waiting = (await db.count("outbox")) + (await db.count("uploads"))
      const old = waiting === 0 ? all.filter(({ at }) => at < Date.now() - 30 * day) : []
      await Promise.all(old.map((each) => db.delete("ids", each.temporary)))
      return new Map(all.map(({ temporary, real }) => [temporary, real]))
    }, new Map<number, number>()),
  putId: (temporary: number, real: number) =>
    stored(async (db) => {
      await db.put("ids", { temporary, real, at: Date.now() })
    }, undefined),
}

export type OutboxStorage = typeof outboxStorage
