// What was opened is stored on this device.
import type { Page } from "@playwright/test"
import { expect, test } from "../people"
import type { App } from "./app"
import { storedText } from "./stored-text"

export const storeOpened = async (app: Pick<App, "product" | "planId" | "itemId">, page: Page) => {
  const { planId, itemId } = app
  await test.step("notes, comments, threads and goals that were opened are stored", async () => {
    await page.getByRole("button", { name: "Notes" }).click()
    await expect(page.getByText("Depths")).toBeVisible()
    await expect.poll(() => storedText(page)).toMatch(/^answers .*Four fathoms/m)
    await page.goto(`${app.product.url}/threads?planId=${planId}`)
    await expect(page.getByText("Mind the tide")).toBeVisible()
    await expect.poll(() => storedText(page)).toMatch(/^answers .*Four fathoms.*Mind the tide/m)
    await page.goto(`${app.product.url}/plan/${planId}/actions/${itemId}?menu=notes`)
    await expect(page.getByRole("dialog").getByText("Mind the tide")).toBeVisible()
    await expect.poll(() => storedText(page)).toContain("comments.item")
    await page.goto(`${app.product.url}/goals`)
    await expect(page.locator("main").getByText("Grow")).toBeVisible()
    await expect.poll(() => storedText(page)).toMatch(/^keys of answers .*"goals\.all\.picture"/m)
    // The drawn board of an earlier page is replaced once this one has drawn it.
    await page.evaluate((mark) => localStorage.removeItem(mark), `boardHere.${planId}`)
    await page.goto(`${app.product.url}/board?planId=${planId}`)
    await expect.poll(() => storedText(page)).toContain(`"boardHere.${planId}":"pictured"`)
  })
}
