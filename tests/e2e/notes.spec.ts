// The comments of a dialog (“notes” on screen): writing, mentions, files, and what others see live.
import type { Locator, Page, Route } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, openMenu, region } from "./board-hands"
import { mailsTo } from "./outbox"
import { expect, openSample, test, together } from "./people"

const permit = "Permit package for Old Town"
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
)

const openNotes = async (page: Page, name = permit) => {
  const dialog = await openMenu(page, name)
  await dialog.getByRole("tab", { name: /NOTES/ }).click()
  await expect(dialog.getByRole("button", { name: "Add note" })).toBeVisible()
  return dialog
}

const notes = (dialog: Locator) => dialog.getByRole("list", { name: "Notes" }).getByRole("listitem")

const compose = async (dialog: Locator) => {
  await dialog.getByRole("button", { name: "Add note" }).click()
  const field = dialog.getByRole("textbox", { name: "Add note" })
  await expect(field).toBeFocused()
  return field
}

const write = async (dialog: Locator, text: string) => {
  const field = await compose(dialog)
  await field.fill(text)
  await field.press("Enter")
  await expect(notes(dialog).first()).toContainText(text)
}

const attach = (dialog: Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  dialog.locator("input[type=file]").setInputFiles(files)

/** Holds every answer to a call until `let` is called. */
const held = async (page: Page, url: string) => {
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

test("a note is written by keyboard, shown newest first, edited and deleted by its author", async ({ page }) => {
  await openSample(page, "notes")
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
})

test("two people see each other’s notes, mentions and edits live", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  const [mine, theirs] = [await openNotes(page), await openNotes(second)]
  const field = await compose(mine)
  await field.pressSequentially("Can you look, @grace")
  await mine.getByRole("listbox", { name: "Members to mention" }).getByRole("option").click()
  await expect(field).toHaveValue(/Can you look, @Grace\s+$/)
  await field.press("Enter")
  await expect(notes(theirs).locator(".mention-name")).toHaveText(/^@Grace/i)
  await expect(theirs.getByRole("tab", { name: "NOTES 1" })).toBeVisible()
  await expect(notes(theirs).getByRole("button", { name: "Delete message" })).toHaveCount(0)

  // The mentioned person is notified.
  const told = await second.evaluate(async () => {
    const { id } = await (await fetch("/api/Account/UserProfile")).json()
    const planId = sessionStorage.getItem("planId")
    return (await (await fetch(`/api/notification/${id}?planId=${planId}`)).json()) as { title: string }[]
  })
  expect(told[0]?.title).toContain(permit)

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

test("mentions of a person who left keep the name and don't notify again", async ({ page, browser }) => {
  const { second, email, planId, close } = await together(page, browser)
  const { id } = await (await second.request.get("/api/Account/UserProfile")).json()
  const dialog = await openNotes(page)
  const mention = async (text: string) => {
    const field = await compose(dialog)
    await field.pressSequentially(`${text} @grace`)
    await dialog.getByRole("listbox", { name: "Members to mention" }).getByRole("option").click()
    return field
  }
  await (await mention("Can you look,")).press("Enter")
  await expect(notes(dialog).locator(".mention-name")).toHaveText("@Grace")
  const titles = async () => {
    const answer = await second.request.get(`/api/notification/${id}?planId=${planId}`)
    return answer.ok() ? ((await answer.json()) as unknown[]).length : 0
  }
  await expect.poll(titles).toBe(1)
  // She leaves while another note that mentions her is being written.
  const field = await mention("And this,")
  // The mails for sign-in, for the invitation and for the mention.
  await expect.poll(() => mailsTo(email)).toHaveLength(3)
  const avatar = page.locator(`[data-chat="${id}"]`)
  await expect(avatar).toHaveCount(1)
  const gone = await page.evaluate(
    async ({ planId, id }) => (await fetch(`/api/Plan/user/${planId}/${id}`, { method: "DELETE" })).status,
    { planId, id },
  )
  expect(gone).toBe(204)
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

  // Mails are sent in order: once this one is out, all earlier ones are.
  const asked = { data: { email }, headers: { origin: new URL(page.url()).origin } }
  expect((await second.request.post("/api/Account/RequestEmailSignIn", asked)).status()).toBe(202)
  await expect.poll(() => mailsTo(email, "sign-in")).toHaveLength(2)
  expect(mailsTo(email)).toHaveLength(4)
  await close()
})

test("a link in a note, a card’s text or a field opens in a new tab with Ctrl or Cmd", async ({ page, context }) => {
  await context.route("https://example.org/**", (route) => route.fulfill({ body: "There", contentType: "text/plain" }))
  const { planId } = await openSample(page, "links")
  const opens = async (click: () => Promise<void>, address: string) => {
    const [opened] = await Promise.all([context.waitForEvent("page"), click()])
    await opened.waitForURL(address)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()
  }
  const written = await page.evaluate(
    async ({ planId, permit }) => {
      const { items } = await (await fetch(`/api/Plan/${planId}/board`)).json()
      const item = items.find(({ topic }: { topic: string }) => topic === permit)
      const headers = { "content-type": "application/json" }
      const put = (body: object) =>
        fetch(`/api/Item/${item.id}?planId=${planId}`, { method: "PUT", headers, body: JSON.stringify(body) })
      const post = (body: object) =>
        fetch(`/api/Task?planId=${planId}`, { method: "POST", headers, body: JSON.stringify(body) })
      return [
        (await put({ id: item.id, description: "See [the form](https://example.org/form), twice." })).status,
        (await post({ itemId: item.id, description: "Ask\nhttps://example.org/desk." })).status,
      ]
    },
    { planId, permit },
  )
  expect(written).toEqual([200, 201])

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

  // Without the key, pressing it edits the card.
  await address.click({ force: true })
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
  const description = main.getByLabel("Description")
  await expect(description).toHaveValue("See [the form](https://example.org/form), twice.")
  const wide = await description.evaluate((field) => field.clientWidth)
  await press(description, 0, wide - 40, ["Control"])
  expect(await caret(description)).toBe("See [the form](https://example.org/form), twice.".length)
  expect(context.pages()).toHaveLength(tabs)
  await opens(() => press(description, 0, 60, ["Control"]), "https://example.org/form")
  await page.keyboard.press("Escape")
  await expect(main).toHaveCount(0)

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
  await dialog.getByRole("button", { name: "Remove attachment" }).last().click()
  const answer = await held(page, "**/api/File/UploadFile/**")
  await dialog.getByRole("button", { name: "Send" }).click()
  await expect(dialog.getByText("Uploading file...")).toBeVisible()
  answer()
  await expect(notes(dialog).getByRole("img", { name: "kerb.png" })).toBeVisible()
  await expect(notes(dialog).getByRole("link", { name: "Street list.txt" })).toHaveAttribute("target", "_blank")
  await expect(dialog.getByRole("tab", { name: "FILES 2" })).toBeVisible()
  await expect(theirCard.getByTitle("2 files").first()).toBeVisible()

  // Pasted files are attached too.
  const field = await compose(dialog)
  await field.evaluate((element, bytes) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], "image.png", { type: "image/png" }))
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  }, picture.toString("base64"))
  await expect(dialog.getByText("Image attached")).toBeVisible()
  await dialog.getByRole("button", { name: "Back" }).click()

  await notes(dialog).getByRole("button", { name: "Delete message" }).click()
  await expect(page.getByRole("alertdialog")).toContainText("Any attached files will also be deleted.")
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(dialog.getByText("No notes yet.")).toBeVisible()
  await expect(theirCard.getByTitle(/files?$/)).toHaveCount(0)
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
})

