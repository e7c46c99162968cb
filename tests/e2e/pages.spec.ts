import { expectAccessible } from "./accessible"
import { expect, signIn, test } from "./people"

test("no accessibility findings on login, My Plans and the board", async ({ page }) => {
  await page.goto("/login")
  await expectAccessible(page)
  await signIn(page, "clean")
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Open a sample plan" }).click()
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await expectAccessible(page)
})

test("a protected page redirects to sign-in; an unknown one links to the start page", async ({ page }) => {
  await page.goto("/board")
  await expect(page).toHaveURL(/\/login/)
  await page.goto("/no/such/page")
  await expect(page).toHaveURL(/\/login/)
})

test("an invalid link says so and is removed from the address", async ({ page }) => {
  await page.goto("/login?magicLinkError=invalid")
  await expect(page.getByText("That sign-in link is no longer valid. Request a new link below.")).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test("a button pressed before the page's scripts load still works", async ({ page }) => {
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

test("a button pressed during hydration works", async ({ page }) => {
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      document.body?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
      if (performance.now() < 3_000) port2.postMessage(0)
    }
    port2.postMessage(0)
  })
  await signIn(page, "presser")
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(page).toHaveURL(/\/board$/)
})
