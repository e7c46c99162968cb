import type { Page } from "@playwright/test"

/** Everything that this browser stores for the product, as text. */
export const storedText = (page: Page) =>
  page.evaluate(async () => {
    const texts = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name = "", version } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, version)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        texts.push(`${store} ${JSON.stringify(rows)}`)
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        texts.push(url)
        if (!/\.(js|css|woff2)/.test(url)) texts.push((await (await cache.match(url))?.text()) ?? "")
      }
    }
    return texts.join("\n")
  })
