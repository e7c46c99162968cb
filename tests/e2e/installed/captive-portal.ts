// Behind a captive portal, which answers everything with a page.
import type { Page } from "@playwright/test"
import { expect, test } from "../people"
import { type App, addTask } from "./app"
import { storedText } from "./stored-text"

/** Returns what was shown as the drawn page since the page was loaded, and what is left of it. */
const watchDrawnPage = async (page: Page) => {
  await page.addInitScript(() => {
    const seen = { shown: "", inert: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const place = document.getElementById("picture")
      if (!place?.textContent) return
      seen.shown = place.textContent
      seen.inert = place.hasAttribute("inert")
    }).observe(document, { childList: true, subtree: true })
  })
  return () =>
    page.evaluate(() => ({ ...Reflect.get(window, "seen"), left: document.getElementById("picture")?.textContent }))
}

/** Returns what the browser was asked to do once there is a connection. It asks at once, since a portal is one to it. */
const noteSyncs = async (page: Page) => {
  await page.evaluate(async () => {
    const syncs: string[] = []
    const { sync } = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      sync: { register(tag: string): Promise<void> }
    }
    const register = sync.register.bind(sync)
    sync.register = (tag) => {
      syncs.push(tag)
      return register(tag)
    }
    Object.assign(window, { syncs })
  })
  return () => page.evaluate((): string[] => Reflect.get(window, "syncs"))
}

export const behindPortal = async (app: App) => {
  const { page, planId, itemId } = app
  await test.step("behind a captive portal, what was opened before opens, and what is typed waits", async () => {
    const drawn = await watchDrawnPage(page)
    // A page stores its board a second after it was opened, and once it has time.
    await expect.poll(() => storedText(page)).toContain(`"boardHere.${planId}":"pictured"`)
    await page.reload()
    await expect(page.getByText("Dig")).toBeVisible()
    await expect.poll(drawn).toEqual({ shown: expect.stringContaining("Dig"), inert: true, left: "" })
    const syncs = await noteSyncs(page)
    await addTask(page, "Written offline")
    await expect(page.getByText("Waiting")).toBeVisible()
    await expect.poll(syncs).toContain("outbox")
    await page.getByRole("button", { name: "Show changes" }).click()
    await expect(page.getByRole("dialog", { name: "1 change to be sent" })).toContainText("Written offlineNew task")
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: /back to My Plans/ }).click()
    await expect(page.getByRole("link", { name: "Harbour" })).toBeVisible()
    await page.goto(`${app.product.url}/goals`)
    await expect(page.locator("body > main").getByText("Grow")).toBeVisible()
    await expect.poll(drawn).toEqual({ shown: expect.stringContaining("Grow"), inert: true, left: "" })
    await page.goto(`${app.product.url}/threads?planId=${planId}`)
    await expect(page.getByText("Mind the tide")).toBeVisible()
    await page.goto(`${app.product.url}/plan/${planId}/actions/${itemId}?menu=notes`)
    const dialog = page.getByRole("dialog")
    await dialog.getByText("Mind the tide").waitFor()
    await dialog.getByRole("button", { name: "Edit message" }).click()
    await dialog
      .locator(".comment input[type=file]")
      .setInputFiles({ name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from("High at nine") })
    await dialog.getByRole("textbox", { name: "Edit message" }).fill("Mind the tides")
    await dialog.getByRole("button", { name: "Save" }).click()
    // Until it is stored, the field shows it as well.
    await expect(dialog.getByRole("textbox", { name: "Edit message" })).toHaveCount(0)
    await expect(dialog.getByText("Mind the tides")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByText("Written offline")).toBeVisible()
    await page.getByRole("button", { name: "Notes" }).click()
    await expect(page.getByText("Depths")).toBeVisible()
    await page.goto(`${app.product.url}/plan/${planId}/actions/${itemId}?menu=files`)
    await page
      .getByRole("dialog")
      .locator("input[type=file]")
      .setInputFiles({
        name: "soundings.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("Four fathoms"),
      })
    await expect(page.getByText("Will be sent when you are back.")).toBeVisible()
    await page.reload()
    await expect(page.getByRole("list", { name: "Uploads" })).toContainText("soundings.txt")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Show changes" }).click()
    await expect(page.getByRole("dialog", { name: "4 changes to be sent" })).toContainText("soundings.txtFile")
    await page.keyboard.press("Escape")
    await page.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name: "Notes" }).click()
    await page.getByRole("button", { name: "New note", exact: true }).click()
    await expect(page.getByRole("textbox", { name: "Text of the note" })).toBeFocused()
    await page.keyboard.insertText("A note of the portal")
    await expect(page.getByText("Waiting to be sent")).toBeVisible()
    // As a browser does that is asked to delete a site's data.
    await page.evaluate(() => indexedDB.deleteDatabase("laneway"))
    await expect.poll(() => storedText(page)).toMatch(/^outbox .*Written offline/m)
    await expect.poll(() => storedText(page)).toMatch(/^drafts .*A note of the portal/m)
  })
}
