import type { Locator, Page, Route } from "@playwright/test"
import { openMenu } from "./board-hands"
import { expect } from "./people"

/** What tests do in the NOTES tab of a dialog. */

export const permit = "Permit package for Old Town"

export const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
)

export const openNotes = async (page: Page, name = permit) => {
  const dialog = await openMenu(page, name)
  await dialog.getByRole("tab", { name: /NOTES/ }).click()
  await expect(dialog.getByRole("button", { name: "Add note" })).toBeVisible()
  return dialog
}

export const notes = (dialog: Locator) => dialog.getByRole("list", { name: "Notes" }).getByRole("listitem")

export const compose = async (dialog: Locator) => {
  await dialog.getByRole("button", { name: "Add note" }).click()
  const field = dialog.getByRole("textbox", { name: "Add note" })
  await expect(field).toBeFocused()
  return field
}

export const write = async (dialog: Locator, text: string) => {
  const field = await compose(dialog)
  await field.fill(text)
  await field.press("Enter")
  await expect(notes(dialog).first()).toContainText(text)
}

export const attach = (dialog: Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  dialog.locator("input[type=file]").setInputFiles(files)

/** Holds every answer to a call until `let` is called. */
export const held = async (page: Page, url: string) => {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await until
    await route.fallback()
  })
  return () => release()
}

/** Makes sending a note fail. Call the function it returns to stop that; a note that is being refused is refused. */
export const refuseNotes = async (page: Page, refuse: (route: Route) => Promise<void>) => {
  const refused: Promise<void>[] = []
  let isOn = true
  await page.route("**/comments?*", (route) => {
    if (!isOn || route.request().method() !== "POST") return route.fallback()
    const done = refuse(route)
    refused.push(done)
    return done
  })
  // Without its route Playwright would let a request through that is still being refused, and fail.
  return async () => {
    isOn = false
    await Promise.all(refused)
  }
}

export const reopen = async (page: Page, dialog: Locator) => {
  await dialog.getByRole("button", { name: "Close" }).click()
  await page.reload()
  return openNotes(page)
}

/** Pastes a picture, with the text that spreadsheets and word processors put beside it. */
export const pastePicture = (field: Locator, text = "") =>
  field.evaluate(
    (element, [bytes, text]) => {
      const data = new DataTransfer()
      if (text) data.setData("text/plain", text)
      const picture = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      data.items.add(new File([picture], "kerb.png", { type: "image/png" }))
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
    },
    [picture.toString("base64"), text] as const,
  )

/** Safari's Enter after a conversion: the composition has ended, and the key code is that of an input method. */
export const confirmConversion = (page: Page, name = "Enter") =>
  page.evaluate((name) => {
    const key = new KeyboardEvent("keydown", { key: name, code: name, bubbles: true, cancelable: true })
    Object.defineProperty(key, "keyCode", { get: () => 229 })
    document.activeElement?.dispatchEvent(key)
  }, name)
