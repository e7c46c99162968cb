import type { Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, column, openMenu, region } from "./board-hands"
import { expect, openSample, test } from "./people"

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"

test.beforeEach(async ({ page }) => {
  await openSample(page, "keys")
})

/** Frames that the page asks for while keys are pressed: each makes the next key wait for one more. */
const framesAskedWhile = async (page: Page, keys: string[]) => {
  await page.evaluate(async () => {
    const ask = requestAnimationFrame
    // The call that opened the field may still be at work.
    for (let frame = 0; frame < 4; frame++) await new Promise((seen) => ask(seen))
    let asked = 0
    window.requestAnimationFrame = (work) => {
      asked++
      return ask(work)
    }
    Object.assign(window, {
      framesAsked: () => {
        window.requestAnimationFrame = ask
        return asked
      },
    })
  })
  for (const key of keys) await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { framesAsked(): number }).framesAsked())
}

test("shortcuts do what the list says, and nothing while somebody types", async ({ page }) => {
  const goals = region(page, "Goals")
  await test.step("without a goal, adding an action says why nothing happens", async () => {
    await page.keyboard.press("Shift+A")
    await expect(page.getByText("Select a goal first: a new action belongs to the selected one.")).toBeVisible()
  })
  await test.step("Enter on a goal opens it", async () => {
    await card(goals, "Student riders").press("Enter")
    await expect(page.getByRole("dialog", { name: "Goal" })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(card(goals, "Student riders")).toHaveAttribute("aria-pressed", "false")
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  })
  await page.keyboard.press("g")
  await page.keyboard.press("2")
  await expect(card(goals, "Win the city renewal")).toHaveAttribute("aria-pressed", "true")
  await page.keyboard.press("Shift+A")
  await expect(page.getByLabel("Short heading")).toBeFocused()
  await page.keyboard.type("gnc/123?")
  await expect(page.getByLabel("Short heading")).toHaveValue("gnc/123?")
  await page.keyboard.press("Control+a")
  await page.keyboard.press("Delete")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "Add Action" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(card(goals, "Win the city renewal")).toHaveAttribute("aria-pressed", "false")

  await page.keyboard.press("/")
  await expect(page.getByLabel("Search the board")).toBeFocused()
  await page.keyboard.press("Escape")
  await page.keyboard.press("n")
  await expect(page.getByLabel("Search notes")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await page.keyboard.press("c")
  await expect(page.getByRole("radio", { name: "AI Chat" })).toBeChecked()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await page.keyboard.press("\\")
  await expect(page.getByRole("region", { name: "Side panel" }).getByRole("textbox")).toBeFocused()
  await card(page, office).focus()
  await page.keyboard.press("\\")
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await expect(page.locator(".rail [data-mode=chat]")).toBeFocused()

  await card(page, office).focus()
  await page.keyboard.press("2")
  await expect(card(column(page, "Doing", permit), office)).toBeFocused()
  await page.keyboard.press("t")
  await expect(column(page, "To Do", permit).getByLabel("Task")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(column(page, "To Do", permit).getByRole("button", { name: "Add task" })).toBeFocused()
  await card(page, office).focus()
  await page.keyboard.press("ArrowLeft")
  await expect(column(page, "To Do", permit).locator(":focus")).toHaveCount(1)
  await card(page, "Spare-parts forecast").focus()
  await page.keyboard.press("f")
  await expect(card(region(page, "Focus"), "Spare-parts forecast")).toBeFocused()
  await page.keyboard.press("F2")
  await expect(page.locator("textarea.in-place")).toBeFocused()
  expect(await framesAskedWhile(page, ["x", "Backspace", "y", "Backspace"])).toBe(0)
  await page.keyboard.press("Escape")
  for (const key of ["Enter", "Shift+F10", "ContextMenu"]) {
    await expect(card(region(page, "Focus"), "Spare-parts forecast")).toBeFocused()
    await page.keyboard.press(key)
    await expect(page.getByRole("dialog")).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  }

  await test.step("Escape closes what opens, also before its code is there", async () => {
    const wheel = page.getByRole("button", { name: "Wheel", exact: true })
    for (const [code, open] of [
      [/\/assets\/key-list-[^/]*\.js$/, () => page.keyboard.press("?")],
      [/\/assets\/(?:meeting|review)-host-[^/]*\.js$/, () => wheel.click()],
    ] as const) {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      // Held from the start: an idle page asks for the hosts of its widgets by itself.
      await page.route(code, async (route) => {
        await held
        await route.continue()
      })
      await page.reload()
      await expect(card(goals, "Student riders")).toBeVisible()
      const loaded = page.waitForResponse(code)
      await open()
      await page.keyboard.press("Escape")
      release()
      await (await loaded).finished()
      await page.unroute(code)
      await expect(wheel).toHaveAttribute("aria-pressed", "false")
      // Were it still wanted, it would open together with this one.
      await page.keyboard.press("Control+k")
      await expect(page.getByRole("dialog")).toHaveCount(1)
      await page.keyboard.press("Escape")
      await expect(page.getByRole("dialog")).toHaveCount(0)
    }
    await page.keyboard.press("?")
    await expect(page.getByRole("dialog")).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })

  await test.step("they act on the card whose menu has the focus", async () => {
    const menu = () => page.getByRole("button", { name: `Menu of ${office}` })
    await menu().focus()
    await page.keyboard.press("1")
    await expect(card(column(page, "To Do", permit), office)).toBeVisible()
    await menu().focus()
    await page.keyboard.press("ArrowLeft")
    await expect(card(page, permit)).toBeFocused()
  })

  await test.step("arrows reach the cards from the board's buttons and from nowhere", async () => {
    await column(page, "To Do", permit).getByRole("button", { name: "Add task" }).focus()
    await page.keyboard.press("ArrowUp")
    await expect(card(column(page, "To Do", permit), office)).toBeFocused()
    await page.keyboard.press("Escape")
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".lane-list [data-card]").first()).toBeFocused()
  })

  await test.step("on a layout without Latin letters they go by the place of the key", async () => {
    const press = (init: { key: string; code: string; ctrlKey?: boolean; shiftKey?: boolean }) =>
      page.evaluate((init) => {
        const key = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true })
        document.body.dispatchEvent(key)
      }, init)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press({ key: "л", code: "KeyK", ctrlKey: true })
    await expect(page.getByRole("dialog")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await press({ key: "П", code: "KeyG", shiftKey: true })
    await expect(region(page, "Goals").getByRole("textbox")).toBeFocused()
    await page.keyboard.press("Escape")
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press({ key: "a", code: "KeyQ" })
    await press({ key: "q", code: "KeyA" })
    await expect(page.getByRole("textbox")).toHaveCount(0)
  })

  await test.step("once an action is completed, a card has the focus", async () => {
    await page.locator(".lane-list [data-card]").first().press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Complete" }).press("Enter")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(page.locator(".board [data-card]:focus")).toHaveCount(1)
  })
})

