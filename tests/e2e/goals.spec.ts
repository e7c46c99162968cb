// Goals that measure: results in a goal's dialog, check-ins by two people, outcomes, and the pages of goals.
import type { Locator, Page } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { keyResultCalls } from "~/contract/key-result"
import { tints } from "~/rules/people/person-look"
import { expectAccessible } from "./accessible"
import { region } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother } from "./contexts"
import { expect, openBoard, test, together, withPlan } from "./people"
import { inDatabase } from "./product-database"
import { smallTargets } from "./screen-checks"

const docks = "Open twelve new docks"
const renewal = "Win the city renewal"
const on = (day: string) => `${day}T00:00:00.000Z`

const goalCard = (page: Page, name: string) => region(page, "Goals").locator("article").filter({ hasText: name })
const dialog = (page: Page) => page.getByRole("dialog")
const rows = (page: Page) => dialog(page).getByRole("list", { name: "Results" }).getByRole("listitem")
const goalOf = async (page: Page, planId: number, name = docks) =>
  (await boardOf(page.request, planId)).goals.find((goal) => goal.name === name)
const resultsOf = async (page: Page, planId: number) => (await boardOf(page.request, planId)).keyResults

/** The middle of an element between top and bottom of the window, px. */
const middleOf = async (element: Locator) => {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 }
  return y + height / 2
}

const openResults = async (page: Page, planId: number, name = docks) => {
  const goal = await goalOf(page, planId, name)
  await page.goto(`/plan/${planId}/goals/${goal?.id}?menu=results`)
  await expect(dialog(page).getByRole("tab", { name: /^RESULTS/ })).toHaveAttribute("aria-selected", "true")
  return goal?.id ?? 0
}

/** A goal of the plan with a result, from 0 over 3 to 12. */
const measured = async (page: Page, planId: number, fields: object = {}, name = docks) => {
  const goal = await goalOf(page, planId, name)
  const id = goal?.id ?? 0
  await call(page.request, goalCalls.update, { planId, id, ...fields })
  const result = { planId, goalId: id, name: "Docks open", unit: "docks", start: 0, current: 3, target: 12 }
  const { id: keyResultId } = await call(page.request, keyResultCalls.create, result)
  return { id, keyResultId }
}

test("results are typed in place, by keyboard, with their faults beside the fields", async ({ page }) => {
  const { planId } = await withPlan(page, "sample")
  await openResults(page, planId)
  await expectAccessible(page, "[role=dialog]")
  await test.step("without results their words are in the middle of the tab", async () => {
    const [panel, empty] = [
      await middleOf(dialog(page).getByRole("tabpanel")),
      await middleOf(dialog(page).locator(".empty")),
    ]
    expect(Math.abs(panel - empty)).toBeLessThan(2)
  })
  await dialog(page).getByRole("button", { name: "Add result" }).click()
  await expect(dialog(page).getByRole("textbox", { name: "Result" })).toBeFocused()
  await page.keyboard.type("Docks open")
  await dialog(page).getByRole("textbox", { name: "Start" }).fill("12")
  await dialog(page).getByRole("textbox", { name: "Target" }).fill("12")
  await page.keyboard.press("Enter")
  await expect(dialog(page).getByRole("alert")).toHaveText("The target must differ from the start.")
  await expect(dialog(page).getByRole("textbox", { name: "Target" })).toBeFocused()
  await dialog(page).getByRole("textbox", { name: "Start" }).fill("0")
  await expect(dialog(page).getByRole("alert")).toHaveCount(0)
  await dialog(page).getByRole("textbox", { name: "Unit" }).fill("docks")
  let store = () => {}
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  await page.route(/\/api\/KeyResult/, async (route) => {
    await stored
    await route.continue()
  })
  await page.keyboard.press("Enter")
  await expect(rows(page)).toHaveText(["Docks open012 docks0%"])
  await expect(dialog(page).getByRole("button", { name: "Add result" })).toBeFocused()

  await rows(page).locator("[data-value]").click()
  const now = dialog(page).getByRole("textbox", { name: "Now" })
  await expect(now).toBeFocused()
  await now.fill("2.5")
  // Its fields stay open when the server gives it its id.
  const answered = page.waitForResponse(/\/api\/KeyResult/)
  store()
  await answered
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.keyboard.press("ArrowUp")
  await expect(now).toHaveValue("2.6")
  await page.keyboard.press("Escape")
  await expect(rows(page)).toHaveText(["Docks open012 docks0%"])
  await expect(rows(page).getByRole("button")).toBeFocused()
  await page.keyboard.press("Enter")
  await now.fill("3")
  await page.keyboard.press("Enter")
  await expect(rows(page)).toHaveText(["Docks open312 docks25%"])
  await expect.poll(async () => (await resultsOf(page, planId)).map(({ current }) => current)).toEqual([3])
  await page.keyboard.press("Escape")
  await expect(goalCard(page, docks)).toContainText("25%")
  await page.keyboard.press("Control+z")
  await expect(goalCard(page, docks)).toContainText("0%")
})

