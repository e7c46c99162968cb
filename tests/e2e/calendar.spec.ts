// The calendar of a plan: months and weeks of its cards, by pointer and by keys, with filters and views, and on a phone.
import type { Page } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { mirrored } from "~/contract/shared/language/language"
import { taskCalls } from "~/contract/task"
import { viewCalls } from "~/contract/view"
import { expectAccessible } from "./accessible"
import { finger, said } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother } from "./contexts"
import { expect, join, openBoard, test, withPlan } from "./people"
import { slowDown } from "./slow-page"

/** The 10th of this month, so that a week around it is in the month too. */
const now = new Date()
const dayAt = (date: number) => new Date(Date.UTC(now.getFullYear(), now.getMonth(), date)).toISOString().slice(0, 10)

const cell = (page: Page, date: number) => page.locator(`td[data-day="${dayAt(date)}"]`)
const entry = (page: Page, name: string) => page.locator(".calendar-entry", { hasText: name })

/** A plan with an action, and tasks due on days of this month. */
const planned = async (page: Page) => {
  const made = await withPlan(page, "empty", "calendar")
  const { planId } = made
  const { request } = page
  const goal = await call(request, goalCalls.create, { planId, name: "Harbour", color: "#1f7a5c" })
  const other = await call(request, goalCalls.create, { planId, name: "Quay", color: "#3563d9" })
  const item = await call(request, itemCalls.create, {
    planId,
    goalId: goal.id,
    topic: "Dredge the basin",
    focus: true,
  })
  const report = await call(request, itemCalls.create, {
    planId,
    goalId: other.id,
    topic: "Yearly report",
    dueDate: dayAt(12),
  })
  const task = (description: string, more: object = {}) =>
    call(request, taskCalls.create, { planId, itemId: item.id, description, ...more })
  await task("Survey the floor", { dueDate: dayAt(10) })
  await task("Order the barge", { dueDate: dayAt(10), type: 1 })
  await task("Sign the lease", { dueDate: dayAt(11), type: 2 })
  await task("Call the pilots")
  return { ...made, item, report, task }
}

const dueOf = async (page: Page, planId: number, name: string) => {
  const { tasks, items } = await boardOf(page.request, planId)
  const found = tasks.find(({ description }) => description === name) ?? items.find(({ topic }) => topic === name)
  return found?.dueDate?.slice(0, 10) ?? null
}

const openCalendar = async (page: Page, planId: number, more = "") => {
  await page.goto(`/board?planId=${planId}&layout=calendar${more}`)
  await expect(page.getByRole("grid")).toBeVisible()
}

test("an entry of a week says for how many others it waits, amber in Doing", async ({ page }) => {
  const { planId, task } = await planned(page)
  const blocker = await task("Call the harbour master")
  const { id } = await task("Tow the barge", { dueDate: dayAt(now.getDate()), type: 1 })
  await call(page.request, taskCalls.update, { planId, id, blockedByIds: [blocker.id] })
  await openCalendar(page, planId)
  const due = entry(page, "Tow the barge").locator(".due")
  await expect(entry(page, "Tow the barge")).toBeVisible()
  await expect(due).toHaveCount(0)
  await entry(page, "Tow the barge").focus()
  await page.keyboard.press("w")
  await expect(due).toHaveText("Waits for 1")
  await expect(due).toHaveAttribute("data-urgency", "soon")
})

