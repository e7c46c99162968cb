// A phone's screens: what a finger reaches, what the dragged card covers, and the whole of the focus rings.
import type { Locator, Page } from "@playwright/test"
import { noteCalls } from "~/contract/note"
import { expectAccessible } from "./accessible"
import { card, column, finger, region, said, settled } from "./board-hands"
import { call } from "./calls"
import { expect, join, openSample, test, withMotion } from "./people"
import { coveredControls, insetsOf, smallTargets } from "./screen-checks"

test.use(withMotion)

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"

const middle = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error("It is not on screen.")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const widest = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** The controls whose focus ring a scroller or the window cuts off, as a name and the sides. */
const cutRings = (page: Page, within: string) =>
  page.evaluate(async (within) => {
    const cut: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(`${within} :is(button, a[href], input, textarea)`)) {
      if (control.closest("[inert], .visually-hidden") || !control.checkVisibility()) continue
      control.focus({ focusVisible: true } as FocusOptions)
      if (document.activeElement !== control) continue
      control.scrollIntoView({ block: "center", inline: "center" })
      // Another element draws the ring of these.
      if (control.matches("[type=file], [type=checkbox], [type=radio]")) continue
      // The ring of a card's button is drawn around the whole card, by a pseudo-element.
      const aroundCard = getComputedStyle(control, "::after").outlineStyle !== "none"
      const ringed = aroundCard ? (control.offsetParent ?? control) : control
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control, aroundCard ? "::after" : null)
      if (outlineStyle === "none") continue
      const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const box = ringed.getBoundingClientRect()
      const sides: string[] = []
      for (let around = ringed.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around)
        const room = around.getBoundingClientRect()
        const bounds = { left: room.left + around.clientLeft, top: room.top + around.clientTop }
        const right = bounds.left + around.clientWidth
        const bottom = bounds.top + around.clientHeight
        if (overflowX !== "visible" && box.left - reach < bounds.left - 0.5) sides.push("left")
        if (overflowX !== "visible" && box.right + reach > right + 0.5) sides.push("right")
        if (overflowY !== "visible" && box.top - reach < bounds.top - 0.5) sides.push("top")
        if (overflowY !== "visible" && box.bottom + reach > bottom + 0.5) sides.push("bottom")
      }
      if (sides.length > 0)
        cut.push(
          `${control.getAttribute("aria-label") ?? control.textContent?.trim()}: ${[...new Set(sides)].join(" ")}`,
        )
    }
    return cut
  }, within)

