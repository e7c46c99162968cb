import { stored } from "./browser-database"
import type { Shared } from "./stored-rows"

/** Shared things that a browser stores at most: any page of the web can send them. */
const atOnce = 10
const mostBytes = 100 * 1_048_576

const bytesOf = ({ title, text, files }: Shared) =>
  files.reduce((sum, { blob }) => sum + blob.size, 2 * (title.length + text.length))

export const sharedStorage = {
  /** The things that this person may see, oldest first. */
  all: (userId: number): Promise<Shared[]> =>
    stored(async (db) => {
      const all = await db.getAll("shared")
      return all.filter((each) => each.userId === undefined || each.userId === userId).sort((a, b) => a.at - b.at)
    }, []),
  /** Resolves to whether it was stored. To make room, it removes the oldest that the person has not seen yet. */
  put: (shared: Shared): Promise<boolean> =>
    stored(async (db) => {
      const others = (await db.getAll("shared")).filter(({ id }) => id !== shared.id).sort((a, b) => a.at - b.at)
      const fits = (left: Shared[]) =>
        left.length < atOnce && [...left, shared].reduce((sum, each) => sum + bytesOf(each), 0) <= mostBytes
      const left = [...others]
      const gone: Shared[] = []
      while (!fits(left)) {
        const unseen = left.findIndex(({ seen }) => !seen)
        if (unseen < 0) return false
        gone.push(...left.splice(unseen, 1))
      }
      const writing = db.transaction("shared", "readwrite")
      await Promise.all([...gone.map(({ id }) => writing.store.delete(id)), writing.store.put(shared), writing.done])
      return true
    }, false),
  remove: (id: string) => stored((db) => db.delete("shared", id), undefined),
}
