// The search panel: the board's cards at once, then notes and files from the server, each opened in its place.

import type { Page } from "@playwright/test"
import { fileCalls } from "~/contract/file"
import { noteCalls } from "~/contract/note"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { boardOf, call } from "./calls"
import { picture } from "./note-hands"
import { expect, openSample, test } from "./people"

const task = "Book the heritage office slot"

const results = (page: Page) => page.getByRole("list", { name: "Results" })
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option")
const search = async (page: Page, words: string) => {
  await page.keyboard.press("/")
  await page.getByLabel("Search the board").fill(words)
}

/** Adds a note and two files to the task: a text that contains `zanzibar` and an image of that name. */
const fill = async (page: Page) => {
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  const { id = 0 } = (await boardOf(page.request, planId)).tasks.find(({ description }) => description === task) ?? {}
  await call(page.request, taskCalls.addComment, { id, planId, content: "The zanzibar stays <b>out</b> of it" })
  await call(page.request, noteCalls.create, { planId, title: "Zanzibar talk", content: "Minutes", visibility: 1 })
  const files = [new File(["x"], "zanzibar.txt"), new File([picture], "zanzibar.png", { type: "image/png" })]
  for (const file of files) {
    const form = { planId, file, taskId: id }
    await call(page.request, fileCalls.upload, form)
  }
}

test.beforeEach(async ({ page }) => {
  await openSample(page, "search")
})

