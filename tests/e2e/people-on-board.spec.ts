// Owners and due dates on cards: the owner selector, the calendar, the members in the top bar.

import type { Locator, Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, column, openMenu, region } from "./board-hands"
import { boardOf } from "./calls"
import { openContext } from "./contexts"
import { expect, join, openSample, test } from "./people"

const action = "Permit package for Old Town"
const task = "Book the heritage office slot"

/** Presses the keys as soon as a combobox has the focus. */
const pressOnFocus = (page: Page, keys: readonly string[]) =>
  page.evaluate((keys) => {
    const press = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.role !== "combobox") return
      document.removeEventListener("focusin", press)
      for (const key of keys) {
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
      }
    }
    document.addEventListener("focusin", press)
  }, keys)

const cardOf = (page: Page, name: string) => page.locator("article", { has: card(page, name) })

/** Waits until this option of a search list is the one that its field names: the arrow keys go from there. */
const expectActive = async (field: Locator, option: Locator) => {
  await expect(option).toBeVisible()
  const isActive = async () =>
    (await field.getAttribute("aria-activedescendant")) === (await option.getAttribute("id").catch(() => "none"))
  await expect.poll(isActive).toBe(true)
}

test("the owner is set by mouse and by keyboard, and removed again", async ({ page, browser }) => {
  const { planId } = await openSample(page, "zoe")
  for (const name of ["Marco Ruiz", "Norma Ek", "Ada Lind"]) await join(page, browser, planId, name)
  const ring = cardOf(page, task).getByRole("button", { name: "No owner" })
  await card(page, task).click()
  await ring.click()
  const popup = page.getByRole("dialog", { name: "Owner" })
  const search = popup.getByPlaceholder("Search or select...")
  await expect(search).toBeFocused()
  await expect(popup.getByRole("option")).toHaveText([/Ada Lind$/, /Marco Ruiz$/, /Norma Ek$/, /zoe/i])
  expect((await popup.boundingBox())?.width).toBe(240)

  await search.fill("nobody at all")
  await expect(popup.getByText("No members found.")).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(popup).toBeVisible()
  // Keys of the text stay in the text, and the first match is the active one after a deletion too.
  await search.fill("orma")
  await page.keyboard.press("Home")
  await page.keyboard.type("n")
  await page.keyboard.press("End")
  await page.keyboard.press("Backspace")
  await expect(search).toHaveValue("norm")
  await expectActive(search, popup.getByRole("option", { name: "Norma Ek" }))
  await search.fill("MA")
  await expect(popup.getByRole("option")).toHaveText([/Marco Ruiz/, /Norma Ek/])
  await page.keyboard.press("Enter")
  await expect(popup).toHaveCount(0)
  const owned = cardOf(page, task).getByRole("button", { name: "Owner Marco Ruiz" })
  await expect(owned).toBeVisible()

  // By the card's shortcut: the current owner is first; arrow keys work; Escape changes nothing.
  await card(page, task).focus()
  await page.keyboard.press("o")
  await expect(search).toBeFocused()
  await expect(popup.getByRole("option").first()).toHaveText(/Marco Ruiz$/)
  await expect(popup.getByRole("option").first()).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Escape")
  await expect(popup).toHaveCount(0)
  await expect(card(page, task)).toBeFocused()
  await expect(owned).toBeVisible()
  await page.keyboard.press("o")
  await expect(search).toBeFocused()
  await expectActive(search, popup.getByRole("option", { name: "Marco Ruiz" }))
  await page.keyboard.press("ArrowDown")
  await expectActive(search, popup.getByRole("option", { name: "Ada Lind" }))
  await page.keyboard.press("Enter")
  await expect(cardOf(page, task).getByRole("button", { name: "Owner Ada Lind" })).toBeVisible()

  // Keys count from the moment the field has the focus, before its list has come.
  for (const [keys, name] of [
    [["ArrowDown"], "Marco Ruiz"],
    [["ArrowDown", "ArrowDown", "Enter"], "Norma Ek"],
  ] as const) {
    await card(page, task).focus()
    await pressOnFocus(page, keys)
    await page.keyboard.press("o")
    if (keys.length === 1) {
      await expect(popup.getByRole("option").nth(1)).toHaveAttribute("data-focused", "true")
      await page.keyboard.press("Enter")
    }
    await expect(popup).toHaveCount(0)
    await expect(cardOf(page, task).getByRole("button", { name: `Owner ${name}` })).toBeVisible()
  }
  await page.keyboard.press("o")
  await popup.getByRole("option", { name: "Ada Lind" }).click()

  await cardOf(page, task).getByRole("button", { name: "Owner Ada Lind" }).click()
  await popup.getByRole("option", { name: "No owner" }).click()
  await expect(ring).toBeVisible()
  const stored = async () => {
    const { tasks } = await boardOf(page.request, planId)
    return tasks.find(({ description }) => description === task)?.ownerId
  }
  await expect.poll(stored).toBeNull()
  await page.reload()
  await expect(cardOf(page, task).getByText("No owner")).toBeAttached()
})

