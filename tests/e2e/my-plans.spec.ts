// My Plans: creating, naming and deleting plans, and the theme.
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { expect, openSettingsOf, signIn, test } from "./people"

test("a plan is created, named, and deleted after a confirmation", async ({ page }) => {
  const address = await signIn(page, "planner")
  await expect(page.getByText("Your first plan starts here")).toBeVisible()
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(page).toHaveURL(/\/board$/)
  await page.getByRole("link", { name: "Laneway, back to My Plans" }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("planId"))).toBeNull()

  await openSettingsOf(page, "Untitled plan")
  await page.getByLabel("Plan name").fill("Museum winter season")
  await expect(page.getByText("Saved", { exact: true })).toBeVisible()
  await page.keyboard.press("Escape")
  const card = page.getByRole("article").filter({ hasText: "Museum winter season" })
  await expect(card).toContainText("Last edit just now")

  await openSettingsOf(page, "Museum winter season")
  await page.getByRole("link", { name: "Delete plan" }).click()
  await page.getByRole("button", { name: "DELETE PLAN" }).click()
  const question = page.getByRole("alertdialog", { name: "Delete plan?" })
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused()
  await expect(question.locator(".plan-named")).toHaveText("Museum winter seasonEmpty")
  await page.keyboard.press("Escape")
  await expect(question).toBeHidden()
  await expect(page.getByRole("dialog", { name: "Plan admin" })).toBeVisible()
  await page.getByRole("button", { name: "DELETE PLAN" }).click()
  await question.getByRole("button", { name: "Delete" }).click()
  await expect(page.getByText("Your first plan starts here")).toBeVisible()
  await expect(page.getByRole("dialog")).toBeHidden()

  await test.step("a file that is dropped there does not open in place of the page", async () => {
    const left = await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(["text"], "list.txt", { type: "text/plain" }))
      const drag = (name: string) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
      return ["dragover", "drop"].map((name) => document.body.dispatchEvent(drag(name)))
    })
    expect(left).toEqual([false, false])
  })

  await test.step("a name typed just before the dialog closes is saved", async () => {
    await page.getByRole("button", { name: "New plan" }).click()
    await expect(page).toHaveURL(/\/board$/)
    await page.goto("/")
    await openSettingsOf(page, "Untitled plan")
    await page.getByLabel("Plan name").fill("In a hurry")
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT")
    await page.getByRole("button", { name: "Close" }).click()
    await saved
    await page.reload()
    await expect(page.getByRole("link", { name: "In a hurry" })).toBeVisible()
  })

  await test.step("refused invitations show the reason", async () => {
    await openSettingsOf(page, "In a hurry")
    await page.getByRole("link", { name: "People" }).click()
    const invite = page.getByRole("button", { name: "Invite", exact: true })
    await expect(invite).toBeDisabled()
    await page.getByLabel("Email").fill(address)
    await invite.click()
    await expect(page.getByRole("alertdialog", { name: "INFORMATION" })).toContainText("member")
  })
})

test("a chosen theme persists and applies before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await signIn(page, "night")
  await page.getByRole("button", { name: "Profile" }).click()
  await page.getByRole("radio", { name: "Dark" }).check({ force: true })
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  // A phone's bars around the page.
  const bars = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map((bar) => bar.content),
    )
  await expect.poll(bars).toEqual(["#0c0d10", "#0c0d10"])
  await page.goto("/", { waitUntil: "commit" })
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(12, 13, 16)")
  const profile = page.getByRole("button", { name: "Profile" })
  await profile.click()
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked()
  await expect.poll(bars).toEqual(["#0c0d10", "#0c0d10"])
  await page.getByRole("radio", { name: "System" }).check({ force: true })
  await expect.poll(bars).toEqual(["#f2f3f5", "#0c0d10"])
})

test("with thirteen plans My Plans is searched and sorted", async ({ page }) => {
  await signIn(page, "many")
  for (const name of ["Zoo", "Bike share", "Épreuve", ...Array.from({ length: 10 }, (_, at) => `Plan ${at}`)])
    await call(page.request, planCalls.create, { name })
  await page.reload()
  const names = page.getByRole("article").getByRole("heading")
  await expect(names).toHaveCount(13)
  await expect(names.first()).toHaveText("Plan 9")
  await page.getByRole("combobox", { name: "Sorted by" }).selectOption("Name")
  await expect(names.first()).toHaveText("Bike share")
  await expect(names.last()).toHaveText("Zoo")
  await page.reload()
  await expect(names.first()).toHaveText("Bike share")
  const hint = page.locator(".plans-search kbd")
  await expect(hint).toHaveText("/")
  await page.keyboard.press("/")
  await expect(page.locator(".plans-search input")).toBeFocused()
  await page.keyboard.type("epreuve")
  await expect(hint).toHaveCount(0)
  await expect(names).toHaveText(["Épreuve"])
  await expect(page.getByRole("status").filter({ hasText: "1 of 13 plans" })).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.type("x")
  await expect(page.getByText("No plan has this name.")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(names).toHaveCount(13)

  await test.step("choices and text from before the page's script has run count", async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/assets/*.js", async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole("combobox", { name: "Sorted by" }).selectOption("Last edit")
    await page.reload({ waitUntil: "commit" })
    await page.getByRole("combobox", { name: "Sorted by" }).selectOption("Name")
    await page.locator(".plans-search input").fill("o")
    release()
    await expect(names).toHaveText(["Zoo"])
    await page.locator(".plans-search input").fill("")
    await expect(names.first()).toHaveText("Bike share")
  })
})

test("nothing overflows at 360 and at 3840 px", async ({ page }) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const atBoth = async (look: () => Promise<void>) => {
    for (const width of [360, 3840]) {
      await page.setViewportSize({ width, height: 800 })
      await look()
    }
  }
  const nothingOverflows = () => expect.poll(overflow).toBeLessThanOrEqual(0)
  await page.goto("/login")
  await atBoth(nothingOverflows)
  await signIn(page, "wide")
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(page).toHaveURL(/\/board$/)
  await page.goto("/")
  await atBoth(nothingOverflows)
  await openSettingsOf(page, "Untitled plan")
  const dialog = page.getByRole("dialog", { name: "Plan admin" })
  await atBoth(() => expect(dialog).toBeInViewport({ ratio: 0.95 }))
})
