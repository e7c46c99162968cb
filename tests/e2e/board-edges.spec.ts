// Rare situations on a board, each of which must end calmly.
import type { Browser, Page } from "@playwright/test"
import { addTask, card, cards, column, dragTo, openMenu, region, settled } from "./board-hands"
import { boardOf } from "./calls"
import { openAnother } from "./contexts"
import { expect, openSample, test, withMotion } from "./people"

test.use(withMotion)

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"
const consents = "Collect neighbour consents on Mill Lane"
const application = "Draft the street-use application for all five docks"

/** Opens the same person's second window. */
const elsewhere = async (page: Page, browser: Browser) => {
  const context = await openAnother(page, browser)
  const second = await context.newPage()
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  await second.goto(`/board?planId=${planId}`)
  await expect(region(second, "Focus")).toBeVisible()
  return { second, close: () => second.close() }
}

const liftTask = async (page: Page, name: string) => {
  await settled(page)
  const box = await card(page, name).boundingBox()
  if (!box) throw new Error("The card is not on screen.")
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 32, box.y + 30, { steps: 4 })
  await expect(page.locator(".dragging")).toHaveCount(1)
}

test.beforeEach(async ({ page }) => {
  await openSample(page, "edge")
})

test("Escape deselects a goal, right-to-left text is aligned to the right, and a drag ends without motion", async ({
  page,
}) => {
  await test.step("Escape deselects the goal", async () => {
    const goal = card(region(page, "Goals"), "Student riders")
    await goal.click()
    await expect(goal).toHaveAttribute("aria-pressed", "true")
    await page.keyboard.press("Escape")
    await expect(goal).toHaveAttribute("aria-pressed", "false")
    await expect(card(page, permit)).toBeVisible()
  })

  await test.step("right-to-left text is aligned to the right, in the field and on the card", async () => {
    const todo = column(page, "To Do", permit)
    const words = "לתאם את הפגישה עם העירייה"
    await addTask(page, permit, words)
    const made = card(todo, words)
    await expect(made).toBeVisible()
    expect(await made.evaluate((node) => getComputedStyle(node).direction)).toBe("rtl")
    await made.press("F2")
    expect(await page.locator("textarea.in-place").evaluate((node) => getComputedStyle(node).direction)).toBe("rtl")
    await page.keyboard.press("Escape")
  })

  await test.step("a drag with reduced motion ends on drop and on cancel", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" })
    await liftTask(page, office)
    await page.keyboard.press("Escape")
    await settled(page)
    await page.mouse.up()
    await dragTo(page, card(page, office), column(page, "Doing", permit))
    await expect(card(column(page, "Doing", permit), office)).toBeVisible()
  })
})

test("at 200 % zoom every part is reachable and nothing overflows the window", async ({ page }) => {
  await page.setViewportSize({ width: 683, height: 384 })
  await expect(page.getByRole("radio", { name: "Actions" })).toBeVisible()
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await wide()).toBeLessThanOrEqual(0)
  await page.locator(".lanes-header").getByRole("button", { name: /^Done/ }).click()
  const done = card(column(page, "Done", permit), "Tree-root survey")
  await done.scrollIntoViewIfNeeded()
  await expect(done).toBeInViewport()
  await openMenu(page, "Tree-root survey")
  await expect(page.getByRole("dialog").getByRole("button", { name: "Close" })).toBeInViewport()
  expect(await wide()).toBeLessThanOrEqual(0)
})

test("20,000 characters pasted into a card are stored whole, and the card stays usable", async ({ page }) => {
  const todo = column(page, "To Do", permit)
  const long = "word ".repeat(4_000).trimEnd().padEnd(20_000, "!")
  await card(todo, office).press("F2")
  const field = page.locator("textarea.in-place")
  await field.selectText()
  await page.evaluate((text) => document.execCommand("insertText", false, text), long)
  await field.press("Enter")
  const made = todo.locator(".task-card", { hasText: "word word" })
  await expect(made).toBeVisible()
  await expect.poll(async () => (await made.boundingBox())?.height ?? 9_999).toBeLessThan(320)
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  await expect
    .poll(async () => (await boardOf(page.request, planId)).tasks.some(({ description }) => description === long))
    .toBe(true)
  await expect(page.getByText("Not saved")).toHaveCount(0)
  await page.reload()
  await expect(made).toBeVisible()
  await made.getByRole("button", { name: /^Menu of/ }).click()
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue(long)
})

