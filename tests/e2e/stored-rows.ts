import type { Page } from "@playwright/test"

/** What this browser stores for the product in one store of its database: its rows. */
export const storedRows = (
  page: Page,
  store: "boards" | "outbox" | "answers" | "conversations" | "drafts" | "keys",
): Promise<unknown[]> =>
  page.evaluate(async (store) => {
    const asked = <Answer>(request: IDBRequest<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await asked(indexedDB.open("laneway"))
    const rows = await asked(database.transaction(store).objectStore(store).getAll())
    database.close()
    return rows
  }, store)
