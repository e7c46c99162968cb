import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import type { Board } from "~/contract/plan"
import type { OutboxEntry } from "./outbox"

/** What this browser keeps in IndexedDB: boards opened lately, and changes not sent yet. Where there is none, nothing is kept. */

type Schema = DBSchema & {
  /** `board` is a Board as JSON, which takes half as long to write and to read as its rows. */
  boards: {
    key: [userId: number, planId: number]
    value: { userId: number; planId: number; board: string; at: number }
  }
  outbox: { key: string; value: OutboxEntry; indexes: { user: number } }
  /** Real ids of rows that calls still waiting may name by their temporary ones. */
  ids: { key: number; value: { temporary: number; real: number; at: number } }
}

const name = "laneway"
let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined

const open = () => {
  opening ??= (async () => {
    if (typeof indexedDB === "undefined") return undefined
    const forget = () => {
      opening = undefined
    }
    try {
      return await openDB<Schema>(name, 1, {
        upgrade: (db) => {
          db.createObjectStore("boards", { keyPath: ["userId", "planId"] })
          db.createObjectStore("outbox", { keyPath: "ref" }).createIndex("user", "userId")
          db.createObjectStore("ids", { keyPath: "temporary" })
        },
        blocking: (_current, _blocked, event) => {
          forget()
          ;(event.target as IDBDatabase).close()
        },
        terminated: forget,
      })
    } catch {
      return undefined
    }
  })()
  return opening
}

/** Runs `work` on the database; without one, or where it fails (full, forbidden), answers `otherwise`. */
const kept = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
  const db = await open()
  if (!db) return otherwise
  try {
    return await work(db)
  } catch {
    return otherwise
  }
}

const boardsKept = 8

export const keepBoard = (userId: number, board: Board) =>
  kept(async (db) => {
    await db.put("boards", { userId, planId: board.plan.id, board: JSON.stringify(board), at: Date.now() })
    const all = await db.getAllKeys("boards")
    if (all.length <= boardsKept) return
    const dated = await db.getAll("boards")
    const oldest = dated.sort((a, b) => b.at - a.at).slice(boardsKept)
    await Promise.all(oldest.map((each) => db.delete("boards", [each.userId, each.planId])))
  }, undefined)

export const recallBoard = (userId: number, planId: number): Promise<Board | undefined> =>
  kept(async (db) => {
    const found = await db.get("boards", [userId, planId])
    return found && (JSON.parse(found.board) as Board)
  }, undefined)

export const forgetBoard = (userId: number, planId: number) =>
  kept((db) => db.delete("boards", [userId, planId]), undefined)

/** Signing out leaves nothing readable behind, changes not sent included. Await it before leaving the page. */
export const forgetEverything = () =>
  kept(async (db) => {
    await Promise.all([db.clear("boards"), db.clear("outbox"), db.clear("ids")])
  }, undefined)

const day = 86_400_000

export const outboxStorage = {
  all: (userId: number): Promise<OutboxEntry[]> => kept((db) => db.getAllFromIndex("outbox", "user", userId), []),
  put: (entry: OutboxEntry) =>
    kept(async (db) => {
      await db.put("outbox", entry)
    }, undefined),
  remove: (ref: string) => kept((db) => db.delete("outbox", ref), undefined),
  ids: () =>
    kept(async (db) => {
      const all = await db.getAll("ids")
      await Promise.all(
        all.filter(({ at }) => at < Date.now() - 30 * day).map((each) => db.delete("ids", each.temporary)),
      )
      return new Map(all.map(({ temporary, real }) => [temporary, real]))
    }, new Map<number, number>()),
  putId: (temporary: number, real: number) =>
    kept(async (db) => {
      await db.put("ids", { temporary, real, at: Date.now() })
    }, undefined),
}

export type OutboxStorage = typeof outboxStorage
