// The administration page: accounts, plans, dead jobs and health for a SystemAdmin; others are led to My Plans.
import type { Page } from "@playwright/test"
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { openContext } from "./contexts"
import { expect, signIn, signInAs, test } from "./people"
import { inDatabase } from "./product-database"
import { systemAdmin } from "./system-admin"

/** Two jobs that were given up, in the database of the product. */
const giveUpJobs = () =>
  inDatabase(async (sql) => {
    for (const error of ["550 no such mailbox", "421 try again later"])
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
  await call(other.request, planCalls.create, { name: "Harbour Street office" })
  await other.goto("/admin")
  await expect(other).toHaveURL(/\/$/)

  await signInAs(page, systemAdmin)
  await page.getByRole("button", { name: "Profile" }).click()
  await page.getByRole("link", { name: "Administration" }).click()
  await expect(page.getByRole("heading", { name: "Administration" })).toBeVisible()
  await page.getByRole("searchbox", { name: "Search accounts" }).fill(email)
  const account = row(page, email)
  await expect(account).toHaveCount(1)
  await expect(page.getByRole("row")).toHaveCount(2)
  await account.getByRole("combobox").selectOption({ label: "Facilitator" })
  const disabled = page.waitForResponse("**/api/Users/enable")
  await account.getByRole("button", { name: /^Disable/ }).click()
  await expect(account).toContainText("Disabled")
  await disabled
  await expect(other).toHaveURL(/\/login/)
  await expectAccessible(page)
  await page.reload()
  await page.getByRole("searchbox", { name: "Search accounts" }).fill(email)
  await expect(account.getByRole("combobox")).toHaveValue("2")
  await account.getByRole("button", { name: /^Enable/ }).click()
  await expect(account).toContainText("Enabled")

  await page.getByRole("link", { name: "Plans", exact: true }).click()
  await page.getByRole("searchbox", { name: "Search plans" }).fill("Harbour Street")
  await expect(row(page, "Harbour Street office").first()).toContainText("Marco")
  await page.getByRole("searchbox", { name: "Search plans" }).fill("no such plan")
  await expect(page.getByText("No plan matches this name or owner.")).toBeVisible()
  await page.getByRole("link", { name: "Jobs", exact: true }).click()
  await expect(page.getByText("No failed jobs.")).toBeVisible()
  await giveUpJobs()
  await page.reload()
  const jobs = page.getByRole("link", { name: /^Jobs/ })
  await expect(jobs).toContainText("2")
  await expectAccessible(page)
  await row(page, "550")
    .getByRole("button", { name: /^Discard/ })
    .click()
  await expect(row(page, "550")).toHaveCount(0)
  await expect(jobs).toContainText("1")
  await row(page, "421")
    .getByRole("button", { name: /^Retry/ })
    .click()
  await expect(page.getByText("No failed jobs.")).toBeVisible()
  await expect(jobs).toHaveText("Jobs")
  await page.getByRole("link", { name: "Mail", exact: true }).click()
  await expect(row(page, email).first()).toContainText("Sign in to Laneway")
  await expectAccessible(page)
  await page.getByRole("link", { name: "Health", exact: true }).click()
  await expect(row(page, "Mail")).toContainText("No mail server is set up")
  await expect(row(page, "Database")).toContainText("Ready")
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
})
