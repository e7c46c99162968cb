// A browser without IndexedDB.
import { openContext } from "../contexts"
import { expect, test } from "../people"
import { signedIn } from "../session-page.ts"
import { type App, addTask, openApp, tasksOnServer } from "./app"

export const withoutDatabase = async (app: App) => {
  const { planId, browser } = app
  await test.step("without IndexedDB a plan opens, an edit is sent when there is a connection, and its danger is said", async () => {
    const bare = await openContext(browser, { serviceWorkers: "block" })
    await bare.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }))
    await signedIn(bare, app.product.url, app.ada)
    const plain = await openApp(app, bare, `/board?planId=${planId}`)
    await expect(plain.getByText("Too late")).toBeVisible()
    await bare.setOffline(true)
    await addTask(plain, "From memory")
    await expect(plain.getByText("What you type can’t be stored on this device")).toBeVisible()
    await bare.setOffline(false)
    await expect.poll(() => tasksOnServer(app)).toContain("From memory")
    await bare.close()
  })
}
