import { keepWithRoom, stored } from "./browser-database"
import type { Shared } from "./stored-rows"

/** What a browser stores of shared things at most: any page of the web can send them. */
const atOnce = 10
const mostBytes = 100 * 1_048_576

const bytesOf = ({ title, text, files }: Shared) =>
  files.reduce((sum, { blob }) => sum + blob.size, 2 * (title.length + text.length))

export const sharedStorage = {
  /** What this person may see, oldest first. */
  all: (userId: number): Promise<Shared[]> =>
    stored(async (db) => {
      const all = await db.getAll("shared")
      return all.filter((each) => each.userId === undefined || each.userId === userId).sort((a, b) => a.at - b.at)
    }, []),
  /** Answers whether it is stored. What is there already stays. */
  put: (shared: Shared): Promise<boolean> =>
    keepWithRoom(async (db) => {
      const all = [...(await db.getAll("shared")).filter(({ id }) => id !== shared.id), shared]
      if (all.length > atOnce || all.reduce((sum, each) => sum + bytesOf(each), 0) > mostBytes) return false
      await db.put("shared", shared)
      return true
    }),
  remove: (id: string) => stored((db) => db.delete("shared", id), undefined),
}
