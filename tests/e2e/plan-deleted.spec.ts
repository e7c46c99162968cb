// Plan admin's Deleted list: restoring what was deleted on the board.
import { expectAccessible } from "./accessible"
import { card, openMenu, region } from "./board-hands"
import { expect, openSample, test } from "./people"

test("a deleted action is restored with its tasks, live on the board", async ({ page }) => {
  await openSample(page, "keeper")
  const lanes = region(page, "Focus")
  const name = "Permit package for Old Town"
  await expect(card(lanes, name)).toBeVisible()

  await page.locator(".plan-button").click()
  const admin = page.getByRole("dialog", { name: "Plan admin" })
  await expect(admin.getByText("Nothing was deleted in the last 30 days.")).toBeVisible()
  await page.keyboard.press("Escape")

  const dialog = await openMenu(page, name)
  await dialog.getByRole("button", { name: "Delete" }).click()
  await page.getByRole("alertdialog", { name: "Delete action?" }).getByRole("button", { name: "Delete" }).click()
  await expect(card(lanes, name)).toBeHidden()

  await page.locator(".plan-button").click()
  await admin.getByRole("link", { name: "Deleted" }).click()
  const row = admin.getByRole("listitem").filter({ hasText: name })
  await expect(row).toContainText("just now")
  await expect(row).toContainText(/\d tasks/)
  await expectAccessible(page, "[role=dialog]")
  await row.getByRole("button", { name: `Restore ${name}` }).click()
  await expect(page.getByText(`${name} is back`)).toBeVisible()
  await expect(admin.getByText("Nothing was deleted in the last 30 days.")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(card(lanes, name)).toBeVisible()
})
