// Sending comments: offline, refused, and with a lost answer.
import { openMenu } from "./board-hands"
import { compose, notes, openNotes, permit, refuseNotes, reopen, write } from "./note-hands"
import { expect, openSample, test, together } from "./people"

test("notes written offline stay pending, also after a reload, and arrive once and in order", async ({
  page,
  browser,
}) => {
  const { second, close } = await together(page, browser)
  const theirs = await openNotes(second)
  let mine = await openNotes(page)
  const waiting = () => notes(mine).getByText("Waiting to be sent")
  await expect(mine.getByText("No notes yet.")).toBeVisible()
  // The composer's code has loaded.
  await compose(mine)
  await mine.getByRole("button", { name: "Back" }).click()
  await page.context().setOffline(true)
  await write(mine, "One from the tunnel")
  await write(mine, "Two from the tunnel")
  await expect(waiting()).toHaveCount(2)
  await expect(page.getByText("2 changes will be sent")).toBeVisible()
  await page.context().setOffline(false)
  await expect(notes(theirs).locator(".comment-body")).toHaveText(["Two from the tunnel", "One from the tunnel"])
  await expect(waiting()).toHaveCount(0)
  await expect(notes(mine)).toHaveCount(2)

  await test.step("an edit and a deletion made offline show at once, wait in order, and arrive", async () => {
    await page.context().setOffline(true)
    const edit = async (text: string) => {
      await notes(mine).first().getByRole("button", { name: "Edit message" }).click()
      await mine.getByRole("textbox", { name: "Edit message" }).fill(text)
      await mine.getByRole("button", { name: "Save" }).click()
      await expect(notes(mine).first()).toContainText(text)
    }
    await edit("Two from the tonnel")
    await edit("Two from a tunnel")
    await notes(mine).last().getByRole("button", { name: "Delete message" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await expect(notes(mine)).toHaveCount(1)
    await expect(waiting()).toHaveCount(1)
    await expect(page.getByText("3 changes will be sent")).toBeVisible()
    await page.context().setOffline(false)
    await expect(notes(theirs).locator(".comment-body")).toHaveText(["Two from a tunnel"])
    await expect(waiting()).toHaveCount(0)
  })

  const connect = await refuseNotes(page, (route) => route.abort())
  await write(mine, "Three before leaving")
  await write(mine, "Four before leaving")
  await expect(waiting()).toHaveCount(2)
  mine = await reopen(page, mine)
  await expect(waiting()).toHaveCount(2)
  await expect(notes(mine)).toHaveCount(3)
  await connect()
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  const all = ["Four before leaving", "Three before leaving", "Two from a tunnel"]
  await expect(notes(theirs).locator(".comment-body")).toHaveText(all)
  await expect(waiting()).toHaveCount(0)
  await expect(notes(mine).locator(".comment-body")).toHaveText(all)
  await close()
})

test("a refused note shows the reason and its text, also after a reload, until it is edited or removed", async ({
  page,
}) => {
  await openSample(page, "notes")
  let dialog = await openNotes(page)
  const body = JSON.stringify({ status: 409, message: "The plan has too many notes." })
  const allow = await refuseNotes(page, (route) =>
    route.fulfill({ status: 409, contentType: "application/problem+json", body }),
  )
  await write(dialog, "One too many")
  await expect(notes(dialog).getByRole("alert")).toHaveText("The note was not sent. The plan has too many notes.")
  await write(dialog, "Another too many")
  dialog = await reopen(page, dialog)
  await expect(notes(dialog).locator(".comment-body")).toHaveText(["Another too many", "One too many"])
  await notes(dialog).first().getByRole("button", { name: "Remove the note" }).click()
  await expect(notes(dialog)).toHaveCount(1)
  await allow()
  await notes(dialog).getByRole("button", { name: "Edit the note again" }).click()
  const field = dialog.getByRole("textbox", { name: "Add note" })
  await expect(field).toHaveValue("One too many")
  await field.press("Enter")
  await expect(notes(dialog)).toHaveCount(1)
  await expect(notes(dialog).getByRole("button", { name: "Edit message" })).toBeVisible()
  dialog = await reopen(page, dialog)
  await expect(notes(dialog)).toHaveCount(1)
  await expect(dialog.getByRole("alert")).toHaveCount(0)

  await test.step("a note whose answer is lost is shown and stored once", async () => {
    let sent = 0
    const answer = await refuseNotes(page, async (route) => {
      sent++
      await route.fetch()
      await route.abort()
    })
    await write(dialog, "On the train")
    await expect.poll(() => sent).toBeGreaterThan(1)
    await expect(notes(dialog)).toHaveCount(2)
    await answer()
    await page.evaluate(() => window.dispatchEvent(new Event("online")))
    await expect(notes(dialog).getByRole("button", { name: "Edit message" })).toHaveCount(2)
    await expect(notes(dialog)).toHaveCount(2)

    // A refused edit leaves the note as it was, with the typed text at hand.
    await page.route("**/comments/*", (route) =>
      route.fulfill({ status: 409, contentType: "application/problem+json", body }),
    )
    await notes(dialog).first().getByRole("button", { name: "Edit message" }).click()
    await dialog.getByRole("textbox", { name: "Edit message" }).fill("On the bus")
    await dialog.getByRole("button", { name: "Save" }).click()
    await expect(notes(dialog).first().getByRole("alert")).toContainText("The plan has too many notes.")
    await expect(notes(dialog).first().locator(".comment-body")).toHaveText("On the train")
    await page.unroute("**/comments/*")
    await notes(dialog).first().getByRole("button", { name: "Edit the note again" }).click()
    await expect(dialog.getByRole("textbox", { name: "Edit message" })).toHaveValue("On the bus")
    await dialog.getByRole("button", { name: "Save" }).click()
    await expect(notes(dialog).first().locator(".comment-body")).toHaveText("On the bus")
    await expect(dialog.getByRole("alert")).toHaveCount(0)

    // The draft survives closing the dialog.
    const next = await compose(dialog)
    await next.fill("Not finished")
    await dialog.getByRole("button", { name: "Close" }).click()
    const again = await openMenu(page, permit)
    await again.getByRole("tab", { name: /NOTES/ }).click()
    await expect(again.getByRole("textbox", { name: "Add note" })).toHaveValue("Not finished")
    // And a reload, as does the text of a comment that is edited.
    await notes(again).getByRole("button", { name: "Edit message" }).first().click()
    await again.getByRole("textbox", { name: "Edit message" }).fill("Half edited")
    await again.getByRole("button", { name: "Close" }).click()
    await page.reload()
    const third = await openMenu(page, permit)
    await third.getByRole("tab", { name: /NOTES/ }).click()
    await expect(third.getByRole("textbox", { name: "Add note" })).toHaveValue("Not finished")
    await notes(third).getByRole("button", { name: "Edit message" }).first().click()
    await expect(third.getByRole("textbox", { name: "Edit message" })).toHaveValue("Half edited")
  })
})
