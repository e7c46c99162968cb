// Copies of cards and plans, templates, stars and archived plans.

import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { card, column, openMenu, region, said } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, join, openBoard, openSample, signIn, test } from "./people"

const task = "Book the heritage office slot"
const action = "Permit package for Old Town"

test("a card is copied below itself from its dialog and the palette, and one undo takes the copy back", async ({
  page,
}) => {
  const { planId } = await openSample(page, "copier")
  const count = async () => (await boardOf(page.request, planId)).tasks.length
  const before = await count()
  const toDo = column(page, "To Do", action).getByRole("button", { name: task, exact: true })
  await openMenu(page, task)
  await page.getByRole("button", { name: "Copy", exact: true }).click()
  await expect(toDo).toHaveCount(2)
  await expect.poll(() => said(page)).toContain(`Copied: ${task}`)
  await expect.poll(count).toBe(before + 1)
  await page.keyboard.press("Control+z")
  await expect(toDo).toHaveCount(1)
  await expect.poll(count).toBe(before)

  const lanes = region(page, "Focus").getByRole("button", { name: action, exact: true })
  await openMenu(page, action)
  await page.getByRole("button", { name: "Copy", exact: true }).click()
  await expect(lanes).toHaveCount(2)
  await expect.poll(count).toBeGreaterThan(before)
  await page.keyboard.press("Control+z")
  await expect(lanes).toHaveCount(1)
})

test("a copy made offline is there after a reload and is sent", async ({ page, context }) => {
  const { planId } = await openSample(page, "away")
  await openMenu(page, task)
  await context.setOffline(true)
  await page.getByRole("button", { name: "Copy", exact: true }).click()
  const copies = column(page, "To Do", action).getByRole("button", { name: task, exact: true })
  await expect(copies).toHaveCount(2)
  await context.setOffline(false)
  const copied = async () =>
    (await boardOf(page.request, planId)).tasks.filter(({ description }) => description === task).length
  await expect.poll(copied).toBe(2)
  await page.reload()
  await expect(copies).toHaveCount(2)
})

test("a plan is copied from its menu; a template begins a new plan", async ({ page }) => {
  const { planId } = await openSample(page, "template")
  await page.goto("/")
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  const menu = page.getByRole("menu", { name: "Menu of Bike share, phase two" })
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Star",
    "Plan settings",
    "Copy plan",
    "Use as template",
    "Archive",
  ])
  await expectAccessible(page, "[role=menu]")
  await page.keyboard.press("c")
  await expect(menu.getByRole("menuitem", { name: "Copy plan" })).toBeFocused()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Copy plan" })
  await expect(dialog.getByLabel("Plan name")).toHaveValue("Bike share, phase two (copy)")
  await expect(dialog.getByRole("checkbox", { name: "Tasks" })).toBeChecked()
  for (const name of ["Owners", "Completed cards"])
    await expect(dialog.getByRole("checkbox", { name })).not.toBeChecked()
  await expect(dialog.getByRole("checkbox", { name: "Files" })).toBeDisabled()
  await expectAccessible(page, "[role=dialog]")
  await dialog.getByText("Shift dates").click()
  await expect(dialog.getByRole("button", { name: /^First day/ })).toBeVisible()
  const dated = (await boardOf(page.request, planId)).tasks.filter(({ dueDate, type }) => dueDate && type !== 2)
  expect(dated.length).toBeGreaterThan(1)
  await expect(dialog.getByText(/^Currently \d\d\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await expect(dialog.getByText(/^last day \d\d\/\d\d\/\d{4}$/)).toBeVisible()
  await dialog.getByLabel("Plan name").fill("Phase three")
  await dialog.getByRole("button", { name: "Copy plan" }).click()
  await expect(page).toHaveURL(/\/board$/)
  await expect(card(region(page, "Focus"), action)).toBeVisible()
  await expect(page).toHaveTitle(/Phase three/)

  await call(page.request, planCalls.update, { id: planId, isTemplate: true })
  await page.goto("/")
  await page.getByRole("button", { name: "Other ways to begin" }).click()
  const template = page.getByRole("menuitem", { name: "Bike share, phase two" })
  await expect(template).toContainText(/\d+ goals, \d+ actions, \d+ tasks/)
  await expectAccessible(page, "[role=menu]")
  await template.click()
  const begin = page.getByRole("dialog", { name: "New plan from a template" })
  await expect(begin.getByLabel("Plan name")).toHaveValue("Bike share, phase two")
  await begin.getByLabel("Plan name").fill("From the template")
  await page.keyboard.press("Enter")
  await expect(page).toHaveTitle(/From the template/)
})

