// The comments of a dialog (“notes” on screen): writing, mentions, and what others see live.

import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { boardOf, call } from "./calls"
import { compose, notes, openNotes, permit, write } from "./note-hands"
import { expect, openSample, test, together } from "./people"

test("a note is written by keyboard, shown newest first, edited and deleted by its author", async ({ page }) => {
  const { planId } = await openSample(page, "notes")
  const dialog = await openNotes(page)
  await expect(dialog.getByText("No notes yet.")).toBeVisible()
  const field = await compose(dialog)
  await expect(field).toHaveAttribute("placeholder", "Type here... (use @ to mention someone)")
  await expect(dialog.getByRole("button", { name: "Send" })).toBeDisabled()
  await field.press("Enter")
  await page.keyboard.type("First line")
  await page.keyboard.press("Shift+Enter")
  await page.keyboard.type("second, see https://example.org/map.")
  await page.keyboard.press("Enter")
  await expect(notes(dialog)).toHaveCount(1)
  await expect(notes(dialog).first().locator(".comment-body")).toHaveText(
    "First line\nsecond, see https://example.org/map.",
  )
  await expect(notes(dialog).getByRole("link")).toHaveAttribute("href", "https://example.org/map")
  await expect(dialog.getByRole("button", { name: "Add note" })).toBeFocused()

  await test.step("Markdown is rendered, HTML is not", async () => {
    const body = notes(dialog).first().locator(".comment-body")
    const field = await compose(dialog)
    await field.fill("**Bold** <b>text</b>\n- one\n- *two*")
    await field.press("Enter")
    await expect(body.locator("strong")).toHaveText("Bold")
    await expect(body.locator("li")).toHaveText([/one/, /two/])
    await expect(body).toContainText("<b>text</b>")
    await expect(notes(dialog).first().getByRole("button", { name: "Edit message" })).toBeVisible()
    await notes(dialog).first().getByRole("button", { name: "Delete message" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await expect(notes(dialog)).toHaveCount(1)
  })

  await write(dialog, "The newer one")
  await expect(notes(dialog).last()).toContainText("First line")
  await expect(dialog.getByRole("tab", { name: "NOTES 2" })).toBeVisible()

  await notes(dialog).first().getByRole("button", { name: "Edit message" }).click()
  const edit = dialog.getByRole("textbox", { name: "Edit message" })
  await expect(edit).toHaveValue("The newer one")
  await edit.fill("The newer one, put better")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(notes(dialog).first()).toContainText("put better")
  await expect(notes(dialog).first()).toContainText("edited")

  await notes(dialog).first().getByRole("button", { name: "Delete message" }).click()
  const question = page.getByRole("alertdialog", { name: "Delete note?" })
  await expect(question).toContainText("You can’t undo this later.")
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(notes(dialog)).toHaveCount(2)
  await notes(dialog).first().getByRole("button", { name: "Delete message" }).click()
  await question.getByRole("button", { name: "Delete" }).click()
  await expect(notes(dialog)).toHaveCount(1)

  await test.step("the note board has no accessibility finding, and a long note is folded", async () => {
    await dialog.getByRole("button", { name: "Close" }).click()
    await openNotes(page, "Win the city renewal")
    await write(dialog, "One short note")
    const field = await compose(dialog)
    await field.fill("Many words. ".repeat(300))
    await dialog.getByRole("button", { name: "Send" }).click()
    // Stored, it is another entry of the list than the pending one, and folded.
    await expect(notes(dialog).first().getByRole("button", { name: "Edit message" })).toBeVisible()
    await dialog.getByRole("button", { name: "Show more" }).click()
    await expect(dialog.getByRole("button", { name: "Show less" })).toBeVisible()
    await notes(dialog).last().getByRole("button", { name: "Edit message" }).click()
    await expect(dialog.getByRole("textbox", { name: "Edit message" })).toBeFocused()
    await expectAccessible(page, "[role=dialog]")
  })
  await test.step("a note found by the search is scrolled into view", async () => {
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    const item = (await boardOf(page.request, planId)).items.find(({ topic }) => topic === permit)
    for (let n = 0; n < 30; n++) {
      const content = n === 3 ? "The zeppelin lands here" : `One of many ${n}\nwith a second line`
      await call(page.request, itemCalls.addComment, { id: item?.id ?? 0, planId, content })
    }
    await page.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name: "Search" }).click()
    await page.getByLabel("Search the board").fill("zeppelin")
    await page
      .getByRole("list", { name: "Results" })
      .getByRole("button", { name: /lands here/ })
      .click()
    await expect(notes(dialog).filter({ hasText: "zeppelin" })).toBeInViewport()
  })
})