test("two people check in at once: each learns of the other, both check-ins stay, and the later values are the goal's", async ({
  page,
  browser,
}) => {
  const { planId, second: other } = await together(page, browser)
  const { id, keyResultId } = await measured(page, planId, { startDate: on("2026-09-01"), dueDate: on("2027-06-30") })
  await openBoard(page, planId)
  await goalCard(page, docks).getByRole("button", { name: docks, exact: true }).focus()
  await page.keyboard.press("i")
  const form = dialog(page)
  await expect(form.getByText("The first check-in of this goal")).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await page.keyboard.press("Control+Enter")
  await expect(form.getByRole("alert")).toHaveText("Choose a status.")
  await form.getByText("At risk").click()
  await form.getByRole("textbox", { name: /Docks open/ }).fill("5")
  await call(other.request, goalCalls.checkIn, {
    planId,
    id,
    status: 0,
    confidence: 8,
    note: "From elsewhere",
    values: [{ keyResultId, current: 4 }],
  })
  await expect(form.getByRole("status").filter({ hasText: "checked in" })).toContainText(
    "On track, confidence 8. This one comes after it.",
  )
  await form.getByRole("textbox", { name: "NOTE" }).fill("Two docks a week early.")
  await page.keyboard.press("Control+Enter")
  await expect(dialog(page)).toHaveCount(0)
  await expect(goalCard(page, docks)).toContainText("At risk")
  await expect(goalCard(other, docks)).toContainText("At risk")
  await expect(goalCard(other, docks)).toContainText("42%")
  await openResults(page, planId)
  const entries = dialog(page).locator(".check-in-entry")
  await expect(entries).toHaveCount(2)
  await expect(entries.nth(0)).toContainText("Docks open 4")
  await expect(entries.nth(1)).toContainText("From elsewhere")
  await expect(dialog(page).getByRole("img", { name: /^Progress at each check-in/ })).toBeVisible()
})

test("a check-in without a connection is sent later, and what was typed outlives the dialog until then", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "sample")
  const { id } = await measured(page, planId)
  await openBoard(page, planId)
  const open = async () => {
    await goalCard(page, docks).getByRole("button", { name: docks, exact: true }).focus()
    await page.keyboard.press("i")
    await expect(dialog(page).getByRole("textbox", { name: /Docks open/ })).toHaveValue(/./)
  }
  await open()
  await dialog(page)
    .getByRole("textbox", { name: /Docks open/ })
    .fill("6")
  await page.keyboard.press("Escape")
  await expect(dialog(page)).toHaveCount(0)
  await open()
  await expect(dialog(page).getByRole("textbox", { name: /Docks open/ })).toHaveValue("6")
  await page.context().setOffline(true)
  await expect(dialog(page).getByText("Offline. It is sent when you are back.")).toBeVisible()
  await dialog(page).getByText("On track").click()
  await dialog(page).getByRole("button", { name: "Check in", exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(goalCard(page, docks)).toContainText("50%")
  await page.context().setOffline(false)
  const sent = async () => (await call(page.request, goalCalls.checkIns, { planId, id })).map(({ status }) => status)
  await expect.poll(sent).toEqual([0])
  await openResults(page, planId)
  await expect(dialog(page).locator(".check-in-entry")).toContainText("Docks open 3")
})

