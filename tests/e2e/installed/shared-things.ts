// Things that other apps share with the installed one.

import type { Page } from "@playwright/test"
import { fileCalls } from "~/contract/file"
import { noteCalls } from "~/contract/note"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "../accessible"
import { expect, test } from "../people"
import { type App, notesOnServer } from "./app"

/** Posts what the system's share sheet does. */
export const share = (page: Page, things: { title?: string; url?: string; file?: string }) =>
  page.evaluate(({ title, url, file }) => {
    const form = Object.assign(document.createElement("form"), {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
    })
    const field = (name: string, given: object) => {
      const input = Object.assign(document.createElement("input"), { name, ...given })
      form.append(input)
      return input
    }
    if (title) field("title", { value: title })
    if (url) field("url", { value: url })
    if (file) {
      const files = new DataTransfer()
      files.items.add(new File(["tide"], file, { type: "text/plain" }))
      field("files", { type: "file" }).files = files.files
    }
    document.body.append(form)
    form.submit()
  }, things)

export const shareThings = async (app: App) => {
  const { page, context, planId, itemId } = app
  await test.step("what another app shares without a connection becomes a task of a chosen action, with its file", async () => {
    await context.setOffline(true)
    await share(page, { title: "High water", url: "https://tides.example/9", file: "tide.txt" })
    const dialog = page.getByRole("dialog", { name: "Add to a plan" })
    await expect(dialog).toContainText("High waterhttps://tides.example/9tide.txt")
    await expect(dialog.getByLabel("Plan")).toHaveValue(`${planId}`)
    await expect(dialog.getByLabel("Action")).toHaveValue(`${itemId}`)
    await expectAccessible(page, "[role=dialog]")
    await dialog.getByRole("button", { name: "Add task" }).click()
    const queued = page.getByText("Something you shared will be added when you are back online.")
    await expect(queued).toBeVisible()
    await context.setOffline(false)
    await expect(queued).toBeHidden()
    const withFiles = async () =>
      (await app.ada.send(taskCalls.list, { planId })).body.filter(({ attachmentCount }) => attachmentCount > 0)
    await expect.poll(withFiles).toMatchObject([{ itemId, description: "High water\nhttps://tides.example/9" }])
  })

  await test.step("with a connection it is added at once, and shown", async () => {
    await share(page, { title: "Low water" })
    const dialog = page.getByRole("dialog", { name: "Add to a plan" })
    await dialog.getByRole("button", { name: "Add task" }).click()
    await page.getByRole("button", { name: "Show" }).click()
    await expect(page).toHaveURL(/\/board/)
    await expect(page.getByRole("dialog")).toContainText("Low water")
    await page.keyboard.press("Escape")
  })

  await test.step("a file alone becomes a note of a chosen plan", async () => {
    await share(page, { file: "soundings.txt" })
    const dialog = page.getByRole("dialog", { name: "Add to a plan" })
    await dialog.getByText("Note", { exact: true }).click()
    await dialog.getByRole("button", { name: "Add note" }).click()
    await page.getByRole("button", { name: "Show" }).click()
    await expect.poll(() => notesOnServer(app)).toContain("soundings.txt")
    const notes = (await app.ada.send(noteCalls.list, { planId })).body
    const note = notes.find(({ title }) => title === "soundings.txt")
    const files = async () => (await app.ada.send(fileCalls.list, { planId, noteId: note?.id ?? 0 })).body
    await expect.poll(async () => (await files()).map(({ friendlyName }) => friendlyName)).toEqual(["soundings.txt"])
  })
}
