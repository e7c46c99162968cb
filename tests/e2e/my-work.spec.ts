// My work: the person's tasks of all plans, by mouse, keyboard and touch, live, and after refused changes.
import type { APIRequestContext, Page } from "@playwright/test"
import type { Given } from "~/client/api"
import { accountCalls } from "~/contract/account"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { today } from "~/rules/dates"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { openContext } from "./contexts"
import { expect, join, openSample, signIn, test } from "./people"

const me = (request: APIRequestContext) => call(request, accountCalls.userProfile, {})

/** A day that is so many days from the reader's today. */
const inDays = (days: number) => {
  const now = new Date()
  return `${today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))}T00:00:00.000Z`
}

/** A plan with a focused action, and what adds a task of an owner to it. */
const newPlan = async (request: APIRequestContext, name: string) => {
  const { id: planId } = await call(request, planCalls.create, { name })
  const goal = await call(request, goalCalls.create, { planId, name: "Docks", color: "#00855a" })
  const { id: itemId } = await call(request, itemCalls.create, {
    planId,
    topic: "Permit package",
    goalId: goal.id,
    focus: true,
  })
  const add = async (
    ownerId: number,
    description: string,
    more: Partial<Pick<Given<typeof taskCalls.create>, "dueDate" | "type">> = {},
  ) => (await call(request, taskCalls.create, { planId, itemId, description, ownerId, ...more })).id
  return { planId, itemId, add }
}

const row = (page: Page, name: string) => page.locator("[data-work]").filter({ hasText: name })
const tickOf = (page: Page, name: string) => page.getByRole("checkbox", { name: `Done: ${name}` })

test("tasks of all plans are listed by day, ticked with undo, moved and dated, by mouse and by keyboard", async ({
  page,
}) => {
  await signIn(page, "worker")
  const { id } = await me(page.request)
  const bikes = await newPlan(page.request, "Bike share")
  const office = await newPlan(page.request, "Harbour office")
  await bikes.add(id, "Scale drawings", { dueDate: inDays(-3), type: 1 })
  await office.add(id, "Send the order", { dueDate: inDays(-1) })
  await bikes.add(id, "Cost per trip", { dueDate: inDays(0) })
  await office.add(id, "A long way off", { dueDate: inDays(40) })
  // On a Sunday the week has no day left.
  const toSunday = (7 - new Date().getDay()) % 7
  if (toSunday > 0) await office.add(id, "By Sunday", { dueDate: inDays(toSunday) })
  const week = toSunday > 0 ? [/^This week 1/] : []
  await bikes.add(id, "Whenever")

  const overdue = page.getByRole("navigation").getByRole("img", { name: /overdue/ })
  await test.step("the dashboard's second tab counts what is overdue", async () => {
    await page.reload()
    const tabs = page.getByRole("navigation", { name: "Dashboard" })
    await expect(tabs.getByRole("img", { name: "2 overdue" })).toBeVisible()
    await tabs.getByRole("link", { name: "My work" }).click()
    await expect(page).toHaveURL(/\/my-work$/)
    await expect(page.getByRole("heading", { level: 1, name: "My work" })).toBeVisible()
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      /^Overdue 2/,
      /^Today 1/,
      ...week,
      /^Later 1/,
      /^No date 1/,
    ])
    await expect(row(page, "Send the order").getByRole("link")).toHaveText([
      "Send the order",
      "Permit package",
      "Harbour office",
    ])
    await expect(page.locator("[title]:not(iframe)")).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step("in a narrow window a row still names its plan", async () => {
    await page.setViewportSize({ width: 800, height: 900 })
    await expect(row(page, "Send the order").getByRole("link", { name: "Harbour office" })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step("a ticked row stays struck with Undo", async () => {
    await expect(tickOf(page, "Scale drawings")).toHaveAttribute("aria-checked", "mixed")
    await tickOf(page, "Scale drawings").click()
    await expect(tickOf(page, "Scale drawings")).toBeChecked()
    await page.getByRole("button", { name: "Undo: Scale drawings" }).click()
    await expect(tickOf(page, "Scale drawings")).toHaveAttribute("aria-checked", "mixed")
  })

  await test.step("keys move, tick, set the status and the date", async () => {
    await page.getByRole("link", { name: "Scale drawings" }).focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.getByRole("link", { name: "Send the order" })).toBeFocused()
    await expect(page.locator(".key-hints")).toBeVisible()
    await page.keyboard.press("2")
    await expect(tickOf(page, "Send the order")).toHaveAttribute("aria-checked", "mixed")
    await page.keyboard.press("1")
    await expect(tickOf(page, "Send the order")).not.toBeChecked()
    await page.keyboard.press("Space")
    await expect(tickOf(page, "Send the order")).toBeChecked()
    await page.keyboard.press("Space")
    await expect(tickOf(page, "Send the order")).not.toBeChecked()
    await page.keyboard.press("d")
    const days = page.getByRole("dialog", { name: "Due date" })
    await days.getByRole("button", { name: "Reset" }).click()
    await expect(days).toBeHidden()
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      /^Overdue 1/,
      /^Today 1/,
      ...week,
      /^Later 1/,
      /^No date 2/,
    ])
    await expect(overdue).toHaveAccessibleName("1 overdue")
    // The focus follows its row to the other group.
    await expect(page.locator("[data-work]:focus-within")).toContainText("Send the order")
    await page.getByRole("button", { name: "Menu: Send the order" }).click()
    const menu = page.getByRole("dialog", { name: "Send the order" })
    const done = menu.getByRole("button", { name: "Done", exact: true })
    await menu.getByRole("button", { name: "To Do" }).focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(done).toBeFocused()
    await expect(menu.getByRole("button", { name: "To Do" })).toHaveAttribute("aria-pressed", "true")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await expect(menu).toBeHidden()
    await expect(tickOf(page, "Send the order")).toHaveAttribute("aria-checked", "mixed")
    await page.locator("[data-work]:focus-within").press("?")
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await expect(keys).toContainText("Show on board")
    await page.keyboard.press("Escape")
    await expect(keys).toBeHidden()
  })

  await test.step("a done task leaves after a while and is among the done ones", async () => {
    await tickOf(page, "Scale drawings").click()
    await expect(row(page, "Scale drawings")).toBeHidden()
    await expect(overdue).toHaveCount(0)
    await page.getByRole("button", { name: "Show done" }).click()
    await expect(page.getByRole("heading", { name: /^Done 1/ })).toBeVisible()
    await expect(row(page, "Scale drawings")).toBeVisible()
    await page.getByRole("button", { name: "Show done" }).click()
    await expect(row(page, "Scale drawings")).toBeHidden()
  })

  await test.step("B and the names of action and plan show the card on its board, Enter opens it", async () => {
    await page.getByRole("link", { name: "Cost per trip" }).focus()
    await page.keyboard.press("b")
    await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
    await expect(page.getByRole("button", { name: "Cost per trip", exact: true })).toBeFocused()
    await expect(page.getByRole("dialog")).toBeHidden()
    await page.goto("/my-work")
    for (const name of ["Permit package", "Harbour office"]) {
      await row(page, "A long way off").getByRole("link", { name }).click()
      await expect(page.locator("[data-card]:focus")).toContainText("Permit package")
      await page.goto("/my-work")
    }
    await page.getByRole("link", { name: "Cost per trip" }).focus()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog").getByLabel("DESCRIPTION")).toHaveValue("Cost per trip")
  })
})

