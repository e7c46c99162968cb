// Plan notes in the side panel: writing, automatic saving, privacy, versions, and two people in one note.
import type { Dialog, Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { pastePicture } from "./note-hands"
import { expect, openBoard, openSample, test, together } from "./people"
import { storedRows } from "./stored-rows"

const side = (page: Page) => page.getByRole("region", { name: "Side panel" })
const rows = (page: Page) => side(page).getByRole("list", { name: "Notes of the plan" }).getByRole("listitem")
const editor = (page: Page) => side(page).getByRole("region", { name: "Note", exact: true })
const text = (page: Page) => editor(page).getByRole("textbox", { name: "Text of the note" })
/** The whole text of the open note. */
const saved = (page: Page) => expect(editor(page)).toHaveAttribute("data-saving", "saved")

const openPanel = async (page: Page) => {
  await page.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name: "Notes" }).click()
  await expect(side(page).getByRole("button", { name: "New note" })).toBeVisible()
}

const newNote = async (page: Page, content: string) => {
  await side(page).getByRole("button", { name: "New note", exact: true }).click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.insertText(content)
}

const openNote = async (page: Page, title: string) => {
  await side(page)
    .getByRole("button", { name: `Open ${title}` })
    .click()
  await expect(text(page)).toBeVisible()
}

/** Leaves a page that asks first. A question that ends with its page needs no answer. */
const accept = (question: Dialog) => question.accept().catch(() => {})

/** Puts the caret at the end of a line; the first is 1. */
const caretAtEnd = async (page: Page, line: number) => {
  await text(page)
    .locator(".cm-line")
    .nth(line - 1)
    .click()
  await page.keyboard.press("End")
}

