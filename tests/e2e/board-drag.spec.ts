// Every drag of spec 2 section 4 by mouse, by keyboard and by "Move to", checked again after a reload.

import { card, cards, column, dragKey, dragTo, moveByKeys, openMenu, region, said, settled } from "./board-hands"
import { expect, openSample, test, withMotion } from "./people"

test.use(withMotion)

const permit = "Permit package for Old Town"
const evidence = "Renewal evidence pack"
const van = "Mobile repair van pilot"

test.beforeEach(async ({ page }) => {
  await openSample(page, "mover")
})

test("goals, actions and lanes are reordered by mouse and by keyboard, and a reload keeps their order", async ({
  page,
}) => {
  const goals = region(page, "Goals")
  const actions = region(page, "Actions")
  const focus = region(page, "Focus")
  const lanes = () => focus.locator("[data-card^='item']").allTextContents()

  await test.step("goals", async () => {
    const before = await cards(goals)
    await dragTo(page, card(goals, "Ready for winter"), card(goals, "Open twelve new docks"), { x: 0, y: -20 })
    await expect.poll(() => cards(goals)).toEqual(["Ready for winter", ...before.slice(0, -1)])
    await moveByKeys(page, card(goals, "Student riders"), ["ArrowUp"])
    await expect.poll(async () => (await cards(goals)).indexOf("Student riders")).toBe(3)
  })

  await test.step("actions by mouse, to the drop position in Focus and back", async () => {
    const before = await cards(actions)
    await dragTo(page, card(actions, "Spare-parts forecast"), card(actions, "Survey the riverside sites"), {
      x: 0,
      y: -30,
    })
    await expect.poll(async () => (await cards(actions))[0]).toBe("Spare-parts forecast")

    await dragTo(page, card(actions, "Spare-parts forecast"), card(focus, evidence))
    await expect(card(actions, "Spare-parts forecast")).toHaveCount(0)
    const focused = await lanes()
    expect(focused).toHaveLength(4)
    expect(focused.indexOf("Spare-parts forecast")).toBeGreaterThan(0)
    expect(focused.indexOf("Spare-parts forecast")).toBeLessThan(3)

    await dragTo(page, card(focus, "Spare-parts forecast"), card(actions, "Power for the depot side"))
    await expect(card(focus, "Spare-parts forecast")).toHaveCount(0)
    const list = await cards(actions)
    expect(list).toHaveLength(before.length)
    expect(list.indexOf("Spare-parts forecast")).toBeLessThan(4)
  })

  await test.step("actions by keyboard", async () => {
    const [first, second, third, ...rest] = await cards(actions)
    await moveByKeys(page, card(actions, first ?? ""), ["ArrowDown", "ArrowDown"])
    await expect.poll(() => cards(actions)).toEqual([second, third, first, ...rest])
    await expect(card(actions, first ?? "")).toBeFocused()
    await moveByKeys(page, card(actions, third ?? ""), ["ArrowUp"])
    await expect.poll(() => cards(actions)).toEqual([third, second, first, ...rest])
  })

  await test.step("lanes", async () => {
    await dragTo(page, card(focus, van), card(focus, permit), { x: 0, y: -60 })
    await expect.poll(lanes).toEqual([van, permit, evidence])
    await moveByKeys(page, card(focus, van), ["ArrowDown", "ArrowDown"])
    await expect.poll(lanes).toEqual([permit, evidence, van])
  })

  const shown = async () => [await cards(goals), await cards(actions), await lanes()]
  const before = await shown()
  await page.reload()
  await expect(card(goals, "Ready for winter")).toBeVisible()
  await expect(card(actions, "Spare-parts forecast")).toBeVisible()
  await expect(card(focus, van)).toBeVisible()
  // The page begins with what this browser has stored of the board.
  await expect.poll(shown).toEqual(before)
})