test("single-key shortcuts can be turned off, and the list shows the shortcuts there are", async ({ page }) => {
  await page.keyboard.press("?")
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await expect(list.getByText("Move the task to To Do, Doing or Done")).toBeVisible()
  for (const key of ["Ctrl+Enter", "Ctrl+Z", "Ctrl+Y"]) {
    await expect(list.getByRole("term").filter({ hasText: key })).toBeVisible()
  }
  await expectAccessible(page)
  await expect(list.getByText("Turn them off if you use voice control.", { exact: false })).toBeVisible()
  await list.getByLabel("Single-key shortcuts").uncheck()
  await page.keyboard.press("Escape")
  await expect(list).toHaveCount(0)
  await page.keyboard.press("n")
  await card(page, office).focus()
  await page.keyboard.press("2")
  await page.keyboard.press("ArrowUp")
  await expect(card(column(page, "To Do", permit), office)).toBeVisible()
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await page.keyboard.press("F2")
  await expect(page.locator("textarea.in-place")).toBeFocused()
})

test("the command palette finds commands and cards", async ({ page }) => {
  let loads = () => {}
  const held = new Promise<void>((resolve) => {
    loads = resolve
  })
  await page.route("**/assets/command-palette*.js", async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await card(page, office).focus()
  await page.keyboard.press("Control+k")
  // Letters typed while its code loads are for its field; C, N and H would open panels.
  await page.keyboard.type("chnx")
  await page.keyboard.press("Backspace")
  loads()
  const field = page.getByRole("dialog", { name: "Command palette" }).getByLabel("Type a command")
  await expect(field).toBeFocused()
  await expect(field).toHaveValue("chn")
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await field.fill("")
  await expectAccessible(page)
  await page.keyboard.type("history")
  await expect(page.getByRole("option")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(card(page, office)).toBeFocused()

  for (const [words, dialog] of [
    ["invite", "Users"],
    ["plan settings", "Plan admin"],
  ] as const) {
    await page.keyboard.press("Control+k")
    await expect(field).toBeFocused()
    await page.keyboard.type(words)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  }

  await page.keyboard.press("Control+k")
  await expect(field).toBeFocused()
  await page.keyboard.type("harbour drain scale")
  await expect(page.getByText("No matches.")).toBeVisible()
  await field.fill("slot heritage")
  await expect(page.getByRole("option")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Command palette" })).toHaveCount(0)
  await expect(page.getByRole("dialog").getByText(office)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)

  // Keys after its Enter go on with the words.
  await page.keyboard.press("Control+k")
  await expect(field).toBeFocused()
  await page.keyboard.type("history")
  await expect(page.getByRole("option")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await page.keyboard.type("cn")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
})

test("after a delete the next card has the focus, or the button that adds one", async ({ page }) => {
  const todo = column(page, "To Do", permit)
  const remove = async (name: string) => {
    const dialog = await openMenu(page, name)
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await expect(card(todo, name)).toHaveCount(0)
  }
  await remove("Draft the street-use application for all five docks")
  await expect(card(todo, "Collect neighbour consents on Mill Lane")).toBeFocused()
  await remove(office)
  await expect(card(todo, "Collect neighbour consents on Mill Lane")).toBeFocused()
  await remove("Collect neighbour consents on Mill Lane")
  await expect(todo.getByRole("button", { name: "Add task" })).toBeFocused()

  await test.step("a refused deletion takes its toast along", async () => {
    const van = column(page, "To Do", "Mobile repair van pilot")
    const name = "Write the two-page kerbside safety brief"
    await page.route("**/api/Task/**", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 403, json: { status: 403, title: "Forbidden", message: "You cannot do this." } })
        : route.continue(),
    )
    const dialog = await openMenu(page, name)
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await expect(card(van, name)).toBeVisible()
    await expect(van.getByText("Not saved")).toBeVisible()
    await expect(page.locator("[data-sonner-toast]", { hasText: name })).toHaveCount(0)
  })
})

test("a key counts from the moment the board is there", async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(".lane-list [data-card]")) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible()
})