test("V and C open the month; cards are in their days, dragged to others and off, and taken back", async ({ page }) => {
  const { planId, task } = await planned(page)
  await openBoard(page, planId)
  await page.keyboard.press("v")
  await page.keyboard.press("c")
  await expect(page.getByRole("grid")).toBeVisible()
  await expect(page.getByRole("button", { name: "Calendar", exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get("layout")).toBe("calendar")
  const undated = page.getByRole("region", { name: "No date" })

  await test.step("every dated card is in its day once, open ones without a date beside the month", async () => {
    await expect(cell(page, 10).locator(".calendar-entry")).toHaveText([/^Survey the floor/, /^Order the barge/])
    await expect(cell(page, 11).locator(".calendar-entry")).toHaveAttribute("data-done", "true")
    await expect(cell(page, 12).locator(".calendar-entry")).toHaveText(/^Yearly report/)
    await expect(undated.locator(".calendar-entry")).toHaveText([/^Dredge the basin/, /^Call the pilots/])
    await expectAccessible(page)
  })

  await test.step("a card is carried to a day, where a slot shows, and onto the list without a date", async () => {
    const from = await entry(page, "Call the pilots").boundingBox()
    const to = await cell(page, 17).boundingBox()
    await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 30)
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 40, { steps: 4 })
    await expect(cell(page, 17).locator(".day-slot")).toHaveText("Call the pilots")
    await page.mouse.up()
    await expect(cell(page, 17).locator(".calendar-entry")).toHaveText(/^Call the pilots/)
    await expect.poll(() => dueOf(page, planId, "Call the pilots")).toBe(dayAt(17))
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await entry(page, "Yearly report").dragTo(undated)
    await expect.poll(() => dueOf(page, planId, "Yearly report")).toBeNull()
    await page.keyboard.press("Control+z")
    await expect.poll(() => dueOf(page, planId, "Yearly report")).toBe(dayAt(12))
    await expect(cell(page, 12).locator(".calendar-entry")).toHaveText(/^Yearly report/)
  })

  await test.step("a press opens the card, and Escape leaves a drag", async () => {
    await entry(page, "Survey the floor").click()
    await expect(page.getByRole("dialog", { name: /^Task/ })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(entry(page, "Survey the floor")).toBeFocused()
    const from = await entry(page, "Survey the floor").boundingBox()
    await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 130, { steps: 3 })
    await expect(page.locator(".calendar-carried")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".calendar-carried")).toHaveCount(0)
    await page.mouse.up()
    expect(await dueOf(page, planId, "Survey the floor")).toBe(dayAt(10))
  })

  const more = cell(page, 10).getByRole("button", { name: /more on/ })
  const popup = page.locator(".day-popup")
  await test.step("a full day says how many more there are, and shows them", async () => {
    for (let at = 1; at <= 9; at++) await task(`Buoy ${at}`, { dueDate: dayAt(10) })
    await expect(more).toBeVisible()
    await more.click()
    await expect(popup.locator(".calendar-entry")).toHaveCount(11)
    await expectAccessible(page, ".day-popup")
    await popup.getByRole("button", { name: /^Buoy 9/ }).click()
    await expect(page.getByRole("dialog", { name: /^Task/ })).toBeVisible()
    await page.keyboard.press("Escape")
    // Its cards are lifted to other days, by keys and by the pointer.
    await more.press("Enter")
    await popup.getByRole("button", { name: /^Buoy 9/ }).focus()
    await page.keyboard.press("ArrowUp")
    await expect(popup.getByRole("button", { name: /^Buoy 8/ })).toBeFocused()
    await page.keyboard.press("Space")
    await expect(popup).toHaveCount(0)
    await page.keyboard.press("ArrowRight")
    await expect(cell(page, 11).locator(".day-slot")).toHaveText("Buoy 8")
    await page.keyboard.press("Enter")
    await expect.poll(() => dueOf(page, planId, "Buoy 8")).toBe(dayAt(11))
    await more.click()
    await popup.getByRole("button", { name: /^Buoy 9/ }).hover()
    await page.mouse.down()
    const to = await cell(page, 12).boundingBox()
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 40, { steps: 4 })
    await expect(cell(page, 12).locator(".day-slot")).toHaveText("Buoy 9")
    await page.mouse.up()
    await expect(popup).toHaveCount(0)
    await expect.poll(() => dueOf(page, planId, "Buoy 9")).toBe(dayAt(12))
  })

  await test.step("a card of a full day is carried on a slow page too", async () => {
    await slowDown(page)
    await more.click()
    await popup.getByRole("button", { name: /^Buoy 7/ }).hover()
    await page.mouse.down()
    const to = await cell(page, 12).boundingBox()
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 40, { steps: 4 })
    await expect(cell(page, 12).locator(".day-slot")).toHaveText("Buoy 7")
    await page.mouse.up()
    await expect.poll(() => dueOf(page, planId, "Buoy 7")).toBe(dayAt(12))
  })

  await test.step("the address carries the month and the week over a reload", async () => {
    await page.getByText("Week", { exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get("layout")).toBe("week")
    await page.reload()
    await expect(page.getByRole("radio", { name: "Week" })).toBeChecked()
    await page.keyboard.press("v")
    await page.keyboard.press("b")
    await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
    await expect.poll(() => new URL(page.url()).searchParams.get("layout")).toBeNull()
  })
})

