// The dialogs of goals, actions and tasks: position, tabs, saving, read-only state, and sheets on phones.

import type { Locator, Page } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { expectAccessible } from "./accessible"
import { card, finger, openMenu, region } from "./board-hands"
import { call } from "./calls"
import { expect, openBoard, openSample, test, withPlan } from "./people"

const action = "Permit package for Old Town"
const task = "Book the heritage office slot"

const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error("It is not on screen.")
  return found
}

const inWindow = async (page: Page, dialog: Locator) => {
  const { x, y, width, height } = await box(dialog)
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name })

test("a dialog is moved by its header and by keyboard, remembers its place, and stays inside the window", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openSample(page, "dialog")
  const dialog = await openMenu(page, action)
  await expect.poll(() => box(dialog)).toEqual({ x: 400, y: 400, width: 540, height: 606 })

  await page.mouse.move(800, 412)
  await page.mouse.down()
  await page.mouse.move(1100, 150, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => box(dialog)).toMatchObject({ x: 700, y: 138 })

  const grip = dialog.getByRole("button", { name: "Move the dialog with the arrow keys" })
  await grip.focus()
  await expect(grip).toBeVisible()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => box(dialog)).toMatchObject({ x: 716, y: 154 })
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)

  await page.reload()
  await openMenu(page, task)
  await expect.poll(() => box(dialog)).toMatchObject({ x: 716, y: 154 })

  // A smaller window pushes the dialog inside; a larger one moves it back.
  for (const [width, height] of [
    [1000, 500],
    [683, 384],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => inWindow(page, dialog)).toBe(true)
    await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(() => box(dialog)).toMatchObject({ x: 716, y: 154 })

  // Dragged out of the window, it stops at the edge.
  await page.mouse.move(1000, 166)
  await page.mouse.down()
  await page.mouse.move(4, 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => box(dialog)).toMatchObject({ x: 8, y: 8 })
  await grip.focus()
  await page.keyboard.press("Home")
  await expect.poll(() => box(dialog)).toMatchObject({ x: 400, y: 400 })
})

test("tabs by mouse, arrows and Ctrl with a digit; Delete is on MAIN only, Close always in the last slot", async ({
  page,
}) => {
  await openSample(page, "dialog")
  const dialog = await openMenu(page, action)
  await expect(dialog.getByRole("tab")).toHaveText([/^MAIN$/, /^TASKS \d+$/, /^NOTES/, /^LOG$/, /^FILES/])
  const slot = await box(dialog.getByRole("button", { name: "Close" }))
  await tab(page, "NOTES").click()
  await expect(dialog.getByRole("button", { name: "Delete" })).toHaveCount(0)
  await expect.poll(() => box(dialog.getByRole("button", { name: "Close" }))).toEqual(slot)
  await page.keyboard.press("ArrowRight")
  await expect(tab(page, "LOG")).toHaveAttribute("aria-selected", "true")
  await expect(dialog.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible()
  // The ring of the focused tab leaves its text free.
  expect(
    await tab(page, "LOG").evaluate((focused) => {
      const ring = (part?: string) => {
        const { outlineStyle, outlineWidth, outlineOffset, left } = getComputedStyle(focused, part)
        if (outlineStyle === "none") return
        return (part ? Number.parseFloat(left) : 0) - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth)
      }
      return (ring() ?? ring("::after") ?? 0) + 2
    }),
  ).toBeLessThan(0)
  await page.keyboard.press("Control+1")
  await expect(tab(page, "MAIN")).toHaveAttribute("aria-selected", "true")
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeVisible()

  // Switching the tab saves what was typed.
  await dialog.getByLabel("DESCRIPTION").fill("Five docks, one envelope")
  await page.keyboard.press("Control+2")
  await expect(tab(page, "TASKS")).toBeFocused()
  await expect(region(page, "Focus").getByText("Five docks, one envelope")).toBeAttached()
  await page.keyboard.press("Control+1")
  await expect(dialog.getByLabel("DESCRIPTION")).toHaveValue("Five docks, one envelope")

  await test.step("a task is named on every tab", async () => {
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    const name = "Book the heritage office slot"
    const opened = await openMenu(page, name)
    await expect(opened.getByLabel("DESCRIPTION")).toHaveValue(name)
    for (const other of ["NOTES", "LOG", "FILES"]) {
      await tab(page, other).click()
      await expect(opened.locator(".dialog-header")).toContainText(name)
    }
  })
})

test("a draft has no comments, log or files", async ({ page }) => {
  const { planId } = await withPlan(page, "empty", "dialog")
  await call(page.request, goalCalls.create, { planId, name: "Only a thought", isDraft: true })
  await call(page.request, goalCalls.create, { planId, name: "Meant" })
  await openBoard(page, planId)
  const dialog = await openMenu(page, "Only a thought")
  await expect(dialog.getByRole("tab")).toHaveText(["MAIN"])
})

