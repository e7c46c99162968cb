// The Done column and the lanes where room is short, or where a search matches none of their cards.
import type { Locator } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, column, moveByKeys } from "./board-hands"
import { expect, openSample, test } from "./people"

const permit = "Permit package for Old Town"
const van = "Mobile repair van pilot"
const consents = "Collect neighbour consents on Mill Lane"
const office = "Book the heritage office slot"

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on screen.")
  return box
}

test("below 1024 px Done is a strip that counts, takes tasks and opens for all lanes; wider, all columns are in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 768 })
  await openSample(page, "strip")
  const lane = page.locator("section.lane", { has: card(page, permit) })
  const strip = lane.getByRole("button", { name: /^Done, \d+ tasks\. Open the column$/ })
  const chip = page.locator(".lanes-header").getByRole("button", { name: /^Done, \d+ tasks\. Open the column$/ })
  const overflow = () =>
    page.locator(".lanes-scroll").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  const count = async () => Number(await strip.locator(".numeric").textContent())

  const before = await test.step("every column is in sight", async () => {
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await expect.poll(async () => (await boxOf(strip)).width).toBe(40)
    await expect(chip).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    return count()
  })

  await test.step("the strip widens as a task comes near, and takes it", async () => {
    const [from, to] = [await boxOf(card(page, office)), await boxOf(strip)]
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 })
    await page.mouse.move(to.x - 20, to.y + 60, { steps: 12 })
    await expect.poll(async () => (await boxOf(lane.locator(".done-strip"))).width).toBeGreaterThan(120)
    await expect(strip).toHaveAttribute("data-takes", "true")
    await page.mouse.up()
    await expect(page.locator(".dragging, .dropping")).toHaveCount(0)
    await expect(strip.locator(".numeric")).toHaveText(String(before + 1))
    await expect(card(page, office)).toHaveCount(0)
  })

  await test.step("by keys a task is carried into Done, which opens meanwhile", async () => {
    await moveByKeys(page, card(page, consents), ["ArrowRight", "ArrowRight"])
    await expect(strip.locator(".numeric")).toHaveText(String(before + 2))
  })

  await test.step("the chip opens Done in all lanes, which is remembered for this width", async () => {
    await chip.click()
    await expect(card(column(page, "Done", permit), office)).toBeInViewport()
    await expect(column(page, "Done", van)).toBeVisible()
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await page.reload()
    await expect(card(column(page, "Done", permit), office)).toBeVisible()
    await page.getByRole("button", { name: "Fold Done" }).click()
    await expect(strip).toBeVisible()
    await strip.click()
    await expect(card(column(page, "Done", permit), office)).toBeVisible()
    await page.getByRole("button", { name: "Fold Done" }).click()
  })

  await test.step("at 200 % zoom the strip stays at the edge of the lanes", async () => {
    await page.setViewportSize({ width: 683, height: 384 })
    await expect(strip).toBeInViewport({ ratio: 0.5 })
    await expect(chip).toBeInViewport({ ratio: 1 })
  })

  await test.step("where Done is open and cut off, a chip scrolls to it", async () => {
    await chip.click()
    const cut = page.getByRole("button", { name: /^Done, \d+ tasks\. Show the column$/ })
    await expect(cut).toBeInViewport({ ratio: 1 })
    await expect(page.locator(".cut-edge")).toHaveCSS(
      "background-image",
      /^linear-gradient\(to right, rgba\(0, 0, 0, 0\)/,
    )
    await expectAccessible(page)
    await cut.press("Enter")
    await expect(column(page, "Done", permit).locator("[data-card]").first()).toBeInViewport()
    await expect(cut).toHaveCount(0)
    await expect(page.locator(".lane-column [data-card]:focus")).toHaveCount(1)
  })

  await test.step("from 1024 px all columns are in sight, from 1280 goals and actions too", async () => {
    for (const width of [1024, 1100, 1279, 1280, 1366, 1440, 1577, 1578, 1600, 1920]) {
      await page.setViewportSize({ width, height: 768 })
      await expect(page.getByRole("radio", { name: "Actions" })).toHaveCount(width < 1280 ? 1 : 0)
      await expect(page.locator(".lanes-header > div").nth(3)).toBeInViewport({ ratio: 1 })
      await expect.poll(overflow).toBeLessThanOrEqual(0)
      const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(wider).toBeLessThanOrEqual(0)
      await expect(page.getByRole("button", { name: /^Done, \d+ tasks/ })).toHaveCount(0)
    }
  })
})

test("a search folds lanes without a match, counts matches, and unfolds lanes on demand", async ({ page }) => {
  await openSample(page, "fold")
  const lane = page.getByRole("region", { name: van, exact: true })
  const full = await boxOf(lane)
  expect(full.height).toBeGreaterThan(100)
  await page.keyboard.press("/")
  await page.getByLabel("Search the board").fill("heritage")
  await expect(lane.getByText(/^No match, \d+ tasks$/)).toBeVisible()
  const height = async () => (await boxOf(lane)).height
  await expect.poll(height).toBe(48)
  await expect(page.locator(".lanes-header")).toContainText(/Focus\s*1 of \d/)
  await expectAccessible(page, ".pane.lanes")
  await card(lane, van).press("Enter")
  await expect(card(lane, van)).toBeFocused()
  await expect.poll(height).toBeGreaterThan(100)
  await expect(lane.locator(".dim").first()).toBeVisible()
  // A match made by anybody unfolds its lane.
  const evidence = page.getByRole("region", { name: "Renewal evidence pack", exact: true })
  await expect(evidence.getByText(/^No match/)).toBeVisible()
  await page.evaluate(async () => {
    const planId = sessionStorage.getItem("planId")
    const { items } = await (await fetch(`/api/Plan/${planId}/board`)).json()
    const { id } = items.find(({ topic }: { topic: string }) => topic === "Renewal evidence pack")
    await fetch(`/api/Task?planId=${planId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ itemId: id, description: "Ask the heritage office" }),
    })
  })
  await expect(card(evidence, "Ask the heritage office")).toBeVisible()
  await page.getByLabel("Search the board").focus()
  await page.keyboard.press("Escape")
  await expect(page.locator(".lane.folded")).toHaveCount(0)
  await expect(page.locator(".dim")).toHaveCount(0)
})
