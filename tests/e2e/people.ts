import { type Browser, test as base, expect, type Page } from "@playwright/test"

let people = 0

/** Signs a new person in. Answers their address. */
export const signIn = (page: Page, name = "person", at = "/login") =>
  signInAs(page, `${name}${++people}.${Date.now()}@example.org`, at)

/** Signs in as one does: asks for the link and opens the newest mail. */
export const signInAs = async (page: Page, email: string, at = "/login") => {
  await page.goto(at)
  await page.getByLabel("Work email").fill(email)
  await page.getByRole("button", { name: "Send sign-in link" }).click()
  await page.getByRole("button", { name: "Open the newest mail" }).click()
  const link = page.getByRole("link", { name: "Sign in", exact: true })
  await link.click()
  return email
}

export const openSample = async (page: Page) => {
  await page.getByRole("button", { name: /sample plan/i }).click()
  await expect(page.getByRole("region", { name: "Focus" })).toBeVisible()
}

/** Two people on one sample plan, each in a browser of their own. `first`: the address of the one who made it. */
export const together = async (page: Page, browser: Browser, first?: string) => {
  await (first ? signInAs(page, first) : signIn(page, "ada"))
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await openSample(page)
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))

  const other = await browser.newContext()
  const second = await other.newPage()
  const email = await signIn(second, "grace")
  await expect(second.getByRole("heading", { name: "My Plans" })).toBeVisible()

  const invited = await page.evaluate(
    async ([email, planId]) => {
      const answer = await fetch("/api/invitation/invite", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, planId, role: 1 }),
      })
      return answer.status
    },
    [email, planId] as const,
  )
  expect(invited).toBe(201)
  await second.reload()
  await second.getByRole("button", { name: /Accept Invite/ }).click()
  await expect(second.getByText("Bike share, phase two").first()).toBeVisible()
  if (!second.url().includes("/board")) await second.getByText("Bike share, phase two").first().click()
  await expect(second.getByRole("region", { name: "Focus" })).toBeVisible()
  return { second, email, planId, close: () => other.close() }
}

/** A page on which any error in the console or any exception fails the test. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource/.test(message.text())) errors.push(message.text())
    })
    await use(page)
    expect(errors).toEqual([])
  },
})
export { expect }
