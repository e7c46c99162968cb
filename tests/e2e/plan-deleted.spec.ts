// Deleting a card, and restoring it: at once by the toast or by undo, later from the plan's History.
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card, openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, openSample, test } from "./people"

test("a deleted action is restored with its tasks, live on the board, and before a task deleted earlier", async ({
  page,
}) => {
  const { planId } = await openSample(page, "keeper")
  const lanes = region(page, "Focus")
  const name = "Permit package for Old Town"
  await expect(card(lanes, name)).toBeVisible()
  const { items, tasks } = await boardOf(page.request, planId)
  const actionId = items.find(({ topic }) => topic === name)?.id ?? 0
  const task = tasks.find(({ itemId }) => itemId === actionId)
  await call(page.request, taskCalls.remove, { planId, id: task?.id ?? 0 })

  const admin = page.getByRole("dialog", { name: "Plan admin" })
  const dialog = await openMenu(page, name)
  await dialog.getByRole("button", { name: "Delete" }).click()
  await page.getByRole("alertdialog", { name: "Delete action?" }).getByRole("button", { name: "Delete" }).click()
  await expect(card(lanes, name)).toBeHidden()
  // The list of what was deleted is read once.
  const isStored = async () => (await boardOf(page.request, planId)).items.some(({ id }) => id === actionId)
  await expect.poll(isStored).toBe(false)

  await page.locator(".plan-button").click()
  await admin.getByRole("link", { name: "History" }).click()
  await admin.getByText("Deleted", { exact: true }).click()
  await expect(page).toHaveURL(/open=settings\/deleted$/)
  const row = admin.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Restore ${name}` }) })
  const below = admin.getByRole("listitem").filter({ hasText: task?.description })
  await expect(below).toContainText(`Task. Its action “${name}” is deleted too: restore that first.`)
  await expect(below.getByRole("button")).toBeDisabled()
  await expect(row).toContainText("today at")
  await expect(row).toContainText(/\d tasks/)
  await expectAccessible(page, "[role=dialog]")
  const [around, button] = [await row.boundingBox(), await row.getByRole("button").boundingBox()]
  expect(around?.height).toBeGreaterThanOrEqual(44)
  expect(button?.y).toBeGreaterThanOrEqual(around?.y ?? Number.POSITIVE_INFINITY)
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((around?.y ?? 0) + (around?.height ?? 0))
  await row.getByRole("button", { name: `Restore ${name}` }).click()
  await expect(page.locator(".toast", { hasText: `${name} is back` })).toHaveCount(1)
  await expect(below.getByRole("button")).toBeEnabled()
  await call(page.request, itemCalls.update, { planId, id: actionId, completed: true })
  const open = (part: string) => admin.getByText(part, { exact: true }).last().click()
  await open("Versions")
  await open("Deleted")
  await expect(below).toContainText(`Its action “${name}” is completed: uncomplete it first.`)
  await expect(below.getByRole("button")).toBeDisabled()
  await call(page.request, itemCalls.update, { planId, id: actionId, completed: false })
  await open("Versions")
  await open("Deleted")
  await below.getByRole("button").click()
  await expect(admin.getByText("Nothing was deleted in the last 30 days.")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(card(lanes, name)).toBeVisible()
})

test("a deletion is confirmed, and undone by its toast and by keyboard", async ({ page }) => {
  await openSample(page, "hasty")
  const lanes = region(page, "Focus")
  const name = "Permit package for Old Town"
  const remove = async () => {
    const dialog = await openMenu(page, name)
    await dialog.getByRole("button", { name: "Delete" }).click()
    const question = page.getByRole("alertdialog", { name: "Delete action?" })
    await expect(question.locator("p")).toHaveText([
      "You can’t undo this later, and all associated tasks, notes and files will be deleted.",
      "This also deletes 7 tasks.",
      /^Until \d+ [A-Z][a-z]+ a plan admin can bring it back from Deleted\.$/,
    ])
    await question.getByRole("button", { name: "Delete" }).click()
    await expect(card(lanes, name)).toBeHidden()
  }
  const deleted = page.getByRole("status").filter({ hasText: "Action deleted." })

  await remove()
  await expect(deleted).toContainText(name)
  await deleted.getByRole("button", { name: "Undo" }).click()
  await expect(card(lanes, name)).toBeVisible()
  await expect(deleted).toHaveCount(0)

  await remove()
  await page.keyboard.press("Control+z")
  await expect(card(lanes, name)).toBeVisible()
  await page.keyboard.press("Control+Shift+z")
  await expect(card(lanes, name)).toBeHidden()
})
