// Cards at rest and selected, by mouse, keyboard and touch.
import type { Locator, Page } from "@playwright/test"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card, column, openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { clockOf, passed } from "./page-clock"
import { expect, join, openSample, test } from "./people"

const permit = "Permit package for Old Town"
const van = "Mobile repair van pilot"
const consents = "Collect neighbour consents on Mill Lane"
const office = "Book the heritage office slot"
const forecast = "Spare-parts forecast"

const pill = (page: Page, name: string | RegExp) => page.locator(".pill").and(page.getByRole("button", { name }))
const selected = (page: Page) =>
  page.locator("[data-card^='task'], [data-card^='item']").and(page.locator("[aria-pressed=true]"))
const field = (page: Page) => page.locator("textarea.in-place")
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on screen.")
  return box
}
/** Presses a card's text a second time, not as a part of a double press. */
const pressAgain = (text: Locator) => text.click({ position: { x: 12, y: 8 } })

test("a press selects a card and shows its controls in the same place, a second edits, a double press opens", async ({
  page,
}) => {
  await openSample(page, "press")
  const dialog = page.getByRole("dialog")
  const height = async (name: string) => (await boxOf(page.locator("article", { has: card(page, name) }))).height

  await test.step("at rest and under the pointer a card shows no control but its menu", async () => {
    await card(page, consents).hover()
    await expect(page.locator("article", { has: card(page, consents) }).getByRole("button")).toHaveCount(2)
    await expect(page.getByRole("button", { name: `Menu of ${office}` })).toHaveCSS("opacity", "1")
  })

  await test.step("one card is selected at a time, and keeps its height", async () => {
    const before = await height(consents)
    await card(page, consents).click()
    await expect(selected(page)).toHaveText([consents])
    await expect(pill(page, /^Due/)).toBeVisible()
    expect(Math.abs((await height(consents)) - before)).toBeLessThanOrEqual(1)
    await expect(field(page)).toHaveCount(0)
    await card(page, office).click()
    await expect(selected(page)).toHaveText([office])
    await expect(page.locator(".controls")).toHaveCount(1)
    const done = page.locator(".task-card", { hasText: "Tree-root survey" })
    await card(page, "Tree-root survey").click()
    await expect(done.locator(".controls")).toBeVisible()
    await expect(done.getByText("COMPLETED")).toBeVisible()
    await expect(done.getByRole("button", { name: "Files" })).toHaveAttribute("data-tip", "Files")
    await card(page, office).click()
  })

  await test.step("a press on the selected card's text edits it; Escape and Enter lead back to the selected card", async () => {
    await pressAgain(card(page, office))
    await expect(field(page)).toBeFocused()
    await expect(page.getByText("Enter or Esc saves, Shift+Enter adds a line")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(card(page, office)).toBeFocused()
    await expect(selected(page)).toHaveText([office])
    // Keys act on the card, since no field has the focus.
    await page.keyboard.press("2")
    await expect(card(column(page, "Doing", permit), office)).toBeFocused()
    await expect(selected(page)).toHaveText([office])
  })

  await test.step("a double press opens the dialog, also when the card was selected before", async () => {
    await card(page, office).dblclick()
    await expect(dialog).toBeVisible()
    await expect(field(page)).toHaveCount(0)
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await card(page, consents).dblclick()
    await expect(dialog.getByLabel("DESCRIPTION")).toHaveValue(consents)
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await expect(card(page, consents)).toBeFocused()
  })

  await test.step("a second press at the place of the first opens the card, whatever control has appeared there", async () => {
    await page.keyboard.press("Escape")
    const facts = page.locator("article", { has: card(page, office) }).locator(".card-meta")
    await facts.scrollIntoViewIfNeeded()
    const { x, y, width, height } = await boxOf(facts)
    for (const part of [0.06, 0.3, 0.5]) {
      const [left, top] = [x + part * width, y + height / 2]
      await page.mouse.click(left, top)
      await expect(selected(page)).toHaveText([office])
      await page.mouse.click(left, top)
      await expect(dialog.getByLabel("DESCRIPTION")).toHaveValue(office)
      await page.keyboard.press("Escape")
      await expect(dialog).toHaveCount(0)
      await page.keyboard.press("Escape")
      await expect(selected(page)).toHaveCount(0)
    }
    await card(page, office).click()
    await pill(page, "Date").click()
    await expect(page.getByRole("grid")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("grid")).toHaveCount(0)
    await page.keyboard.press("Escape")
    await card(page, consents).click()
    await expect(selected(page)).toHaveText([consents])
    await card(page, consents).focus()
  })

  await test.step("Escape ends the selection and keeps the focus on the card; so does a press elsewhere", async () => {
    await expect(selected(page)).toHaveText([consents])
    await pill(page, /^Due/).focus()
    await page.keyboard.press("Escape")
    await expect(selected(page)).toHaveCount(0)
    await expect(card(page, consents)).toBeFocused()
    await card(page, consents).click()
    await expect(selected(page)).toHaveCount(1)
    await page.locator(".lanes-header").click()
    await expect(selected(page)).toHaveCount(0)
  })

  await test.step("a double press on a goal opens its dialog, and a single one filters", async () => {
    const goal = card(region(page, "Goals"), "Student riders")
    await goal.click()
    await expect(goal).toHaveAttribute("aria-pressed", "true")
    await page.keyboard.press("Escape")
    await goal.dblclick()
    await expect(dialog.getByLabel("NAME")).toHaveValue("Student riders")
    await page.keyboard.press("Escape")
  })
})

test("a selected action is focused, estimated and given files without its dialog; zero is not drawn", async ({
  page,
}) => {
  await openSample(page, "estimate")
  const actions = region(page, "Actions")
  const action = actions.locator("article", { has: card(page, forecast) })

  await test.step("digits and Enter set the value; 0 unsets it", async () => {
    await card(actions, forecast).click()
    await pill(page, /^Value/).click()
    const popup = page.getByRole("dialog", { name: "Value" })
    await expect(popup.getByRole("radio", { checked: true })).toBeFocused()
    // Both within the time of one number.
    await page.keyboard.type("10")
    await expect(popup.getByRole("radio", { name: "10" })).toBeChecked()
    await page.keyboard.press("Enter")
    await expect(popup).toHaveCount(0)
    await expect(pill(page, "Value 10")).toBeFocused()
    await pill(page, /^Effort/).click()
    await page.getByRole("dialog", { name: "Effort" }).locator("label").first().click()
    await expect(pill(page, "Effort")).toHaveText("Effort")
    await page.keyboard.press("Escape")
    await expect(action.getByText("Value 10")).toBeVisible()
    await expect(action.getByText("Effort")).toHaveCount(0)
    await page.reload()
    await expect(action.getByText("Value 10")).toBeVisible()
  })

  await test.step("files open in the dialog", async () => {
    await card(actions, forecast).click()
    await pill(page, "Files").click()
    const dialog = page.getByRole("dialog")
    await expect(dialog.getByRole("tab", { name: /FILES/ })).toHaveAttribute("aria-selected", "true")
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  })

  await test.step("its arrow moves it to Focus and back; focus and selection move with it", async () => {
    await pill(page, "Focus").press("Enter")
    await expect(card(region(page, "Focus"), forecast)).toBeFocused()
    await expect(selected(page)).toHaveText([forecast])
    await pill(page, "Back to the actions list").press("Enter")
    await expect(card(actions, forecast)).toBeFocused()
  })

  await test.step("a new action shows its heading alone", async () => {
    await card(region(page, "Goals"), "Student riders").click()
    await page.getByRole("button", { name: "Add Action" }).click()
    await expect(actions.getByRole("textbox")).toBeFocused()
    await page.keyboard.type("Ask the students")
    await page.keyboard.press("Enter")
    const made = actions.locator("article", { has: card(page, "Ask the students") })
    await expect(made).toBeVisible()
    await expect(made.locator(".card-meta")).toHaveCount(0)
  })
})

test("by keyboard: arrows select, Enter opens, F2 edits, Tab reaches the controls", async ({ page }) => {
  await openSample(page, "arrow")
  await card(page, consents).focus()
  await expect(selected(page)).toHaveCount(0)
  await page.keyboard.press("ArrowDown")
  await expect(card(page, office)).toBeFocused()
  await expect(selected(page)).toHaveText([office])
  await page.keyboard.press("Tab")
  await expect(pill(page, "No owner")).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(pill(page, "Date")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Due date" }).getByRole("grid").locator(":focus")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(pill(page, /^Due/)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  await expect(card(page, office)).toBeFocused()
  await page.keyboard.press("F2")
  await expect(field(page)).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(card(page, office)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(card(page, office)).toBeFocused()
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  // A goal is not selected by arrows, because that filters the board.
  await expect(region(page, "Goals").locator("[data-card]:focus")).toHaveAttribute("aria-pressed", "false")
  await expect(selected(page)).toHaveCount(0)
})

test("a goal counts its tasks as they are, also below a completed action, and shows no bar without any", async ({
  page,
}) => {
  await openSample(page, "tally")
  const goal = (name: string) => page.locator(".goal-card", { hasText: name })
  await expect(goal("Open twelve new docks").getByText(/^\d+ of \d+ tasks$/)).toBeVisible()
  await expect(goal("Student riders").getByText("No tasks yet")).toBeVisible()
  await expect(goal("Student riders").locator(".progress-bar")).toHaveCount(0)
  const figures = goal("Halve repair time").locator(".progress-figures")
  const before = (await figures.textContent()) ?? ""
  const dialog = await openMenu(page, van)
  await dialog.getByRole("button", { name: "Complete", exact: true }).click()
  await expect(page.getByRole("button", { name: "Show history" })).toBeVisible()
  await expect(figures).toHaveText(before)
})

test("on cards narrower than 240 px the controls fit one row: the owner as a picture with the name in its tip, short words", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const { planId } = await openSample(page, "narrow")
  await call(page.request, planCalls.update, { id: planId, effortAndComplexityVisible: true })
  const { id } = await join(page, browser, planId, "Bogdan Wiśniewski")
  const { tasks, items } = await boardOf(page.request, planId)
  const task = tasks.find(({ description }) => description === office)?.id ?? 0
  await call(page.request, taskCalls.update, { planId, id: task, ownerId: id, dueDate: "2031-12-24" })
  const action = items.find(({ focus, completed }) => !focus && !completed)
  await call(page.request, itemCalls.update, { planId, id: action?.id ?? 0, businessValue: 6, effortAndComplexity: 5 })
  const rows = () =>
    page.locator(".controls > *").evaluateAll((all) => {
      const boxes = all.map((each) => each.getBoundingClientRect())
      return new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size
    })
  const rowOf = () => expect.poll(rows).toBe(1)
  await test.step("a task", async () => {
    await card(page, office).click()
    const owner = pill(page, "Owner Bogdan Wiśniewski")
    await expect(owner).toHaveText(/^B/)
    await expect(owner.getByText("Bogdan Wiśniewski")).toBeHidden()
    await owner.hover()
    await expect(page.locator(".tip.shown")).toHaveText("Owner Bogdan Wiśniewski")
    await rowOf()
    await expectAccessible(page, ".task-card.selected")
  })
  await test.step("an action", async () => {
    await card(page, action?.topic ?? "").click()
    const value = pill(page, "Value 6")
    await expect(value).toBeVisible()
    await expect.poll(async () => (await boxOf(value)).width).toBeLessThan(44)
    await expect(pill(page, "Effort 5")).toBeVisible()
    await rowOf()
    await expectAccessible(page, ".action-card.selected")
  })
  await test.step("where there is room, names and words are whole", async () => {
    await page.setViewportSize({ width: 2100, height: 900 })
    // The board measures its own width after the window has changed, and then its columns get theirs.
    await expect.poll(async () => (await boxOf(pill(page, "Value 6"))).width).toBeGreaterThan(50)
    await card(page, office).click()
    await expect(pill(page, "Owner Bogdan Wiśniewski").getByText("Bogdan Wiśniewski")).toBeVisible()
  })
})

test("long words, right-to-left names and forced colours keep a selected card whole", async ({ page, browser }) => {
  await page.emulateMedia({ forcedColors: "active" })
  const { planId } = await openSample(page, "long")
  const name = "ארכיון עם שם ארוך מאוד שאינו נכנס לכרטיס"
  await join(page, browser, planId, name)
  await card(page, office).click()
  await pill(page, "No owner").click()
  await page.getByRole("dialog", { name: "Owner" }).getByRole("option", { name }).click()
  const task = page.locator(".task-card.selected")
  await expect(pill(page, /^Owner /)).toBeVisible()
  expect(await task.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  const right = (box: { x: number; width: number }) => box.x + box.width
  expect(right(await boxOf(pill(page, "Files")))).toBeLessThanOrEqual(right(await boxOf(task)))
  await expect(task).toHaveCSS("outline-style", "solid")
  await expect(pill(page, "Files")).not.toHaveCSS("outline-style", "none")
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("a tap selects, a second on the text edits; controls are large enough for a finger", async ({ page }) => {
    await openSample(page, "thumb")
    await card(page, consents).tap()
    const tapped = await clockOf(page)
    await expect(selected(page)).toHaveText([consents])
    await expect(page.getByRole("dialog")).toHaveCount(0)
    for (const each of await page.locator(".controls .pill").all()) {
      const { width, height } = await boxOf(each)
      expect(height).toBe(36)
      expect(width).toBeGreaterThanOrEqual(36)
      const hit = await each.evaluate((node) => Number.parseFloat(getComputedStyle(node, "::after").height))
      expect(hit).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page)
    // Too late to be a part of a double tap.
    await passed(page, tapped, 400)
    await card(page, consents).tap({ position: { x: 20, y: 8 } })
    await expect(field(page)).toBeFocused()
    await page.keyboard.press("Escape")

    await test.step("so does the card of the action in Focus", async () => {
      await card(page, permit).tap()
      const tapped = await clockOf(page)
      await expect(selected(page)).toHaveText([permit])
      await expect(page.getByRole("dialog")).toHaveCount(0)
      await expect(page.locator(".focus-page.selected").getByRole("button", { name: /^Value/ })).toBeInViewport({
        ratio: 1,
      })
      await expectAccessible(page)
      await passed(page, tapped, 400)
      await card(page, permit).tap({ position: { x: 20, y: 8 } })
      await expect(field(page)).toHaveValue(permit)
      await page.keyboard.press("Escape")
      await pill(page, "Back to the actions list").tap()
      await expect(card(page, permit)).toHaveCount(0)
    })
  })
})

test("an action's date and owner stay together where they need a line of their own", async ({ page }) => {
  const { planId } = await openSample(page, "facts")
  const { plan, items } = await boardOf(page.request, planId)
  const shown = items.find(({ focus }) => !focus)
  if (!shown) throw new Error("The sample plan has an action out of Focus.")
  const given = { businessValue: 10, effortAndComplexity: 5, dueDate: "2026-12-11", ownerId: plan.ownerId }
  await call(page.request, itemCalls.update, { planId, id: shown.id, ...given })
  const action = page.locator(".action-card").filter({ hasText: shown.topic })
  const [date, owner] = [action.locator(".due"), action.locator(".avatar")]
  await expect(date).toContainText("11/12")
  for (const width of [1920, 1440, 1280]) {
    await page.setViewportSize({ width, height: 768 })
    await expect
      .poll(async () => {
        const [first, second] = [await boxOf(date), await boxOf(owner)]
        return Math.abs(first.y + first.height / 2 - second.y - second.height / 2)
      }, `at ${width} px`)
      .toBeLessThan(4)
  }
})
