// The board's columns and side panel: stored widths, opening and closing the panel, and cards that a search dims.
import type { Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, column, region } from "./board-hands"
import { expect, openSample, signIn, test } from "./people"

const widthOf = async (page: Page, name: string) =>
  Math.round((await page.locator(`#${name}`).boundingBox())?.width ?? 0)
const handle = (page: Page, name: string) => page.getByRole("separator", { name })

const open = async (page: Page, width: number, height = 900) => {
  await page.setViewportSize({ width, height })
  await openSample(page, "layout")
}

test("columns are resized by pointer and keyboard, reset, and keep their width", async ({ page }) => {
  await open(page, 1920)
  expect(await widthOf(page, "column-goals")).toBe(232)
  expect(await widthOf(page, "column-actions")).toBe(272)
  expect(await widthOf(page, "column-side")).toBe(392)

  const grip = await handle(page, "Width of Goals").boundingBox()
  if (!grip) throw new Error("There is no handle.")
  expect(grip.width).toBe(14)
  await page.mouse.move(grip.x + 7, 300)
  await page.mouse.down()
  await page.mouse.move(grip.x + 37, 300, { steps: 4 })
  await page.mouse.up()
  expect(await widthOf(page, "column-goals")).toBe(262)
  await handle(page, "Width of Actions").focus()
  await page.keyboard.press("ArrowRight")
  expect(await widthOf(page, "column-actions")).toBe(258)
  await handle(page, "Width of the side panel").focus()
  await page.keyboard.press("ArrowLeft")
  await expect.poll(() => widthOf(page, "column-side")).toBe(408)
  await page.keyboard.press("End")
  await expect.poll(() => widthOf(page, "column-side")).toBe(560)

  await page.reload()
  await expect(region(page, "Focus")).toBeVisible()
  expect(await widthOf(page, "column-goals")).toBe(262)
  expect(await widthOf(page, "column-actions")).toBe(258)
  expect(await widthOf(page, "column-side")).toBe(560)
  await handle(page, "Width of Goals").dblclick({ position: { x: 7, y: 300 } })
  expect(await widthOf(page, "column-goals")).toBe(232)

  // Another window width has its own column widths.
  await page.setViewportSize({ width: 1366, height: 900 })
  await expect.poll(() => widthOf(page, "column-goals")).toBe(190)
  await expect.poll(() => widthOf(page, "column-actions")).toBe(226)
  await page.setViewportSize({ width: 1920, height: 900 })
  await expect.poll(() => widthOf(page, "column-goals")).toBe(232)
})

test("the board has the same place and size as its placeholder while loading", async ({ page }) => {
  await open(page, 1920)
  await handle(page, "Width of Goals").focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowRight")
  await expect.poll(() => widthOf(page, "column-goals")).toBe(296)
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      const [goals, lanes] = [".column.goals", ".column.lanes"].map((each) => document.querySelector(each))
      const x = (element: Element) => Math.round(element.getBoundingClientRect().x)
      if (goals && lanes) seen.add(`${x(goals)} ${x(lanes)}`)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.reload()
  await expect(region(page, "Focus")).toBeVisible()
  await expect(card(region(page, "Goals"), "Student riders")).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.size)).toBe(1)
})

test("a plan without open actions gives the space to planned ones", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await signIn(page, "layout")
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(region(page, "Goals")).toBeVisible()
  expect(await widthOf(page, "column-goals")).toBe(190)
  expect(await widthOf(page, "column-actions")).toBe(450)
})

test("the side panel overlays the lanes where there is no room beside them", async ({ page }) => {
  await open(page, 1366)
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  for (const title of ["Search", "AI Chat", "Notes"])
    await expect(page.getByTitle(title, { exact: true })).toBeVisible()
  const lanes = await widthOf(page, "column-lanes")
  await page.getByTitle("Notes", { exact: true }).click()
  const side = page.getByRole("region", { name: "Side panel" })
  await expect(side.getByLabel("Search notes")).toBeFocused()
  expect(Math.round((await side.boundingBox())?.width ?? 0)).toBe(392)
  expect(await widthOf(page, "column-lanes")).toBe(lanes)
  await page.keyboard.press("Escape")
  await expect(side).toHaveCount(0)
  await expect(page.getByTitle("Notes", { exact: true })).toBeFocused()

  // Its mode is remembered; below 1024 one column holds goals and actions.
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(page.getByRole("radio", { name: "Actions" })).toBeVisible()
  await expect(page.getByTitle("Notes", { exact: true })).toBeInViewport({ ratio: 1 })
})

test("a panel beside the lanes is restored after a reload", async ({ page }) => {
  await open(page, 1920)
  await page.getByText("AI Chat", { exact: true }).click()
  await page.reload()
  await expect(page.getByRole("radio", { name: "AI Chat" })).toBeChecked()
  await page.getByRole("button", { name: "Collapse side panel" }).click()
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await expect(page.getByTitle("AI Chat", { exact: true })).toBeFocused()
  await expect.poll(() => widthOf(page, "column-side")).toBe(44)
  await page.reload()
  await expect(region(page, "Focus")).toBeVisible()
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
})

test("a search dims other cards, marks matches, and Escape ends it", async ({ page }) => {
  await open(page, 1366)
  await page.getByTitle("Search", { exact: true }).click()
  await expect(page.getByLabel("Search the board")).toBeFocused()
  await page.keyboard.type("Heritage")
  await expect(page.getByText("2 results")).toBeVisible()
  const todo = column(page, "To Do", "Permit package for Old Town")
  await expect(todo.locator("mark")).toHaveText("heritage")
  const dim = todo.locator(".task-card", { hasText: "Collect neighbour consents" })
  await expect.poll(() => dim.evaluate((node) => getComputedStyle(node).opacity)).toBe("0.32")
  await page.keyboard.press("Escape")
  await expect(page.getByLabel("Search the board")).toHaveValue("")
  await expect(page.locator(".dim")).toHaveCount(0)
})

test("on a phone the search stays above the board; chat and notes are pages", async ({ page }) => {
  await open(page, 390, 844)
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Search" }).click()
  await expect(page.getByLabel("Search the board")).toBeFocused()
  await page.keyboard.type("heritage")
  await expect(page.locator("article mark")).toHaveCount(2)
  await page.getByRole("button", { name: "AI Chat" }).click()
  await expect(page.getByRole("heading", { name: "AI Chat" })).toBeVisible()
  await page.getByRole("button", { name: "Board", exact: true }).click()
  await expect(region(page, "Focus")).toBeVisible()
})

test("no serious accessibility findings in panels beside the lanes", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await open(page, 1920)
  for (const mode of ["AI Chat", "Notes", "Search"]) {
    await page.getByText(mode, { exact: true }).first().click()
    await expectAccessible(page)
  }
})

test("no serious accessibility findings in a panel over the lanes and in the phone's menu", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await open(page, 1366, 800)
  await page.getByTitle("Search", { exact: true }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole("button", { name: "More" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectAccessible(page)
})