test("a note saves itself, is titled by its first words, and can be found, filtered and deleted", async ({ page }) => {
  await openSample(page, "notes")
  await openPanel(page)
  await expect(side(page).getByText("No notes yet. Create your first note!")).toBeVisible()
  await expect(side(page).getByLabel("Search notes")).toBeFocused()
  await newNote(page, "# Van lease\n\nEnds **31 January**")
  await expect(editor(page).getByLabel("Title")).toHaveAttribute("placeholder", "Title (defaults to the first line)")
  await saved(page)
  await expect(rows(page)).toHaveCount(0)
  await expect(editor(page).getByLabel("Visibility")).toHaveValue("0")

  await newNote(page, "Rider interviews")
  await expect(rows(page)).toHaveText(/Van lease.*Ends 31 January.*Today at \d\d:\d\d/)
  await editor(page).getByLabel("Type", { exact: true }).selectOption("Meeting note")
  await saved(page)
  await expect(rows(page)).toHaveCount(1)
  await editor(page).getByLabel("Title").fill("Harbour Street")

  // Opening another note saves this one.
  await caretAtEnd(page, 1)
  await page.keyboard.insertText(", seven of nine")
  await openNote(page, "Van lease")
  await expect(text(page)).toContainText("31 January")
  await expect(rows(page)).toContainText("Harbour Street")
  await expect(rows(page)).toContainText("seven of nine")
  // Nothing that a row can do hides behind a hover.
  await page.mouse.move(2, 2)
  await expect(rows(page).getByRole("button", { name: /^Delete/ })).toHaveCSS("opacity", "1")

  await side(page).getByRole("button", { name: "Meeting note" }).click()
  await expect(rows(page)).toHaveCount(1)
  await side(page).getByRole("button", { name: "All", exact: true }).click()
  await side(page).getByLabel("Search notes").fill("january")
  await expect(rows(page)).toHaveCount(1)
  await side(page).getByLabel("Search notes").fill("no such word")
  await expect(side(page).getByText('No notes found for "no such word"')).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(rows(page)).toContainText("Harbour Street")

  await editor(page).getByRole("button", { name: "Delete" }).click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("Are you sure you want to delete this note?")
  await question.getByRole("button", { name: "Delete" }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(editor(page)).toHaveCount(0)
})

test("Markdown is rendered, except in the line being edited", async ({ page }) => {
  await openSample(page, "notes")
  await openPanel(page)
  await newNote(page, "# Agenda\n\n- [ ] Book the **room**\n- see [the map](https://example.org/map)")
  const lines = text(page).locator(".cm-line")
  await expect(lines.nth(0)).toHaveText("Agenda")
  await expect(lines.nth(2)).toHaveText("Book the room")
  await expect(lines.nth(3)).toHaveText("- see [the map](https://example.org/map)")
  await lines.nth(0).click()
  await expect(lines.nth(0)).toHaveText("# Agenda")
  await expect(lines.nth(3)).toHaveText("• see the map")
  await text(page).getByRole("checkbox", { name: "Task done" }).click()
  await expect(text(page).getByRole("checkbox", { name: "Task done" })).toBeChecked()
  await saved(page)
  await page.context().route("https://example.org/**", (route) => route.fulfill({ body: "The map" }))
  const opened = page.context().waitForEvent("page")
  await text(page)
    .getByText("the map")
    .click({ modifiers: ["ControlOrMeta"] })
  await expect((await opened).getByText("The map")).toBeVisible()

  await page.getByLabel("Search notes").fill("agenda")
  await expect(page.getByRole("list", { name: "Notes" }).getByText("Book the room", { exact: true })).toBeVisible()
  await expectAccessible(page, "#side-panel")

  await test.step("an earlier version can be compared with the current one and restored", async () => {
    await page.getByLabel("Search notes").fill("")
    await newNote(page, "The van ends in January\nTyres included")
    await saved(page)
    await caretAtEnd(page, 1)
    for (let n = 0; n < "January".length; n++) await page.keyboard.press("Backspace")
    const changed = page.waitForResponse(
      (answer) => answer.request().method() === "PUT" && answer.request().postData()?.includes("March") === true,
    )
    await page.keyboard.insertText("March")
    await changed
    await editor(page).getByRole("button", { name: "Versions" }).click()
    const versions = editor(page).getByRole("list", { name: "Versions" })
    await versions.getByRole("button").last().click()
    await expect(editor(page).locator("del").last()).toHaveText("January")
    await expect(editor(page).locator("ins").last()).toHaveText("March")
    await editor(page).getByRole("button", { name: "Restore" }).click()
    await expect(text(page)).toContainText("The van ends in January")
  })
  await test.step("an image pasted into a note is stored with it, and a link to the note opens it", async () => {
    await newNote(page, "Kerb edges")
    await pastePicture(text(page), "Cell\t3")
    await expect(text(page)).toContainText("Cell")
    await expect(text(page).getByRole("img")).toHaveCount(0)
    await editor(page).getByRole("button", { name: "Attach the picture too" }).click()
    await expect(text(page).getByRole("img", { name: "kerb.png" })).toBeVisible()
    await expect(editor(page).getByRole("button", { name: "Attach the picture too" })).toHaveCount(0)
    await text(page).press("Control+a")
    await text(page).press("Delete")
    await pastePicture(text(page))
    await expect(text(page).getByRole("img", { name: "kerb.png" })).toBeVisible()
    await editor(page).getByLabel("Visibility").selectOption("Plan Open")
    await saved(page)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await editor(page).getByRole("button", { name: "Copy link" }).click()
    await expect(page.getByText("The link is copied.")).toBeVisible()
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(editor(page).getByLabel("Title")).toHaveAttribute("placeholder", "Title (defaults to the first line)")
    await expect(text(page).getByRole("img", { name: "kerb.png" })).toBeVisible()
    await expect(page).toHaveURL(/\/board$/)
  })
})

test("only its author sees a private note; all see an open one, its author and admins edit it", async ({
  page,
  browser,
}) => {
  const { second, close } = await together(page, browser)
  await openPanel(page)
  await openPanel(second)
  await newNote(page, "My own thoughts")
  await saved(page)
  await newNote(page, "For everybody")
  await editor(page).getByLabel("Visibility").selectOption("Plan Open")
  await saved(page)
  await expect(rows(second)).toHaveCount(1)
  await expect(rows(second)).toContainText("For everybody")
  await expect(rows(second).getByRole("button", { name: "Delete" })).toHaveCount(0)

  // The note is read-only, and shows who is editing.
  await openNote(second, "For everybody")
  await expect(editor(second).getByText("Read-only")).toBeVisible()
  await expect(text(second)).toHaveAttribute("contenteditable", "false")
  await expect(editor(second).getByLabel("Title")).not.toHaveAttribute("placeholder", /./)
  await caretAtEnd(page, 1)
  await page.keyboard.insertText(" who reads")
  await expect(text(second)).toHaveText("For everybody who reads")
  // A channel may change its presence once in eight seconds.
  await expect(editor(second).getByText(/^Ada.* is editing$/)).toBeVisible()

  // The note becomes private and disappears for the other person.
  await editor(page).getByLabel("Visibility").selectOption("Private")
  await expect(rows(second)).toHaveCount(0)
  await expect(editor(second).getByText("This note is no longer available.")).toBeVisible()
  await second.getByLabel("Search notes").fill("thoughts")
  await expect(second.getByText('No notes found for "thoughts"')).toBeVisible()
  await test.step("two people edit one note: separate changes merge, conflicting ones are resolved by choice, nothing is lost", async () => {
    await second.getByLabel("Search notes").fill("")
    await newNote(second, "First line\nSecond line\nThird line")
    await editor(second).getByLabel("Visibility").selectOption("Plan Open")
    await saved(second)
    // Ada is an admin of the plan.
    await openNote(page, "First line")
    await caretAtEnd(page, 1)
    await page.keyboard.insertText(" by Ada")
    await expect(text(second).locator(".cm-line").first()).toHaveText("First line by Ada")
    await caretAtEnd(second, 3)
    await second.keyboard.insertText(" by Grace")
    await expect(text(page).locator(".cm-line").nth(2)).toHaveText("Third line by Grace")
    await expect(text(page).locator(".cm-line").first()).toHaveText("First line by Ada")

    // While Grace's saves are held, both write at the same place.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await second.route("**/api/Note/*", async (route) => {
      if (route.request().method() === "PUT") await held
      await route.fallback()
    })
    const sending = second.waitForRequest(
      (request) => request.method() === "PUT" && request.postData()?.includes("of Grace") === true,
    )
    await caretAtEnd(second, 2)
    await second.keyboard.insertText(" of Grace")
    await sending
    await caretAtEnd(page, 2)
    const taken = page.waitForResponse(
      (answer) => answer.request().method() === "PUT" && answer.request().postData()?.includes("of Ada") === true,
    )
    await page.keyboard.insertText(" of Ada")
    await taken
    await saved(page)
    release()
    await expect(editor(second).getByText("Somebody changed the same words.")).toBeVisible()
    const [theirs, mine] = [editor(second).locator("del"), editor(second).locator("ins")]
    await expect(theirs).toContainText("Ada")
    await expect(mine).toContainText("Grace")
    await editor(second).getByRole("button", { name: "Keep both" }).click()
    for (const each of [page, second]) {
      await expect(text(each)).toContainText("Second line of Ada")
      await expect(text(each)).toContainText("Second line of Grace")
    }
  })
  await close()
})

