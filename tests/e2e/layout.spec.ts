// The board's panes: stored widths, opening and closing the panel, and cards that a search dims.
import type { Locator, Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, column, openMenu, region } from "./board-hands"
import { openAnother } from "./contexts"
import { expect, openEmpty, openSample, test } from "./people"

const widthOf = async (page: Page, name: string) =>
  Math.round((await page.locator(`#${name}`).boundingBox())?.width ?? 0)
const handle = (page: Page, name: string) => page.getByRole("separator", { name })

const rail = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name, exact: true })

const open = async (page: Page, width: number, height = 900) => {
  await page.setViewportSize({ width, height })
  await openSample(page, "layout")
}

test("panes are resized by pointer and keyboard, reset, and keep their width", async ({ page }) => {
  await open(page, 2100)
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(232)
  await expect.poll(() => widthOf(page, "pane-actions")).toBe(272)
  await expect.poll(() => widthOf(page, "pane-side")).toBe(44)
  await rail(page, "Notes").click()
  await expect.poll(() => widthOf(page, "pane-side")).toBe(392)
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(232)

  const grip = await handle(page, "Width of Goals").boundingBox()
  if (!grip) throw new Error("There is no handle.")
  expect(grip.width).toBe(14)
  await page.mouse.move(grip.x + 7, 300)
  await page.mouse.down()
  await page.mouse.move(grip.x + 37, 300, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(262)
  await handle(page, "Width of Actions").focus()
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => widthOf(page, "pane-actions")).toBe(288)
  await handle(page, "Width of the side panel").focus()
  await page.keyboard.press("ArrowLeft")
  await expect.poll(() => widthOf(page, "pane-side")).toBe(408)
  await page.keyboard.press("End")
  await expect.poll(() => widthOf(page, "pane-side")).toBe(560)

  await page.reload()
  await expect(region(page, "Focus")).toBeVisible()
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(262)
  await expect.poll(() => widthOf(page, "pane-actions")).toBe(288)
  await expect.poll(() => widthOf(page, "pane-side")).toBe(560)
  await handle(page, "Width of Goals").dblclick({ position: { x: 7, y: 300 } })
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(232)

  // Another window width has its own pane widths, and narrower gaps.
  await page.setViewportSize({ width: 1366, height: 900 })
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(176)
  await expect.poll(() => widthOf(page, "handle-goals")).toBe(10)
  await expect.poll(() => widthOf(page, "pane-actions")).toBe(208)

  await test.step("the panel takes its room from the other panes, and chosen widths give way to the lanes", async () => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await expect.poll(() => widthOf(page, "pane-side")).toBe(360)
    await expect.poll(() => widthOf(page, "pane-goals")).toBe(176)
    await expect.poll(() => widthOf(page, "pane-lanes")).toBe(802)
    await handle(page, "Width of Goals").focus()
    await page.keyboard.press("End")
    await expect.poll(() => widthOf(page, "pane-lanes")).toBe(780)
    await expect.poll(() => widthOf(page, "pane-actions")).toBe(208)
    await page.getByRole("button", { name: "Collapse side panel" }).click()
    await expect.poll(() => widthOf(page, "pane-goals")).toBe(360)
    await expect.poll(() => widthOf(page, "pane-actions")).toBe(272)
  })
  await page.setViewportSize({ width: 2100, height: 900 })
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(232)

  await test.step("a card that is being saved for long widens nothing", async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => widthOf(page, "pane-lanes")).toBe(920)
    const sizes = () =>
      page
        .locator(".lane-column, .lane-focus, .pane, .lanes-scroll > .scrolled")
        .evaluateAll((all) =>
          all.map((each) => [each.getBoundingClientRect().width, each.scrollWidth <= each.clientWidth]),
        )
    const before = await sizes()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/Task*", async (route) => {
      await held
      await route.continue()
    })
    const task = card(page, "Photograph every kerb edge at standing height")
    await task.press("F2")
    await expect(page.locator("textarea.in-place")).toBeFocused()
    await page.keyboard.type(" again")
    await page.keyboard.press("Escape")
    await expect(page.locator(".task-card .save-status")).toBeAttached()
    await expect.poll(sizes).toEqual(before)
    release()
    await expect(page.locator(".save-status")).toHaveCount(0)
    await page.unroute("**/api/Task*")
  })
})

