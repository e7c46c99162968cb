// A new version is deployed while the old one is open.
import { makeNextBuild } from "../../support/product/next-build.ts"
import { startProduct } from "../../support/product/product.ts"
import { expect, test } from "../people"
import { type App, addTask, tasksOnServer } from "./app"

export const deployVersion = async (app: App) => {
  const { page, context, testInfo } = app
  await test.step("a new version waits until nothing is typed or queued, and takes over when its button is pressed", async () => {
    const build = makeNextBuild(testInfo.outputPath("next"))
    await context.setOffline(true)
    await addTask(page, "Of the old version")
    await expect(page.getByText("Waiting")).toBeVisible()
    await app.product.stop()
    app.product = await startProduct({ dataDir: app.product.dataDir, port: app.product.port, build })
    await context.setOffline(false)
    await expect.poll(() => tasksOnServer(app)).toContain("Of the old version")
    await page.reload()
    await expect(page.getByText("Too late")).toBeVisible()
    const runsNext = () =>
      performance.getEntriesByType("resource").some(({ name }) => /entry\.client-.*next\.js/.test(name))
    expect(await page.evaluate(runsNext)).toBe(false)
    await page.getByRole("button", { name: "Add task" }).first().click()
    await expect(page.locator("textarea:focus")).toBeVisible()
    await page.keyboard.type("Half a sen")
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50))
    })
    // The page looks every second whether nothing is typed any more.
    await page.waitForTimeout(1_500)
    const isReady = page.getByText("A new version is ready")
    await expect(isReady).toBeHidden()
    await context.setOffline(true)
    await page.keyboard.type("tence")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(page.getByText("Waiting")).toBeVisible()
    await page.waitForTimeout(1_500)
    await expect(isReady).toBeHidden()
    await context.setOffline(false)
    await expect.poll(() => tasksOnServer(app)).toContain("Half a sentence")
    await page.getByRole("button", { name: "Reload" }).click()
    // Also asks again after the page has loaded again.
    await page.waitForFunction(runsNext)
    await expect(page.getByText("Half a sentence")).toBeVisible()
  })
}
