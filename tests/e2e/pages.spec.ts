import { expectAccessible } from "./accessible"
import { expect, signIn, test } from "./people"

test("login, My Plans and the board have no serious findings", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/login")
  await expectAccessible(page)
  await signIn(page, "clean")
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Open a sample plan" }).click()
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await expectAccessible(page)
})

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

test("whatever is pressed while the page takes over, it does", async ({ page }) => {
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
