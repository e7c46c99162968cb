// What becomes of typed text: Escape, Enter, fields that stay open, and letters typed after the field was left.
import { card, column, openMenu, region } from "./board-hands"
import { expect, openSample, signIn, test } from "./people"

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"

test("Escape saves what was typed and closes the top layer; Ctrl+Z takes it back", async ({ page }) => {
  await openSample(page, "typist")
  const focus = region(page, "Focus")
  const stored = () =>
    page.evaluate(async () => {
      const planId = sessionStorage.getItem("planId")
      const { items, goals } = await (await fetch(`/api/Plan/${planId}/board`)).json()
      return JSON.stringify([items, goals])
    })

  await test.step("in a dialog", async () => {
    const dialog = await openMenu(page, permit)
    await dialog.getByLabel("DESCRIPTION").fill("Five docks, one envelope")
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await expect(focus.getByText("Five docks, one envelope")).toBeVisible()
    await expect.poll(stored).toContain("Five docks, one envelope")
    await expect(card(focus, permit)).toBeFocused()
    await page.keyboard.press("Control+z")
    await expect(focus.getByText("Five docks, one envelope")).toHaveCount(0)
    await expect.poll(stored).not.toContain("Five docks, one envelope")
  })

  await test.step("on a card", async () => {
    const todo = column(page, "To Do", permit)
    await card(todo, office).focus()
    await page.keyboard.press("F2")
    await expect(todo.getByRole("textbox")).toBeFocused()
    await page.keyboard.type(" by telephone")
    await page.keyboard.press("Escape")
    await expect(card(todo, `${office} by telephone`)).toBeFocused()
    await page.keyboard.press("Control+z")
    await expect(card(todo, office)).toBeVisible()
  })

  await test.step("in the field of a new card", async () => {
    const todo = column(page, "To Do", permit)
    await todo.getByRole("button", { name: "Add task" }).click()
    await expect(todo.getByRole("textbox")).toBeFocused()
    await page.keyboard.type("Ring the bell")
    await page.keyboard.press("Escape")
    await expect(card(todo, "Ring the bell")).toBeFocused()
    await page.keyboard.press("Control+z")
    await expect(card(todo, "Ring the bell")).toHaveCount(0)
  })
})

test("a plan is typed without a click: the fields stay open, and a new goal is selected at once", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await signIn(page, "planner")
  await page.getByRole("button", { name: "New plan" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Start with an empty board" }).click()
  const [goals, actions] = [region(page, "Goals"), region(page, "Actions")]
  await expect(goals.getByRole("button", { name: "Add new goal" })).toBeFocused()
  const width = async () => Math.round((await page.locator("#pane-goals").boundingBox())?.width ?? 0)
  await page.keyboard.press("Shift+G")
  await page.keyboard.type("Harbour")
  await page.keyboard.press("Enter")
  await expect(card(goals, "Harbour")).toHaveAttribute("aria-pressed", "true")
  await page.keyboard.type("Night bus can wait")
  await page.keyboard.press("Enter")
  await expect(card(goals, "Night bus can wait")).toHaveAttribute("aria-pressed", "true")
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Short heading")).toBeFocused()
  // The panes take another width only once the typing has ended.
  expect(await width()).toBe(190)
  for (const name of ["Count the night riders", "Ask the harbour"]) {
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
  }
  await page.keyboard.type("c n 1 hours")
  await expect(page.getByLabel("Short heading")).toHaveValue("c n 1 hours")
  expect(await width()).toBe(190)
  await page.keyboard.press("Enter")
  // The goal still counts as selected once the server has named it.
  await expect
    .poll(() => page.locator(".goal-card.selected").locator("[data-card]").getAttribute("data-card"))
    .toMatch(/^goal:\d+$/)
  await page.keyboard.press("Enter")
  await expect(card(actions, "c n 1 hours")).toBeFocused()
  await expect.poll(width).toBe(232)
  for (const name of ["Count the night riders", "Ask the harbour", "c n 1 hours"])
    await expect(card(actions, name)).toBeVisible()
  await expect(card(goals, "Night bus can wait")).toHaveAttribute("aria-pressed", "true")
  await page.reload()
  await expect(card(actions, "c n 1 hours")).toBeVisible()
})

test("letters typed just after Enter has left a field are not shortcuts", async ({ page }) => {
  await page.clock.install()
  await openSample(page, "typist")
  const todo = column(page, "To Do", permit)
  await card(todo, office).focus()
  await page.keyboard.press("F2")
  await expect(todo.getByRole("textbox")).toBeFocused()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await page.keyboard.press("Enter")
  await page.clock.runFor(900)
  await page.keyboard.type(" cn2f/")
  await page.clock.runFor(900)
  await page.keyboard.type("2")
  await expect(card(todo, office)).toBeFocused()
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await expect(page.locator(".dragging")).toHaveCount(0)
  await page.clock.runFor(1_000)
  await page.clock.resume()
  await page.keyboard.press("2")
  await expect(card(column(page, "Doing", permit), office)).toBeVisible()
})

test("arrow keys on a slider save once, a second after the last key, and at once on close", async ({ page }) => {
  await page.clock.install()
  await openSample(page, "typist")
  const saved: unknown[] = []
  page.on("request", (request) => {
    if (request.method() === "PUT" && /\/api\/Item\/\d+\?/.test(request.url())) saved.push(request.postDataJSON())
  })
  const dialog = await openMenu(page, permit)
  const slider = dialog.getByRole("slider").first()
  const before = Number(await slider.getAttribute("value"))
  await slider.focus()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowLeft")
  await expect(slider).toHaveValue(String(before - 3))
  await page.clock.runFor(999)
  expect(saved).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect.poll(() => saved).toMatchObject([{ businessValue: before - 3 }])
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => saved).toMatchObject([{ businessValue: before - 3 }, { businessValue: before - 2 }])
})
