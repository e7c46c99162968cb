// Each kind of mail as a phone shows it, and its links followed by a browser that is signed out.
import { accountCalls } from "~/contract/account"
import { eachMail, queueEachMail, readMail } from "../support/api/each-mail"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { mailTo } from "./mail-files"
import { expect, test } from "./people"
import { inDatabase } from "./product-database"

/** A mail is shown inside a mail program's page, which has them. */
const landmarks = ["landmark-one-main", "region"]

test("each kind of mail fits a phone and is accessible in light and dark, and its links open signed out", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const email = `mails.${Date.now()}@example.org`
  await inDatabase(async (sql) => {
    await sql`insert into app.person (email, user_name) values (${email}, 'Ada Lovelace')`
    await queueEachMail(sql, email, ` ${"Donaudampfschifffahrt".repeat(4)}`)
  })
  await call(page.request, accountCalls.requestEmailSignIn, { email })
  // A content security policy of a page would also apply to a mail written into it.
  const linked = await page.context().newPage()
  const followed = new Set<string>()
  for (const kind of ["sign-in", ...eachMail.map(({ kind }) => kind)]) {
    const { html, links } = await readMail(await mailTo(email, kind))
    await page.setContent(html)
    await expect(page.getByRole("heading", { level: 1 }), kind).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(390)
    await expectAccessible(page, undefined, landmarks)
    for (const link of links.html) {
      const shape = link.replace(/\d+/g, "1").replace(/token=.*/, "")
      if (kind === "sign-in" || followed.has(shape)) continue
      followed.add(shape)
      await linked.goto(link)
      const expected = link.includes("/unsubscribe?")
        ? linked.getByRole("button", { name: "Stop these emails" })
        : linked.getByLabel("Work email")
      await expect(expected, link).toBeVisible()
    }
  }
  expect(followed.size).toBeGreaterThan(5)
})