/** Makes sending a note fail. Call the function it returns to stop that. */
const refuseNotes = async (page: Page, refuse: (route: Route) => Promise<void>) => {
  const handler = (route: Route) => (route.request().method() === "POST" ? refuse(route) : route.fallback())
  await page.route("**/comments?*", handler)
  return () => page.unroute("**/comments?*", handler)
}

const reopen = async (page: Page, dialog: Locator) => {
  await dialog.getByRole("button", { name: "Close" }).click()
  await page.reload()
  return openNotes(page)
}

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

  const connect = await refuseNotes(page, (route) => route.abort())
  await write(mine, "Three before leaving")
  await write(mine, "Four before leaving")
  await expect(waiting()).toHaveCount(2)
  mine = await reopen(page, mine)
  await expect(waiting()).toHaveCount(2)
  await expect(notes(mine)).toHaveCount(4)
  await connect()
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  const all = ["Four before leaving", "Three before leaving", "Two from the tunnel", "One from the tunnel"]
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
})

test("a note whose answer is lost is shown and stored once", async ({ page }) => {
  await openSample(page, "notes")
  const dialog = await openNotes(page)
  let sent = 0
  const answer = await refuseNotes(page, async (route) => {
    sent++
    await route.fetch()
    await route.abort()
  })
  await write(dialog, "On the train")
  await expect.poll(() => sent).toBeGreaterThan(1)
  await expect(notes(dialog)).toHaveCount(1)
  await answer()
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  await expect(notes(dialog).getByRole("button", { name: "Edit message" })).toBeVisible()
  await expect(notes(dialog)).toHaveCount(1)

  // The draft survives closing the dialog.
  const next = await compose(dialog)
  await next.fill("Not finished")
  await dialog.getByRole("button", { name: "Close" }).click()
  const again = await openMenu(page, permit)
  await again.getByRole("tab", { name: /NOTES/ }).click()
  await expect(again.getByRole("textbox", { name: "Add note" })).toHaveValue("Not finished")
})

