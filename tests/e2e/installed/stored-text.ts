import type { Page } from "@playwright/test"

/** Everything that this browser stores for the product, as text: cookies, storages, databases with keys and files, caches. */
export const storedText = async (page: Page) => {
  const cookies = await page.context().cookies()
  return `${JSON.stringify(cookies)}\n${await storedByScripts(page)}`
}

const storedByScripts = (page: Page) =>
  page.evaluate(async () => {
    /** Files are written as their text, which JSON leaves out. */
    const withFiles = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return `${value instanceof File ? value.name : ""} ${await value.text()}`
      if (Array.isArray(value)) return Promise.all(value.map(withFiles))
      if (Object.prototype.toString.call(value) !== "[object Object]") return value
      const fields = Object.entries(value as object).map(async ([name, each]) => [name, await withFiles(each)] as const)
      return Object.fromEntries(await Promise.all(fields))
    }
    const texts = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name = "", version } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase | undefined>((resolve) => {
        const request = indexedDB.open(name, version)
        // It was deleted since it was listed: opening it would leave an empty one to the page.
        request.onupgradeneeded = () => request.transaction?.abort()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => resolve(undefined)
      })
      if (!db) continue
      for (const store of db.objectStoreNames) {
        const all = (what: "getAll" | "getAllKeys") =>
          new Promise<unknown>((resolve) => {
            const request = db.transaction(store).objectStore(store)[what]()
            request.onsuccess = () => resolve(request.result)
          })
        texts.push(`${store} ${JSON.stringify(await withFiles(await all("getAll")))}`)
        texts.push(`keys of ${store} ${JSON.stringify(await all("getAllKeys"))}`)
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