test("an action or a lane is moved to a goal by mouse and by keyboard, with its tasks", async ({ page }) => {
  const goals = region(page, "Goals")
  const actions = region(page, "Actions")
  const focus = region(page, "Focus")
  await moveByKeys(page, card(actions, "Spare-parts forecast"), ["ArrowLeft", "ArrowDown"])
  const before = await cards(actions)
  await test.step("the carried card hides no goal, and its place stays empty", async () => {
    const from = await card(actions, "De-icing kit for every station").boundingBox()
    const goal = await goals.locator("article", { hasText: "Student riders" }).boundingBox()
    const after = card(actions, before.at(-1) ?? "")
    const lay = await after.boundingBox()
    if (!from || !goal || !lay) throw new Error("It is not on screen.")
    await page.mouse.move(from.x + 60, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y, { steps: 3 })
    await page.mouse.move(goal.x + 40, goal.y + 20, { steps: 12 })
    await expect(goals.locator(".goal-card[data-takes]")).toHaveCount(1)
    // The card is turned a little.
    const carried = async () => (await page.locator(".dragging").boundingBox())?.x ?? 0
    await expect.poll(carried).toBeGreaterThan(goal.x + goal.width - 2)
    const empty = actions.locator("[data-rfd-placeholder-context-id]")
    await expect.poll(async () => Math.abs(((await empty.boundingBox())?.y ?? 0) - (from.y - 30))).toBeLessThan(24)
    await expect.poll(async () => Math.round((await after.boundingBox())?.y ?? 0)).toBe(Math.round(lay.y))
    await page.keyboard.press("Escape")
    await page.mouse.up()
    await settled(page)
  })
  await dragTo(page, card(actions, "De-icing kit for every station"), card(goals, "Student riders"))
  expect(await cards(actions)).toEqual(before)
  await dragTo(page, card(focus, van), card(goals, "Ready for winter"))
  await page.reload()
  await card(goals, "Student riders").click()
  await expect(card(actions, "Spare-parts forecast")).toBeVisible()
  await expect(card(actions, "De-icing kit for every station")).toBeVisible()
  await expect(card(actions, "Survey the riverside sites")).toHaveCount(0)
  await card(goals, "Ready for winter").click()
  await expect(card(focus, van)).toBeVisible()
  await expect(card(focus, permit)).toHaveCount(0)
  await expect(goals.getByText(/\d of 6/)).toBeVisible()
})

test("tasks move between columns and lanes; Done sorts itself and completes them", async ({ page }) => {
  const todo = column(page, "To Do", permit)
  const doing = column(page, "Doing", permit)
  const done = column(page, "Done", permit)
  await dragTo(page, card(todo, "Book the heritage office slot"), card(doing, "Scale drawings, docks 7 to 11"), {
    x: 0,
    y: -10,
  })
  await expect.poll(async () => (await cards(doing))[0]).toBe("Book the heritage office slot")

  await dragTo(
    page,
    card(doing, "Book the heritage office slot"),
    card(done, "Photograph every kerb edge at standing height"),
  )
  await expect.poll(async () => (await cards(done))[0]).toBe("Book the heritage office slot")
  const stamp = done.locator("article", { hasText: "Book the heritage office slot" }).getByText("COMPLETED")
  await expect(stamp).toBeVisible()
  await card(done, "Book the heritage office slot").click()
  await expect(done.locator(".controls")).toBeVisible()
  await expect(stamp).toBeVisible()

  const other = column(page, "Doing", evidence)
  await dragTo(page, card(done, "Book the heritage office slot"), card(other, "Cost per trip, three-year table"), {
    x: 0,
    y: 60,
  })
  await expect.poll(() => cards(other)).toEqual(["Cost per trip, three-year table", "Book the heritage office slot"])
  await expect(other.getByText("COMPLETED")).toHaveCount(0)

  await test.step("above the first card of a lane is that lane's first place", async () => {
    const above = column(page, "To Do", permit)
    const below = column(page, "To Do", evidence)
    const [name = ""] = await cards(above)
    const first = card(below, (await cards(below))[0] ?? "")
    const distance = ((await first.boundingBox())?.y ?? 0) - ((await below.boundingBox())?.y ?? 0)
    await dragTo(page, card(above, name), first, { x: 20, y: -distance - 4 })
    await expect.poll(async () => (await cards(below))[0]).toBe(name)
  })
  await page.reload()
  await expect(card(other, "Book the heritage office slot")).toBeVisible()
  await expect.poll(() => cards(other)).toEqual(["Cost per trip, three-year table", "Book the heritage office slot"])
})

