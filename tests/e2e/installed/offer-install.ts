// Installing the app is offered once.
import type { Page } from "@playwright/test"
import { expect, test } from "../people"
import { installed } from "./app"
import { storedText } from "./stored-text"

export const offerInstall = async (page: Page) => {
  await test.step("installing is offered, once", async () => {
    await page.getByRole("link", { name: "Harbour" }).click()
    await expect(page.getByText("Dig")).toBeVisible()
    // A browser without windows never says that it can install.
    const offer = () =>
      page.evaluate(() => {
        const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
          prompt: async () => document.body.setAttribute("data-prompted", ""),
        })
        dispatchEvent(event)
        return event.defaultPrevented
      })
    expect(await offer()).toBe(true)
    await page.getByRole("button", { name: "Install" }).click()
    await expect(page.locator("body")).toHaveAttribute("data-prompted")
    expect(await offer()).toBe(true)
    await installed(page)
    await expect(page.getByText("Laneway can be installed")).toBeHidden()
    await page.reload()
    // The board as it was drawn last may show before the page's scripts have run.
    await expect(page.locator("body > .board-page").getByText("Dig")).toBeVisible()
    expect(await offer()).toBe(true)
    await expect.poll(() => storedText(page)).toMatch(/^boards .*Dig/m)
    await expect(page.getByText("Laneway can be installed")).toBeHidden()
  })
}
