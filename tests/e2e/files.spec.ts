// Files of cards and of the plan: upload, preview, rename, delete, drop on the board; errors are shown beside the file.

import type { FileChooser, Locator, Page } from "@playwright/test"
import { fileCalls } from "~/contract/file"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card, openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother } from "./contexts"
import { expect, openSample, test } from "./people"

const task = "Book the heritage office slot"
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
)
const picture = { name: "kerb.png", mimeType: "image/png", buffer: png }
const text = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("Mill Lane\nOld Town\n") }

/** A PDF with one empty page. */
const pdf = (() => {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
  ]
  let body = "%PDF-1.4\n"
  const starts = objects.map((object, index) => {
    const start = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return `${String(start).padStart(10, "0")} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${starts.join("")}`
  return Buffer.from(`${body}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`)
})()

const openFiles = async (page: Page, name: string) => {
  const dialog = await openMenu(page, name)
  await dialog.getByRole("tab", { name: /FILES/ }).click()
  await expect(dialog.getByRole("button", { name: "Add Files" })).toBeVisible()
  return dialog
}

/** A button in a file's row; its description names the file. */
const fileButton = (root: Page | Locator, name: string, file: string) =>
  root.getByRole("row").filter({ hasText: file }).getByRole("button", { name, exact: true })

const add = async (page: Page, files: Parameters<FileChooser["setFiles"]>[0]) => {
  const choosing = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Add Files" }).click()
  await (await choosing).setFiles(files)
}

const names = (page: Page) => page.getByRole("table", { name: "Files" }).locator(".file-name").allTextContents()

/** Drops files from outside the browser on an element. */
const drop = async (page: Page, selector: string, files: string[], hint: string | RegExp = "") => {
  const held = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const name of files) transfer.items.add(new File(["some text"], name, { type: "text/plain" }))
    return transfer
  }, files)
  // A browser repeats it for as long as the pointer is there.
  await expect(async () => {
    await page.dispatchEvent(selector, "dragover", { dataTransfer: held })
    await expect(page.locator(".drop-hint .tip")).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.locator(".drop-hint")).toContainText(hint)
  await page.dispatchEvent(selector, "drop", { dataTransfer: held })
  await expect(page.locator(".drop-hint")).toHaveCount(0)
}

test.beforeEach(async ({ page }) => {
  await openSample(page, "files")
})

test("several files are uploaded at once, newest first, and another page sees them added, renamed and deleted", async ({
  page,
  browser,
}) => {
  const other = await openAnother(page, browser)
  const second = await other.newPage()
  const planId = await page.evaluate(() => sessionStorage.getItem("planId"))
  await second.goto(`/board?planId=${planId}`)
  await openFiles(second, task)
  await expect(
    second.getByText('No files uploaded yet. Click "Add Files" to get started.', { exact: true }),
  ).toBeVisible()

  const dialog = await openFiles(page, task)
  await add(page, [picture, text])
  await expect.poll(async () => (await names(page)).sort()).toEqual(["kerb.png", "list.txt"])
  await expect(dialog.getByRole("cell", { name: "0.1 MB" })).toHaveCount(2)
  await expect(dialog.getByRole("tab", { name: "FILES 2" })).toBeVisible()
  await expect.poll(async () => (await names(second)).sort()).toEqual(["kerb.png", "list.txt"])

  for (const name of ["View", "Download", "Rename", "Delete"])
    await expect(fileButton(dialog, name, "list.txt")).toHaveAccessibleDescription("list.txt")
  await fileButton(dialog, "Rename", "list.txt").click()
  const renaming = page.getByRole("dialog", { name: "Rename file" })
  const field = renaming.getByLabel("File name")
  await expect(field).toBeFocused()
  await expect(field).toHaveValue("list")
  await expect(renaming.getByText(".txt", { exact: true })).toBeVisible()
  await field.fill("  ")
  await expect(renaming.getByRole("button", { name: "Save" })).toBeDisabled()
  await expectAccessible(page, "[role=dialog]")
  await field.fill("Lanes")
  await page.keyboard.press("Escape")
  await expect(renaming).toHaveCount(0)
  expect(await names(page)).toContain("list.txt")
  await fileButton(dialog, "Rename", "list.txt").click()
  await expect(field).toHaveValue("list")
  await field.fill("Streets of the old town")
  await page.keyboard.press("Enter")
  await expect(renaming).toHaveCount(0)
  await expect.poll(() => names(page)).toContain("Streets of the old town.txt")
  await expect.poll(() => names(second)).toContain("Streets of the old town.txt")

  await fileButton(dialog, "Delete", "Streets of the old town.txt").click()
  const question = page.getByRole("alertdialog", { name: "Delete file?" })
  await expect(question).toContainText("You can’t undo this later.")
  await question.getByRole("button", { name: "Delete" }).click()
  await expect.poll(() => names(page)).toEqual(["kerb.png"])
  await expect.poll(() => names(second)).toEqual(["kerb.png"])
  await expect(dialog.getByRole("tab", { name: "FILES 1" })).toBeVisible()
})

