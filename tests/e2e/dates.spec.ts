// Due dates of actions, the day picker's words, and the first day of the week.

import type { Page } from "@playwright/test"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother } from "./contexts"
import { expect, openBoard, openSample, test, withPlan } from "./people"
import { slowDown } from "./slow-page"

const dayAfter = (days: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10)
}
const cardOf = (page: Page, name: string) => page.locator(".action-card", { has: card(page, name) })
const short = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}`

test("an action's due date is set on the card and in its dialog, by D, words and at once", async ({ page }) => {
  const { planId } = await openSample(page, "dates")
  const { items } = await boardOf(page.request, planId)
  const listed = items.find(({ focus, completed }) => !focus && !completed)
  if (!listed) throw new Error("The sample plan has an action outside of Focus.")
  const name = listed.topic
  const stored = async () => {
    const { items } = await boardOf(page.request, planId)
    return items.find(({ id }) => id === listed.id)?.dueDate ?? null
  }
  const popup = page.getByRole("dialog", { name: "Due date" })
  const field = popup.getByRole("textbox", { name: "Type a day" })

  await test.step("D opens the picker at the card, and a letter begins to type", async () => {
    await card(page, name).focus()
    await page.keyboard.press("d")
    await expect(popup.locator(".rdp-today button")).toBeFocused()
    expect((await popup.boundingBox())?.width).toBe(304)
    expect((await popup.boundingBox())?.height).toBeLessThanOrEqual(371)
    await expectAccessible(page, "[role=dialog]")
    await page.keyboard.type("in 2 weeks")
    await expect(field).toHaveValue("in 2 weeks")
    await expect(popup.locator(".rdp-selected")).toHaveText(String(Number(dayAfter(14).slice(8))))
    await page.keyboard.press("Enter")
    await expect(popup).toHaveCount(0)
    await expect(cardOf(page, name).locator(".due")).toHaveText(`Due ${short(dayAfter(14))}`)
    await expect.poll(stored).toBe(`${dayAfter(14)}T00:00:00.000Z`)
  })

  await test.step("words that are no day are said, and the picker stays", async () => {
    await card(page, name).focus()
    await page.keyboard.press("d")
    await field.fill("the blue one")
    await page.keyboard.press("Enter")
    await expect(popup.getByText("I don’t understand “the blue one”. Try 15 December or next Friday.")).toBeVisible()
    await expectAccessible(page, "[role=dialog]")
    await popup.getByRole("button", { name: "Today", exact: true }).click()
    await expect.poll(stored).toBe(`${dayAfter(0)}T00:00:00.000Z`)
    await expect(cardOf(page, name).locator(".due")).toHaveAttribute("data-urgency", "soon")
  })

  await test.step("Ctrl+Z takes it back", async () => {
    await page.keyboard.press("Control+z")
    await expect.poll(stored).toBe(`${dayAfter(14)}T00:00:00.000Z`)
  })

  await test.step("a day that is read after Escape has closed the picker sets nothing", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const reader = /day-in-[^/]*\.js/
    await page.route(reader, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await card(page, name).focus()
    await page.keyboard.press("d")
    await field.fill("in 3 weeks")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(popup).toHaveCount(0)
    const read = page.waitForResponse(reader)
    release()
    await (await read).finished()
    await page.unroute(reader)
    await card(page, name).focus()
    await page.keyboard.press("d")
    await field.fill("tomorrow")
    await page.keyboard.press("Enter")
    await expect.poll(stored).toBe(`${dayAfter(1)}T00:00:00.000Z`)
    await page.keyboard.press("Control+z")
    await expect.poll(stored).toBe(`${dayAfter(14)}T00:00:00.000Z`)
  })

  await test.step("a selected card has a control, and the dialog a field", async () => {
    await card(page, name).click()
    await cardOf(page, name)
      .getByRole("button", { name: `Due ${short(dayAfter(14))}` })
      .click()
    await popup.getByRole("button", { name: "Reset" }).click()
    await expect.poll(stored).toBeNull()
    await expect(cardOf(page, name).getByRole("button", { name: "Date" })).toBeVisible()
    await card(page, name).focus()
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: /^Action/ })
    await dialog.getByRole("button", { name: "Due date No date" }).click()
    await field.fill("übermorgen")
    await page.keyboard.press("Enter")
    await expect(dialog.getByRole("button", { name: `Due date ${short(dayAfter(2))}` })).toBeFocused()
    await expectAccessible(page, "[role=dialog]")
    await expect.poll(stored).toBe(`${dayAfter(2)}T00:00:00.000Z`)
  })

  await test.step("a completed action shows its date without colour and changes none", async () => {
    await call(page.request, itemCalls.update, { id: listed.id, planId, dueDate: dayAfter(-3), completed: true })
    const dialog = page.getByRole("dialog", { name: /^Action/ })
    await expect(dialog.getByText(short(dayAfter(-3)))).not.toHaveAttribute("data-urgency", /./)
    await expect(dialog.getByRole("button", { name: /^Due date/ })).toHaveCount(0)
  })
})

test("the field of a dialog has the focus again once typed words have set its day, on a slow page too", async ({
  page,
}) => {
  const { planId } = await openSample(page, "slow")
  const { items } = await boardOf(page.request, planId)
  const listed = items.find(({ focus, completed }) => !focus && !completed)
  if (!listed) throw new Error("The sample plan has an action outside of Focus.")
  await call(page.request, itemCalls.update, { id: listed.id, planId, dueDate: null })
  await card(page, listed.topic).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: /^Action/ })
  const due = dialog.getByRole("button", { name: /^Due date/ })
  await expect(due).toHaveText("No date")
  await slowDown(page)
  await due.click()
  await page.getByRole("textbox", { name: "Type a day" }).fill("übermorgen")
  await page.keyboard.press("Enter")
  await expect(due).toHaveText(short(dayAfter(2)))
  await expect(due).toBeFocused()
})

test("a dialog has the focus again when a picker in it goes with the button that opened it", async ({ page }) => {
  const { planId } = await openSample(page, "gone")
  const task = await boardOf(page.request, planId).then(({ tasks }) => tasks.find(({ type }) => type === 0))
  if (!task) throw new Error("The sample plan has a task to do.")
  await call(page.request, taskCalls.update, { id: task.id, planId, dueDate: dayAfter(1) })
  await card(page, task.description).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: /^Task/ })
  await dialog.getByRole("button", { name: "Repeat" }).click()
  const picker = page.getByRole("dialog", { name: "Repeat" })
  await expect(picker.getByRole("option", { name: "Does not repeat" })).toBeFocused()
  await call(page.request, taskCalls.update, { id: task.id, planId, dueDate: null })
  await expect(picker).toHaveCount(0)
  await expect(dialog).toBeFocused()
})

test("weeks start on the day that a person chooses, in German too", async ({ page, browser }) => {
  const { planId } = await withPlan(page, "sample", "weeks")
  await openBoard(page, planId)
  await page.getByRole("button", { name: /^Profile/ }).click()
  const menu = page.getByRole("dialog", { name: /^Profile/ })
  await menu.getByRole("button", { name: "Edit" }).click()
  const field = menu.getByRole("combobox", { name: "Week starts on" })
  await expect(field.locator("option")).toHaveText(["Monday, from language", "Monday", "Sunday", "Saturday"])
  await field.selectOption("Sunday")
  await expect(field).toHaveValue("0")
  await expectAccessible(page, "[role=dialog]")
  const german = await openAnother(page, browser, { locale: "de-DE" })
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await expect(menu).toHaveCount(0)

  const task = page.locator(".lane-list [data-card^=task]").first()
  await task.focus()
  await page.keyboard.press("d")
  const popup = page.getByRole("dialog", { name: "Due date" })
  await expect(popup.locator(".rdp-weekday").first()).toHaveText("Su")
  await page.keyboard.press("Escape")

  const there = await german.newPage()
  await there.goto(`/board?planId=${planId}`)
  await there.locator(".lane-list [data-card^=task]").first().focus()
  await there.keyboard.press("d")
  const inGerman = there.getByRole("dialog", { name: "Fälligkeit" })
  await expect(inGerman.locator(".rdp-weekday").first()).toHaveText("So")
  await inGerman.getByRole("textbox", { name: "Tag eingeben" }).fill("nächsten Freitag")
  await expect(inGerman.locator(".rdp-selected")).toBeVisible()
  await expectAccessible(there, "[role=dialog]")
})
