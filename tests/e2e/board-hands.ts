import type { Locator, Page } from "@playwright/test"
import { expect } from "./people"

/** What hands do on the board: names as the sample plan has them. */

export const column = (page: Page, name: "To Do" | "Doing" | "Done", action: string) =>
  page.getByRole("region", { name: `${name} of ${action}`, exact: true })

export const region = (page: Page, name: "Goals" | "Actions" | "Focus") =>
  page.getByRole("region", { name, exact: true })

/** A card's own button, which is its text. */
export const card = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true })

export const openMenu = async (page: Page, name: string) => {
  await page.getByRole("button", { name: `Menu of ${name}`, exact: true }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toBeVisible()
  return dialog
}

/** The texts of a list's cards, from top to bottom. */
export const cards = async (list: Locator) => {
  const boxes = await Promise.all(
    (await list.locator("[data-card]").all()).map(async (each) => ({
      text: (await each.textContent())?.trim() ?? "",
      y: (await each.boundingBox())?.y ?? 0,
    })),
  )
  return boxes.sort((a, b) => a.y - b.y).map(({ text }) => text)
}

const middle = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on screen.")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height, left: box.x, top: box.y }
}

/** By mouse: `to` is where the pointer lets go, seen from the target's middle. */
export const dragTo = async (page: Page, from: Locator, to: Locator, offset = { x: 0, y: 0 }) => {
  await from.scrollIntoViewIfNeeded()
  const start = await middle(from)
  const end = await middle(to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 5, start.y + 5)
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 3 })
  await page.mouse.move(end.x + offset.x, end.y + offset.y, { steps: 14 })
  await page.waitForTimeout(120)
  await page.mouse.up()
  await settled(page)
}

/** The card has flown to its place. */
export const settled = (page: Page) => expect(page.locator(".dragging, .dropping")).toHaveCount(0)

/** Picks a card up by Space, presses the keys, drops it by Space. */
export const moveByKeys = async (page: Page, from: Locator, keys: string[]) => {
  await from.focus()
  await page.keyboard.press("Space")
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(260)
  }
  await page.keyboard.press("Space")
  await settled(page)
}
