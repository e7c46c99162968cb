// Links in comments, cards and fields.

import type { Locator } from "@playwright/test"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother } from "./contexts"
import { compose, notes, openNotes, permit } from "./note-hands"
import { expect, openBoard, openSample, test } from "./people"

test("a link in a note, a card’s text or a field opens in a new tab with Ctrl or Cmd", async ({
  page,
  context,
  browser,
}) => {
  await context.route("https://example.org/**", (route) => route.fulfill({ body: "There", contentType: "text/plain" }))
  const { planId } = await openSample(page, "links")
  const opens = async (click: () => Promise<void>, address: string) => {
    const [opened] = await Promise.all([context.waitForEvent("page"), click()])
    await opened.waitForURL(address)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()
  }
  const { id = 0 } = (await boardOf(page.request, planId)).items.find(({ topic }) => topic === permit) ?? {}
  const description = "See [the form](https://example.org/form), twice."
  await call(page.request, itemCalls.update, { id, planId, description })
  await call(page.request, taskCalls.create, { planId, itemId: id, description: "Ask\nhttps://example.org/desk." })

  const task = region(page, "Focus").locator("[data-card^='task']").filter({ hasText: "Ask " })
  const address = task.locator("[data-href]")
  await expect(address).toHaveText("https://example.org/desk")
  for (const key of ["Control", "Meta"]) {
    await page.keyboard.down(key)
    await opens(() => address.click({ force: true }), "https://example.org/desk")
    await page.keyboard.up(key)
  }
  const form = region(page, "Focus").locator("[data-href]", { hasText: "the form" }).first()
  await opens(() => form.click({ force: true, modifiers: ["Control"] }), "https://example.org/form")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page.locator("textarea.in-place")).toHaveCount(0)

  // Without the key, pressing it selects the card, and pressing it again edits the card.
  await address.click({ force: true })
  await expect(task).toHaveAttribute("aria-pressed", "true")
  await page.keyboard.press("Escape")
  await task.press("F2")
  const field = page.locator("textarea.in-place")
  await expect(field).toHaveValue("Ask\nhttps://example.org/desk.")
  const caret = (of: Locator) => of.evaluate((field: HTMLTextAreaElement) => field.selectionStart)
  const tabs = context.pages().length
  const press = async (into: Locator, line: number, x: number, modifiers: ("Control" | "Meta")[] = []) => {
    const place = await into.evaluate(
      (field, { line, x }) => {
        const { lineHeight, paddingLeft, paddingTop } = getComputedStyle(field)
        const [height, left, top] = [lineHeight, paddingLeft, paddingTop].map(Number.parseFloat) as [
          number,
          number,
          number,
        ]
        return { x: left + x, y: top + (line + 0.5) * height }
      },
      { line, x },
    )
    await into.click({ position: place, modifiers })
  }
  await press(field, 1, 60)
  expect(await caret(field)).toBeGreaterThan("Ask\n".length)
  await press(field, 0, 60, ["Control"])
  expect(await caret(field)).toBe("Ask".length)
  expect(context.pages()).toHaveLength(tabs)
  for (const key of ["Control", "Meta"] as const) {
    await opens(() => press(field, 1, 60, [key]), "https://example.org/desk")
  }
  await page.keyboard.press("Escape")

  const main = await openMenu(page, permit)
  const shown = main.getByLabel("Description")
  await expect(shown).toHaveValue(description)
  const wide = await shown.evaluate((field) => field.clientWidth)
  await press(shown, 0, wide - 40, ["Control"])
  expect(await caret(shown)).toBe(description.length)
  expect(context.pages()).toHaveLength(tabs)
  await opens(() => press(shown, 0, 60, ["Control"]), "https://example.org/form")
  await page.keyboard.press("Escape")
  await expect(main).toHaveCount(0)

  await test.step("a tap opens a card's link, since a finger has no Ctrl", async () => {
    const phone = await openAnother(page, browser, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
    await phone.route("https://example.org/**", (route) => route.fulfill({ body: "There", contentType: "text/plain" }))
    const small = await phone.newPage()
    await openBoard(small, planId)
    const shown = small.locator("[data-href='https://example.org/desk']")
    const box = await shown.boundingBox()
    const [opened] = await Promise.all([
      phone.waitForEvent("page"),
      small.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2),
    ])
    await opened.waitForURL("https://example.org/desk")
    await expect(small.locator("[data-card^='task'][aria-pressed=true]")).toHaveCount(0)
    await small.close()
  })

  const dialog = await openNotes(page)
  const note = await compose(dialog)
  await note.fill("Look at https://example.org/map and [the rules](https://example.org/rules)")
  await note.press("Enter")
  const links = notes(dialog).getByRole("link")
  await expect(links).toHaveText(["https://example.org/map", "the rules"])
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("target", "_blank")
    await expect(link).toHaveAttribute("rel", /noopener/)
  }
})
