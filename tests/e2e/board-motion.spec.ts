// Where a dragged card lands at every window width, and that every drop ends.
import type { Page } from "@playwright/test"
import { card, cards, column, dragTo, moveByKeys, region, said, settled } from "./board-hands"
import { boardOf } from "./calls"
import { expect, openSample, test, withMotion } from "./people"

test.use(withMotion)

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"
const widths = [1280, 1366, 1440, 1600, 1680, 1800, 1920]

const grabs = [
  { grabbed: 0.05, share: 0.6 },
  { grabbed: 0.75, share: 0.2 },
] as const

const resize = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  // Another layout mounts the board again, and its panes take their widths in the next frame.
  await expect(card(page, permit)).toBeVisible()
  await page.evaluate(
    () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen, 60)))),
  )
  await expect(page.locator(".panels.sliding")).toHaveCount(0)
  await settled(page)
}

const scrolled = (page: Page) => page.locator(".lanes-scroll").evaluate(({ scrollLeft }) => scrollLeft)

/** Carries a card, grabbed at a share of its width, to a share of a column's width, and holds it there. */
const carry = async (page: Page, name: string, grabbed: number, to: ReturnType<typeof column>, share: number) => {
  const from = await card(page, name).boundingBox()
  const end = await to.boundingBox()
  if (!from || !end) throw new Error("It is not on screen.")
  const start = { x: from.x + from.width * grabbed, y: from.y + from.height / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 12, start.y, { steps: 3 })
  await page.mouse.move(end.x + end.width * share, end.y + 40, { steps: 12 })
  await expect(page.locator(".dragging")).toHaveCount(1)
}

/** Drops the carried task into a column that shows itself as its target. */
const drop = async (page: Page, to: ReturnType<typeof column>) => {
  await expect(to).toHaveClass(/drop-target/)
  await page.mouse.up()
  await settled(page)
  await expect(card(to, office)).toBeVisible()
}

test("a task lands in the column under the pointer, wherever it was grabbed, and the lanes stay where they are", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await openSample(page, "mover")
  const [todo, doing] = [column(page, "To Do", permit), column(page, "Doing", permit)]
  for (const [index, width] of widths.entries()) {
    await test.step(`${width} px`, async () => {
      await resize(page, width)
      // There with one grab and back with the other; the other way round at the next width.
      const [there, back] = index % 2 === 0 ? grabs : ([grabs[1], grabs[0]] as const)
      await carry(page, office, there.grabbed, doing, there.share)
      // Longer than the lanes take to scroll under a pointer that rests at their edge.
      await page.waitForTimeout(500)
      expect(await scrolled(page)).toBe(0)
      await drop(page, doing)
      await carry(page, office, back.grabbed, todo, back.share)
      await drop(page, todo)
    })
  }

  await test.step("a pointer that rests at the edge scrolls the lanes", async () => {
    await resize(page, 700)
    await page.locator(".lanes-header").getByRole("button", { name: /^Done/ }).click()
    const done = column(page, "Done", permit)
    await expect(done).toBeVisible()
    const lanes = await page.locator(".lanes-scroll").boundingBox()
    if (!lanes) throw new Error("There are no lanes.")
    await carry(page, office, 0.5, doing, 0.5)
    const y = (await doing.boundingBox())?.y ?? 0
    await page.mouse.move(lanes.x + lanes.width - 10, y + 60, { steps: 4 })
    await expect(done).toBeInViewport({ ratio: 1 })
    await expect(done).toHaveClass(/drop-target/)
    await page.mouse.up()
    await settled(page)
    await expect(card(done, office)).toBeVisible()
  })
})

test("by keyboard an action reaches each place in Focus, and the list again", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  const { planId } = await openSample(page, "mover")
  const [actions, focus] = [region(page, "Actions"), region(page, "Focus")]
  const lanes = () => focus.locator("[data-card^='item']").allTextContents()
  const name = (await cards(actions))[0] ?? ""
  const inFocus = (await boardOf(page.request, planId)).items.filter(({ focus }) => focus).length
  await expect.poll(async () => (await lanes()).length).toBe(inFocus)
  const before = await lanes()
  for (const width of widths) {
    await test.step(`${width} px`, async () => {
      await resize(page, width)
      await moveByKeys(page, card(actions, name), ["ArrowRight", "ArrowDown"])
      await expect.poll(() => said(page)).toContain(`Dropped ${name} at position 2 in Focus.`)
      await expect(card(focus, name)).toBeFocused()
      await expect.poll(lanes).toEqual([before[0], name, ...before.slice(1)])
      await moveByKeys(page, card(focus, name), ["ArrowLeft"])
      await expect(card(actions, name)).toBeFocused()
      await expect.poll(lanes).toEqual(before)
    })
  }

  await test.step("the arrow back leaves it in the list, and the last place is below all lanes", async () => {
    await moveByKeys(page, card(actions, name), ["ArrowRight", "ArrowLeft"])
    await expect.poll(lanes).toEqual(before)
    await moveByKeys(page, card(actions, name), ["ArrowRight", ...before.map(() => "ArrowDown")])
    await expect.poll(lanes).toEqual([...before, name])
  })
})

test("a drop and a cancelled drag end where nothing is animated", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await openSample(page, "mover")
  const [todo, doing] = [column(page, "To Do", permit), column(page, "Doing", permit)]
  const move = async () => {
    await dragTo(page, card(todo, office), doing)
    await expect(card(doing, office)).toBeVisible()
    await carry(page, office, 0.5, todo, 0.5)
    await page.keyboard.press("Escape")
    await settled(page)
    await page.mouse.up()
    await dragTo(page, card(doing, office), todo)
    await expect(card(todo, office)).toBeVisible()
  }
  await move()
  // As where the person's own styles switch all transitions off.
  await page.evaluate(() => {
    const own = new CSSStyleSheet()
    own.replaceSync("* { transition: none !important }")
    document.adoptedStyleSheets = [own]
  })
  await move()
  await page.reload()
  await expect(card(todo, office)).toBeVisible()
})
