// Each page in both themes without serious findings; protected pages lead to the login page and back.
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, openSample, signIn, test } from "./people"

const findings = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`login, My Plans and the board have no serious findings: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.goto("/login")
    expect(await findings(page)).toEqual([])
    await signIn(page, colorScheme)
    await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await openSample(page)
    expect(await findings(page)).toEqual([])
  })
}

test("a protected page asks to sign in; an unknown one leads home", async ({ page }) => {
  await page.goto("/board")
  await expect(page).toHaveURL(/\/login/)
  await page.goto("/no/such/page")
  await expect(page).toHaveURL(/\/login/)
})

test("a link that is not valid says so, and the address is cleaned", async ({ page }) => {
  await page.goto("/login?magicLinkError=invalid")
  await expect(page.getByText("That sign-in link is no longer valid. Request a new link below.")).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test("a button pressed before the page's scripts are there is not lost", async ({ page }) => {
  await signIn(page, "early")
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: "commit" })
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(page).toHaveURL(/\/$/)
  go()
  await expect(page).toHaveURL(/\/board$/)
})
