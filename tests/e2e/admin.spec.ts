// The administration page: accounts, plans, dead jobs and health for a SystemAdmin; others are led to My Plans. And its screens in
// German and from right to left, with what an import answers.
import type { Page } from "@playwright/test"
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { openContext } from "./contexts"
import { mailsTo } from "./mail-files"
import { expect, signIn, signInAs, test } from "./people"
import { inDatabase } from "./product-database"
import { walkLanguages, walkScreens } from "./screen-walk"
import { moreAdmins, systemAdmin } from "./system-admin"

// Jobs that were given up are seen by each: in one worker.
test.describe.configure({ mode: "default" })

/** Jobs that were given up. Nothing handles their kind. */
const giveUpJobs = (...errors: string[]) =>
  inDatabase(async (sql) => {
    for (const error of errors)
      await sql`insert into app.job (kind, input, attempts, failed_date, last_error) values ('mail.test', '{}', 12, now(), ${error})`
  })

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text })

test("a SystemAdmin finds an account, changes its role and disables it, and sees plans, jobs and health", async ({
  page,
  browser,
}) => {
  const others = await openContext(browser)
  const other = await others.newPage()
  const email = await signIn(other, "marco")
  for (const name of ["Harbour Street office", "Old Town"]) await call(other.request, planCalls.create, { name })
  await other.goto("/admin")
  await expect(other).toHaveURL(/\/$/)

  await signInAs(page, systemAdmin)
  await page.getByRole("button", { name: "Profile" }).click()
  await page.getByRole("link", { name: "Administration" }).click()
  await expect(page.getByRole("heading", { name: "Administration" })).toBeVisible()
  await page.getByRole("textbox", { name: "Search accounts" }).fill(email)
  const account = row(page, email)
  await expect(account).toHaveCount(1)
  await expect(page.getByRole("row")).toHaveCount(2)
  await account.getByRole("combobox").selectOption({ label: "Facilitator" })
  const choose = async (item: string) => {
    await account.getByRole("button", { name: /^Menu of/ }).click()
    await page.getByRole("menuitem", { name: item }).click()
  }
  const ended = page.waitForResponse("**/api/Admin/accounts/*/end-sessions")
  await choose("End sessions")
  expect((await ended).status()).toBe(204)
  await expect(other).toHaveURL(/\/login/)
  await others.clearCookies()
  await signInAs(other, email)
  await expect(other).toHaveURL(/\/$/)
  const asks = page.getByRole("alertdialog")
  await account.getByRole("combobox").selectOption({ label: "System Admin" })
  await expect(asks).toContainText("can open, change and delete every plan")
  await asks.getByRole("button", { name: "Cancel" }).click()
  await expect(account.getByRole("combobox")).toHaveValue("2")
  const disabled = page.waitForResponse("**/api/Users/enable")
  await choose("Disable")
  await asks.getByRole("button", { name: "Disable account" }).click()
  await expect(account).toContainText("Disabled")
  await disabled
  await expect(other).toHaveURL(/\/login/)
  await expectAccessible(page)
  await page.reload()
  await page.getByRole("textbox", { name: "Search accounts" }).fill(email)
  await expect(account.getByRole("combobox")).toHaveValue("2")
  await choose("Enable")
  await expect(account).toContainText("Enabled")
  await expect(page.getByText(/^1 to 1 of 1$/)).toBeVisible()
  await page.getByRole("combobox", { name: "Filter by system role" }).selectOption({ label: "System Admin" })
  await expect(page.getByText("No account matches this name or address.")).toBeVisible()

  const plans = page.getByRole("link", { name: /^Plans/ })
  await expect(plans).toHaveText(/^Plans\d+$/)
  await plans.click()
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("lastEdit")
  await page.getByRole("textbox", { name: "Search plans" }).fill("Harbour Street")
  const office = row(page, "Harbour Street office")
  await expect(office).toHaveCount(1)
  await expect(office).toContainText("Marco")
  const inMenu = async (item: string) => {
    await page.getByRole("button", { name: "Menu of Harbour Street office" }).click()
    await page.getByRole("menuitem", { name: item }).click()
  }
  await inMenu("Plan settings")
  const settings = page.getByRole("dialog", { name: "Plan admin" })
  await expect(settings.getByRole("textbox", { name: "Plan name" })).toHaveValue("Harbour Street office")
  await page.goto("/admin?section=plans")
  await page.getByRole("textbox", { name: "Search plans" }).fill("Harbour Street")
  await expect(office).toHaveCount(1)
  await inMenu("Delete plan")
  const question = page.getByRole("alertdialog", { name: "Delete plan?" })
  await expect(question).toContainText("“Harbour Street office”, owned by Marco")
  await expect(question.locator(".plan-named")).toContainText("Harbour Street officeEmptyShared with Marco")
  await expectAccessible(page, "[role=alertdialog]")
  await question.getByRole("button", { name: "Delete" }).click()
  await expect(page.getByText("No plan matches this name or owner.")).toBeVisible()
  // A long name leaves the menu of its row in sight.
  await inDatabase((sql) => sql`update app.person set user_name = ${"Maximiliane ".repeat(8)} where email = ${email}`)
  await page.getByRole("textbox", { name: "Search plans" }).fill("Old Town")
  await expect(row(page, "Maximiliane")).toHaveCount(1)
  await expect(page.getByRole("button", { name: "Menu of Old Town" })).toBeInViewport({ ratio: 1 })
  await page.getByRole("textbox", { name: "Search plans" }).fill("no such plan")
  await expect(page.getByText("No plan matches this name or owner.")).toBeVisible()
  const jobs = page.getByRole("link", { name: /^Jobs/ })
  await expect(jobs).toHaveText("Jobs")
  await jobs.click()
  await expect(page.getByText("No failed jobs.")).toBeVisible()
  await expect(row(page, "Assistant")).toContainText("None")
  // The open page asks again every few seconds.
  await giveUpJobs("550 no such mailbox", "421 try again later", "421 greylisted", "421 too many connections")
  await expect(jobs).toHaveText("Jobs4")
  await expectAccessible(page)
  await row(page, "550")
    .getByRole("button", { name: /^Discard/ })
    .click()
  await expect(row(page, "550")).toHaveCount(0)
  await expect(jobs).toHaveText("Jobs3")
  await row(page, "421 try again later")
    .getByRole("button", { name: /^Retry/ })
    .click()
  await expect(jobs).toHaveText("Jobs2")
  await page.getByRole("button", { name: "Retry all" }).click()
  await expect(page.getByText("No failed jobs.")).toBeVisible()
  await expect(jobs).toHaveText("Jobs")
  const queue = page.getByRole("table").last().getByRole("row").filter({ hasText: "Mail" })
  await expect(queue.getByRole("cell").nth(1)).toHaveText("3")
  await inDatabase((sql) => sql`delete from app.job where kind = 'mail.test'`)
  // The list has the newest mails, those of other tests too.
  const before = mailsTo(email, "new-device").length
  await others.clearCookies()
  await signInAs(other, email)
  await expect.poll(() => mailsTo(email, "new-device").length).toBeGreaterThan(before)
  await page.getByRole("link", { name: "Mail", exact: true }).click()
  await expect(row(page, email).first()).toContainText("New sign-in to Laneway")
  await expectAccessible(page)
  await page.getByRole("link", { name: "Health", exact: true }).click()
  await expect(row(page, "Mail")).toContainText("No mail server is set up")
  for (const [part, detail] of Object.entries({
    Database: /Ready\d+ of \d+ connections/,
    Realtime: /Ready\d+ sockets?, \d+ channels?/,
  }))
    await expect(row(page, part)).toContainText(detail)
  await expect(row(page, "Storage")).toContainText(/disk \d+% full/)
  await expect(row(page, "Model")).toContainText("The assistant works by rules")
  await expect(row(page, "Billing")).toContainText("Not set up")
  await expect(page.getByText(/^Version \d+\.\d+\.\d+\S*, started today at \d\d:\d\d\./)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  for (const section of [/^Accounts/, /^Plans/, /^Jobs/, /^Health/]) {
    await page.getByRole("link", { name: section }).click()
    await expect(page.getByRole("link", { name: section })).toHaveAttribute("aria-current", "page")
    await expect(page.getByRole("table").first()).toBeVisible()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width, String(section)).toBe(390)
  }
})

