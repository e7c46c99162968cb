// The session ends while edits wait.
import fs from "node:fs"
import { signIn } from "../../support/product/product.ts"
import { expect, test } from "../people"
import { signedIn } from "../session-page.ts"
import { type App, addTask, notesOnServer, tasksOnServer } from "./app"
import { storedText } from "./stored-text"

export const endSession = async (app: App) => {
  const { page, context, planId } = app
  await test.step("edits wait for the next sign-in when the session has ended, and are then sent from any page", async () => {
    await page.goto(`${app.product.url}/board?planId=${planId}`)
    await expect(page.getByText("Written offline")).toBeVisible()
    // The tab learns that its note was sent.
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("unsavedNotes")
    await context.setOffline(true)
    await addTask(page, "Of the last session")
    await expect(page.getByText("Waiting")).toBeVisible()
    await page.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name: "Notes" }).click()
    await page.getByRole("button", { name: "New note", exact: true }).click()
    await expect(page.getByRole("textbox", { name: "Text of the note" })).toBeFocused()
    await page.keyboard.insertText("A note of the last session")
    await expect(page.getByText("Waiting to be sent")).toBeVisible()
    await page.getByRole("button", { name: "Show changes" }).click()
    const changes = page.getByRole("dialog", { name: "2 changes to be sent" })
    await expect(changes.getByRole("listitem")).toHaveText([/^Of the last/, /^A note of.*Plan note/])
    await page.keyboard.press("Escape")
    await app.ada.call("POST", "/api/auth/logoff")
    const opened: string[] = []
    page.on("request", (request) => request.isNavigationRequest() && opened.push(request.url()))
    await context.setOffline(false)
    await expect(page).toHaveURL(/login/)
    expect(opened).toHaveLength(1)
    await signedIn(context, app.product.url, await signIn(app.product, "grace@example.org"))
    const other = await context.newPage()
    await other.goto(app.product.url)
    await expect(other.getByText("Your first plan starts here")).toBeVisible()
    const readable = async () =>
      (await storedText(other)).split("\n").filter((line) => /Harbour|\bDig\b|Depths|of the last session/i.test(line))
    await expect.poll(readable).toEqual([])
    await other.close()
    fs.rmSync(`${app.product.dataDir}/outbox`, { recursive: true })
    fs.mkdirSync(`${app.product.dataDir}/outbox`)
    app.ada = await signIn(app.product, "ada@example.org")
    await signedIn(context, app.product.url, app.ada)
    await page.goto(app.product.url)
    await expect(page.getByRole("link", { name: "Harbour" })).toBeVisible()
    await expect.poll(() => tasksOnServer(app)).toEqual(["Dig", "Of the last session", "Written offline"])
    await expect.poll(() => notesOnServer(app)).toContain("A note of the last session")
    await page.getByRole("link", { name: "Harbour" }).click()
  })
}
