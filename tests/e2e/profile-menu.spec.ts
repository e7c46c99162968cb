// The profile menu: main, edit and users; and what each role may do on the board.

import type { Page } from "@playwright/test"
import { accountCalls } from "~/contract/account"
import { expectAccessible } from "./accessible"
import { card, region } from "./board-hands"
import { call } from "./calls"
import { openContext } from "./contexts"
import { mailsTo } from "./mail-files"
import { expect, openBoard, openSample, signIn, signInAs, test, together } from "./people"
import { storedRows } from "./stored-rows"
import { menuAdmin } from "./system-admin"

const action = "Permit package for Old Town"
const menu = (page: Page) => page.getByRole("dialog", { name: "Profile" })
const open = async (page: Page, mode: "Edit" | "Sessions" | "Users") => {
  await page.getByRole("button", { name: "Profile" }).click()
  await menu(page).getByRole("button", { name: mode, exact: true }).click()
  await expect(menu(page).getByRole("heading", { name: mode })).toBeVisible()
}
test("the name saves itself, the address is fixed, mail options appear only in a plan", async ({ page, faults }) => {
  const email = await signIn(page, "profile")
  await open(page, "Edit")
  await expect(menu(page).getByRole("checkbox")).toHaveCount(0)
  await expect(menu(page).getByLabel("Email")).toHaveValue(email)
  await expect(menu(page).getByLabel("Email")).not.toBeEditable()
  await expect(menu(page).getByRole("listitem").filter({ hasText: "Your plans" })).toContainText("0 of 200")
  await menu(page).getByLabel("Name").fill("Priya Nair")
  await expect(menu(page).getByText("Saved", { exact: true })).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Open a sample plan" }).click()
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()

  await open(page, "Edit")
  await expect(menu(page).getByLabel("Name")).toHaveValue("Priya Nair")
  await expect(menu(page).getByRole("checkbox")).toHaveCount(6)
  await expect(menu(page).getByRole("listitem").filter({ hasText: "Your plans" })).toContainText("1 of 200")
  await expect(menu(page).getByRole("listitem").filter({ hasText: "Your files in this plan" })).toContainText(
    "0 KB of 1 GB",
  )
  const mentions = menu(page).getByRole("checkbox", { name: "Mentions" })
  const daily = menu(page).getByRole("checkbox", { name: "Daily summary" })
  await expect(mentions).toBeChecked()
  await expect(daily).not.toBeChecked()
  const saved = page.waitForResponse(/plan-prefs/)
  await mentions.uncheck({ force: true })
  expect((await saved).status()).toBe(200)
  // A failed save restores the old value.
  faults.allow(/^503 \w+ .*plan-prefs/)
  let refuse = () => {}
  const shown = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route(/plan-prefs/, async (route) => {
    await shown
    await route.fulfill({ status: 503, body: "" })
  })
  await daily.check({ force: true })
  refuse()
  await expect(daily).not.toBeChecked()
  await page.unroute(/plan-prefs/)
  await page.keyboard.press("Escape")
  await open(page, "Edit")
  await expect(mentions).not.toBeChecked()
  await expect(daily).not.toBeChecked()
  await expectAccessible(page)
})

