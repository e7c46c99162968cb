import type { Locator, Page } from "@playwright/test"
import { expect } from "./people"

/** Pointer, touch and keyboard actions on the board, with names as in the sample plan. */

export const column = (page: Page, name: "To Do" | "Doing" | "Done", action: string) =>
  page.getByRole("region", { name: `${name} of ${action}`, exact: true })

export const region = (page: Page, name: "Goals" | "Actions" | "Focus") =>
  page.getByRole("region", { name, exact: true })

/** The button that shows a card's text. */
export const card = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true })

export const openMenu = async (page: Page, name: string) => {
  await page.getByRole("button", { name: `Menu of ${name}`, exact: true }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toBeVisible()
  return dialog
}

/** The texts of a list's cards, from top to bottom. */
export const cards = (list: Locator) =>
  list.locator("[data-card]").evaluateAll((all) =>
    all
      .map((each) => ({ text: each.textContent?.trim() ?? "", y: each.getBoundingClientRect().y }))
      .sort((a, b) => a.y - b.y)
      .map(({ text }) => text),
  )

/** Where an element is once nothing moves it. */
const middle = async (locator: Locator) => {
  await locator.evaluate(async (element) => {
    let before = ""
    for (let same = 0; same < 2; ) {
      await new Promise((seen) => requestAnimationFrame(seen))
      const now = JSON.stringify(element.getBoundingClientRect())
      same = now === before ? same + 1 : 0
      before = now
    }
  })
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on screen.")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height, left: box.x, top: box.y }
}

/** The middles of both, once neither of them moves: a field that has just closed, or a card that came, moves others. */
const atRest = async (page: Page, from: Locator, to: Locator) => {
  const look = async () => [await middle(from), await middle(to)] as const
  let places = await look()
  const isStill = async () => {
    const before = JSON.stringify(places)
    await frames(page)
    places = await look()
    return JSON.stringify(places) === before
  }
  await expect.poll(isStill).toBe(true)
  return places
}

/** Drags by mouse: `to` is where the pointer is released, relative to the target's middle. */
export const dragTo = async (page: Page, from: Locator, to: Locator, offset = { x: 0, y: 0 }) => {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = await atRest(page, from, to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 5, start.y + 5)
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 3 })
  await page.mouse.move(end.x + offset.x, end.y + offset.y, { steps: 14 })
  await frames(page)
  await page.mouse.up()
  await settled(page)
}

/** A move takes effect in the next frame, and the cards under it move aside in the one after. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise((seen) => requestAnimationFrame(seen))
  })

/** Waits until the dropped card is in its place, and the cards that made way for it are in theirs. */
export const settled = async (page: Page) => {
  await expect(page.locator(".dragging, .dropping")).toHaveCount(0)
  await expect.poll(() => page.evaluate(moving)).toBe(0)
}

const moving = () =>
  document.getAnimations().filter((each) => each instanceof CSSTransition && each.transitionProperty === "transform")
    .length

/** The last announcement of a drag to screen readers. */
export const said = async (page: Page) =>
  (await page.locator("[id^='rfd-announcement'], #board-says").allTextContents()).join("|")

/** Presses a key during a drag and waits for its announcement. */
export const dragKey = async (page: Page, key: string) => {
  const before = await said(page)
  await page.keyboard.press(key)
  await expect.poll(() => said(page)).not.toBe(before)
}

/** Picks a card up with Space, presses the keys, and drops it with Space. */
export const moveByKeys = async (page: Page, from: Locator, keys: string[]) => {
  await from.focus()
  await expect(from).toBeFocused()
  for (const key of ["Space", ...keys, "Space"]) await dragKey(page, key)
  await settled(page)
}

/** One touch point, in CSS pixels of the viewport. */
export const finger = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  return (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] })
}

/** Drags by touch: presses and holds the card until it lifts, then moves as `dragTo` does. */
export const dragByFinger = async (page: Page, from: Locator, to: Locator, offset = { x: 0, y: 0 }) => {
  await from.scrollIntoViewIfNeeded()
  const start = await middle(from)
  const end = await middle(to)
  const touch = await finger(page)
  await touch("touchStart", start.x, start.y)
  await expect(page.locator(".dragging")).toHaveCount(1)
  for (let step = 1; step <= 12; step++) {
    const part = step / 12
    await touch(
      "touchMove",
      start.x + (end.x + offset.x - start.x) * part,
      start.y + (end.y + offset.y - start.y) * part,
    )
  }
  await frames(page)
  await touch("touchEnd")
  await settled(page)
}

/** Types a new task into the lane of an action. */
export const addTask = async (page: Page, action: string, text: string) => {
  const todo = column(page, "To Do", action)
  await todo.getByRole("button", { name: "Add task" }).click()
  await expect(todo.locator("textarea.in-place")).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
}