test("changes of others in any plan appear, a refused change returns the tick and says so", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "lead")
  const { context } = await join(page, browser, planId, "Grace")
  const { id } = await me(context.request)
  const other = await newPlan(context.request, "Her own plan")
  const lead = page.request
  const goal = await call(lead, goalCalls.create, { planId, name: "Shared" })
  const item = await call(lead, itemCalls.create, { planId, topic: "Shared action", goalId: goal.id })
  const theirs = await context.newPage()
  await theirs.goto("/my-work")
  await expect(theirs.getByText("Nothing due.")).toBeVisible()
  await expectAccessible(theirs)

  await test.step("a task somebody gives, dates and takes", async () => {
    const given = await call(lead, taskCalls.create, {
      planId,
      itemId: item.id,
      description: "Given to Grace",
      ownerId: id,
    })
    await expect(row(theirs, "Given to Grace")).toBeVisible()
    await call(lead, taskCalls.update, { planId, id: given.id, dueDate: inDays(-2) })
    await expect(theirs.getByRole("heading", { name: /^Overdue 1/ })).toBeVisible()
    await call(lead, itemCalls.update, { planId, id: item.id, topic: "Renamed action" })
    await expect(row(theirs, "Given to Grace").getByRole("link", { name: "Renamed action" })).toBeVisible()
    await call(lead, taskCalls.update, { planId, id: given.id, ownerId: null })
    await expect(theirs.getByText("Nothing due.")).toBeVisible()
  })

  await test.step("a tick appears on the board, and one made in another tab here", async () => {
    await other.add(id, "Ticked twice")
    await expect(row(theirs, "Ticked twice")).toBeVisible()
    const second = await context.newPage()
    await second.goto("/my-work")
    await tickOf(second, "Ticked twice").click()
    await expect(row(theirs, "Ticked twice")).toBeHidden()
    await second.close()
  })

  await test.step("a refused change", async () => {
    const refused = await other.add(id, "Refused")
    await expect(row(theirs, "Refused")).toBeVisible()
    let refuse = true
    await theirs.route("**/api/Task?*", (route) =>
      refuse && route.request().method() === "PUT"
        ? route.fulfill({
            status: 409,
            contentType: "application/problem+json",
            body: JSON.stringify({ status: 409, message: "Others are changing the same cards right now." }),
          })
        : route.fallback(),
    )
    await tickOf(theirs, "Refused").click()
    await expect(theirs.getByRole("button", { name: /Not saved/ })).toBeVisible()
    await expect(tickOf(theirs, "Refused")).not.toBeChecked()
    refuse = false
    await theirs.getByRole("button", { name: /Not saved/ }).click()
    await expect(tickOf(theirs, "Refused")).toBeChecked()
    await expect
      .poll(async () => (await call(context.request, taskCalls.get, { id: refused, planId: other.planId })).complete)
      .toBe(true)
  })

  await test.step("a change made without a network is kept and sent", async () => {
    const late = await other.add(id, "Offline")
    await expect(row(theirs, "Offline")).toBeVisible()
    await context.setOffline(true)
    await tickOf(theirs, "Offline").click()
    await expect(theirs.getByText("Offline. 1 change will be sent when you are back.")).toBeVisible()
    await expect(row(theirs, "Offline")).toContainText("Waiting to be sent")
    await context.setOffline(false)
    await expect(theirs.getByText("Offline. 1 change")).toBeHidden()
    await expect
      .poll(async () => (await call(context.request, taskCalls.get, { id: late, planId: other.planId })).complete)
      .toBe(true)
    await theirs.reload()
    await expect(theirs.getByText("Nothing due.")).toBeVisible()
  })
})