test("the phone's board: heading, focus rings, the Done target of a drag, adding an action, sheets", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "phone")
  await join(page, browser, planId, "Grace")
  const nav = page.getByRole("navigation", { name: "Pages of the plan" })

  await test.step("the plan's name is the page's heading", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bike share, phase two")
    await expectAccessible(page)
  })

  for (const width of [430, 390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of ["Board", "Goals", "Actions"]) {
      await test.step(`focus rings on ${name} at ${width} px are whole, and nothing is wider than the screen`, async () => {
        const tab = nav.getByRole("button", { name, exact: true })
        await tab.tap()
        await expect(tab).toHaveAttribute("aria-current", "page")
        await expect.poll(() => cutRings(page, ".phone-page")).toEqual([])
        await expect.poll(() => cutRings(page, ".bottom-nav")).toEqual([])
        await expect.poll(() => widest(page)).toBeLessThanOrEqual(width)
      })
    }
  }

  await test.step("Back closes layers one by one and stays on the board; controls in them are as large as a finger", async () => {
    await nav.getByRole("button", { name: "Board" }).tap()
    await expect(card(page, office)).toBeVisible()
    await expect.poll(() => smallTargets(page, "body")).toEqual([])
    const board = page.url()
    const dialog = (name: string) => page.getByRole("dialog", { name, exact: true })
    const expectLayer = async (open: () => Promise<void>, layer: Locator) => {
      await open()
      await expect(layer).toBeVisible()
      await expect.poll(() => smallTargets(page, "[role=dialog]")).toEqual([])
    }
    const back = async (layer: Locator) => {
      await page.evaluate(() => history.back())
      await expect(layer).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(new URL(board).pathname)
    }
    const more = async (name: string) => {
      await nav.getByRole("button", { name: "More" }).tap()
      await dialog("More").getByRole("button", { name }).tap()
    }
    const bell = page.getByRole("button", { name: /notifications/i })
    for (const [name, open] of [
      ["More", () => nav.getByRole("button", { name: "More" }).tap()],
      ["Notifications", () => bell.tap()],
      ["Profile", () => page.getByRole("button", { name: "Profile" }).tap()],
      ["Countdown", () => more("Countdown")],
      ["Wheel", () => more("Wheel")],
    ] as const) {
      await expectLayer(open, dialog(name))
      if (name !== "Countdown" && name !== "Wheel")
        await expect.poll(async () => (await dialog(name).boundingBox())?.width).toBe(360)
      await back(dialog(name))
    }

    await expectLayer(() => page.getByRole("button", { name: `Menu of ${office}` }).tap(), dialog("Task"))
    await expectLayer(
      () =>
        dialog("Task")
          .getByRole("button", { name: /^Due date/ })
          .tap(),
      dialog("Due date"),
    )
    await back(dialog("Due date"))
    await expectLayer(() => dialog("Task").getByRole("button", { name: "Move to" }).tap(), dialog("Move to"))
    await expect.poll(async () => (await dialog("Move to").boundingBox())?.width).toBe(360)
    await back(dialog("Move to"))
    await expect(dialog("Task")).toBeVisible()
    await back(dialog("Task"))

    await test.step("a person is invited from More", async () => {
      const users = dialog("Users")
      await more("Invite people")
      await expect(users.getByLabel("Email")).toBeFocused()
      await expect(users.getByLabel("Role", { exact: true })).toHaveValue("0")
      await back(users)
    })
    await more("Notes")
    const heading = page.getByRole("heading", { name: "Notes", exact: true })
    await expect(heading).toBeVisible()
    await back(heading)
    // Closed otherwise, a layer leaves no entry behind.
    await nav.getByRole("button", { name: "AI Chat" }).tap()
    await nav.getByRole("button", { name: "Board" }).tap()
    const entries = () => page.evaluate(() => history.state.layers)
    await expect.poll(entries).toBeUndefined()
    // Nor does one that was open during a reload.
    await nav.getByRole("button", { name: "More" }).tap()
    await expect.poll(entries).toBe(1)
    await page.reload()
    await expect(nav).toBeVisible()
    await expect.poll(entries).toBeUndefined()
  })

  await test.step("the keyboard does not cover the field", async () => {
    await page.getByRole("button", { name: "Add task" }).tap()
    await expect(page.locator("textarea:focus")).toBeVisible()
    await page.setViewportSize({ width: 360, height: 420 })
    await expect(page.locator("textarea:focus")).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 360, height: 844 })
    await page.keyboard.press("Escape")

    // Nor the line that is written in a long note, which has the room of the notes' list.
    const content = Array.from({ length: 60 }, (_, n) => `Line ${n}`).join("\n")
    await call(page.request, noteCalls.create, { planId, title: "Tides", content, type: 0, visibility: 0 })
    await nav.getByRole("button", { name: "More" }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Notes" }).tap()
    await page.getByText("Tides", { exact: true }).tap()
    const text = page.locator(".cm-scroller")
    await text
      .getByText(/^Line \d+$/)
      .nth(9)
      .tap()
    await expect(text.locator(".cm-content")).toBeFocused()
    await page.setViewportSize({ width: 360, height: 400 })
    await expect.poll(async () => (await text.boundingBox())?.height).toBeGreaterThan(140)
    const line = () =>
      page.evaluate(() => {
        const caret = getSelection()?.focusNode
        const at = (caret instanceof Element ? caret : caret?.parentElement)?.getBoundingClientRect()
        const room = document.querySelector(".cm-scroller")?.getBoundingClientRect()
        return at && room && at.top >= room.top - 1 && at.bottom <= Math.min(room.bottom, innerHeight) + 1
      })
    await expect.poll(line).toBe(true)
    await page.setViewportSize({ width: 360, height: 844 })
    await nav.getByRole("button", { name: "Actions" }).tap()
  })

  await test.step("a new action asks for its goal while none is selected", async () => {
    await page.getByRole("button", { name: "Add an action to a goal" }).tap()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page, "[role=dialog]")
    await page.getByRole("dialog").getByRole("button", { name: "Student riders" }).tap()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(page.locator("textarea:focus")).toBeVisible()
    await page.keyboard.type("Print the posters")
    await page.keyboard.press("Enter")
    await expect(card(region(page, "Actions"), "Print the posters")).toBeVisible()
    await page.keyboard.press("Escape")
    await card(region(page, "Actions"), "Print the posters").tap()
    await expect(page.getByRole("button", { name: "Focus", exact: true })).toHaveText("Focus", { useInnerText: true })
    await nav.getByRole("button", { name: "Goals" }).tap()
    await card(region(page, "Goals"), "Student riders").tap()
  })

  await test.step("the Done target lies above the card that is carried to it", async () => {
    await nav.getByRole("button", { name: "Board" }).tap()
    const done = page.getByRole("group", { name: "Status" }).getByRole("button", { name: /^Done/ })
    const touch = await finger(page)
    await expect(card(page, office)).toBeInViewport()
    const from = await middle(card(page, office))
    await touch("touchStart", from.x, from.y)
    await expect(page.locator(".dragging")).toHaveCount(1)
    const to = await middle(done)
    for (const part of [0.2, 0.5, 0.8, 1])
      await touch("touchMove", from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    await expect(done).toHaveAttribute("data-takes")
    const above = await done.evaluate((button) => {
      const carried = document.querySelector<HTMLElement>(".dragging")?.closest<HTMLElement>("[data-rfd-draggable-id]")
      const { left, top, width, height } = button.getBoundingClientRect()
      if (!carried) return "no card"
      // The library lets presses through the card it carries; here it has to stop them where it lies above.
      carried.style.pointerEvents = "auto"
      const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
      carried.style.pointerEvents = "none"
      return topmost && button.contains(topmost) ? "the target" : "the card"
    })
    expect(above).toBe("the target")
    await touch("touchEnd")
    await settled(page)
    await expect.poll(() => said(page)).toContain(`Dropped ${office} in Done of ${permit}.`)
    await done.tap()
    await expect(card(column(page, "Done", permit), office)).toBeVisible()
  })

  await test.step("a dialog lies above all of the board", async () => {
    const { x, y } = await middle(page.getByRole("group", { name: "Status" }))
    await page.getByRole("button", { name: "Bike share, phase two" }).tap()
    const settings = page.getByRole("dialog", { name: "Plan admin" })
    await expect(settings).toBeVisible()
    const covers = () =>
      page.evaluate(
        ([x, y]) => {
          const topmost = document.elementFromPoint(x, y)
          return topmost?.closest("[role=dialog]") !== null
        },
        [x, y] as const,
      )
    await expect.poll(covers).toBe(true)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      for (const [section, title = section] of [
        ["Plan"],
        ["People"],
        ["Email"],
        ["AI"],
        ["History", "Plan versions"],
        ["Export"],
        ["Integrations"],
        ["Delete plan"],
      ] as [string, string?][]) {
        await settings
          .getByRole("link", { name: new RegExp(`^${section}`) })
          .first()
          .tap()
        await expect(settings.getByRole("heading", { name: title, level: 2 })).toBeVisible()
        await expect(settings.getByText("Loading...")).toHaveCount(0)
        if (width === 390) await expectAccessible(page, "[role=dialog]")
        await expect.poll(() => cutRings(page, "[role=dialog]")).toEqual([])
        await expect.poll(() => widest(page)).toBeLessThanOrEqual(width)
        if (section === "People") {
          const grace = settings.getByRole("listitem").filter({ hasText: "Grace" })
          await grace.getByRole("button").first().tap()
          const role = settings.getByLabel("Role of Grace")
          await expect.poll(async () => (await role.boundingBox())?.height).toBeLessThanOrEqual(48)
          await expect.poll(async () => (await role.boundingBox())?.width).toBeGreaterThanOrEqual(96)
          await grace.getByRole("button").first().tap()
        }
        await settings.getByRole("button", { name: "Back", exact: true }).tap()
      }
    }
    await settings.getByRole("button", { name: "Back", exact: true }).tap()
    await expect(settings).toHaveCount(0)
  })

  await test.step("a fast push down on a sheet's handle closes it, and the next tap counts", async () => {
    await page.getByRole("button", { name: "Profile" }).tap()
    const sheet = page.getByRole("dialog", { name: "Profile" })
    await expect(sheet).toBeVisible()
    await expectAccessible(page, "[role=dialog]")
    const touch = await finger(page)
    const { x, y } = await middle(sheet.locator(".sheet-handle"))
    await touch("touchStart", x, y)
    for (const down of [20, 60, 140]) await touch("touchMove", x, y + down)
    await touch("touchEnd")
    await expect(sheet).toHaveCount(0)
    // A push that is a fling to the browser makes it ignore the next tap.
    await nav.getByRole("button", { name: "More" }).tap()
    await expect(page.getByRole("dialog", { name: "More" })).toBeVisible()
  })
})

test("held sideways, a phone with a notch covers no control of a plan", async ({ page }) => {
  const { planId } = await openSample(page, "phone")
  const notched = { left: 47, right: 47, bottom: 21 }
  await page.setViewportSize({ width: 844, height: 390 })
  const cover = await insetsOf(page)
  await cover(notched)
  const dialog = page.getByRole("dialog")
  await expect.poll(() => coveredControls(page, notched)).toEqual([])
  await expect(page.getByRole("navigation", { name: "Side panel" }).getByRole("button").last()).toBeInViewport({
    ratio: 1,
  })
  await page
    .getByRole("button", { name: /^Menu of/ })
    .first()
    .tap()
  await expect(dialog).toBeVisible()
  await expect.poll(() => coveredControls(page, notched)).toEqual([])
  await page.goto(`/plan/${planId}/settings/people`)
  await expect(dialog.getByRole("heading", { name: "People", level: 2 })).toBeVisible()
  await expect.poll(() => coveredControls(page, notched)).toEqual([])
})
