// Tasks that repeat: chosen in the day picker and the dialog, shown on the card, and followed by the next one when they are done.
import type { Page } from "@playwright/test"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, openBoard, openSample, test, withPlan } from "./people"

const name = "Book the heritage office slot"
const dueDate = "2026-11-30T00:00:00.000Z"

const cardOf = (page: Page) => page.locator(".task-card").filter({ hasText: name })
const signs = (page: Page) => page.locator(".repeat-sign")
const picker = (page: Page) => page.getByRole("dialog", { name: "Due date" })
const tasksOf = async (page: Page, planId: number) =>
  (await boardOf(page.request, planId)).tasks.filter(({ description }) => description === name)

/** The sample plan with a due date of that task. */
const dated = async (page: Page, fields: object = {}) => {
  const { planId } = await withPlan(page, "sample")
  const [task] = await tasksOf(page, planId)
  const id = task?.id ?? 0
  await call(page.request, taskCalls.update, { planId, id, dueDate, ...fields })
  await openBoard(page, planId)
  return { planId, id }
}

test("R in the day picker offers what the day suggests, and the card says what was chosen", async ({ page }) => {
  const { planId, id } = await dated(page)
  await expect(signs(page)).toHaveCount(0)
  await card(page, name).click()
  await page.keyboard.press("d")
  await expect(picker(page).getByRole("button", { name: "Does not repeat" })).toBeVisible()
  await expect(picker(page).getByRole("grid").locator(":focus")).toHaveCount(1)
  await page.keyboard.press("r")
  const list = picker(page).getByRole("listbox", { name: "Repeat" })
  await expect(list.getByRole("option")).toHaveText([
    "Does not repeat",
    "Every day",
    "Every weekday, Monday to Friday",
    "Every week on Monday",
    "Every 2 weeks on Monday",
    "Every month on the 30th",
    "Every month on the last day",
    "Every month on the last Monday",
    "Every year on 30 November",
    "Custom",
  ])
  await expectAccessible(page, ".day-picker")
  await list.getByRole("option", { name: "Every week on Monday" }).click()
  await expect(picker(page)).toHaveCount(0)
  await expect(signs(page)).toHaveAttribute("data-tip", "Every week on Monday")
  await expect.poll(async () => (await tasksOf(page, planId))[0]?.recurrence).toBe("FREQ=WEEKLY;BYDAY=MO")
  await page.keyboard.press("Control+z")
  await expect(signs(page)).toHaveCount(0)
  await expect.poll(async () => (await tasksOf(page, planId))[0]?.recurrence).toBeNull()
  expect(id).toBeGreaterThan(0)
})

test("a custom one says its next dates, and cannot be set while there are none", async ({ page }) => {
  const { planId } = await dated(page, { recurrence: "FREQ=WEEKLY;BYDAY=MO" })
  await card(page, name).click()
  await page.keyboard.press("d")
  await picker(page).getByRole("button", { name: "Every week on Monday" }).click()
  await picker(page).getByRole("option", { name: "Custom" }).click()
  const form = picker(page).locator("form")
  await expect(form.getByRole("spinbutton", { name: "How many" })).toBeFocused()
  await form.getByRole("spinbutton", { name: "How many" }).fill("2")
  await form.getByRole("button", { name: "Thursday" }).click()
  await expect(form.getByRole("status")).toHaveText("30/11, then 03/12, 14/12 and 17/12")
  await expectAccessible(page, ".day-picker")
  await form.getByRole("button", { name: "Monday" }).click()
  await form.getByRole("button", { name: "Thursday" }).click()
  await expect(form.getByRole("status")).toHaveText("There is no further date.")
  await expect(form.getByRole("button", { name: "Set" })).toHaveAttribute("aria-disabled", "true")
  await form.getByRole("button", { name: "Thursday" }).click()
  await form.getByRole("button", { name: "Last day" }).click()
  await expect(picker(page).locator(".rdp-day_button:focus")).toHaveCount(1)
  await expectAccessible(page, ".day-picker")
  await picker(page).getByRole("button", { name: "Next month" }).click()
  await picker(page)
    .getByRole("button", { name: /December 10th/ })
    .click()
  await expect(form.getByRole("button", { name: "Last day 10/12/2026" })).toBeFocused()
  await expect(form.getByRole("radio", { name: "On", exact: true })).toBeChecked()
  await expect(form.getByRole("status")).toHaveText("30/11, then 03/12")
  await form.getByRole("spinbutton", { name: "How often" }).fill("4")
  await form.getByText("The day it is done").click()
  await form.getByRole("button", { name: "Set" }).click()
  await expect
    .poll(async () => (await tasksOf(page, planId))[0])
    .toMatchObject({ recurrence: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=4", recurrenceFrom: "done" })
  await expect(signs(page)).toHaveAttribute(
    "data-tip",
    "Every 2 weeks on Thursday, 4 times, counted from the day it is done",
  )
})

test("finishing it shows the next one with a toast, whose Undo takes it back", async ({ page }) => {
  const { planId, id } = await dated(page, { recurrence: "FREQ=WEEKLY;BYDAY=MO", dueDate: "2099-11-30T00:00:00.000Z" })
  await expect(signs(page)).toHaveCount(1)
  await card(page, name).click()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog").filter({ hasText: "Status" })
  await expect(dialog.getByRole("button", { name: "Every week on Monday" })).toBeVisible()
  await dialog.getByText("Done", { exact: true }).click()
  const toast = page.locator(".toast").filter({ hasText: "The next one is due 07/12" })
  // It stays while the pointer is on it.
  await toast.hover()
  await expect.poll(async () => (await tasksOf(page, planId)).map(({ type }) => type).sort()).toEqual([0, 2])
  await toast.getByRole("button", { name: "Undo" }).click()
  await expect
    .poll(async () => (await tasksOf(page, planId)).map(({ id, type, recurrence }) => ({ id, type, recurrence })))
    .toEqual([{ id, type: 0, recurrence: "FREQ=WEEKLY;BYDAY=MO" }])
})

test("without a connection the next one shows too, and is made once", async ({ page, context }) => {
  const { planId } = await dated(page, { recurrence: "FREQ=WEEKLY;BYDAY=MO", dueDate: "2099-11-30T00:00:00.000Z" })
  await expect(signs(page)).toHaveCount(1)
  await card(page, name).click()
  await page.keyboard.press("Enter")
  const done = page.getByRole("dialog").filter({ hasText: "Status" }).getByText("Done", { exact: true })
  await expect(done).toBeVisible()
  // The rule of tasks that repeat has come with the board.
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  await expect.poll(loaded).toContainEqual(expect.stringMatching(/\/repeated-/))
  await context.setOffline(true)
  await done.click()
  await page.keyboard.press("Escape")
  await expect(cardOf(page).filter({ hasText: "07/12" })).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await tasksOf(page, planId)).map(({ type }) => type).sort()).toEqual([0, 2])
  await expect(cardOf(page).filter({ hasText: "07/12" })).toHaveCount(1)
})

test("a plan without tasks that repeat loads nothing for them", async ({ page }) => {
  const loaded: string[] = []
  page.on("request", (request) => loaded.push(request.url()))
  await openSample(page, "first")
  await card(page, name).click()
  expect(loaded.filter((url) => /repeat/.test(url))).toEqual([])
  expect(loaded.some((url) => /board/.test(url))).toBe(true)
})