test("the owner of a task and of an action is set in their dialogs", async ({ page }) => {
  await openSample(page, "Priya")
  const dialog = await openMenu(page, action)
  await dialog.getByRole("button", { name: "Owner No owner" }).click()
  const popup = page.getByRole("dialog", { name: "Owner" })
  await expect(popup.getByRole("combobox")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(dialog.getByRole("button", { name: /^Owner Priya/i })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(
    region(page, "Focus")
      .getByText(/^Owner Priya/i)
      .first(),
  ).toBeAttached()

  await openMenu(page, task)
  await dialog.getByRole("button", { name: "Owner No owner" }).click()
  await popup.getByRole("option").first().click()
  await expect(cardOf(page, task).getByText(/^Owner priya/i)).toBeAttached()

  await test.step("the due date is set in the calendar by mouse and by keyboard, and reset", async () => {
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await card(page, task).focus()
    await page.keyboard.press("d")
    const popup = page.getByRole("dialog", { name: "Due date" })
    await expect(popup).toBeVisible()
    expect((await popup.boundingBox())?.width).toBe(304)
    await expect(popup.locator(".rdp-weekday").first()).toHaveText("Mo")

    // Today has the focus; an arrow key moves a week ahead.
    const today = new Date()
    const local = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)
    const shown = (day: Date) =>
      `${String(day.getDate()).padStart(2, "0")}/${String(day.getMonth() + 1).padStart(2, "0")}`
    await expect(popup.locator(".rdp-today button")).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(popup.locator("button:focus")).toHaveText(String(local(7).getDate()))
    await page.keyboard.press("Enter")
    await expect(popup).toHaveCount(0)
    await expect(cardOf(page, task).locator(".due")).toHaveText(`Due ${shown(local(7))}`)
    await expect(card(page, task)).toBeFocused()
    const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
    const stored = async () => {
      const { tasks } = await boardOf(page.request, planId)
      return String(tasks.find(({ description }) => description === task)?.dueDate)
    }
    await card(page, task).click()
    const due = cardOf(page, task).getByRole("button", { name: `Due ${shown(local(7))}` })
    // The card shows the date before the server has stored it.
    await expect.poll(stored).toMatch(/T00:00:00\.000Z$/)

    await due.click()
    await expect(popup.locator(".rdp-selected")).toHaveText(String(local(7).getDate()))
    await popup.getByRole("button", { name: "Next month" }).click()
    await popup.getByRole("button", { name: "Close" }).click()
    await expect(due).toBeVisible()
    await due.click()
    await popup.getByRole("button", { name: "Reset" }).click()
    await expect(due).toHaveCount(0)

    await openMenu(page, task)
    await dialog.getByRole("button", { name: "Due date No date" }).click()
    await popup.locator(".rdp-today button").click()
    await expect(dialog.getByRole("button", { name: `Due date ${shown(local(0))}` })).toBeFocused()
  })
})

test("due dates don't shift west of Greenwich", async ({ browser }) => {
  const west = await openContext(browser, { timezoneId: "America/Los_Angeles" })
  const page = await west.newPage()
  await openSample(page, "west")
  await card(page, task).focus()
  await page.keyboard.press("d")
  const popup = page.getByRole("dialog", { name: "Due date" })
  await popup.getByRole("button", { name: "Next month" }).click()
  await popup.getByRole("gridcell", { name: "15" }).getByRole("button").click()
  await expect(cardOf(page, task).locator(".due")).toHaveText(/15\//)
  await card(page, task).click()
  await cardOf(page, task)
    .getByRole("button", { name: /^Due 15/ })
    .click()
  await expect(popup.locator(".rdp-selected")).toHaveText("15")
})

test("the calendar opens above where there is no room below", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 480 })
  await openSample(page, "flip")
  const low = column(page, "To Do", action).getByRole("button", { name: "Book the heritage office slot", exact: true })
  await low.focus()
  await low.evaluate((node) => node.scrollIntoView({ block: "end" }))
  await page.keyboard.press("d")
  const popup = page.getByRole("dialog", { name: "Due date" })
  await expect(popup).toBeVisible()
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? undefined
  const isAbove = async () => {
    const [{ y, height } = { y: -1, height: 0 }, at] = await Promise.all([boxOf(popup), boxOf(low)])
    return y >= 0 && y + height <= (at?.y ?? 0)
  }
  await expect.poll(isAbove).toBe(true)

  await test.step("no accessibility findings with a picker open", async () => {
    await page.keyboard.press("Escape")
    await expect(popup).toHaveCount(0)
    await page.setViewportSize({ width: 1366, height: 768 })
    await card(page, task).focus()
    await page.keyboard.press("o")
    await expect(page.getByRole("combobox")).toBeFocused()
    await expectAccessible(page)
    await page.getByRole("combobox").fill("nobody")
    await expect(page.getByText("No members found.")).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await expect(card(page, task)).toBeFocused()
    await page.keyboard.press("d")
    await expect(page.getByRole("grid")).toBeVisible()
    await expectAccessible(page)
  })
})