test("a viewer comments with a file, and a note whose file was deleted says so", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  const role = await page.evaluate(async () => {
    const planId = Number(sessionStorage.getItem("planId"))
    const me = await (await fetch("/api/Account/UserProfile")).json()
    const people = (await (await fetch(`/api/Users/plan/${planId}`)).json()) as { id: number }[]
    const userId = people.find(({ id }) => id !== me.id)?.id
    const answer = await fetch("/api/Plan/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ planId, userId, role: 2 }),
    })
    return answer.status
  })
  expect(role).toBe(200)
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
  const gone = await page.evaluate(async () => {
    const planId = Number(sessionStorage.getItem("planId"))
    const { items } = await (await fetch(`/api/Plan/${planId}/board`)).json()
    const { id } = items.find(({ topic }: { topic: string }) => topic.startsWith("Permit"))
    const answer = await fetch(`/api/Item/${id}/comments?planId=${planId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ content: `Look\n![file](laneway-file:${planId}:not-there.pdf:Plan.pdf)` }),
    })
    return answer.status
  })
  expect(gone).toBe(201)
  await expect(notes(mine).first()).toContainText("File unavailable")
  await close()
})

test("a note found by the search is scrolled into view", async ({ page }) => {
  await openSample(page, "notes")
  await page.evaluate(async () => {
    const planId = Number(sessionStorage.getItem("planId"))
    const { items } = await (await fetch(`/api/Plan/${planId}/board`)).json()
    const { id } = items.find(({ topic }: { topic: string }) => topic.startsWith("Permit"))
    for (let n = 0; n < 30; n++) {
      const content = n === 3 ? "The zeppelin lands here" : `One of many ${n}\nwith a second line`
      await fetch(`/api/Item/${id}/comments?planId=${planId}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ content }),
      })
    }
  })
  await page.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name: "Search" }).click()
  await page.getByLabel("Search the board").fill("zeppelin")
  await page
    .getByRole("list", { name: "Results" })
    .getByRole("button", { name: /lands here/ })
    .click()
  const dialog = page.getByRole("dialog")
  await expect(notes(dialog).filter({ hasText: "zeppelin" })).toBeInViewport()
})

test("the note board has no serious accessibility finding, and a long note is folded", async ({ page }) => {
  await openSample(page, "notes")
  const dialog = await openNotes(page, "Win the city renewal")
  await write(dialog, "One short note")
  const field = await compose(dialog)
  await field.fill("Many words. ".repeat(300))
  await dialog.getByRole("button", { name: "Send" }).click()
  await dialog.getByRole("button", { name: "Show more" }).click()
  await expect(dialog.getByRole("button", { name: "Show less" })).toBeVisible()
  await notes(dialog).last().getByRole("button", { name: "Edit message" }).click()
  await expect(dialog.getByRole("textbox", { name: "Edit message" })).toBeFocused()
  await page.emulateMedia({ reducedMotion: "reduce" })
  await expectAccessible(page, "[role=dialog]")
})
