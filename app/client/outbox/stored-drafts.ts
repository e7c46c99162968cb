import { tabNotes } from "../memory/typed"
import { keepTyped, stored } from "./browser-database"
import type { StoredDrafts } from "./stored-rows"

/** Unsaved notes of this browser's pages, which others read once their page is gone. */
export const draftStorage = {
  all: (userId: number): Promise<StoredDrafts[]> => stored((db) => db.getAllFromIndex("drafts", "user", userId), []),
  get: (ref: string): Promise<StoredDrafts | undefined> => stored((db) => db.get("drafts", ref), undefined),
  put: (row: StoredDrafts) => keepTyped((db) => db.put("drafts", row)),
  remove: (ref: string) => stored((db) => db.delete("drafts", ref), undefined),
}

export const draftRef = ({ planId, page }: Pick<StoredDrafts, "planId" | "page">) => `${planId}.${page}`

/** The number of a person's unsaved notes, in this tab and from closed pages. */
export const countDrafts = async (userId: number) => {
  const inTab = tabNotes().filter((notes) => notes.userId === userId)
  const counts = new Map(
    [...inTab, ...(await draftStorage.all(userId))].map((row) => [draftRef(row), row.drafts.length]),
  )
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
