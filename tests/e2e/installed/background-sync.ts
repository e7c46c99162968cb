// The service worker sends what waits.
import { fileCalls } from "~/contract/file"
import { itemCalls } from "~/contract/item"
import { startProduct } from "../../support/product/product.ts"
import { expect, test } from "../people"
import { type App, notesOnServer, tasksOnServer } from "./app"

export const sendInBackground = async (app: App, closePortal: () => Promise<unknown>) => {
  const { page, planId, itemId, worker, registrationId } = app
  await test.step("the service worker sends what waits when no page is open", async () => {
    await page.goto("about:blank")
    await closePortal()
    app.product = await startProduct({ dataDir: app.product.dataDir, port: app.product.port })
    const event = { origin: app.product.url, registrationId, tag: "outbox", lastChance: false }
    await worker.send("ServiceWorker.dispatchSyncEvent", event)
    await expect.poll(() => tasksOnServer(app)).toEqual(["Dig", "Written offline"])
    const files = async () => (await app.ada.send(fileCalls.list, { planId, itemId })).body
    await expect
      .poll(async () => (await files()).map(({ friendlyName }) => friendlyName).sort())
      .toEqual(["soundings.txt", "tides.txt"])
    const comments = async () => (await app.ada.send(itemCalls.comments, { planId, id: itemId })).body
    await expect.poll(comments).toMatchObject([{ content: expect.stringContaining("Mind the tides") }])
    await expect.poll(() => notesOnServer(app)).toContain("A note of the portal")
  })
}
