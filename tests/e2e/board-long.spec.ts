// A board of 300 tasks: what is rendered, and dragging far.
import type { Page } from "@playwright/test"
import { planCalls } from "~/contract/plan"
import { card, column, settled } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, test, withMotion, withPlan } from "./people"

test.use(withMotion)

/** Twelve lanes of 25 tasks each in To Do. */
const longPlan = async (page: Page) => {
  await withPlan(page, "empty", "mover")
  const rows = Array.from({ length: 12 }, (_, lane) =>
    Array.from({ length: 25 }, (_, task) => `Goal,Lane ${lane + 1},true,Task ${lane + 1}.${task + 1},todo`),
  )
  const file = new File([["goal,action,focus,task,status", ...rows.flat()].join("\n")], "long.csv")
  return (await call(page.request, planCalls.import, { file })).id
}

test("a long board renders the visible part first and scrolls to its end at once", async ({ page }) => {
  const planId = await longPlan(page)
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector("section.lane-column [data-card]")) return
      observer.disconnect()
      Object.assign(window, { atFirst: document.querySelectorAll("section.lane [data-card]").length })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`/plan/${planId}`)
  await expect(card(column(page, "To Do", "Lane 1"), "Task 1.1")).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { atFirst: number }).atFirst)).toBeLessThan(25)
  const view = page.viewportSize()
  await page.mouse.move((view?.width ?? 0) / 2, (view?.height ?? 0) / 2)
  await page.mouse.wheel(0, 100_000)
  await expect(card(column(page, "To Do", "Lane 12"), "Task 12.25")).toBeVisible()
})

test("on a board of 300 tasks a task is dragged to a lane far below", async ({ page }) => {
  const planId = await longPlan(page)
  await page.goto(`/plan/${planId}`)
  const first = column(page, "To Do", "Lane 1")
  await expect(card(first, "Task 1.1")).toBeVisible()
  const lane = page.getByRole("region", { name: "Lane 5", exact: true })
  await expect(lane).toBeAttached()
  // Lanes far outside the view render no cards.
  await expect(lane.locator("[data-card]")).toHaveCount(0)
  expect((await lane.boundingBox())?.height).toBeGreaterThan(1_000)

  const from = await card(first, "Task 1.1").boundingBox()
  const view = page.viewportSize()
  if (!from || !view) throw new Error("The card is not on screen.")
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 20, { steps: 3 })
  await expect(page.locator(".dragging")).toHaveCount(1)
  const there = column(page, "To Do", "Lane 5")
  await there.evaluate((element) => element.scrollIntoView())
  await expect(there.locator("[data-card]")).not.toHaveCount(0)
  // Lanes above may still take their height, which moves this one under the pointer.
  const target = page.locator(".lane-column.drop-target")
  let last = Number.NaN
  await expect
    .poll(async () => {
      const doing = await column(page, "Doing", "Lane 5").boundingBox()
      if (!doing) return null
      const isStill = doing.y === last
      last = doing.y
      const y = Math.min(Math.max(doing.y + 40, view.height / 2), view.height - 120)
      await page.mouse.move(doing.x + 60, y, { steps: 8 })
      return isStill && (await target.count()) === 1 ? target.getAttribute("aria-label") : null
    })
    .toBe("Doing of Lane 5")
  await page.mouse.up()
  await settled(page)
  await expect(card(column(page, "Doing", "Lane 5"), "Task 1.1")).toBeVisible()
  await expect
    .poll(async () => {
      const { items, tasks } = await boardOf(page.request, planId)
      const { itemId, type } = tasks.find(({ description }) => description === "Task 1.1") ?? {}
      return [items.find(({ id }) => id === itemId)?.topic, type]
    })
    .toEqual(["Lane 5", 1])
})
