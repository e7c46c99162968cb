// Visible defects: nothing is hidden, clipped, too small to press or misaligned.

import type { Locator } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { card, openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, openEmpty, openSample, test, withMotion } from "./people"

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on screen.")
  return box
}

test("a slow save shows on its card; the action dialog shows all of its content at its default height", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openSample(page, "looks")
  await test.step("a card shows that its change is being saved when that takes long", async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/Task?*", async (route) => {
      await held
      await route.continue()
    })
    const name = "Book the heritage office slot"
    await page.setViewportSize({ width: 1440, height: 900 })
    const widths = () =>
      page.evaluate(async () => {
        // The board hears of the window's size in the next frame.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        return [...document.querySelectorAll("[role=region], section, .lane-column")].map(
          (column) => column.clientWidth,
        )
      })
    const before = await widths()
    expect(before.length).toBeGreaterThan(5)
    await card(page, name).focus()
    await page.keyboard.press("F2")
    await expect(page.locator("textarea:focus")).toBeVisible()
    await page.keyboard.type(" today")
    await page.keyboard.press("Enter")
    await expect(region(page, "Focus").getByText("Saving")).toBeVisible()
    expect(await widths()).toEqual(before)
    await page.setViewportSize({ width: 1366, height: 768 })
    answer()
    await expect(region(page, "Focus").getByText("Saving")).toBeHidden()
  })
  const dialog = await openMenu(page, "Permit package for Old Town")
  const moveTo = await boxOf(dialog.getByRole("button", { name: "Move to" }))
  const close = await boxOf(dialog.getByRole("button", { name: "Close" }))
  expect(moveTo.y + moveTo.height).toBeLessThan(close.y)

  await dialog.getByRole("button", { name: "Complete", exact: true }).click()
  await page.getByRole("button", { name: "Show history" }).click()
  await region(page, "Focus").getByRole("button", { name: "Permit package for Old Town", exact: true }).click()
  const field = page.getByRole("dialog").getByLabel("SHORT HEADING")
  const label = await boxOf(page.getByText("SHORT HEADING"))
  const text = await field.evaluate((node) => {
    const { paddingLeft, borderLeftWidth } = getComputedStyle(node)
    return node.getBoundingClientRect().x + Number.parseFloat(paddingLeft) + Number.parseFloat(borderLeftWidth)
  })
  expect(Math.abs(text - label.x)).toBeLessThan(1)
})

test("long words end in an ellipsis, and a long description leaves the rest of its dialog visible", async ({
  page,
}) => {
  const { planId } = await openEmpty(page, "looks")
  await test.step("an empty plan offers to add the first goal at the top of the column", async () => {
    const add = await boxOf(region(page, "Goals").getByRole("button", { name: "Add new goal" }))
    expect(add.y).toBeLessThan(300)
  })
  const goal = await call(page.request, goalCalls.create, {
    planId,
    name: "Goal",
    description: "Long".repeat(60),
    color: "#1f7a5c",
  })
  const description = "Words that go on and on. ".repeat(400)
  await call(page.request, itemCalls.create, { planId, goalId: goal.id, topic: "Action", description })
  await call(page.request, itemCalls.create, {
    planId,
    goalId: goal.id,
    topic: "Other",
    description: "Long".repeat(60),
    focus: true,
  })
  await card(region(page, "Goals"), "Goal").waitFor()
  await card(region(page, "Focus"), "Other").waitFor()
  for (const text of await page.locator("p.card-description").all()) {
    const over = await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(over).toBeLessThanOrEqual(0)
  }
  const dialog = await openMenu(page, "Action")
  await expect(dialog.getByText("VALUE", { exact: true })).toBeInViewport()
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("every control is large enough for a finger", async ({ page }) => {
    await openSample(page, "looks")
    const { y: top } = await boxOf(page.getByRole("navigation"))
    for (const name of ["Board", "Actions", "Goals"]) {
      const tab = page.getByRole("navigation").getByRole("button", { name })
      await tab.tap()
      await expect(tab).toHaveAttribute("aria-current", "page")
      const small = await page
        .getByRole("main")
        .getByRole("button")
        .evaluateAll(
          (buttons, top) =>
            buttons
              .filter((button) => {
                const { width, height, y } = button.getBoundingClientRect()
                // The button of a card is its text, stretched over the card.
                return width > 0 && y <= top && !button.matches("[data-card]") && Math.min(width, height) < 42
              })
              .map((button) => button.getAttribute("aria-label") ?? button.textContent),
          top,
        )
      expect(small).toEqual([])
    }
  })
})