test("the calendar is walked, turned and changed by keys alone", async ({ page }) => {
  const { planId } = await planned(page)
  await openCalendar(page, planId)
  const focused = page.locator(":focus")
  const dayOfFocus = () => focused.evaluate((element) => element.closest<HTMLElement>("[data-day]")?.dataset.day)

  await test.step("arrows go through the days and the cards of a day, T to today", async () => {
    await page.keyboard.press("t")
    await expect.poll(dayOfFocus).toBe(dayAt(now.getDate()))
    await entry(page, "Survey the floor").focus()
    await page.keyboard.press("ArrowDown")
    await expect(entry(page, "Order the barge")).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect.poll(dayOfFocus).toBe(dayAt(17))
    await page.keyboard.press("ArrowUp")
    await expect(entry(page, "Order the barge")).toBeFocused()
    await page.keyboard.press("ArrowRight")
    await expect(entry(page, "Sign the lease")).toBeFocused()
    await page.keyboard.press("ArrowLeft")
    await expect(entry(page, "Survey the floor")).toBeFocused()
    await expect(page.locator("table [tabindex='0']")).toHaveCount(1)
  })

  await test.step("Space lifts, arrows choose the day, Space drops; Escape puts back", async () => {
    await page.keyboard.press("Space")
    await expect.poll(() => said(page)).toContain("Lifted: Survey the floor")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowDown")
    await expect(cell(page, 18).locator(".day-slot")).toHaveText("Survey the floor")
    await page.keyboard.press("Space")
    await expect(cell(page, 18).locator(".calendar-entry")).toBeFocused()
    await expect.poll(() => dueOf(page, planId, "Survey the floor")).toBe(dayAt(18))
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Escape")
    await expect(entry(page, "Survey the floor")).toBeFocused()
    expect(await dueOf(page, planId, "Survey the floor")).toBe(dayAt(18))
  })

  await test.step("Backspace takes the date away, and a card without one is lifted onto the month", async () => {
    await page.keyboard.press("Space")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    await expect.poll(() => dueOf(page, planId, "Survey the floor")).toBeNull()
    await expect(entry(page, "Survey the floor")).toBeFocused()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await expect.poll(() => dueOf(page, planId, "Survey the floor")).not.toBeNull()
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await expect.poll(() => dueOf(page, planId, "Survey the floor")).toBe(dayAt(18))
  })

  await test.step("D and Enter work as on the board, PageDown turns, M and W change the layout", async () => {
    await entry(page, "Order the barge").focus()
    await page.keyboard.press("d")
    const picker = page.getByRole("dialog", { name: "Due date" })
    await picker.getByRole("textbox", { name: "Type a day" }).fill(dayAt(19))
    await page.keyboard.press("Enter")
    await expect(cell(page, 19).locator(".calendar-entry")).toHaveText(/^Order the barge/)
    await expect(entry(page, "Order the barge")).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog", { name: /^Task/ })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(entry(page, "Order the barge")).toBeFocused()
    const month = await page.locator(".calendar-bar h2").textContent()
    await page.keyboard.press("PageDown")
    await expect(page.locator(".calendar-bar h2")).not.toHaveText(month ?? "")
    await page.keyboard.press("PageUp")
    await expect(page.locator(".calendar-bar h2")).toHaveText(month ?? "")
    await page.keyboard.press("w")
    await expect(page.getByRole("radio", { name: "Week" })).toBeChecked()
    await expect(entry(page, "Order the barge").locator(".entry-place")).toHaveText("Dredge the basin")
    await expectAccessible(page)
    await page.keyboard.press("m")
    await expect(page.getByRole("radio", { name: "Month" })).toBeChecked()
  })
})