test("the board has the same place and size as its placeholder while loading", async ({ page }) => {
  await open(page, 1920)
  await handle(page, "Width of Goals").focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowRight")
  await expect.poll(() => widthOf(page, "pane-goals")).toBe(296)
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      const [goals, lanes] = [".pane.goals", ".pane.lanes"].map((each) => document.querySelector(each))
      const x = (element: Element) => Math.round(element.getBoundingClientRect().x)
      if (goals && lanes) seen.add(`${x(goals)} ${x(lanes)}`)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.reload()
  await expect(region(page, "Focus")).toBeVisible()
  await expect(card(region(page, "Goals"), "Student riders")).toBeVisible()
  await expect.poll(() => page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.size)).toBe(1)
})

test("a plan without open actions gives the space to planned ones, and the first action moves nothing", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await openEmpty(page, "layout")
  const widths = () => Promise.all([widthOf(page, "pane-goals"), widthOf(page, "pane-actions")])
  await expect.poll(widths).toEqual([190, 450])
  await page.getByRole("button", { name: "Start with an empty board" }).click()
  await page.getByRole("button", { name: "Add new goal" }).click()
  await expect(page.locator("textarea.in-place")).toBeFocused()
  await page.keyboard.type("Docks")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Add Action" }).click()
  await expect(page.locator("textarea.in-place")).toBeFocused()
  await page.keyboard.type("Permits")
  await page.keyboard.press("Enter")
  await expect(card(region(page, "Actions"), "Permits")).toBeVisible()
  await expect.poll(widths).toEqual([190, 450])

  await test.step("F keeps the focus on the action that has just been made", async () => {
    await page.keyboard.press("Escape")
    await expect(card(region(page, "Actions"), "Permits")).toBeFocused()
    await page.keyboard.press("f")
    await expect(card(region(page, "Focus"), "Permits")).toBeFocused()
  })
})

test("the side panel overlays the lanes where there is no room beside them", async ({ page }) => {
  await open(page, 1366)
  await test.step("Notes", async () => {
    await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
    for (const title of ["Search", "AI Chat", "Notes"]) await expect(rail(page, title)).toBeVisible()
    const lanes = await widthOf(page, "pane-lanes")
    await rail(page, "Notes").click()
    const side = page.getByRole("region", { name: "Side panel" })
    await expect(side.getByLabel("Search notes")).toBeFocused()
    await expect.poll(async () => Math.round((await side.boundingBox())?.width ?? 0)).toBe(392)
    await expect.poll(() => widthOf(page, "pane-lanes")).toBe(lanes)
    await page.keyboard.press("Escape")
    await expect(side).toHaveCount(0)
    await expect(rail(page, "Notes")).toBeFocused()
  })
  await test.step("C opens the chat with the focus in its field, and no ring around the panel", async () => {
    await page.keyboard.press("c")
    const side = page.getByRole("region", { name: "Side panel" })
    await expect(side.getByRole("textbox")).toBeFocused()
    expect(await side.evaluate((panel) => getComputedStyle(panel).outlineStyle)).toBe("none")
  })
  await page.keyboard.press("Escape")
  await test.step("a search dims other cards, marks matches, and Escape ends it", async () => {
    await rail(page, "Search").click()
    await expect(page.getByLabel("Search the board")).toBeFocused()
    await expectAccessible(page)
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
  await test.step("its mode is remembered; below 1280 one pane holds goals and actions", async () => {
    for (const width of [1200, 900, 768, 640]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole("radio", { name: "Actions" })).toBeVisible()
      await expect(rail(page, "Notes")).toBeInViewport({ ratio: 1 })
    }
  })
  await test.step("on a phone: More and the shortcuts", async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole("button", { name: "More" }).click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await page.keyboard.press("?")
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible()
    await expectAccessible(page)
  })
})