test("tasks are moved by keyboard, within a column and across; Escape cancels", async ({ page }) => {
  const todo = column(page, "To Do", permit)
  const doing = column(page, "Doing", permit)
  const before = await cards(todo)
  await moveByKeys(page, card(todo, before[0] ?? ""), ["ArrowDown"])
  await expect.poll(() => cards(todo)).toEqual([before[1], before[0], before[2]])
  await moveByKeys(page, card(todo, before[0] ?? ""), ["ArrowRight"])
  await expect(card(doing, before[0] ?? "")).toBeVisible()
  await expect(card(doing, before[0] ?? "")).toBeFocused()

  await card(doing, before[0] ?? "").focus()
  await dragKey(page, "Space")
  await expect.poll(() => said(page)).toContain("Picked up")
  await dragKey(page, "ArrowRight")
  await dragKey(page, "Escape")
  await expect.poll(() => said(page)).toContain("is back where it was")
  await settled(page)
  await expect(card(doing, before[0] ?? "")).toBeVisible()

  await test.step("arrows that would lead out of the lane say what reaches other lanes", async () => {
    await card(todo, before[1] ?? "").focus()
    for (const key of ["Space", "ArrowUp"]) await dragKey(page, key)
    await expect.poll(() => said(page)).toContain("“Move to” in the task’s menu reaches other lanes.")
    await expect(page.locator("[data-sonner-toast]")).toContainText("Arrows stay in this lane.")
    await dragKey(page, "Escape")
    await settled(page)
  })
})

test.describe("where the lanes are wider than the window", () => {
  test.use({ viewport: { width: 700, height: 768 } })

  test("a keyboard drag to a column out of view scrolls it into view", async ({ page }) => {
    await page.locator(".lanes-header").getByRole("button", { name: /^Done/ }).click()
    const name = (await cards(column(page, "To Do", permit)))[0] ?? ""
    await card(column(page, "To Do", permit), name).focus()
    // Keys are pressed quickly: none waits for the previous one to take effect.
    for (const key of ["Space", "ArrowRight", "ArrowRight", "Space"]) await page.keyboard.press(key)
    const moved = card(column(page, "Done", permit), name)
    await expect(moved).toBeFocused()
    await expect(moved).toBeInViewport({ ratio: 1 })
  })
})

test("a drop doesn't flicker: the card is in place in the first frame after the animation", async ({ page }) => {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const lists = [...document.querySelectorAll<HTMLElement>("section.lane-column")].slice(0, 3)
      if (!document.querySelector(".dragging, .dropping")) {
        const state = lists
          .map((list) => [...list.querySelectorAll("[data-card]")].map((each) => each.textContent))
          .join("|")
        if (seen.at(-1) !== state) seen.push(state)
      }
      requestAnimationFrame(look)
    }
    look()
  })
  await dragTo(
    page,
    card(column(page, "To Do", permit), "Book the heritage office slot"),
    card(column(page, "Doing", permit), "Agree paving reinstatement terms with Roads"),
    { x: 0, y: -10 },
  )
  await page.waitForTimeout(600)
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  // The place before and the place after, and none between.
  expect(seen).toHaveLength(2)

  await test.step("Move to offers the same destinations as a drag", async () => {
    const actions = region(page, "Actions")
    const focus = region(page, "Focus")
    const choose = async (name: string, entry: string) => {
      const dialog = await openMenu(page, name)
      await dialog.getByRole("button", { name: "Move to" }).click()
      await page.getByRole("menuitem", { name: entry, exact: true }).click()
      await dialog.getByRole("button", { name: "Close" }).click()
      await expect(dialog).toHaveCount(0)
    }
    await choose("Spare-parts forecast", "Focus")
    await expect(card(focus, "Spare-parts forecast")).toBeVisible()
    await choose("Spare-parts forecast", "Actions list")
    await expect(card(actions, "Spare-parts forecast")).toBeVisible()
    await choose("Spare-parts forecast", "Student riders")
    await choose("Book the heritage office slot", "Done")
    await expect(card(column(page, "Done", permit), "Book the heritage office slot")).toBeVisible()
    await choose("Book the heritage office slot", evidence)
    await expect(card(column(page, "Done", evidence), "Book the heritage office slot")).toBeVisible()
    await choose("Student riders", "Up")
    await expect.poll(async () => (await cards(region(page, "Goals"))).indexOf("Student riders")).toBe(2)
  })
})
