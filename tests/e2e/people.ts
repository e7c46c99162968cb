import { test as base, expect, type Page } from "@playwright/test"

let people = 0

/** Signs a new person in as one does: asks for the link and opens the newest mail. Answers their address. */
export const signIn = async (page: Page, name = "person", at = "/login") => {
  const email = `${name}${++people}.${Date.now()}@example.org`
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