test("completing a goal asks for its outcome; it leaves the column and is listed with the history", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "sample")
  const { id } = await measured(page, planId)
  await page.goto(`/plan/${planId}/goals/${id}`)
  await dialog(page).getByRole("button", { name: "Complete" }).click()
  const question = page.getByRole("alertdialog", { name: "Complete goal?" })
  await expect(question.getByText(`${docks} is at 25%.`)).toBeVisible()
  const complete = question.getByRole("button", { name: "Complete" })
  await expect(complete).toHaveAttribute("aria-disabled", "true")
  await expectAccessible(page, "[role=alertdialog]")
  await question.getByRole("radio", { name: /Missed/ }).check()
  await complete.click()
  await expect(goalCard(page, docks)).toHaveCount(0)
  await page.keyboard.press("h")
  const closed = page.getByRole("list", { name: "Completed goals" }).getByRole("button")
  await expect(closed).toContainText("MISSED")
  await closed.click()
  await expect(dialog(page).getByText("Read-only")).toBeVisible()
  await expect(dialog(page).getByRole("tab", { name: /^RESULTS/ })).toHaveAttribute("aria-selected", "true")
  await expect(dialog(page).getByRole("tabpanel").getByText("MISSED")).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await dialog(page).getByRole("button", { name: "Uncomplete" }).click()
  await page.keyboard.press("Escape")
  await expect(goalCard(page, docks)).toBeVisible()
  await expect.poll(async () => (await goalOf(page, planId))?.outcome).toBeNull()
})

test("the page of goals sorts, leads by keyboard, and asks an owner for one check-in after the other", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "sample", "Ada")
  const { ownerId } = (await boardOf(page.request, planId)).plan
  // Not the colour that a person has outside of plans.
  const tint = (ownerId * 5 + 1) % tints.length
  await inDatabase((sql) => sql`update app.membership set tint = ${tint} where plan_id = ${planId}`)
  const first = await measured(page, planId, { ownerId })
  const second = await measured(page, planId, { ownerId }, renewal)
  for (const [{ id }, status] of [
    [first, 0],
    [second, 2],
  ] as const)
    await call(page.request, goalCalls.checkIn, { planId, id, status, confidence: 5, note: `Note of ${status}` })
  await inDatabase(
    (sql) => sql`update app.check_in set created_date = now() - interval '9 days' where plan_id = ${planId}`,
  )
  await page.goto(`/goals?planId=${planId}`)
  const names = page.locator("[data-goal-title]")
  await expect(names).toHaveText([docks, renewal, "Halve repair time", "Student riders", "Ready for winter"])
  const row = page.getByRole("row").filter({ hasText: docks })
  await expect(row).toContainText("Note of 0")
  const owner = row.locator(".goals-owner .avatar")
  await expect(owner).toHaveAttribute("data-goal", tints[tint] ?? "")
  await expectAccessible(page, "main")
  await page.getByRole("button", { name: "Status" }).click()
  await expect(names.first()).toHaveText(renewal)
  await expect(page.getByRole("columnheader", { name: "Status" })).toHaveAttribute("aria-sort", "ascending")
  await page.keyboard.press("Escape")
  await page.locator("main").press("ArrowDown")
  await names.first().focus()
  await page.keyboard.press("ArrowDown")
  await expect(names.nth(1)).toBeFocused()
  await page.getByRole("button", { name: "Check in 2 goals" }).click()
  await expect(dialog(page).getByText("1 of 2")).toBeVisible()
  await expect(dialog(page).getByText(/^Since the last one on \d+ \w+, 9 days ago$/)).toBeVisible()
  await expect(dialog(page).locator("[type=radio]:focus")).toHaveCount(1)
  await page.keyboard.press("Control+Enter")
  await expect(dialog(page).getByText("2 of 2")).toBeVisible()
  await expect(dialog(page).locator("[type=radio]:focus")).toHaveCount(1)
  await page.keyboard.press("Control+Enter")
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText("2 goals of yours had no check-in for over a week.")).toHaveCount(0)

  const written = await (await page.request.get("/goals")).text()
  expect(written, "the document begins with the rows").toMatch(/data-goal-row.*Win the city renewal/s)
  await page.goto("/goals")
  await expect(page.getByRole("heading", { name: "Goals" })).toBeVisible()
  await expect(names.first()).toHaveText(renewal)
  await expect(owner, "as in the plan").toHaveAttribute("data-goal", tints[tint] ?? "")
  await page.getByRole("button", { name: "Mine" }).click()
  await expect(names).toHaveCount(2)
  // A document in the order of the server, hydrated in the chosen one.
  await page.getByRole("button", { name: "Goal", exact: true }).click()
  await page.reload()
  await expect(names.first()).toHaveText(docks)
})

