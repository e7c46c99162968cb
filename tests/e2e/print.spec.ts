// What a plan's calendar looks like on paper.
import type { Page } from "@playwright/test"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { call } from "./calls"
import { expect, test, withPlan } from "./people"

const openCalendar = async (page: Page) => {
  const { planId } = await withPlan(page, "empty")
  const item = await call(page.request, itemCalls.create, { planId, topic: "Quay", focus: true })
  const names = Array.from({ length: 40 }, (_, number) => `Pile ${number}`)
  for (const description of names) await call(page.request, taskCalls.create, { planId, itemId: item.id, description })
  await page.goto(`/board?planId=${planId}&layout=calendar`)
  await expect(page.locator("[data-day]").first()).toBeVisible()
  await expect(page.getByText("Pile 39")).toHaveCount(1)
}

type Paper = NonNullable<Parameters<Page["pdf"]>[0]>

const sheets = async (page: Page, paper: Paper) =>
  (await page.pdf(paper)).toString("latin1").match(/\/Type \/Page\b/g)?.length

test("a month is one sheet of any size, light where the theme is dark", async ({ page }) => {
  await openCalendar(page)
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"))
  const light = "rgb(255, 255, 255)"
  const day = page.locator("td[data-day]").nth(9)
  await expect(day).not.toHaveCSS("background-color", light)
  for (const paper of [
    { format: "A4", landscape: true },
    { format: "A4" },
    { format: "Letter", landscape: true },
  ] satisfies Paper[])
    expect([paper, await sheets(page, paper)]).toEqual([paper, 1])
  await page.emulateMedia({ media: "print" })
  await expect(day).toHaveCSS("background-color", light)
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(0)
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("an agenda is printed to its end, without the bars around it", async ({ page }) => {
    await openCalendar(page)
    expect(await sheets(page, { format: "A5" })).toBeGreaterThan(2)
    await page.emulateMedia({ media: "print" })
    await expect(page.getByRole("navigation")).toHaveCount(0)
    await expect(page.getByRole("banner")).toHaveCount(0)
    const bottom = await page.evaluate(() => document.documentElement.scrollHeight)
    const last = await page.getByText("Pile 39").boundingBox()
    expect((last?.y ?? bottom) + (last?.height ?? 0)).toBeLessThan(bottom)
  })
})