test("other members are in the top bar, and dropping an avatar on a task sets the owner", async ({ page, browser }) => {
  const { planId } = await openSample(page, "host")
  const { context: other } = await join(page, browser, planId, "Ada")
  for (const name of ["Bo", "Cy", "Di", "Ed", "Fay", "Gil"]) await join(page, browser, planId, name)
  const users = page.getByRole("list", { name: "Active users" })
  await expect(users.getByRole("listitem")).toHaveCount(7)
  await expect(users.getByText("+1")).toBeVisible()
  const ada = users.getByRole("listitem").filter({ hasText: "Ada" })
  await expect(ada).toHaveAttribute("data-tip", /^Ada, (last seen |Never logged in)/)
  await expect(ada.locator(".presence.online")).toHaveCount(0)

  // One of them opens the plan and leaves it again.
  const second = await other.newPage()
  await second.goto(`/board?planId=${planId}`)
  await expect(ada.locator(".presence.online")).toHaveCount(1)
  await expect(ada).toHaveAttribute("data-tip", "Ada")
  await expect(users.getByRole("listitem").first()).toHaveText(/Ada/)
  await second.close()
  await expect(ada).toHaveAttribute("data-tip", /^Ada, last seen today at \d\d:\d\d$/)

  const bo = users.getByRole("listitem").filter({ hasText: "Bo" })
  const target = cardOf(page, task)
  await bo.hover()
  await page.mouse.down()
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 })
  await page.mouse.move(x + width / 2 + 2, y + height / 2, { steps: 2 })
  await expect(target.locator(".task-card.given")).toContainText("Bo")
  await page.mouse.up()
  await expect(target.getByText("Owner Bo")).toBeAttached()
  await expect(target.locator(".task-card.given")).toHaveCount(0)
  await expect(page.locator("#board-says")).toHaveText(`Bo now owns ${task}.`)

  // Dropping on an action does nothing.
  await bo.dragTo(region(page, "Actions").locator("article").first())
  await expect(page.locator(".task-card.given")).toHaveCount(0)
  await page.reload()
  await expect(target.getByText("Owner Bo")).toBeAttached()
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("the owner selector and the calendar are sheets", async ({ page }) => {
    await openSample(page, "hand")
    const within = page.locator("article", { has: card(page, task) })
    await card(page, task).tap()
    await within.getByRole("button", { name: "No owner" }).tap()
    const popup = page.getByRole("dialog", { name: "Owner" })
    await expect(popup).toBeVisible()
    await expect.poll(() => popup.boundingBox()).toMatchObject({ x: 0, width: 390 })
    await popup.getByRole("option").first().tap()
    await expect(within.getByRole("button", { name: /^Owner hand/i })).toBeVisible()
    await page.getByRole("button", { name: `Menu of ${task}` }).tap()
    await page.getByRole("dialog", { name: "Task" }).getByRole("button", { name: "Due date No date" }).tap()
    const calendar = page.getByRole("dialog", { name: "Due date" })
    await expect(calendar).toBeVisible()
    await calendar.locator(".rdp-today button").tap()
    await expect(calendar).toHaveCount(0)
    await expect(within.getByRole("button", { name: /^Due/ })).toBeVisible()
  })
})