test("two people see each other’s notes, mentions and edits live", async ({ page, browser }) => {
  const { second, id, planId, close } = await together(page, browser)
  const [mine, theirs] = [await openNotes(page), await openNotes(second)]
  const field = await compose(mine)
  await field.pressSequentially("Can you look, @grace")
  // The open list leaves the button in reach.
  await expect(mine.getByRole("listbox", { name: "Members to mention" })).toBeVisible()
  await mine.getByRole("button", { name: "Send" }).click({ trial: true })
  await mine.getByRole("listbox", { name: "Members to mention" }).getByRole("option").click()
  await expect(field).toHaveValue(/Can you look, @Grace\s+$/)
  await field.press("Enter")
  await expect(notes(theirs).locator(".mention-name")).toHaveText(/^@Grace/i)
  await expect(theirs.getByRole("tab", { name: "NOTES 1" })).toBeVisible()
  await expect(notes(theirs).getByRole("button", { name: "Delete message" })).toHaveCount(0)

  // The mentioned person is notified.
  const told = async () => (await call(second.request, notificationCalls.list, { userId: id, planId }))[0]?.title
  await expect.poll(told).toContain(permit)

  await write(theirs, "I have looked")
  await expect(notes(mine).first()).toContainText("I have looked")
  await notes(theirs).first().getByRole("button", { name: "Edit message" }).click()
  await theirs.getByRole("textbox", { name: "Edit message" }).fill("I have looked twice")
  await theirs.getByRole("button", { name: "Save" }).click()
  await expect(notes(mine).first()).toContainText("I have looked twice")
  await expect(notes(mine).first()).toContainText("edited")
  await notes(theirs).first().getByRole("button", { name: "Delete message" }).click()
  await second.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(notes(mine)).toHaveCount(1)
  await close()
})

test("mentions of a person who left keep the name, and their note can be edited", async ({ page, browser }) => {
  const { second, id, planId, close } = await together(page, browser)
  const dialog = await openNotes(page)
  const mention = async (text: string) => {
    const field = await compose(dialog)
    await field.pressSequentially(`${text} @grace`)
    await dialog.getByRole("listbox", { name: "Members to mention" }).getByRole("option").click()
    await expect(field).toHaveValue(/@Grace\s+$/)
    return field
  }
  await (await mention("Can you look,")).press("Enter")
  await expect(notes(dialog).locator(".mention-name")).toHaveText("@Grace")
  const told = async () => (await call(second.request, notificationCalls.list, { userId: id, planId })).length
  await expect.poll(told).toBe(1)
  // She leaves while another note that mentions her is being written.
  const field = await mention("And this,")
  const avatar = page.locator(`[data-chat="${id}"]`)
  await expect(avatar).toHaveCount(1)
  await call(page.request, planCalls.removeMember, { planId, userId: id })
  // A page that still lists her would send the mention, which is refused.
  await expect(avatar).toHaveCount(0)
  await field.press("Enter")
  await expect(notes(dialog)).toHaveCount(2)
  await expect(notes(dialog).locator(".mention-name")).toHaveText(["@Grace", "@Grace"])
  await notes(dialog).last().getByRole("button", { name: "Edit message" }).click()
  const edit = dialog.getByRole("textbox", { name: "Edit message" })
  await expect(edit).toHaveValue(/Can you look, @Grace/)
  await edit.press("End")
  await edit.pressSequentially(" or tell me who can")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(notes(dialog).last().locator(".comment-body")).toHaveText(/Can you look, @Grace\s+or tell me who can/)
  await expect(dialog.getByRole("alert")).toHaveCount(0)
  await close()
})