test("cards, notes and files are found, filtered by kind, and opened in their place", async ({ page }) => {
  await fill(page)
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  const { id = 0 } = (await boardOf(page.request, planId)).tasks[0] ?? {}
  const long = "Zebracrossing of the avenue ".repeat(12)
  await call(page.request, taskCalls.update, { planId, id, description: long })
  await expect(page.locator("[data-card]", { hasText: "Zebracrossing" })).toBeVisible()
  await search(page, "zebracrossing")
  // A clamped text ends in an ellipsis.
  const name = results(page).locator(".search-result-text").first()
  await expect(name).toHaveCSS("-webkit-line-clamp", "3")
  const isClamped = () =>
    name.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight,
    )
  await expect.poll(isClamped).toBe(true)
  await page.getByLabel("Search the board").fill("zanzibar")
  await expect(results(page).getByRole("listitem")).toHaveCount(4)
  await expect(results(page).locator("mark").first()).toHaveText(/zanzibar/i)
  await expect(results(page).getByText("The zanzibar stays <b>out</b> of it")).toBeVisible()
  await expect(results(page).getByText(task)).toHaveCount(3)
  await test.step("the card of the note and the files is not dimmed", async () => {
    await expect(page.locator(".task-card", { hasText: task })).not.toHaveClass(/\bdim\b/)
    await expect(page.locator(".task-card.dim").first()).toBeVisible()
  })
  await expectAccessible(page, "#side-panel")

  const tabs = page.getByRole("group", { name: "Show results of" })
  await tabs.getByRole("button", { name: /^Files/ }).click()
  await expect(results(page).getByRole("listitem")).toHaveCount(2)
  await results(page)
    .getByRole("button", { name: /zanzibar.png/ })
    .click()
  await expect(page.getByRole("dialog", { name: "zanzibar.png" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await results(page)
    .getByRole("button", { name: /zanzibar.txt/ })
    .click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("tab", { name: /FILES/ })).toHaveAttribute("aria-selected", "true")
  await expect(dialog.getByRole("button", { name: "zanzibar.txt", exact: true })).toBeVisible()
  await page.keyboard.press("Escape")

  await tabs.getByRole("button", { name: /^Notes/ }).click()
  await expect(results(page).getByRole("listitem")).toHaveCount(2)
  await results(page).getByRole("button", { name: /stays/ }).click()
  await expect(dialog.getByRole("tab", { name: /NOTES/ })).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Escape")
  await results(page)
    .getByRole("button", { name: /Zanzibar talk/ })
    .click()
  await expect(page.getByRole("radio", { name: "Notes" })).toBeChecked()
})

test("by keyboard: Down moves to the results, Enter opens, Escape clears", async ({ page }) => {
  await page.keyboard.press("/")
  await expect(page.getByText("No content available", { exact: true })).toBeVisible()
  await expect(page.getByText("Cards that do not match are dimmed.", { exact: false })).toBeVisible()
  await search(page, "heritag")
  await expect(results(page).getByRole("listitem")).toHaveCount(2)
  await expect(suggestions(page)).toHaveText(["heritage"])
  await suggestions(page).click()
  await expect(suggestions(page)).toHaveCount(0)
  await expect(page.getByLabel("Search the board")).toHaveValue("heritage")
  await expect(page.getByLabel("Search the board")).toBeFocused()
  await page.getByLabel("Search the board").fill("heritag")
  await expect(suggestions(page)).toHaveCount(1)
  for (let down = 0; down < 2; down++) await page.keyboard.press("ArrowDown")
  await expect(results(page).getByRole("button").first()).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(results(page).getByRole("button").nth(1)).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  await expect(page.getByLabel("Search the board")).toBeFocused()
  for (let down = 0; down < 2; down++) await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.getByLabel("Search the board").focus()
  await page.keyboard.press("Escape")
  await expect(results(page)).toHaveCount(0)
  await expect(page.locator(".dim")).toHaveCount(0)

  await test.step("words are completed; arrows choose, Enter accepts, Escape closes the list before the search", async () => {
    const field = page.getByRole("combobox", { name: "Search the board" })
    await search(page, "herit")
    await expect(suggestions(page)).toHaveText(["heritage"])
    await expect(field).toHaveAttribute("aria-expanded", "true")
    await page.keyboard.press("ArrowDown")
    const first = suggestions(page).first()
    await expect(first).toHaveAttribute("aria-selected", "true")
    await expect(field).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "")
    await page.keyboard.press("Escape")
    await expect(suggestions(page)).toHaveCount(0)
    await expect(field).toHaveValue("herit")
    await page.keyboard.press("Escape")
    await expect(field).toHaveValue("")

    await page.keyboard.type("herit")
    await expect(suggestions(page)).toHaveCount(1)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(field).toHaveValue("heritage")
    await expect(field).toHaveAttribute("aria-expanded", "false")
    await expect(results(page).getByRole("listitem")).toHaveCount(2)
    await expect(suggestions(page)).toHaveCount(0)

    // A late answer to an earlier query is not shown.
    let late = () => {}
    const held = new Promise<void>((go) => {
      late = go
    })
    await page.route("**/api/Search/suggestions?**q=surve**", async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest(/suggestions\?.*q=surve/)
    await field.fill("surve")
    await asked
    await field.fill("herit")
    await expect(suggestions(page)).toHaveText(["heritage"])
    late()
    await page.unrouteAll({ behavior: "wait" })
    await expect(suggestions(page)).toHaveText(["heritage"])

    // Without an answer there are no suggestions, but there are results.
    await page.route("**/api/Search/suggestions?**", (route) => route.abort())
    await field.fill("heritag")
    await expect(results(page).getByRole("listitem")).toHaveCount(2)
    await expect(suggestions(page)).toHaveCount(0)
  })
  await test.step("the server finds a misspelt word; offline the board’s own cards are found, or an error is shown", async () => {
    const answered = page.waitForResponse(/\/api\/Search\?.*q=heritgae/)
    await search(page, "heritgae")
    await answered
    await expect(results(page).getByText(task)).toBeVisible()
    await page.getByLabel("Search the board").fill("no such words")
    await expect(page.getByText('No results found for "no such words"', { exact: true })).toBeVisible()

    await page.route("**/api/Search?**", (route) => route.abort())
    await page.getByLabel("Search the board").fill("riverside")
    await expect(results(page).getByText("Survey the riverside sites")).toBeVisible()
    await page.getByLabel("Search the board").fill("none of these words")
    await expect(page.getByText("Error searching. Please try again.")).toBeVisible()
    await page.unrouteAll({ behavior: "wait" })
    await page.getByRole("search").getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText('No results found for "none of these words"', { exact: true })).toBeVisible()
  })
})