test("the page of goals is readable in forced colours, on paper, with long names and from right to left", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "sample")
  const name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2)
  const { keyResultId } = await measured(page, planId, { name })
  const values = { target: 100_000_000, current: 41_234_567.1234, unit: "people of the town" }
  await call(page.request, keyResultCalls.update, { planId, id: keyResultId, name, ...values })
  await page.goto(`/goals?planId=${planId}`)
  const row = page.getByRole("row").filter({ hasText: name })
  const target = row.getByText("100,000,000 people of the town")
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width
  const border = () => row.evaluate((each) => getComputedStyle(each).borderBlockStartWidth)
  const isWithin = (): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  await expect(row).toBeVisible()
  for (const width of [1366, 1100, 900, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(isWithin, `the page at ${width}`).toBe(true)
    await expect.poll(() => widthOf(target), `the target at ${width}`).toBeGreaterThan(80)
    await expect.poll(() => widthOf(row.locator(".result-name")), `the name at ${width}`).toBeGreaterThan(80)
    await expect(row.getByText("Last check-in")).toBeVisible({ visible: width < 1024 })
  }
  await page.setViewportSize({ width: 1366, height: 900 })
  expect(await border()).toBe("0px")
  await page.emulateMedia({ forcedColors: "active" })
  expect(await border()).toBe("1px")
  await page.emulateMedia({ forcedColors: "none", media: "print" })
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden()
  for (const heading of ["Goal", "Status", "Progress", "Results", "Last check-in"])
    await expect(page.getByRole("columnheader", { name: heading, exact: true })).toBeVisible()
  for (const heading of ["Goal", "Last check-in"])
    await expect(page.getByRole("button", { name: heading, exact: true })).toBeVisible()
  await page.emulateMedia({ media: "screen" })
  await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"))
  const [link, status] = [await row.getByRole("link").boundingBox(), await row.getByText("No status").boundingBox()]
  expect(link?.x).toBeGreaterThan(status?.x ?? 0)
  expect(await isWithin()).toBe(true)
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("the pages of goals are as wide as the window, also in German", async ({ page, browser }) => {
    const { planId } = await withPlan(page, "sample")
    await measured(page, planId)
    const german = await (await openAnother(page, browser, { locale: "de-DE" })).newPage()
    for (const address of [`/goals?planId=${planId}`, "/goals"]) {
      await german.goto(address)
      await expect(german.getByRole("button", { name: "Als Text kopieren" })).toBeInViewport({ ratio: 1 })
      expect(await german.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBe(0)
    }
    await german.goto(`/goals?planId=${planId}`)
    const bare = german.locator("[data-bare]").last().getByRole("button", { name: "Ergebnis hinzufügen" })
    await bare.scrollIntoViewIfNeeded()
    await expect(bare).toBeInViewport({ ratio: 1 })
  })

  test("the results of the goals take the place of their cards once there is one", async ({ page }) => {
    const { planId } = await withPlan(page, "sample")
    await openBoard(page, planId)
    const tab = page.getByRole("navigation").getByRole("button", { name: "Goals" })
    await tab.tap()
    const choice = page.getByRole("group", { name: "Goals as" })
    await expect(goalCard(page, docks)).toBeVisible()
    await expect(choice).toHaveCount(0)
    await measured(page, planId)
    await choice.getByText("Results").tap()
    const row = page.getByRole("row").filter({ hasText: docks })
    await expect(row).toContainText(/Docks open\s*3\s*12 docks/)
    await expect(goalCard(page, docks)).toHaveCount(0)
    await expect(tab).toHaveAttribute("aria-current", "page")
    expect(await smallTargets(page, ".phone-page")).toEqual([])
    await expectAccessible(page)
    await row.getByRole("link").tap()
    await expect(dialog(page).getByRole("tab", { name: /^RESULTS/ })).toHaveAttribute("aria-selected", "true")
    await page.keyboard.press("Escape")
    await expect(dialog(page)).toHaveCount(0)
    await expect(row).toBeVisible()
    await region(page, "Goals").getByRole("button", { name: "Add new goal" }).tap()
    await expect(region(page, "Goals").getByRole("textbox")).toBeFocused()
    await expect(goalCard(page, docks)).toBeVisible()
  })

  test("results have their names whole, completed goals with the history, and give way to the cards where they cannot load", async ({
    page,
  }) => {
    const { planId } = await withPlan(page, "sample")
    const name = "Permits granted, counted once the council has signed"
    const { id, keyResultId } = await measured(page, planId, { startDate: on("2026-09-01"), dueDate: on("2027-06-30") })
    await call(page.request, keyResultCalls.update, { planId, id: keyResultId, name })
    const other = await measured(page, planId, {}, renewal)
    await call(page.request, goalCalls.update, { planId, id: other.id, completed: true, outcome: "missed" })
    await openBoard(page, planId)
    await page.getByRole("navigation").getByRole("button", { name: "Goals" }).tap()
    const choice = page.getByRole("group", { name: "Goals as" })

    await test.step("without their code the cards come back", async () => {
      await page.route(/plan-goals-.*\.js/, (route) => route.abort())
      await choice.getByText("Results").tap()
      await expect(page.getByText(/network/i)).toBeVisible()
      await expect(choice.getByRole("radio", { name: "Cards" })).toBeChecked()
      await expect(goalCard(page, docks)).toBeVisible()
      await page.unroute(/plan-goals-.*\.js/)
    })

    await choice.getByText("Results").tap()
    const row = page.locator(`[data-goal-row="${id}"]`)
    await test.step("a long name is whole, and a period without an owner begins its line", async () => {
      const isCut = row.locator(".result-name").evaluate((text) => text.scrollHeight > text.clientHeight)
      expect(await isCut).toBe(false)
      const [due, title] = [await row.locator(".goals-due").boundingBox(), await row.getByRole("link").boundingBox()]
      expect(due?.x).toBe(title?.x)
    })

    await test.step("completed goals show with the history, as among the cards", async () => {
      const completed = page.locator(`[data-goal-row="${other.id}"]`)
      await expect(completed).toHaveCount(0)
      await page.getByRole("button", { name: "Show completed" }).tap()
      await expect(completed).toContainText("MISSED")
      await choice.getByText("Cards").tap()
      await expect(page.getByRole("list", { name: "Completed goals" })).toContainText(renewal)
    })
  })

  test("a check-in is a page of its own whose fields a finger reaches", async ({ page }) => {
    const { planId } = await withPlan(page, "sample")
    const { id } = await measured(page, planId)
    await page.goto(`/plan/${planId}/goals/${id}?menu=checkin`)
    const value = dialog(page).getByRole("textbox", { name: /Docks open/ })
    await expect(value).toBeVisible()
    await expect.poll(() => dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    expect((await value.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await value.fill("4,5")
    await dialog(page).getByText("Off track").tap()
    await dialog(page).getByRole("button", { name: "Check in", exact: true }).tap()
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(async () => (await resultsOf(page, planId)).map(({ current }) => current)).toEqual([4.5])
  })
})
