import type { APIRequestContext } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { openContext } from "./contexts"
import { expect, signIn, test, withPlan } from "./people"

const action = "Permit package for Old Town"
const task = "Book the heritage office slot"
const asDocument = { "sec-fetch-dest": "document" }

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
    port1.onmessage = ({ timeStamp }) => {
      document.body?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }))
      if (timeStamp < 3_000) port2.postMessage(0)
    }
    port2.postMessage(0)
  })
  await signIn(page, "presser")
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(page).toHaveURL(/\/board$/)
})

test("a link followed before the browser has answered what it stores loads its page", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype)
  })
  await signIn(page, "ahead")
  // Its menu opens once the page has hydrated.
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Profile/ })
    .click()
  const profile = page.getByRole("dialog", { name: "Profile" })
  await expect(profile).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(profile).toHaveCount(0)
  await page.getByRole("link", { name: "My work" }).click()
  await expect(page.getByRole("heading", { name: "My work", level: 1 })).toBeVisible()
})

test("a phone's document shows the first cards before any script has loaded, to members only", async ({
  page,
  browser,
  request,
}) => {
  const phone = { userAgent: "Mozilla/5.0 (Linux; Android 15) Mobile", viewport: { width: 390, height: 844 } }
  const context = await openContext(browser, { hasTouch: true, isMobile: true, ...phone })
  const at = await context.newPage()
  const { planId } = await withPlan(at, "sample", "phone")
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await at.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await at.goto(`/board?planId=${planId}`, { waitUntil: "commit" })
  const place = at.locator("#picture")
  await expect(place.getByText(action)).toBeVisible()
  await expect(place.getByText(task)).toBeVisible()
  // A box is measured even while the stylesheets are on their way.
  await at.waitForFunction(() =>
    [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => "sheet" in link && link.sheet),
  )
  // And while its font is.
  await at.evaluate(async () => {
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
  const drawn = await place.getByText(task).boundingBox()
  go()
  await expect(at.getByRole("button", { name: task, exact: true })).toBeVisible()
  await expect(place).toBeEmpty()
  await expect.poll(() => at.getByText(task, { exact: true }).boundingBox()).toEqual(drawn)

  // Other people, and windows whose layout is not known, get no cards.
  const documentOf = async (from: APIRequestContext, userAgent: string) =>
    (await from.get(`/board?planId=${planId}`, { headers: { ...asDocument, "user-agent": userAgent } })).text()
  expect(await documentOf(at.request, phone.userAgent)).toContain(action)
  expect(await documentOf(at.request, "Mozilla/5.0 (X11; Linux x86_64)")).not.toContain(action)
  await signIn(page, "stranger")
  expect(await documentOf(page.request, phone.userAgent)).not.toContain(action)
  expect(await documentOf(request, phone.userAgent)).not.toContain(action)
})