test("filters and views apply, others' changes arrive, and a viewer reads only", async ({ page, browser }) => {
  const { planId, task } = await planned(page)
  await openCalendar(page, planId, `&filter=${encodeURIComponent('{"text":"report"}')}`)
  await expect(cell(page, 12).locator(".calendar-entry")).toHaveText(/^Yearly report/)
  await expect(page.locator("td .calendar-entry")).toHaveCount(1)

  await test.step("a view keeps the layout with the filter", async () => {
    await page.getByRole("button", { name: "Save view" }).click()
    await page.getByRole("button", { name: "Save this view" }).click()
    await page.getByLabel("Name of the view").fill("Reports")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("button", { name: "Reports", exact: true })).toBeVisible()
    await expect.poll(() => call(page.request, viewCalls.list, { planId })).toHaveLength(1)
    const [saved] = await call(page.request, viewCalls.list, { planId })
    expect(saved).toMatchObject({ layout: "calendar", filter: { text: "report" } })
    await page.goto(`/board?planId=${planId}&view=${saved?.id}`)
    await expect(page.locator("td .calendar-entry")).toHaveCount(1)
    await page.getByRole("button", { name: "Clear", exact: true }).click()
    await expect(entry(page, "Order the barge")).toBeVisible()
  })

  await test.step("what somebody else changes moves at once, the focus with it", async () => {
    await entry(page, "Order the barge").focus()
    const { tasks } = await boardOf(page.request, planId)
    const moved = tasks.find(({ description }) => description === "Order the barge")
    const { context, id } = await join(page, browser, planId, "Grace")
    await call(context.request, taskCalls.update, { id: moved?.id ?? 0, planId, dueDate: dayAt(20) })
    await expect(cell(page, 20).locator(".calendar-entry")).toHaveText(/^Order the barge/)
    await expect(entry(page, "Order the barge")).toBeFocused()
    await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
    const viewer = await context.newPage()
    await openCalendar(viewer, planId)
    await entry(viewer, "Order the barge").focus()
    await viewer.keyboard.press("Space")
    await viewer.keyboard.press("ArrowRight")
    await expect(viewer.locator(".day-slot")).toHaveCount(0)
    await entry(viewer, "Sign the lease").dragTo(cell(viewer, 15))
    expect(await dueOf(page, planId, "Sign the lease")).toBe(dayAt(11))
    await entry(viewer, "Sign the lease").click()
    await expect(viewer.getByRole("dialog", { name: /^Task/ })).toBeVisible()
  })

  await test.step("without a connection a day is kept and sent later", async () => {
    await page.context().setOffline(true)
    await entry(page, "Yearly report").focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Space")
    await expect(cell(page, 13).locator(".calendar-entry")).toHaveText(/^Yearly report/)
    await page.context().setOffline(false)
    await expect.poll(() => dueOf(page, planId, "Yearly report")).toBe(dayAt(13))
  })
  await task("Late one", { dueDate: "2020-01-01" })
})

