// The board by keys alone, the command palette, and a focus that is never lost.
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { card, column, openMenu, region } from "./board-hands"
import { expect, openSample, signIn, test } from "./people"

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"

test.beforeEach(async ({ page }) => {
  await signIn(page, "keys")
  await openSample(page)
})

const clean = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id)).toEqual(
    [],
  )
}

test("letters and figures do what the list says, and nothing while somebody types", async ({ page }) => {
  const goals = region(page, "Goals")
  await page.keyboard.press("g")
  await page.keyboard.press("2")
  await expect(card(goals, "Win the city renewal")).toHaveAttribute("aria-pressed", "true")
  await page.keyboard.press("Shift+A")
  await expect(page.getByLabel("Short heading")).toBeFocused()
  await page.keyboard.type("gnc/123?")
  await expect(page.getByLabel("Short heading")).toHaveValue("gnc/123?")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "Add Action" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(card(goals, "Win the city renewal")).toHaveAttribute("aria-pressed", "false")

  await page.keyboard.press("/")
  await expect(page.getByLabel("Search the board")).toBeFocused()
  await page.keyboard.press("Escape")
  await page.keyboard.press("n")
  await expect(page.getByRole("radio", { name: "Notes" })).toBeChecked()
  await page.keyboard.press("\\")
  await expect(page.getByRole("region", { name: "Side panel" })).toHaveCount(0)
  await page.keyboard.press("c")
  await expect(page.getByRole("radio", { name: "AI Chat" })).toBeChecked()
  await page.keyboard.press("\\")

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
  await page.keyboard.press("Escape")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeVisible()
})

test("letters can be turned off, and the list of keys says which there are", async ({ page }) => {
  await page.keyboard.press("?")
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await expect(list.getByText("Task to To Do, Doing, Done")).toBeVisible()
  await clean(page)
  await list.getByLabel("Letters alone are commands").uncheck()
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

test("the palette finds commands and cards", async ({ page }) => {
  await card(page, office).focus()
  await page.keyboard.press("Control+k")
  const field = page.getByRole("dialog", { name: "Command palette" }).getByLabel("Type a command")
  await expect(field).toBeFocused()
  await page.keyboard.type("history")
  await expect(page.getByRole("option")).toHaveCount(1)
  await clean(page)
  await page.emulateMedia({ colorScheme: "dark" })
  await clean(page)
  await page.keyboard.press("Escape")
  await expect(card(page, office)).toBeFocused()

  await page.keyboard.press("Control+k")
  await page.keyboard.type("harbour drain scale")
  await expect(page.getByText("Nothing has these words.")).toBeVisible()
  await field.fill("slot heritage")
  await expect(page.getByRole("option")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Command palette" })).toHaveCount(0)
  await expect(page.getByRole("dialog").getByText(office)).toBeVisible()
})

test("the focus goes to the next card after a delete, else to what adds one", async ({ page }) => {
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
})