test("images and texts are previewed; an image is zoomed by buttons and keys", async ({ page }) => {
  const dialog = await openFiles(page, task)
  await expectAccessible(page, "[role=dialog]")
  await add(page, [picture, text])
  await expect.poll(async () => (await names(page)).sort()).toEqual(["kerb.png", "list.txt"])
  await expectAccessible(page, "[role=dialog]")
  await dialog.getByRole("button", { name: "kerb.png", exact: true }).click()
  const preview = page.getByRole("dialog", { name: "kerb.png" })
  await expect(preview.getByRole("img", { name: "kerb.png" })).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  const middle = async () => {
    const { x = 0, width = 0 } = (await preview.getByRole("img", { name: "kerb.png" }).boundingBox()) ?? {}
    return x + width / 2
  }
  await expect.poll(middle).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, 0)
  const scale = preview.locator("[data-tip='Reset zoom']")
  await expect(scale).toHaveText("100%")
  await page.keyboard.press("+")
  await expect(scale).toHaveText("120%")
  await page.keyboard.press("=")
  await expect(scale).toHaveText("144%")
  await page.keyboard.press("-")
  await expect(scale).toHaveText("120%")
  await preview.getByRole("button", { name: "Zoom out" }).click()
  await preview.getByRole("button", { name: "Zoom out" }).click()
  await expect(scale).toHaveText("83%")
  for (let press = 0; press < 14; press++) await page.keyboard.press("+")
  await expect(scale).toHaveText("500%")
  await page.keyboard.press("0")
  await expect(scale).toHaveText("100%")
  await preview.locator(".canvas").hover()
  await page.mouse.wheel(0, -100)
  await expect(scale).toHaveText("120%")
  await page.mouse.wheel(0, -120)
  await expect(scale).toHaveText("144%")
  await page.mouse.wheel(0, 100)
  await expect(scale).toHaveText("120%")
  await page.keyboard.press("0")
  await page.keyboard.press("Escape")
  await expect(preview).toHaveCount(0)
  await expect(dialog.getByRole("button", { name: "kerb.png", exact: true })).toBeFocused()

  await fileButton(dialog, "View", "list.txt").click()
  await expect(page.getByRole("dialog", { name: "list.txt" }).getByText("Mill Lane")).toBeVisible()
  const saving = page.waitForEvent("download")
  await page.getByRole("dialog", { name: "list.txt" }).getByRole("button", { name: "Download" }).click()
  expect((await saving).suggestedFilename()).toBe("list.txt")

  await test.step("a PDF is previewed over the page and downloaded from there", async () => {
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog", { name: "list.txt" })).toHaveCount(0)
    await add(page, [{ name: "Permit.pdf", mimeType: "application/pdf", buffer: pdf }])
    const answering = page.waitForResponse((response) => response.url().includes("/api/File/ViewFile/"))
    await fileButton(dialog, "View", "Permit.pdf").click()
    const preview = page.getByRole("dialog", { name: "Permit.pdf" })
    const frame = preview.locator("iframe[title='Permit.pdf']")
    await expect(frame).toBeVisible()
    const answer = await answering
    expect(answer.status()).toBe(200)
    const headers = answer.headers()
    expect(headers["content-type"]).toBe("application/pdf")
    expect(headers["content-disposition"]).toMatch(/^inline/)
    expect(answer.url()).toMatch(/\/Permit\.pdf$/)
    const box = await frame.boundingBox()
    expect(box?.width).toBeGreaterThan(600)
    expect(box?.height).toBeGreaterThan(400)
    await expect(preview.getByRole("button", { name: "Zoom in" })).toHaveCount(0)
    const saving = page.waitForEvent("download")
    await preview.getByRole("button", { name: "Download" }).click()
    expect((await saving).suggestedFilename()).toBe("Permit.pdf")
    await preview.getByRole("button", { name: "Close" }).click()
    await expect(preview).toHaveCount(0)
  })

  await test.step("View downloads a file without a preview", async () => {
    await add(page, [{ name: "readings.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 1, 2, 3]) }])
    const saving = page.waitForEvent("download")
    await fileButton(dialog, "View", "readings.bin").click()
    expect((await saving).suggestedFilename()).toBe("readings.bin")
  })
})

test("a failed upload stays and is retried; an upload under way can be cancelled", async ({ page, faults }) => {
  const dialog = await openFiles(page, task)
  // No automatic retry within this test.
  const busy = { status: 503, headers: { "retry-after": "600" }, contentType: "application/problem+json" }
  faults.allow(/^503 POST \/api\/File\/UploadFile/)
  await page.route("**/api/File/UploadFile/**", (route) =>
    route.fulfill({ ...busy, body: JSON.stringify({ status: 503, message: "The storage is down." }) }),
  )
  await add(page, [text])
  const uploads = dialog.getByRole("list", { name: "Uploads" })
  await expect(uploads.getByRole("alert")).toHaveText("The storage is down.")
  await page.unroute("**/api/File/UploadFile/**")
  await page.route("**/api/File/UploadFile/**", (route) =>
    route.fulfill({ status: 413, contentType: "text/html", body: "<html>Too large</html>" }),
  )
  await uploads.getByRole("button", { name: "Try again" }).click()
  await expect(uploads.getByRole("alert")).toHaveText(/^A firewall or proxy .* \(status 413\)\.$/)
  await page.unroute("**/api/File/UploadFile/**")
  await uploads.getByRole("button", { name: "Try again" }).click()
  await expect.poll(() => names(page)).toEqual(["list.txt"])
  await expect(uploads).toHaveCount(0)

  await page.route("**/api/File/UploadFile/**", () => {})
  await add(page, [picture])
  await uploads.getByRole("button", { name: "Cancel the upload of kerb.png" }).click()
  await expect(uploads).toHaveCount(0)
  expect(await names(page)).toEqual(["list.txt"])
  await page.unroute("**/api/File/UploadFile/**")

  // After a lost connection it is retried automatically.
  await page.route("**/api/File/UploadFile/**", (route) => route.abort())
  await add(page, [picture])
  await expect(uploads.getByRole("status")).toHaveText("Will be sent when you are back.")
  await page.unroute("**/api/File/UploadFile/**")
  await expect.poll(() => names(page)).toEqual(["kerb.png", "list.txt"])
  await expect(uploads).toHaveCount(0)

  faults.allow(/^500 DELETE \/api\/File\/DeleteFileById/)
  await page.route("**/api/File/DeleteFileById/**", (route) => route.fulfill({ status: 500, body: "" }))
  await fileButton(dialog, "Delete", "list.txt").click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(page.getByRole("alertdialog")).toContainText("Failed to delete file. Please try again.")
})

test("a file linked in a comment can't be deleted and says why", async ({ page }) => {
  const dialog = await openFiles(page, task)
  await add(page, [text])
  await expect.poll(() => names(page)).toEqual(["list.txt"])
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  const { id = 0 } = (await boardOf(page.request, planId)).tasks.find(({ description }) => description === task) ?? {}
  const [file] = await call(page.request, fileCalls.list, { planId, taskId: id })
  const content = `![file](laneway-file:${planId}:${file?.uniqueFileName}:list.txt)`
  await call(page.request, taskCalls.addComment, { id, planId, content })
  await page.keyboard.press("Escape")
  await openFiles(page, task)
  const remove = fileButton(dialog, "Delete", "list.txt")
  await expect(remove).toHaveAttribute("aria-disabled", "true")
  await expect(remove).toHaveAccessibleDescription("list.txt Cannot delete - file is attached to a message")
  await remove.click({ force: true })
  await expect(page.getByRole("alertdialog")).toHaveCount(0)
})

test("a file dropped on a card is added to the card, one dropped beside the cards to the plan", async ({ page }) => {
  const id = await card(page, task).getAttribute("data-card")
  await drop(page, `[data-card="${id}"]`, ["slot.txt", "second.txt"])
  await expect(page.getByText(`slot.txt was added to ${task}.`)).toBeVisible()
  await expect(page.getByText("Only the first file was added. Use the FILES tab to add several at once.")).toBeVisible()
  const badge = page.locator("article", { has: card(page, task) }).getByRole("button", { name: "1 file" })
  await badge.click()
  const dialog = page.getByRole("dialog")
  await expect.poll(() => names(page)).toEqual(["slot.txt"])
  await expect(dialog.getByRole("tab", { name: "FILES 1" })).toHaveAttribute("aria-selected", "true")
  await dialog.getByRole("button", { name: "Close" }).click()

  await drop(page, ".lanes-header", ["brief.txt"])
  await expect(page.getByText("brief.txt was added to the plan.")).toBeVisible()
  await page.getByRole("button", { name: "Board menu" }).click()
  await page.getByRole("menuitem", { name: "Files of the plan" }).click()
  await expect(page.getByRole("dialog", { name: "Files of the plan" })).toBeVisible()
  await expect.poll(() => names(page)).toEqual(["brief.txt"])
  await expect(region(page, "Focus").getByText("slot.txt")).toHaveCount(0)

  await test.step("a file dropped anywhere goes to what is under the pointer", async () => {
    await page.keyboard.press("Escape")
    await drop(page, ".top-bar", ["bar.txt"], "Add to the plan")
    await expect(page.getByText("bar.txt was added to the plan.")).toBeVisible()
    await page.getByRole("button", { name: "Countdown" }).click()
    await drop(page, "[role=dialog]", ["ring.txt"])
    await expect(page.getByText("ring.txt was added to the plan.")).toBeVisible()
    await page.getByRole("button", { name: "Countdown" }).click()
    const opened = await openMenu(page, "Permit package for Old Town")
    for (const [tab, file] of [
      ["MAIN", "main.txt"],
      ["LOG", "log.txt"],
    ] as const) {
      await opened.getByRole("tab", { name: tab }).click()
      await drop(page, ".dialog-menu", [file])
      await expect(page.getByText(`${file} was added to Permit package for Old Town.`)).toBeVisible()
    }
    await opened.getByRole("tab", { name: /TASKS/ }).click()
    await drop(page, ".task-row:first-child", ["row.txt"], /^Add to (?!the plan)/)
    await expect(page.getByText(/^row\.txt was added to (?!Permit package|the plan).+\.$/)).toBeVisible()
    await opened.getByRole("tab", { name: /FILES/ }).click()
    await expect(opened.getByRole("button", { name: "Add Files" })).toBeVisible()
    await drop(page, ".dialog-body", ["below.txt", "both.txt"], "Drop files to add them")
    await expect.poll(async () => (await names(page)).sort()).toEqual(["below.txt", "both.txt", "log.txt", "main.txt"])
    await opened.getByRole("tab", { name: /NOTES/ }).click()
    await expect(opened.getByRole("button", { name: "Add note" })).toBeVisible()
    await drop(page, ".dialog-body", ["said.txt"], "Drop files to attach them")
    await expect(opened.getByText("said.txt attached")).toBeVisible()
    await opened.getByRole("button", { name: "Back" }).click()
    await page.keyboard.press("Escape")
    await expect(opened).toHaveCount(0)
  })

  await test.step("a completed action's files are read-only", async () => {
    const action = "Renewal evidence pack"
    await openFiles(page, action)
    await add(page, [text])
    await expect.poll(() => names(page)).toEqual(["list.txt"])
    await dialog.getByRole("tab", { name: "MAIN" }).click()
    await dialog.getByRole("button", { name: "Complete", exact: true }).click()
    await page.getByRole("button", { name: "Show history" }).click()
    await card(region(page, "Focus"), action).click()
    await page.getByRole("dialog").getByRole("tab", { name: /FILES/ }).click()
    await expect.poll(() => names(page)).toEqual(["list.txt"])
    await expect(page.getByRole("button", { name: "Add Files" })).toHaveCount(0)
    await expect(fileButton(page, "Delete", "list.txt")).toHaveCount(0)
  })
})