test("a completed action and its tasks are read-only until it is uncompleted", async ({ page }) => {
  await openSample(page, "dialog")
  const dialog = await openMenu(page, action)
  await dialog.getByRole("button", { name: "Complete", exact: true }).click()
  await page.getByRole("button", { name: "Show history" }).click()
  await region(page, "Focus").getByRole("button", { name: action, exact: true }).click()
  await expect(dialog.getByText("Read-only")).toBeVisible()
  await expect(dialog.locator(".stamp[data-large]")).toHaveText("COMPLETED")
  await expect(dialog.getByLabel("SHORT HEADING")).toHaveAttribute("readonly")
  await expect(dialog.getByRole("button", { name: "Move to" })).toHaveCount(0)
  await tab(page, "TASKS").click()
  await dialog.getByRole("button", { name: task }).click()
  await expect(dialog.getByText("Read-only")).toBeVisible()
  await expect(dialog.getByLabel("DESCRIPTION")).toHaveAttribute("readonly")
  await expect(dialog.getByRole("button", { name: "Delete" })).toHaveCount(0)
  await dialog.getByRole("button", { name: "Close" }).click()

  await region(page, "Focus").getByRole("button", { name: action, exact: true }).click()
  await dialog.getByRole("button", { name: "Uncomplete" }).click()
  await expect(dialog).toHaveCount(0)
  await openMenu(page, task)
  await expect(dialog.getByLabel("DESCRIPTION")).not.toHaveAttribute("readonly")

  await test.step("the header shows that a slow save is under way, then that it succeeded or failed", async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/Task?*", async (route) => {
      await held
      await route.continue()
    })
    const status = dialog.getByRole("status")
    await dialog.getByLabel("DESCRIPTION").fill("Book the slot by telephone")
    await expect(status).toHaveText("Saving")
    answer()
    await expect(status).toHaveText("Saved")
    await expect(status).toHaveText("")

    await page.unroute("**/api/Task?*")
    await page.route("**/api/Task?*", (route) =>
      route.fulfill({
        status: 400,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          title: "Bad",
          status: 400,
          detail: "No.",
          message: "No such text.",
        }),
      }),
    )
    await dialog.getByLabel("DESCRIPTION").fill("Book nothing")
    await expect(status).toHaveText("Not saved")
    await expect(dialog.getByRole("alert")).toContainText("No such text.")
    // Its card has a red ring.
    const ringed = page.locator(".task-card", { hasText: "Book the slot by telephone" })
    await expect(ringed).toHaveCSS("box-shadow", /^rgb\(179, 34, 40\) 0px 0px 0px 2px/)
  })
})

test("no accessibility findings with a dialog, a question or a notice open", async ({ page }) => {
  await openSample(page, "dialog")
  const goal = await region(page, "Goals").locator("[data-card]").first().textContent()
  for (const name of [action, task, goal ?? ""]) {
    const dialog = await openMenu(page, name)
    // The frame is the same for all dialogs, so the tabs are checked in the action's only.
    await expect(dialog.getByRole("tab", { name: "MAIN" })).toBeVisible()
    const tabs = await dialog.getByRole("tab").all()
    for (const each of name === action ? tabs : tabs.slice(0, 1)) {
      await each.click()
      await expectAccessible(page)
    }
    await dialog.getByRole("button", { name: "Close" }).click()
    await expect(dialog).toHaveCount(0)
  }
  const dialog = await openMenu(page, action)
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  const question = page.getByRole("alertdialog")
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole("button", { name: "Cancel" }).click()
  await page.goto(`/plan/${await page.evaluate(() => sessionStorage.getItem("planId"))}/goals/999999999`)
  await expect(page.getByRole("alertdialog")).toBeVisible()
  await expectAccessible(page)
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("no accessibility findings with a sheet open", async ({ page }) => {
    await openSample(page, "dialog")
    await page.getByRole("button", { name: `Menu of ${task}` }).tap()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page)
    await tab(page, "NOTES").tap()
    await page.getByRole("button", { name: "Add note" }).tap()
    await expect(page.getByRole("textbox", { name: "Add note" })).toBeFocused()
    for (const picker of await page.locator("[type=file]").all()) await expect(picker).toBeHidden()
    await page.getByRole("button", { name: "Close" }).tap()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await page.getByRole("button", { name: "More", exact: true }).tap()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Users" }).tap()
    const users = page.getByRole("dialog", { name: "Users" })
    await expect(users.getByRole("listitem")).toHaveCount(1)
    await expectAccessible(page)
    await users.getByRole("button", { name: "Close" }).tap()
    await expect(page.getByRole("dialog")).toHaveCount(0)

    await test.step("a dialog is a sheet; swiping it down closes it and keeps what was typed", async () => {
      await page.getByRole("button", { name: `Menu of ${task}` }).tap()
      const dialog = page.getByRole("dialog")
      await expect(dialog).toBeVisible()
      const sheet = await box(dialog)
      expect(sheet).toMatchObject({ x: 0, width: 390 })
      expect(Math.abs(sheet.height - 844 * 0.85)).toBeLessThan(1)
      expect(sheet.y + sheet.height).toBeCloseTo(844, 1)
      await dialog.getByLabel("DESCRIPTION").fill("Ring the heritage office")

      const touch = await finger(page)
      const push = async (down: number) => {
        await touch("touchStart", 195, sheet.y + 8)
        for (let step = 1; step <= 6; step++) await touch("touchMove", 195, sheet.y + 8 + (down * step) / 6)
        // It goes along with the finger.
        await expect.poll(async () => (await box(dialog)).y).toBe(sheet.y + down)
        await touch("touchEnd")
      }
      await push(20)
      await expect(dialog).toBeVisible()
      await expect.poll(async () => (await box(dialog)).y).toBe(sheet.y)
      await push(260)
      await expect(dialog).toHaveCount(0)
      await expect(card(page, "Ring the heritage office")).toBeVisible()
    })
  })
})