const plan = {
  ...{ format: "laneway-plan", version: 1, name: "Harbour" },
  actions: [{ topic: "Quay", owner: { name: "Ada Lind", email: "ada.lind@example.org" }, tasks: [] }],
}

for (const [at, [language, tag]] of walkLanguages.entries())
  test(`each screen of the administration and of an import ${language} fits its window, at three widths`, async ({
    browser,
  }) => {
    test.slow()
    const found = await walkScreens(browser, {
      language: tag,
      typed: [
        "first",
        "second",
        "First",
        "Second",
        "mail.test",
        "/readyz",
        "/metrics",
        "Harbour",
        "Grace",
        "grace",
        "Ada Lind",
        "example.org",
        "admin",
        "Admin",
        "550",
        "Laneway",
      ],
      walk: async (page, see) => {
        const other = await openContext(browser)
        await signIn(await other.newPage(), "grace")
        await signInAs(page, moreAdmins[at] ?? "")
        await call(page.request, planCalls.create, { name: "Harbour" })
        await giveUpJobs("550")
        // More than a window shows.
        await inDatabase(
          (sql) => sql`insert into app.person (email, user_name)
            select 'grace-' || n || '@many.example.org', 'Grace' from generate_series(1, 12) n`,
        )
        for (const section of ["accounts", "plans", "jobs", "mail", "health"]) {
          await page.goto(`/admin?section=${section}`)
          await expect(page.locator(".spinner")).toHaveCount(0)
          await see(section, page.locator("main table, main .row").first())
          if (section !== "accounts" && section !== "plans") continue
          await page.locator(".admin-menu button").first().click()
          await see(`Menu of ${section}`, page.locator(".popover.menu"))
          await page.keyboard.press("Escape")
        }
        await inDatabase((sql) => sql`delete from app.job where kind = 'mail.test'`)
        await inDatabase((sql) => sql`delete from app.person where email like '%@many.example.org'`)
        await page.goto("/")
        const buffer = Buffer.from(JSON.stringify(plan))
        await page
          .locator("input[type=file]")
          .setInputFiles({ name: "plan.json", mimeType: "application/json", buffer })
        await expect(page).toHaveURL(/\/board/)
        // A toast that has the focus stays.
        await page.locator(".toast button").first().focus()
        await see("After an import", page.locator(".toast"))
      },
    })
    expect(found).toEqual([])
  })
