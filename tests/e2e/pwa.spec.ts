// The installed app: pages without a server, edits that outlive the tab, and what is left on the device.

import type { BrowserContext, Page } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { type Person, type Product, signIn, startProduct } from "../support/product.ts"
import { openContext } from "./contexts"
import { expect, test } from "./people"
import { signedIn } from "./session-page.ts"

let product: Product
let ada: Person
let planId: number

test.describe.configure({ mode: "default" })

test.beforeAll(async () => {
  product = await startProduct()
  ada = await signIn(product, "ada@example.org")
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  const goal = (await ada.send(goalCalls.create, { planId, name: "Grow", color: "#498325" })).body
  const item = (await ada.send(itemCalls.create, { planId, topic: "Quay", goalId: goal.id, focus: true })).body
  await ada.send(taskCalls.create, { planId, itemId: item.id, description: "Dig" })
})
test.afterAll(async () => product?.remove())

/** Waits until the service worker answers for the pages of this context. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve))
  })

/** Everything that this browser stores for the product, as text. */
const storedText = (page: Page) =>
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

const openApp = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await page.goto(`${product.url}${path}`)
  return page
}

const tasksOnServer = async () =>
  (await ada.send(taskCalls.list, { planId })).body.map(({ description }) => description)

test("without a server, pages and plans open from this device, what is typed arrives later, and signing out leaves nothing", async ({
  browser,
}) => {
  const context = await openContext(browser, { serviceWorkers: "allow" })
  await signedIn(context, product.url, ada)
  const page = await openApp(context, "/")
  await page.getByRole("link", { name: "Harbour" }).click()
  await expect(page.getByText("Dig")).toBeVisible()
  await installed(page)
  await expect.poll(() => storedText(page)).toMatch(/^boards .*Dig/m)

  await product.kill()
  await page.reload()
  await expect(page.getByText("Dig")).toBeVisible()
  await page.getByRole("button", { name: "Add task" }).first().click()
  await page.keyboard.type("Written offline")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await expect(page.getByText("Waiting")).toBeVisible()
  await page.getByRole("button", { name: "Show changes" }).click()
  await expect(page.getByRole("dialog", { name: "1 change to be sent" })).toContainText("Written offlineNew task")
  await page.keyboard.press("Escape")
  await page.getByRole("link", { name: /back to My Plans/ }).click()
  await expect(page.getByRole("link", { name: "Harbour" })).toBeVisible()
  await page.goto(`${product.url}/plan/${planId}`)
  await expect(page.getByText("Written offline")).toBeVisible()
  await page.goto(`${product.url}/`)
  await expect(page.getByRole("link", { name: "Harbour" })).toBeVisible()
  await page.close()

  product = await startProduct({ dataDir: product.dataDir, port: product.port })
  const again = await openApp(context, `/board?planId=${planId}`)
  await expect.poll(async () => (await tasksOnServer()).sort()).toEqual(["Dig", "Written offline"])
  await expect(again.getByText("Written offline")).toBeVisible()
  await again.getByRole("button", { name: /^Profile/ }).click()
  await again.getByRole("button", { name: "Logout" }).click()
  await expect(again.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(again).toHaveURL(/login/)
  expect(await storedText(again)).not.toMatch(/Harbour|Dig|Written offline|ada@|laneway_person=\d/)
  expect(await storedText(again)).toMatch(/laneway-shells|\/board/)
})
