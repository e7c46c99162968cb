// The LOG tab: changes, newest first, filtered by kind, and live.
import type { Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { addTask, card, column, openMenu } from "./board-hands"
import { expect, openSample, test, together } from "./people"

const permit = "Permit package for Old Town"

test("an action's log shows its changes and can be filtered to its tasks", async ({ page }) => {
  await openSample(page, "reader")
  await addTask(page, permit, "Ring the bell")
  await expect(card(column(page, "To Do", permit), "Ring the bell")).toBeVisible()
  const dialog = await openMenu(page, permit)
  const heading = dialog.getByLabel("SHORT HEADING")
  await heading.fill("Permits")
  await heading.blur()
  await dialog.getByRole("tab", { name: "LOG" }).click()
  const entries = dialog.getByRole("tabpanel", { name: "LOG" }).getByRole("listitem")
  await expect(entries.first()).toContainText(`renamed the action Permits from ${permit} to Permits`)
  await expect(entries.first().locator("del")).toHaveText(permit)
  await dialog.getByText("Task", { exact: true }).click()
  await expect(entries.first()).toContainText(`created the task Ring the bell in the action ${permit}`)
})

test("an open log follows others' changes, and a move is one line", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  for (const text of ["One", "Two"]) await addTask(page, permit, text)
  const todo = column(page, "To Do", permit)
  await expect(card(todo, "Two")).toBeVisible()
  const dialog = await openMenu(page, permit)
  await dialog.getByRole("tab", { name: "LOG" }).click()
  await dialog.getByText("Task", { exact: true }).click()
  const entries = dialog.getByRole("tabpanel", { name: "LOG" }).getByRole("listitem")
  await expect(entries.first()).toContainText("created the task Two")
  await addTask(second, permit, "Made by the other")
  await expect(entries.first()).toContainText("created the task Made by the other")
  const menu = await openMenu(second, "Made by the other")
  await menu.getByRole("button", { name: "Move to" }).click()
  await second.getByRole("menuitem", { name: "Up" }).click()
  await expect(entries.first()).toContainText("changed the place of the task Made by the other")
  await expect(entries.nth(1)).toContainText("created the task Made by the other")
  await close()
})

test("an admin reverts to before a change in the plan's log, and everybody sees it", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  for (const text of ["Ring the bell", "Lock the gate"]) await addTask(page, permit, text)
  const theirs = column(second, "To Do", permit)
  await expect(card(theirs, "Lock the gate")).toBeVisible()

  await openPlanLog(second)
  const read = second.getByRole("dialog", { name: "Log of the plan" })
  await expect(read.getByRole("listitem").first()).toContainText("created the task Lock the gate")
  await expect(read.getByRole("button", { name: "Go back to before this change" })).toHaveCount(0)
  await read.getByRole("button", { name: "Close" }).click()

  await openPlanLog(page)
  const log = page.getByRole("dialog", { name: "Log of the plan" })
  const line = log.getByRole("listitem").filter({ hasText: "created the task Ring the bell" })
  await expectAccessible(page)
  await line.getByRole("button", { name: "Go back to before this change" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Go back" }).click()
  await expect(page.getByText("The board is as it was before that change.")).toBeVisible()
  await log.getByRole("button", { name: "Close" }).click()
  for (const text of ["Ring the bell", "Lock the gate"]) {
    await expect(card(column(page, "To Do", permit), text)).toHaveCount(0)
    await expect(card(theirs, text)).toHaveCount(0)
  }
  await close()
})

const openPlanLog = async (page: Page) => {
  await page.getByRole("button", { name: "Board menu" }).click()
  await page.getByRole("menuitem", { name: "Log of the plan" }).click()
}