test("unsaved text survives a reload and a lost connection", async ({ page }) => {
  page.on("dialog", accept)
  const { planId } = await openSample(page, "notes")
  await openPanel(page)
  await page.route("**/api/Note", (route) => route.abort())
  await newNote(page, "Written in the tunnel")
  await expect(editor(page).getByText("Waiting to be sent")).toBeVisible()
  await expect(editor(page).getByRole("alert")).toHaveCount(0)
  await page.keyboard.insertText(" and after it")
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).some((kept) => kept.includes("and after it"))))
    .toBe(true)
  await page.reload()
  await openPanel(page)
  await expect(text(page)).toHaveText("Written in the tunnel and after it")

  await test.step("and so does a second note: both are listed as waiting, and arrive", async () => {
    const waiting = side(page).getByRole("list", { name: "Notes to be sent" }).getByRole("listitem")
    await newNote(page, "Second in the tunnel")
    await expect(waiting).toHaveText(/Written in the tunnel and after it.*Waiting to be sent/)
    await expect(editor(page).getByText("Waiting to be sent")).toBeVisible()
    await editor(page).getByRole("button", { name: "Close note" }).click()
    await expect(waiting).toHaveCount(2)
    await expectAccessible(page, ".notes-list")
    await page.context().setOffline(true)
    await expect(page.getByText("2 changes will be sent when you are back.")).toBeVisible()
    await waiting.getByRole("button", { name: "Open Written in the tunnel" }).click()
    await expect(text(page)).toHaveText("Written in the tunnel and after it")
    await page.unroute("**/api/Note")
    await page.context().setOffline(false)
    await saved(page)
    await expect(waiting).toHaveCount(0)
    await editor(page).getByRole("button", { name: "Close note" }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).filter({ hasText: "Written in the tunnel and after it" })).toHaveCount(1)
    await page.context().setOffline(true)
    await rows(page)
      .filter({ hasText: "Second in the tunnel" })
      .getByRole("button", { name: "Delete", exact: true })
      .click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByText("1 change will be sent when you are back.")).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText("will be sent when you are back")).toBeHidden()
  })

  await test.step("and a closed tab: the plan's next page saves it, once, without the notes being opened", async () => {
    const other = await page.context().newPage()
    await openBoard(other, planId)
    await openPanel(other)
    await page.route("**/api/Note", (route) => route.abort())
    await newNote(page, "Closed in the tunnel")
    const left = async () => JSON.stringify(await storedRows(other, "drafts")).includes("Closed in")
    await expect.poll(left).toBe(true)
    // A tab that is open keeps its text to itself.
    await other.reload()
    await openPanel(other)
    await expect(rows(other)).toHaveCount(1)
    expect(await left()).toBe(true)
    await page.close()
    await other.reload()
    await expect.poll(left).toBe(false)
    await openPanel(other)
    await expect(rows(other)).toHaveCount(2)
    await expect(rows(other).first()).toContainText("Closed in the tunnel")
  })
})

for (const way of ["Logout", "Switch Account"]) {
  test(`unsaved text is removed from the tab on ${way}`, async ({ page }) => {
    await openSample(page, "leaver")
    await openPanel(page)
    await page.route(/\/api\/Note(\/|$|\?)/, (route) =>
      route.request().method() === "GET" ? route.continue() : route.abort(),
    )
    await newNote(page, "Not for the next one")
    const inTab = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    const inBrowser = async () => JSON.stringify(await storedRows(page, "drafts"))
    await expect.poll(inTab).toContain("Not for the next one")
    await expect.poll(inBrowser).toContain("Not for the next one")
    page.on("dialog", accept)
    await page.getByRole("button", { name: "Profile" }).click()
    await page.getByRole("dialog", { name: "Profile" }).getByRole("button", { name: way }).click()
    const question = page.getByRole("alertdialog", { name: "Discard unsent changes?" })
    await expect(question).toContainText("1 change is not sent yet.")
    await question.getByRole("button", { name: "Discard and sign out" }).click()
    await expect(page).toHaveURL(/\/login/)
    expect((await inTab()) + (await inBrowser())).not.toContain("Not for the next one")
  })
}