test("in German, from right to left and narrow", async ({ page, browser }) => {
  const { planId } = await planned(page)
  const german = await (await openAnother(page, browser, { locale: "de-DE" })).newPage()
  await openCalendar(german, planId)
  await expect(german.getByRole("radio", { name: "Monat" })).toBeChecked()
  await expect(german.getByRole("region", { name: "Ohne Datum" })).toBeVisible()
  await german.close()

  const rtl = await (await openAnother(page, browser, { locale: mirrored })).newPage()
  await openCalendar(rtl, planId)
  await entry(rtl, "Sign the lease").focus()
  await rtl.keyboard.press("ArrowRight")
  await expect(entry(rtl, "Survey the floor")).toBeFocused()
  await expectAccessible(rtl)
  await rtl.close()

  await page.setViewportSize({ width: 900, height: 800 })
  await openCalendar(page, planId)
  const fold = page.getByRole("button", { name: /^No date/ })
  await expect(fold).toHaveText(/No date\s*2/)
  await fold.click()
  await expect(page.getByRole("region", { name: "No date" })).toBeVisible()
  await entry(page, "Call the pilots").dragTo(cell(page, 28))
  await expect.poll(() => dueOf(page, planId, "Call the pilots")).toBe(dayAt(28))
})

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 1366, height: 1024 }, hasTouch: true })

  test("a finger opens what a day has no room for, and carries a card out of it", async ({ page }) => {
    const { planId, task } = await planned(page)
    for (let nth = 1; nth <= 9; nth++) await task(`Check buoy ${nth}`, { dueDate: dayAt(10) })
    await openCalendar(page, planId)
    await cell(page, 10)
      .getByRole("button", { name: /more on/ })
      .tap()
    const card = page.locator(".day-popup .calendar-entry", { hasText: "Check buoy 9" })
    await card.scrollIntoViewIfNeeded()
    await expectAccessible(page, "[role=dialog]")
    const [from, to] = [await card.boundingBox(), await cell(page, 16).boundingBox()]
    if (!from || !to) throw new Error("The card or the day is not shown.")
    const touch = await finger(page)
    await touch("touchStart", from.x + 40, from.y + 8)
    await expect(page.locator(".calendar-carried")).toBeVisible()
    await expect(page.locator(".day-popup")).toHaveCount(0)
    for (const part of [0.2, 0.6, 1])
      await touch(
        "touchMove",
        from.x + 40 + (to.x + 20 - from.x - 40) * part,
        from.y + 8 + (to.y + 40 - from.y - 8) * part,
      )
    await expect(cell(page, 16)).toHaveAttribute("data-over", "true")
    await touch("touchEnd")
    await expect(cell(page, 16).locator(".calendar-entry")).toHaveText(/^Check buoy 9/)
    await expect.poll(() => dueOf(page, planId, "Check buoy 9")).toBe(dayAt(16))
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("the calendar is an agenda under a strip of the week", async ({ page }) => {
    const { planId, task } = await planned(page)
    await task("Mend the crane", { dueDate: "2020-02-03" })
    await task("Check the chains", { dueDate: "2020-02-04" })
    await openBoard(page, planId)
    await page.getByRole("button", { name: "More" }).tap()
    await page.getByRole("button", { name: "Calendar" }).tap()
    const late = page.getByRole("region", { name: "Overdue" })
    await expect(late).toContainText("Mend the crane")
    await expectAccessible(page)

    await test.step("a tap opens the card's sheet: its date, its place, the board, its dialog", async () => {
      await late.getByRole("button", { name: /^Mend the crane/ }).tap()
      const sheet = page.getByRole("dialog", { name: "Mend the crane" })
      await expect(sheet.getByRole("button", { name: "Move to To Do" })).toBeVisible()
      await expectAccessible(page, "[role=dialog]")
      await sheet.getByRole("button", { name: /^Due date/ }).tap()
      const picker = page.getByRole("dialog", { name: "Due date" })
      await picker.getByRole("button", { name: "Today", exact: true }).tap()
      await expect(page.locator(`section[data-day="${dayAt(now.getDate())}"]`)).toContainText("Mend the crane")
      await expect(picker).toHaveCount(0)
      await expect(late).not.toContainText("Mend the crane")
      await expect.poll(() => dueOf(page, planId, "Mend the crane")).toBe(dayAt(now.getDate()))
    })

    await test.step("a long press lifts a card onto a day of the strip", async () => {
      const today = page.locator(`.week-strip [data-day="${dayAt(now.getDate())}"]`)
      const from = await late.getByRole("button", { name: /^Check the chains/ }).boundingBox()
      const to = await today.boundingBox()
      const touch = await finger(page)
      await touch("touchStart", (from?.x ?? 0) + 90, (from?.y ?? 0) + 20)
      await expect(page.locator(".calendar-carried")).toBeVisible()
      for (const part of [0.2, 0.6, 1])
        await touch(
          "touchMove",
          (from?.x ?? 0) + 90 + ((to?.x ?? 0) + 20 - (from?.x ?? 0) - 90) * part,
          (from?.y ?? 0) + 20 + ((to?.y ?? 0) + 30 - (from?.y ?? 0) - 20) * part,
        )
      await expect(today).toHaveAttribute("data-over", "true")
      await touch("touchEnd")
      await expect.poll(() => dueOf(page, planId, "Check the chains")).toBe(dayAt(now.getDate()))
      await expect(page.getByRole("dialog")).toHaveCount(0)
    })

    await test.step("the strip turns by week, and a day's heading comes into view", async () => {
      const strip = page.locator(".week-strip")
      const first = await strip.locator("button").first().getAttribute("data-day")
      await page.getByRole("button", { name: "Next week" }).tap()
      await expect(strip.locator("button").first()).not.toHaveAttribute("data-day", first ?? "")
      await strip.locator("button").nth(3).tap()
      await expect(strip.locator("button").nth(3)).toHaveAttribute("aria-pressed", "true")
    })

    await test.step("only the list scrolls, however long it is", async () => {
      for (let nth = 1; nth <= 14; nth++) await task(`Check buoy ${nth}`, { dueDate: dayAt(nth) })
      await page.getByRole("button", { name: "Previous week" }).tap()
      await page.getByRole("button", { name: "Today", exact: true }).tap()
      await expect(page.getByText("Check buoy 14")).toHaveCount(1)
      const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      expect(await overflow()).toBe(0)
    })

    await test.step("the board's pages are one tap away", async () => {
      await page.getByRole("navigation").getByRole("button", { name: "Board" }).tap()
      await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
    })
  })
})
