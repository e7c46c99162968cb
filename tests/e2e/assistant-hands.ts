// What a hand does in the assistant's panel.
import type { Page } from "@playwright/test"

export const field = (page: Page) => page.getByLabel("Message to the assistant")
export const panel = (page: Page) => page.locator(".agent")
export const tick = (page: Page, label: RegExp) => panel(page).getByRole("checkbox", { name: label })
export const undo = (page: Page) => panel(page).getByRole("button", { name: "Undo" })

export const ask = async (page: Page, text: string) => {
  await field(page).fill(text)
  await page.keyboard.press("Enter")
}