test("sessions are listed and ended: the other browser is signed out, this one stays", async ({ page, browser }) => {
  const android = "Mozilla/5.0 (Linux; Android 14) Chrome/127.0 Mobile Safari/537.36"
  const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1"
  const second = await (await openContext(browser, { timezoneId: "Asia/Kolkata", userAgent: android })).newPage()
  const email = await signIn(second, "everywhere")
  const zone = async () => (await call(second.request, accountCalls.userProfile, {})).timeZone
  await test.step("the browser tells the time zone, and the profile changes it for good", async () => {
    await expect.poll(zone).toBe("Asia/Calcutta")
    await open(second, "Edit")
    const field = menu(second).getByRole("combobox", { name: "Time zone" })
    await expect(field).toHaveValue("Asia/Calcutta")
    await expect(menu(second)).toContainText("Summaries and reminders arrive at 8:00 in this time zone.")
    await field.fill("Mars/Olympus")
    await field.blur()
    await expect(menu(second).getByText("Choose a time zone from the list.")).toBeVisible()
    await field.fill("america/new york")
    await field.blur()
    await expect.poll(zone).toBe("America/New_York")
    // The browser has its own zone as before, and changes nothing any more.
    await second.reload()
    await open(second, "Edit")
    await expect(field).toHaveValue("America/New York")
    expect(await zone()).toBe("America/New_York")
  })
  await signInAs(page, email)
  const third = await (await openContext(browser, { userAgent: iPhone })).newPage()
  await signInAs(third, email)
  await expect.poll(() => mailsTo(email, "new-device")).toHaveLength(2)
  await open(page, "Sessions")
  const rows = menu(page).getByRole("listitem")
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText("This device")
  await expect(rows.first()).toContainText("Chrome on Linux")
  await expect(rows.first()).toContainText(/Now, signed in \d{1,2} \w+ · /)
  await expect(rows.nth(1)).toContainText(/^Safari on iPhoneLast used today at \d\d:\d\d/)
  await expect(rows.nth(2)).toContainText("Chrome on Android")
  for (const [nth, icon] of ["monitor", "smartphone", "tablet-smartphone"].entries())
    await expect(rows.nth(nth).locator(`svg.lucide-${icon}`)).toBeVisible()
  await expect(rows.first().getByRole("button")).toHaveCount(0)
  await expectAccessible(page)

  await rows.nth(1).getByRole("button", { name: "End Safari on iPhone" }).click()
  await expect(rows.nth(1)).toContainText("Ended just now")
  // Its live connection ends with the session.
  await expect(third).toHaveURL(/\/login$/)
  await second.goto("/")
  await expect(second.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await expect.poll(() => storedRows(second, "keys")).toHaveLength(1)

  await menu(page).getByRole("button", { name: "End all others" }).click()
  await expect(rows.nth(2)).toContainText("Ended")
  await expect(menu(page).getByRole("button", { name: "End all others" })).toHaveCount(0)
  await expect(second).toHaveURL(/\/login$/)
  // As after signing out, nothing of the person is left in that browser.
  for (const store of ["boards", "answers", "keys"] as const)
    await expect.poll(() => storedRows(second, store)).toEqual([])
  expect((await second.context().cookies()).map(({ name }) => name)).not.toContain("laneway_person")
  await page.goto("/")
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, "Sessions")
  const list = menu(page).locator(".sessions")
  await expect(rows).toHaveCount(1)
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test("a plan's people are invited, listed, given roles and removed", async ({ page, browser }) => {
  const { second, email, close } = await together(page, browser)
  await open(page, "Users")
  const invite = menu(page).getByRole("button", { name: "Invite", exact: true })
  await expect(invite).toBeDisabled()
  await expect(menu(page).getByLabel("Role", { exact: true })).toHaveValue("0")
  const guest = `guest.${Date.now()}@example.org`
  await menu(page).getByLabel("Email").fill(guest)
  await menu(page).getByLabel("Name (optional)").fill("Marco Ruiz")
  await menu(page).getByLabel("Role", { exact: true }).selectOption("Member")
  await invite.click()
  await expect(page.getByText(`Invitation sent to ${guest}`)).toBeVisible()
  await expect(menu(page).getByText("Marco Ruiz")).toBeVisible()
  await expect(menu(page).getByText(`${guest}, Member, valid until`)).toBeVisible()
  await expectAccessible(page)
  await menu(page)
    .getByRole("button", { name: `Delete the invitation of ${guest}` })
    .click()
  await expect(menu(page).getByText("Marco Ruiz")).toHaveCount(0)

  // A member becomes a viewer and from then on can't change anything.
  const members = menu(page).getByRole("listitem")
  await expect(members).toHaveCount(2)
  const grace = members.filter({ hasText: email })
  await expect(second.getByRole("button", { name: "Add new goal" })).toBeVisible()
  await grace.getByRole("combobox").selectOption("Viewer")
  await expect(second.getByRole("button", { name: "Add new goal" })).toHaveCount(0)
  await expect(card(region(second, "Focus"), action)).toBeVisible()
  for (const name of ["Add Action", "Add task"]) await expect(second.getByRole("button", { name })).toHaveCount(0)
  await card(region(second, "Focus"), action).focus()
  await second.keyboard.press("e")
  await expect(region(second, "Focus").getByRole("textbox")).toHaveCount(0)
  await open(second, "Users")
  await expect(menu(second).getByRole("listitem")).toHaveCount(2)
  await expect(menu(second).getByRole("combobox")).toHaveCount(0)
  await expect(menu(second).getByRole("button", { name: "Invite" })).toHaveCount(0)
  await expect(menu(second).getByRole("button", { name: /^Remove/ })).toHaveCount(0)
  await expect(menu(second).getByText("Viewer")).toBeVisible()
  await second.keyboard.press("Escape")

  await grace.getByRole("button", { name: /^Remove/ }).click()
  await grace.getByRole("group").getByRole("button", { name: "Remove" }).click()
  await expect(members).toHaveCount(1)
  await expect(second.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await close()
})

test("a member leaves a plan", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  await open(second, "Users")
  await menu(second).getByRole("button", { name: "Leave this plan" }).click()
  await menu(second).getByRole("group").getByRole("button", { name: "Leave", exact: true }).click()
  await expect(second.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await expect(second.getByRole("link", { name: "Bike share, phase two" })).toHaveCount(0)
  await close()
})

test("a System Admin changes system roles, and disables and enables accounts", async ({ page, browser }) => {
  const { second, email, close } = await together(page, browser, menuAdmin)
  await open(page, "Users")
  const grace = menu(page).getByRole("listitem").filter({ hasText: email })
  await grace.getByRole("button", { name: /^Edit/ }).click()
  await expect(grace.getByLabel("Name")).not.toBeEditable()
  await expect(grace.getByLabel("Email")).not.toBeEditable()
  const role = grace.getByLabel("System role")
  await expect(role).toHaveValue("3")
  await expect(role.getByRole("option")).toHaveText(["System Admin", "Administrator", "Facilitator", "User"])
  await role.selectOption("Facilitator")
  await expect(role).toHaveValue("2")
  await second.reload()
  await open(second, "Users")
  await menu(second)
    .getByRole("listitem")
    .filter({ hasText: email.slice(0, 5) })
    .getByRole("button", { name: /^Edit/ })
    .click()
  await expect(menu(second).getByLabel("System role")).toHaveValue("2")
  await expect(menu(second).getByLabel("System role")).toBeDisabled()
  await expect(menu(second).getByRole("button", { name: "Disable account" })).toHaveCount(0)

  await grace.getByRole("button", { name: "Disable account" }).click()
  await grace
    .getByRole("group", { name: /^Disable the account of / })
    .getByRole("button", { name: "Disable account" })
    .click()
  await expect(grace.getByText("Disabled")).toBeVisible()
  // The board is notified and closes itself.
  await expect(second).toHaveURL(/\/login/)
  await grace.getByRole("button", { name: "Enable account" }).click()
  await expect(grace.getByText("Disabled")).toHaveCount(0)
  await close()
})

test("logging out and switching the account end the session in every tab", async ({ page, context }) => {
  await openSample(page, "tabs")
  const other = await context.newPage()
  await other.goto("/")
  await expect(other.getByRole("heading", { name: "My Plans" })).toBeVisible()
  // The other tab ends the session while this one is still busy leaving.
  await page.evaluate(() => {
    const found = navigator.serviceWorker.getRegistration.bind(navigator.serviceWorker)
    navigator.serviceWorker.getRegistration = async (scope) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return found(scope)
    }
  })
  await page.getByRole("button", { name: "Profile" }).click()
  await menu(page).getByRole("button", { name: "Switch Account" }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => [sessionStorage.getItem("planId"), ...Object.keys(localStorage)])).toEqual([null])
  // Its live connection ends with the session.
  await expect(other).toHaveURL(/\/login/)
  await other.goto("/board")
  await expect(other).toHaveURL(/\/login/)
})

/** The boards and unsent changes that the browser stores. */
const stored = async (page: Page) =>
  JSON.stringify([await storedRows(page, "boards"), await storedRows(page, "outbox")])

test("signing out asks while changes are unsent, then clears stored data and closes the other tabs", async ({
  page,
}) => {
  const { planId } = await openSample(page, "leaver")
  const tab = await page.context().newPage()
  await openBoard(tab, planId)
  await page.context().route("**/api/Goal**", (route) => route.abort())
  await page.getByRole("button", { name: "Add new goal" }).click()
  await page.keyboard.type("For my eyes only")
  await page.keyboard.press("Enter")
  await expect.poll(() => stored(page)).toContain("For my eyes only")
  await expect.poll(() => stored(page)).toContain(action)

  const logout = () => menu(page).getByRole("button", { name: "Logout" }).click()
  await page.getByRole("button", { name: "Profile" }).click()
  await logout()
  const question = page.getByRole("alertdialog", { name: "Discard unsent changes?" })
  await expect(question).toContainText("1 change is not sent yet.")
  await question.getByRole("button", { name: "Cancel" }).click()
  expect(await stored(page)).toContain("For my eyes only")
  await logout()
  await question.getByRole("button", { name: "Discard and sign out" }).click()
  for (const each of [page, tab]) await expect(each).toHaveURL(/\/login/)
  await expect.poll(() => stored(page)).toBe("[[],[]]")
})