test("deleting a goal during somebody else's drag ends the drag and leaves the board intact", async ({
  page,
  browser,
}) => {
  const { second, close } = await elsewhere(page, browser)
  await liftTask(page, office)
  const dialog = await openMenu(second, "Open twelve new docks")
  await dialog.getByRole("button", { name: "Delete" }).click()
  await second.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(card(region(page, "Goals"), "Open twelve new docks")).toHaveCount(0)
  await page.mouse.move(500, 500, { steps: 3 })
  await page.mouse.up()
  await expect(page.locator(".dragging, .dropping")).toHaveCount(0)
  await expect(card(page, permit)).toHaveCount(0)
  // The remaining cards can still be dragged.
  const todo = column(page, "To Do", "Mobile repair van pilot")
  const names = await cards(todo)
  await dragTo(page, card(todo, names[0] ?? ""), column(page, "Doing", "Mobile repair van pilot"))
  await expect(card(column(page, "Doing", "Mobile repair van pilot"), names[0] ?? "")).toBeVisible()
  await close()
})

test("narrowing the window during a drop animation loses no card, and drags still work", async ({ page }) => {
  const before = page.viewportSize()
  if (!before) throw new Error("There is no window.")
  await liftTask(page, office)
  await page.keyboard.press("Escape")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.mouse.up()
  await expect(region(page, "Goals")).toHaveCount(0)
  await settled(page)
  await expect(card(page, office)).toBeVisible()
  await page.setViewportSize(before)
  await expect(region(page, "Goals")).toBeVisible()
  await dragTo(page, card(page, office), column(page, "Doing", permit))
  await settled(page)
  await expect(card(column(page, "Doing", permit), office)).toBeVisible()
})

test("two concurrent drops into one list give the same order on both screens", async ({ page, browser }) => {
  const { second, close } = await elsewhere(page, browser)
  const drop = (each: Page, name: string) =>
    dragTo(each, card(column(each, "To Do", permit), name), column(each, "Doing", permit))
  await Promise.all([drop(page, application), drop(second, office)])
  const doing = (each: Page) => cards(column(each, "Doing", permit))
  await expect.poll(async () => (await doing(page)).length).toBe(4)
  await expect.poll(async () => (await doing(page)).join() === (await doing(second)).join()).toBe(true)
  const order = await doing(page)
  await page.reload()
  await expect(card(page, consents)).toBeVisible()
  // This browser's copy of the board may be from before the drops.
  await expect.poll(() => doing(page)).toEqual(order)
  await close()
})

type Fiber = {
  flags: number
  memoizedProps: {
    task?: { id: number }
    item?: { id: number }
    provided?: unknown
    snapshot?: unknown
    card?: { entity: string; id: number }
    mode?: unknown
  } | null
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** Counts which cards React renders, through the hook that React calls for developer tools at every commit. */
const countRenders = (page: Page) =>
  page.addInitScript(() => {
    const rendered: string[] = []
    Object.assign(window, { rendered })
    const performed = 1
    const visit = (fiber: Fiber) => {
      const { memoizedProps: props } = fiber
      if ((fiber.flags & performed) !== 0 && props && "snapshot" in props) {
        rendered.push(props.task ? `task:${props.task.id}` : `item:${props.item?.id}`)
      }
      if ((fiber.flags & performed) !== 0 && props?.card && "mode" in props) {
        rendered.push(`${props.card.entity}:${props.card.id}`)
      }
      // Below a fiber with unchanged children nothing was rendered.
      if (fiber.alternate && fiber.child === fiber.alternate.child) return
      for (let child = fiber.child; child; child = child.sibling) visit(child)
    }
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
      },
    })
  })

test("a changed or selected task re-renders only its card", async ({ page, browser }) => {
  await countRenders(page)
  await page.reload()
  const rendered = () => page.evaluate(() => (window as unknown as { rendered: string[] }).rendered.splice(0))
  // The cards are there before, in the page's picture.
  await expect.poll(async () => new Set(await rendered()).size).toBeGreaterThan(20)
  const { second, close } = await elsewhere(page, browser)
  // The cached board may still be replaced by the server's.
  await expect.poll(async () => (await rendered()).length).toBe(0)
  await card(second, office).press("F2")
  await expect(second.locator("textarea.in-place")).toBeFocused()
  await second.keyboard.type(" on Thursday")
  await second.keyboard.press("Enter")
  await expect(card(page, `${office} on Thursday`)).toBeVisible()
  const again = await rendered()
  expect([...new Set(again)]).toEqual([expect.stringMatching(/^task:/)])
  await card(page, `${office} on Thursday`).click()
  await expect(page.locator(".task-card.selected")).toHaveCount(1)
  expect([...new Set(await rendered())]).toEqual([...new Set(again)])
  await card(page, consents).click()
  await expect(card(page, consents)).toHaveAttribute("aria-pressed", "true")
  expect(new Set(await rendered()).size).toBe(2)
  await close()
})
