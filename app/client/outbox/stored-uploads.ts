import { keepWithRoom, stored } from "./browser-database"
import type { StoredUpload } from "./stored-rows"

/** The most files and bytes that one browser stores. */
export const storedFiles = 50
export const storedBytes = 250 * 1_048_576

const fits = (all: readonly StoredUpload[], added: StoredUpload) => {
  const others = all.filter(({ ref }) => ref !== added.ref)
  const bytes = others.reduce((sum, { blob }) => sum + blob.size, added.blob.size)
  return others.length < storedFiles && bytes <= storedBytes
}

export const uploadStorage = {
  all: (userId: number): Promise<StoredUpload[]> =>
    stored(async (db) => {
      const all = await db.getAllFromIndex("uploads", "user", userId)
      return all.sort((a, b) => a.at - b.at)
    }, []),
  /** Returns whether it is stored. */
  put: (upload: StoredUpload): Promise<boolean> =>
    keepWithRoom(async (db) => {
      if (!fits(await db.getAll("uploads"), upload)) return false
      await db.put("uploads", upload)
      return true
    }),
  remove: (ref: string) => stored((db) => db.delete("uploads", ref), undefined),
}
