// Drags by touch: press and hold lifts a card; a finger that moves at once scrolls.
import { card, cards, column, dragByFinger, finger, region } from "./board-hands"
import { expect, openSample, signIn, test, withMotion } from "./people"

test.use(withMotion)

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"

test.describe("on a tablet", () => {
  test.use({ hasTouch: true, viewport: { width: 1366, height: 1024 } })

  test("tasks, actions and lanes are dragged after a long press", async ({ page }) => {
    await openSample(page, "finger")
    const doing = column(page, "Doing", permit)
    await dragByFinger(
      page,
      card(column(page, "To Do", permit), office),
      card(doing, "Agree paving reinstatement terms with Roads"),
    )
    await expect(card(doing, office)).toBeVisible()

    const focus = region(page, "Focus")
    const actions = region(page, "Actions")
    await dragByFinger(page, card(actions, "Spare-parts forecast"), card(focus, permit), { x: 0, y: 60 })
    await expect(card(focus, "Spare-parts forecast")).toBeVisible()
    await dragByFinger(page, card(focus, permit), card(region(page, "Goals"), "Student riders"))
    await page.reload()
    await card(region(page, "Goals"), "Student riders").click()
    await expect(card(focus, permit)).toBeVisible()
    await expect(card(doing, office)).toBeVisible()
  })

  test("goals, actions, lanes and the tasks of a list are reordered after a long press", async ({ page }) => {
    await openSample(page, "finger")
    const lists = {
      goals: region(page, "Goals"),
      actions: region(page, "Actions"),
      todo: column(page, "To Do", permit),
    }
    const lanes = () => region(page, "Focus").locator("[data-card^='item']").allTextContents()
    const now = async () => ({
      goals: await cards(lists.goals),
      actions: await cards(lists.actions),
      todo: await cards(lists.todo),
      lanes: await lanes(),
    })
    const before = await now()
    for (const list of Object.values(lists)) {
      const [first, second, third] = await cards(list)
      await dragByFinger(page, card(list, third ?? ""), card(list, first ?? ""), { x: 0, y: -20 })
      await expect.poll(async () => (await cards(list)).slice(0, 3)).toEqual([third, first, second])
    }
    const [first, second, third] = before.lanes
    const focus = region(page, "Focus")
    await dragByFinger(page, card(focus, third ?? ""), card(focus, first ?? ""), { x: 0, y: -60 })
    await expect.poll(lanes).toEqual([third, first, second])

    const after = await now()
    expect(after).not.toEqual(before)
    await page.reload()
    // The page begins with what this browser has stored of the board.
    await expect.poll(now).toEqual(after)
  })

  test("a tap selects, two quick ones open the dialog, and a touch that moves at once doesn't drag", async ({
    page,
  }) => {
    await openSample(page, "finger")
    const todo = column(page, "To Do", permit)
    const before = await cards(todo)
    const moving = await finger(page)
    const box = await card(todo, office).boundingBox()
    if (!box) throw new Error("The card is not on screen.")
    await moving("touchStart", box.x + 40, box.y + 10)
    await moving("touchMove", box.x + 40, box.y - 30)
    await moving("touchMove", box.x + 40, box.y - 120)
    await moving("touchEnd")
    await expect(page.locator(".dragging, .dropping")).toHaveCount(0)
    expect(await cards(todo)).toEqual(before)

    await card(todo, office).tap()
    await expect(card(todo, office)).toHaveAttribute("aria-pressed", "true")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await page.keyboard.press("Escape")
    await expect(card(todo, office)).toHaveAttribute("aria-pressed", "false")
    // Another card, because a tap soon after the first would be the second of two.
    const other = await card(todo, before.find((name) => name !== office) ?? "").boundingBox()
    if (!other) throw new Error("The card is not on screen.")
    // All at once: taps that wait for each other may be too far apart on a slow machine.
    const twice = ["touchStart", "touchEnd", "touchStart", "touchEnd"] as const
    await Promise.all(twice.map((type) => moving(type, other.x + 40, other.y + 10)))
    await expect(page.getByRole("dialog")).toBeVisible()
  })
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("a task is dropped on a status; cards below Focus form one lane", async ({ page }) => {
    await signIn(page, "finger")
    await page.getByRole("button", { name: /sample plan/i }).tap()
    await page.getByRole("button", { name: "Board", exact: true }).tap()
    const status = page.getByRole("group", { name: "Status" })
    await expect(status).toBeVisible()
    await dragByFinger(page, card(page, office), status.getByRole("button", { name: /^Done/ }))
    await expect(card(page, office)).toHaveCount(0)
    await status.getByRole("button", { name: /^Done/ }).tap()
    await expect(card(column(page, "Done", permit), office)).toBeVisible()
    await page.reload()
    await page.getByRole("button", { name: "Board", exact: true }).tap()
    await status.getByRole("button", { name: /^Done/ }).tap()
    await expect(card(column(page, "Done", permit), office)).toBeVisible()
  })
})