test("a panel beside the lanes is restored after a reload, and has no accessibility findings", async ({ page }) => {
  await open(page, 1920)
  await rail(page, "Search").click()
  for (const mode of ["Notes", "Search", "AI Chat"]) {
    await page.getByText(mode, { exact: true }).first().click()
    await expectAccessible(page)
  }
  await page.reload()
  await expect(page.getByRole("radio", { name: "AI Chat" })).toBeChecked()
  await page.getByRole("button", { name: "Collapse side panel" }).click()
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await expect(rail(page, "AI Chat")).toBeFocused()
  await expect.poll(() => widthOf(page, "pane-side")).toBe(44)
  await page.reload()
  await expect(region(page, "Focus")).toBeVisible()
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)

  await test.step("Show history is right below the lanes", async () => {
    const focus = region(page, "Focus")
    const dialog = await openMenu(page, "Mobile repair van pilot")
    await dialog.getByRole("button", { name: "Complete", exact: true }).click()
    const history = focus.getByRole("button", { name: "Show history" })
    await expect(history).toBeVisible()
    const gap = async () => {
      const lane = await focus.locator("section.lane").last().boundingBox()
      const top = (await history.boundingBox())?.y ?? 0
      return top - ((lane?.y ?? 0) + (lane?.height ?? 0))
    }
    await expect.poll(gap).toBeLessThan(24)
  })
})

test("the dark tooltip shows by mouse and by keyboard, not by touch; nothing has a native one", async ({
  page,
  browser,
}) => {
  await open(page, 1366)
  const tip = page.locator(".tip.shown")
  const add = region(page, "Goals").getByRole("button", { name: "Add new goal" })
  await add.hover()
  await expect(tip).toHaveText("Add new goal")
  const box = await tip.boundingBox()
  const at = await add.boundingBox()
  if (!box || !at) throw new Error("There is no tooltip.")
  expect(Math.abs(box.x + box.width / 2 - (at.x + at.width / 2))).toBeLessThan(1)
  expect(box.y).toBeGreaterThanOrEqual(at.y + at.height)
  await page.keyboard.press("Escape")
  await expect(tip).toHaveCount(0)
  await page.mouse.move(700, 500)

  await rail(page, "AI Chat").focus()
  await page.keyboard.press("Tab")
  await expect(rail(page, "Notes")).toBeFocused()
  await expect(tip).toHaveText("Notes")
  const right = await tip.boundingBox()
  expect((right?.x ?? 0) + (right?.width ?? 0)).toBeLessThanOrEqual(1366 - 8)
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Search notes")).toBeFocused()
  await expect(tip).toHaveCount(0)
  expect(await page.locator("[title]:not(iframe)").count()).toBe(0)

  const planId = await page.evaluate(() => sessionStorage.getItem("planId"))
  const context = await openAnother(page, browser, { hasTouch: true })
  const touched = await context.newPage()
  await touched.goto(`/board?planId=${planId}`)
  await rail(touched, "Notes").tap()
  await expect(touched.getByLabel("Search notes")).toBeFocused()
  await expect(touched.locator(".tip.shown")).toHaveCount(0)
})

test("on a phone search, chat and notes are pages of their own", async ({ page }) => {
  await open(page, 390, 844)
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Search" }).click()
  await expect(page.getByLabel("Search the board")).toBeFocused()
  await page.keyboard.type("heritage")
  await expect(page.getByRole("list", { name: "Results" }).locator("mark")).toHaveCount(2)
  await expect(page.getByRole("article")).toHaveCount(0)
  const rightOf = async (locator: Locator) => {
    const { x = 0, width = 0 } = (await locator.boundingBox()) ?? {}
    return x + width
  }
  const results = page.getByRole("list", { name: "Results" })
  expect(await rightOf(results)).toBeLessThanOrEqual(await rightOf(page.getByRole("search")))
  expect((await results.boundingBox())?.height).toBeGreaterThan(844 / 2)
  const tabs = page.getByRole("group", { name: "Show results of" }).getByRole("button")
  const tops = await Promise.all((await tabs.all()).map(async (tab) => (await tab.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
  const field = page.locator(".search-field")
  expect(await rightOf(field)).toBeLessThan(
    (await page.getByRole("button", { name: "Collapse side panel" }).boundingBox())?.x ?? 0,
  )
  await expectAccessible(page)
  await page.getByRole("button", { name: "AI Chat" }).click()
  await expect(page.getByRole("heading", { name: "AI Chat" })).toBeVisible()
  await page.getByRole("button", { name: "Board", exact: true }).click()
  await expect(region(page, "Focus")).toBeVisible()
})
