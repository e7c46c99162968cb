// Waiting for: the mark on cards, the chain, the search, the dialog's row, the filter, and what others' changes do to them.
import type { Page } from "@playwright/test"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card, openMenu } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, join, openBoard, test, withPlan } from "./people"

const task = "Book the heritage office slot"

const cardOf = (page: Page, name: string) => page.locator(".task-card, .action-card").filter({ hasText: name })
const mark = (page: Page, name: string) => cardOf(page, name).locator(".waits")
const picker = (page: Page) => page.getByRole("dialog", { name: "Waiting for" })
const field = (page: Page) => picker(page).getByRole("combobox")

/** A sample plan whose task waits for the two first others of its action. */
const waiting = async (page: Page) => {
  const { planId } = await withPlan(page, "sample")
  const { request } = page
  const { tasks } = await boardOf(request, planId)
  const own = tasks.find(({ description }) => description === task)
  const [first, second] = tasks.filter(({ itemId, type, id }) => itemId === own?.itemId && type < 2 && id !== own.id)
  if (!own || !first || !second) throw new Error("The sample plan has no such tasks.")
  const wait = (id: number, blockedByIds: number[]) => call(request, taskCalls.update, { planId, id, blockedByIds })
  return { planId, own, first, second, wait }
}

test("W chooses what a task waits for; the mark counts it, opens the chain, and goes with the last blocker", async ({
  page,
  browser,
}) => {
  const { planId, own, first, second } = await waiting(page)
  await openBoard(page, planId)
  await expect(page.locator(".waits")).toHaveCount(0)

  await test.step("two are chosen by keys", async () => {
    await card(page, task).click()
    await page.keyboard.press("w")
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(first.description.slice(0, 12))
    await page.keyboard.press("Enter")
    await expect(picker(page)).toHaveCount(0)
    await expect(mark(page, task)).toHaveText("1")
    await expect(card(page, task)).toBeFocused()
    await page.keyboard.press("w")
    await field(page).fill(second.description)
    await expectAccessible(page, ".wait-picker")
    await picker(page).getByRole("option", { name: second.description }).click()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(mark(page, task)).toHaveText("Waits for 2")
    await expect
      .poll(async () => (await boardOf(page.request, planId)).tasks.find(({ id }) => id === own.id)?.blockedByIds)
      .toEqual([first.id, second.id].sort((a, b) => a - b))
  })

  await test.step("a card that waits for this one is locked, with the reason", async () => {
    await card(page, first.description).click()
    await page.keyboard.press("w")
    await field(page).fill(task)
    const locked = picker(page).getByRole("option", { name: task })
    await expect(locked).toHaveAttribute("aria-disabled", "true")
    await expect(locked).toContainText("It already waits for this task.")
    await page.keyboard.press("Enter")
    await expect(picker(page)).toBeVisible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
  })

  await test.step("the chain, both ways", async () => {
    await mark(page, task).click()
    const chain = page.getByRole("dialog", { name: "Waits for 2" })
    await expect(chain.getByRole("listitem")).toHaveCount(3)
    await expectAccessible(page, ".wait-chain")
    await chain.getByRole("button", { name: first.description }).click()
    const dialog = page.getByRole("dialog", { name: /Task/ })
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
  })

  await test.step("somebody else completes both, which its owner hears in a toast", async () => {
    const { plan } = await boardOf(page.request, planId)
    await call(page.request, taskCalls.update, { planId, id: own.id, ownerId: plan.ownerId })
    const { context } = await join(page, browser, planId)
    const finish = (id: number) => call(context.request, taskCalls.update, { planId, id, type: 2 })
    await finish(first.id)
    await expect(mark(page, task)).toHaveText("Waits for 1")
    await finish(second.id)
    await expect(mark(page, task)).toHaveCount(0)
    await expect(page.locator(".toast").filter({ hasText: `“${task}” is no longer waiting` })).toBeVisible()
  })
})

test("the dialog's chips are taken off, undone, and the filter shows what waits", async ({ page }) => {
  const { planId, own, first, second, wait } = await waiting(page)
  await wait(own.id, [first.id, second.id])
  await openBoard(page, planId)
  const dialog = await openMenu(page, task)
  const row = dialog.getByRole("group", { name: "Waiting for" })
  await expect(row.locator(".wait-chip")).toHaveCount(2)
  await expectAccessible(page, "[role=dialog]")
  await row.getByRole("button", { name: `No longer waits for ${first.description}` }).press("Backspace")
  await expect(row.locator(".wait-chip")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(mark(page, task)).toHaveText("Waits for 1")
  await page.keyboard.press("Control+z")
  await expect(mark(page, task)).toHaveText("Waits for 2")

  await page.keyboard.press("Shift+F")
  await page.getByRole("button", { name: "Waiting" }).click()
  await page.getByRole("option", { name: /^Waiting/ }).click()
  await expect(page.locator(".task-card")).toHaveCount(1)
  await expect(page).toHaveURL(/filter=/)
})

test("a cycle that the server refuses is said with its chain", async ({ page, context }) => {
  const { planId, own, first, wait } = await waiting(page)
  await openBoard(page, planId)
  await card(page, first.description).click()
  // Its code is loaded before the network is gone.
  await page.keyboard.press("w")
  await expect(field(page)).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(card(page, first.description)).toBeFocused()
  await context.setOffline(true)
  await page.keyboard.press("w")
  await field(page).fill(task)
  await page.keyboard.press("Enter")
  await wait(own.id, [first.id])
  await context.setOffline(false)
  await expect(cardOf(page, first.description).getByRole("alert")).toContainText("would wait for each other")
  await expect(page.locator("#toasts, .toast").filter({ hasText: "would wait for each other" }).first()).toBeVisible()
})
