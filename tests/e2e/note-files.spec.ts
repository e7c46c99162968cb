// Files of comments: attaching, uploading, failing, and what others see of them.

import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { card, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { attach, compose, confirmConversion, held, notes, openNotes, pastePicture, permit, picture } from "./note-hands"
import { expect, openSample, test, together } from "./people"

test("images and files of a note are counted on the card and deleted with the note", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  const theirCard = region(second, "Focus")
    .locator("article, section")
    .filter({ has: card(second, permit) })
    .first()
  const dialog = await openNotes(page)
  await compose(dialog)
  await attach(dialog, { name: "kerb.png", mimeType: "image/png", buffer: picture })
  await expect(dialog.getByText("Image attached")).toBeVisible()
  await attach(dialog, { name: "Street list.txt", mimeType: "text/plain", buffer: Buffer.from("Mill Lane") })
  await expect(dialog.getByText("Street list.txt attached")).toBeVisible()
  await attach(dialog, { name: "by mistake.txt", mimeType: "text/plain", buffer: Buffer.from("no") })
  await expect(dialog.getByText("by mistake.txt attached")).toBeVisible()
  await dialog.getByRole("button", { name: "Remove attachment" }).last().click()
  await expect(dialog.getByText("by mistake.txt attached")).toHaveCount(0)
  const answer = await held(page, "**/api/File/UploadFile/**")
  await dialog.getByRole("button", { name: "Send" }).click()
  await expect(dialog.getByText("Uploading file...")).toBeVisible()
  answer()
  await expect(notes(dialog).getByRole("img", { name: "kerb.png" })).toBeVisible()
  await expect(notes(dialog).getByRole("link", { name: "Street list.txt" })).toHaveAttribute("target", "_blank")
  await expect(dialog.getByRole("tab", { name: "FILES 2" })).toBeVisible()
  await expect(theirCard.getByText("2 files")).toBeAttached()

  await test.step("a pasted picture is attached, unless a text comes with it, which is inserted", async () => {
    const field = await compose(dialog)
    await pastePicture(field)
    await expect(dialog.getByText("Image attached")).toBeVisible()
    await dialog.getByRole("button", { name: "Remove attachment" }).click()
    await pastePicture(field, "Name\tCount\nApples\t3")
    await expect(field).toHaveValue("Name\tCount\nApples\t3")
    await expect(dialog.getByText("Image attached")).toHaveCount(0)
    await dialog.getByRole("button", { name: "Attach the picture too" }).click()
    await expect(dialog.getByText("Image attached")).toBeVisible()
    await expect(dialog.getByRole("button", { name: "Attach the picture too" })).toHaveCount(0)
  })

  await test.step("Enter that confirms a conversion sends nothing, in Safari too", async () => {
    const field = dialog.locator("textarea")
    await field.focus()
    await confirmConversion(page)
    await expect(field).toHaveValue("Name\tCount\nApples\t3")
    await expect(notes(dialog)).toHaveCount(1)
    await dialog.getByRole("button", { name: "Back" }).click()
  })

  await notes(dialog).getByRole("button", { name: "Delete message" }).click()
  await expect(page.getByRole("alertdialog")).toContainText("Any attached files will also be deleted.")
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(dialog.getByText("No notes yet.")).toBeVisible()
  await expect(theirCard.getByText(/\d files?$/)).toHaveCount(0)
  await close()
})

test("a failed upload doesn't block its note", async ({ page, faults }) => {
  faults.allow(/^503 POST \/api\/File\/UploadFile/)
  await openSample(page, "notes")
  await page.route("**/api/File/UploadFile/**", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", body: `{"status":503,"message":"down"}` }),
  )
  const dialog = await openNotes(page)
  const field = await compose(dialog)
  await field.fill("The words arrive")
  await attach(dialog, { name: "kerb.png", mimeType: "image/png", buffer: picture })
  await field.press("Enter")
  await expect(notes(dialog)).toHaveText(/The words arrive/)
  await expect(dialog.getByRole("alert")).toHaveText("Failed to upload file. Please try again.")
  await expect(dialog.getByText("Image attached")).toBeVisible()
  await page.unroute("**/api/File/UploadFile/**")
  await dialog.getByRole("button", { name: "Try again" }).click()
  await expect(notes(dialog).getByRole("img", { name: "kerb.png" })).toBeVisible()

  await test.step("without a connection both wait, and the file becomes one of the card", async () => {
    await expect(dialog.getByRole("tab", { name: "FILES 1" })).toBeVisible()
    await page.context().setOffline(true)
    const again = await compose(dialog)
    await again.fill("Out of reach")
    await attach(dialog, { name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from("low") })
    await again.press("Enter")
    await expect(notes(dialog).filter({ hasText: "Out of reach" })).toContainText("Waiting to be sent")
    await expect(page.getByText("2 changes will be sent when you are back.")).toBeVisible()
    await page.context().setOffline(false)
    await expect(dialog.getByRole("tab", { name: "FILES 2" })).toBeVisible()
    await expect(dialog.getByText("Waiting to be sent")).toHaveCount(0)
  })
})

test("a viewer comments with a file, and a note whose file was deleted says so", async ({ page, browser }) => {
  const { second, id, planId, close } = await together(page, browser)
  await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
  await expect(second.getByRole("button", { name: "Add new goal" })).toHaveCount(0)
  const dialog = await openNotes(second)
  const field = await compose(dialog)
  await field.fill("I may only look")
  await attach(dialog, { name: "kerb.png", mimeType: "image/png", buffer: picture })
  await field.press("Enter")
  await expect(notes(dialog).getByRole("img", { name: "kerb.png" })).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Add note" })).toBeVisible()

  const mine = await openNotes(page)
  await expect(notes(mine).getByRole("img", { name: "kerb.png" })).toBeVisible()
  await expect(notes(mine).first()).not.toContainText("edited")
  const { items } = await boardOf(page.request, planId)
  const item = items.find(({ topic }) => topic === permit)
  const content = `Look\n![file](laneway-file:${planId}:not-there.pdf:Plan.pdf)`
  await call(page.request, itemCalls.addComment, { id: item?.id ?? 0, planId, content })
  await expect(notes(mine).first()).toContainText("File unavailable")
  await close()
})