test("a starred plan comes first, and an archived one is folded at the end", async ({ page }) => {
  await signIn(page, "stars")
  const made = [] as number[]
  for (const name of ["One", "Two", "Three"]) made.push((await call(page.request, planCalls.create, { name })).id)
  await page.reload()
  const names = page.getByRole("article").getByRole("heading")
  await expect(names).toHaveText(["Three", "Two", "One"])
  await page.getByRole("button", { name: "Menu of One" }).click()
  await page.getByRole("menuitem", { name: "Star" }).click()
  await expect(names).toHaveText(["One", "Three", "Two"])
  await page.getByRole("button", { name: "Menu of Two" }).click()
  await page.getByRole("menuitem", { name: "Archive" }).click()
  // The toast stays while the pointer is on it.
  await page.locator(".toast").hover()
  await expect(names).toHaveText(["One", "Three"])
  const archived = page.getByRole("button", { name: "Archived 1" })
  await expect(archived).toHaveAttribute("aria-expanded", "false")
  await archived.press("Enter")
  await expect(names).toHaveText(["One", "Three", "Two"])
  await expect(page.getByRole("article").last()).toContainText("Archived just now")
  await expectAccessible(page)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(archived).toBeHidden()
  await page.getByRole("button", { name: "Starred: One" }).click()
  await expect(page.getByRole("button", { name: "Starred: One" })).toBeHidden()
})

test("while one archives the plan the other edits it: edits that come later are listed as refused", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "archiver")
  const { context } = await join(page, browser, planId)
  const other = await context.newPage()
  await openBoard(other, planId)
  await expect(card(other, task)).toBeVisible()
  await openMenu(other, task)
  await context.setOffline(true)
  await other.getByRole("textbox", { name: "DESCRIPTION" }).fill("Written while away")
  await other.keyboard.press("Escape")
  await page.locator(".plan-button").click()
  await page.getByRole("button", { name: "Archive", exact: true }).click()
  await page.getByRole("button", { name: "Close" }).click()
  const bar = (at: typeof page) => at.getByText("This plan is archived and read-only.", { exact: true })
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole("button", { name: "Add task" })).toHaveCount(0)
  await openMenu(page, task)
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expectAccessible(page)

  await context.setOffline(false)
  await expect(other.getByText(/1 change was not saved/)).toBeVisible()
  await expect(bar(other)).toBeVisible()
  await expect(other.getByRole("button", { name: "Unarchive" })).toHaveCount(0)
  await other.getByRole("button", { name: "Show changes" }).click()
  await expect(other.getByText("Written while away").first()).toBeVisible()
  await other.keyboard.press("Escape")

  // Its settings offer what the server takes.
  await page.locator(".plan-button").click()
  const settings = page.getByRole("dialog", { name: "Plan admin" })
  await expect(settings.getByRole("button", { name: "Unarchive" })).toBeVisible()
  await expect(settings.getByRole("link", { name: /^(?:Labels|AI)/ })).toHaveCount(0)
  await settings.getByRole("link", { name: "History" }).click()
  await expect(settings.getByRole("radio", { name: "Versions" })).toBeVisible()
  await expect(settings.getByRole("button", { name: "Save version" })).toHaveCount(0)
  await settings.getByRole("link", { name: "People" }).click()
  await expect(settings.getByRole("button", { name: /^Remove / })).toBeVisible()
  await expect(settings.getByRole("combobox")).toHaveCount(0)
  await expectAccessible(page, "[role=dialog]")
  await settings.getByRole("button", { name: "Unarchive" }).click()
  await expect(settings.getByRole("combobox").first()).toBeVisible()
  await settings.getByRole("button", { name: "Close" }).click()
  await expect(bar(page)).toBeHidden()
  await expect(bar(other)).toBeHidden()
  await expect(page.getByRole("button", { name: "Add task" }).first()).toBeVisible()
})