test("forced colours keep the edges of cards and the colour picker's colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  const { planId } = await openSample(page, "looks")
  for (const selector of [".goal-card", ".action-card", ".task-card", ".lane"])
    await expect(page.locator(selector).first()).not.toHaveCSS("outline-style", "none")
  await openMenu(page, "Student riders")
  const fills = page.locator(".swatches label > span")
  const colours = () =>
    fills.evaluateAll((all) => new Set(all.map((each) => getComputedStyle(each).backgroundColor)).size)
  await expect.poll(colours).toBe(12)

  await test.step("a menu opened while the plan loads stays open", async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    // An open board would store its copy again.
    await page.goto("/healthz")
    await page.evaluate(async () => {
      for (const { name = "" } of await indexedDB.databases())
        await new Promise((resolve) => {
          indexedDB.deleteDatabase(name).onsuccess = resolve
        })
    })
    await page.route("**/api/Plan/*/board*", async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/board?planId=${planId}`)
    await page.getByRole("button", { name: "Profile" }).click()
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible()
    answer()
    await expect(page.locator(".goal-card").first()).toBeVisible()
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible()
  })
})

/** The lines of an element's text as they are on screen, without the hyphens at their ends. */
const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const lines: { top: number; text: string }[] = []
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (let at = 0; at < (text.nodeValue?.length ?? 0); at++) {
        const letter = text.nodeValue?.[at] ?? ""
        if (/[\s\u00ad]/.test(letter)) continue
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        // The first letter of a line has a second box, of the hyphen before it.
        const top = [...range.getClientRects()].at(-1)?.top ?? 0
        const line = lines.at(-1)
        if (line && Math.abs(line.top - top) < 4) line.text += letter
        else lines.push({ top, text: letter })
      }
    }
    return lines.map(({ text }) => text)
  })

/** Matches lines that end where a syllable does. */
const brokenBetween = (syllables: string) => new RegExp(`^${syllables.replaceAll("|", "\\|?")}$`)

test("a goal’s name breaks between words where it can, else between syllables; it is called and searched as it was written", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const { planId } = await openEmpty(page, "syllables")
  const names = {
    "Abwasserbehörde und Öffentlichkeitsbeteiligungsverfahren":
      "Abwasserbehörde|und|Öf|fent|lich|keits|be|tei|li|gungs|ver|fah|ren",
    "Telecommunications internationalization": "Telecom|mu|ni|ca|tions|in|ter|na|tion|al|iza|tion",
    "Plan infrastructures": "Plan|infrastructures",
  }
  for (const name of Object.keys(names))
    await call(page.request, goalCalls.create, { planId, name, description: "", color: "#1f7a5c" })
  const goals = region(page, "Goals")
  for (const [name, syllables] of Object.entries(names)) {
    const goal = goals.locator(`[data-card][aria-label="${name}"]`)
    await expect.poll(async () => (await linesOf(goal)).join("|")).toMatch(brokenBetween(syllables))
  }
  await page.keyboard.press("/")
  await page.getByLabel("Search the board").fill("communications inter")
  await expect(goals.locator("mark")).toHaveText("communications inter")
})

test.describe("with motion", () => {
  test.use(withMotion)

  test("the confetti of a completed action has the colours of the plan’s goals, half of it its own goal’s", async ({
    page,
  }) => {
    const { planId } = await openSample(page, "confetti")
    const { goals, items } = await boardOf(page.request, planId)
    const own = items.find(({ topic }) => topic === "Permit package for Old Town")?.goal?.color ?? ""
    await page.evaluate(() => {
      const drawn: string[] = []
      Object.assign(window, { drawn })
      const { prototype } = CanvasRenderingContext2D
      const fill = Object.getOwnPropertyDescriptor(prototype, "fillStyle") as PropertyDescriptor
      Object.defineProperty(prototype, "fillStyle", {
        ...fill,
        set(color: string) {
          fill.set?.call(this, color)
          drawn.push(String(fill.get?.call(this)).replace(/^rgba\((\d+), (\d+), (\d+),.*$/, "$1 $2 $3"))
        },
      })
    })
    const dialog = await openMenu(page, "Permit package for Old Town")
    await dialog.getByRole("button", { name: "Complete", exact: true }).click()
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
    await expect.poll(async () => (await drawn()).length).toBeGreaterThan(2_000)
    const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(" ")
    const ofGoals = new Set(goals.map(({ color }) => rgb(color)))
    const colors = (await drawn()).map((color) => (color.startsWith("#") ? rgb(color) : color))
    expect(ofGoals.size).toBeGreaterThan(2)
    expect(colors.filter((color) => !ofGoals.has(color))).toEqual([])
    const share = colors.filter((color) => color === rgb(own)).length / colors.length
    expect(share).toBeGreaterThan(0.4)
    expect(new Set(colors).size).toBeGreaterThan(1)
  })
})