test("on a phone the tick has its own target and a tap opens the sheet", async ({ browser }) => {
  const context = await openContext(browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await signIn(page, "pocket")
  const { id } = await me(page.request)
  const plan = await newPlan(page.request, "رحلة إلى البحر")
  await plan.add(id, "اشترِ التذاكر", { dueDate: inDays(-1) })
  await plan.add(id, `A name without an end ${"that goes on ".repeat(14)}`, { dueDate: inDays(0) })
  await plan.add(id, "x".repeat(300))
  await page.goto("/my-work")
  const first = tickOf(page, "اشترِ التذاكر")
  await expect(first).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.getByRole("button", { name: "Profile" }).tap()
  const profile = page.getByRole("dialog", { name: "Profile" })
  await expect(profile.getByRole("button", { name: "Sessions" })).toBeVisible()
  await expect.poll(async () => (await profile.boundingBox())?.width).toBe(390)
  await expectAccessible(page, "[role=dialog]")
  await page.keyboard.press("Escape")
  await expect(profile).toBeHidden()
  const box = await first.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)

  await row(page, "اشترِ التذاكر")
    .getByRole("button", { name: /Permit/ })
    .tap()
  const sheet = page.getByRole("dialog", { name: "اشترِ التذاكر" })
  await expect(sheet.getByRole("link", { name: "Show on board" })).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await sheet.getByText("Doing").tap()
  await expect(sheet).toBeHidden()
  await expect(first).toHaveAttribute("aria-checked", "mixed")
  await row(page, "اشترِ التذاكر")
    .getByRole("button", { name: /Permit/ })
    .tap()
  await sheet.getByRole("button", { name: /Due date/ }).tap()
  await page.getByRole("dialog", { name: "Due date" }).getByRole("button", { name: "Reset" }).tap()
  await expect(page.getByRole("heading", { name: /^No date 2/ })).toBeVisible()
  await first.tap()
  await expect(first).toBeChecked()
  await page.getByRole("button", { name: "Undo: اشترِ التذاكر" }).tap()
  await expect(first).toHaveAttribute("aria-checked", "mixed")
  await row(page, "اشترِ التذاكر")
    .getByRole("button", { name: /Permit/ })
    .tap()
  await sheet.getByRole("link", { name: "Open" }).tap()
  await expect(page.getByRole("dialog").getByLabel("DESCRIPTION")).toHaveValue("اشترِ التذاكر")
})

test("of 2,000 tasks only those near the view are mounted, and keys reach the last one", async ({ page }) => {
  await signIn(page, "busy")
  const { userName } = await me(page.request)
  const rows = Array.from({ length: 2_000 }, (_, n) => `Goal,Action,Task ${n},todo,${userName}`)
  const file = new File([["goal,action,task,status,owner", ...rows].join("\n")], "many.csv")
  await call(page.request, planCalls.import, { file })
  await page.goto("/my-work")
  await expect(page.getByRole("heading", { name: /^No date 2000/ })).toBeVisible()
  await expect.poll(() => page.getByRole("listitem").count()).toBeLessThan(80)
  await page.getByRole("link", { name: "Task 0", exact: true }).focus()
  await page.keyboard.press("End")
  const last = page.getByRole("link", { name: "Task 1999", exact: true })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  // The list may be loaded again while the row that had the focus is gone and the next one is not there yet.
  for (const [key, name] of Array.from(
    { length: 6 },
    () =>
      [
        ["Home", "Task 0"],
        ["End", "Task 1999"],
      ] as const,
  ).flat()) {
    const loaded = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/Task/mine")
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await loaded
    await page.keyboard.press(key)
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused()
  }
})
