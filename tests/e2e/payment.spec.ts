// Billing on: every state of the payment pages, the badge and the profile menu, over a local Stripe.

import type { Page } from "@playwright/test"
import postgres from "postgres"
import { planCalls } from "~/contract/plan"
import { mirrored } from "~/contract/shared/language/language"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import {
  type StripeServer,
  type SubscriptionState,
  seconds,
  stripeKeys,
  stripeServer,
} from "../support/services/stripe.ts"
import { expectAccessible } from "./accessible"
import { held } from "./note-hands"
import { expect, signIn as signInHere, test } from "./people"
import { walkLanguages, walkScreens } from "./screen-walk.ts"
import { signedIn } from "./session-page.ts"

let product: Product
let stripe: StripeServer
let sql: postgres.Sql
let person: Person
let people = 0

// One product for all: in one worker.
test.describe.configure({ mode: "default" })

test.beforeAll(async () => {
  stripe = await stripeServer()
  product = await startProduct({
    env: {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_PRICE_ID: stripeKeys.priceId,
      STRIPE_API_URL: stripe.state.url,
    },
  })
  sql = postgres(product.databaseUrl, { max: 1 })
})
test.afterAll(async () => {
  await sql?.end()
  await product?.remove()
  await stripe?.close()
})
test.beforeEach(async ({ context }) => {
  person = await signIn(product, `payer${++people}@example.org`)
  await signedIn(context, product.url, person)
})
test.afterEach(() => {
  stripe.state.down = 0
})

const endTrial = () => sql`update app.person set created_date = now() - interval '100 days' where id = ${person.id}`
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 })
/** What the page asks for as it leaves for another one. */
const pageData = "**/*.data*"
const badge = (page: Page) => page.getByRole("banner").locator(".subscription")
/** Stripe changes the subscription and sends its event. */
const become = async (id: string, more: Partial<SubscriptionState>) => {
  stripe.change(id, more)
  const { raw, headers } = stripe.subscriptionEvent("updated", id)
  const answer = await fetch(`${product.url}/api/payment/webhook`, { method: "POST", body: raw, headers })
  expect(answer.status).toBe(200)
}
const subscriptionOf = async () => {
  const [row] = await sql<{ id: string }[]>`select id from app.subscription where person_id = ${person.id}`
  return row?.id ?? ""
}

test("signed out, the payment pages lead to the login page and back", async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "block" })
  const page = await context.newPage()
  await page.goto(`${product.url}/payment/?success=true&session_id=cs_1`)
  await expect(heading(page, "Please log in to continue")).toBeVisible()
  await expect(page.getByText("You need to be logged in to complete your payment.")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("link", { name: "Go to Login" }).click()
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fpayment%2F%3Fsuccess%3Dtrue/)
  await context.close()
})

test("from the trial over the checkout to a subscription, and back to the page that was open", async ({ page }) => {
  const { body: plan } = await person.send(planCalls.create, { name: "Harbour" })
  await page.clock.install()
  await page.goto(`${product.url}/`)
  await expect(badge(page)).toHaveText("14d left")
  await badge(page).click()
  await expect(heading(page, "14 days left in your trial")).toBeVisible()
  await expect(page.getByRole("heading", { name: "User license" })).toBeVisible()
  await expect(page.getByText("$19.99 per month")).toBeVisible()
  await expect(page.getByText("Best value")).toBeVisible()
  await expectAccessible(page)

  // Back out of a checkout during the trial: the way on leads to the page that was open.
  await page.goto(`${product.url}/board?planId=${plan.id}`)
  await badge(page).click()
  await page.getByRole("button", { name: "Subscribe" }).click()
  await page.getByRole("link", { name: "Back" }).click()
  await expect(page.getByText("Order canceled... Maybe you hit the wrong button, try again below!")).toBeVisible()
  await expect(page.getByText("14 days left in your trial")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("link", { name: "Continue to App" }).click()
  await expect(page.getByRole("button", { name: "Harbour" })).toBeVisible()

  // The trial ends while a board is open: the next check, 30 seconds later, leads to the payment page.
  await page.goto(`${product.url}/board?planId=${plan.id}`)
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await endTrial()
  await page.clock.fastForward(31_000)
  await expect(page).toHaveURL(`${product.url}/payment/`)
  await expect(heading(page, "Your trial has ended")).toBeVisible()
  await expectAccessible(page)
  // The payment pages themselves ask nothing.
  let checks = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/Plan") checks++
  })
  await page.clock.fastForward(61_000)
  expect(checks).toBe(0)
  // Every other page leads there too.
  for (const path of ["/", "/my-work", `/plan/${plan.id}`]) {
    await page.goto(`${product.url}${path}`)
    await expect(heading(page, "Your trial has ended")).toBeVisible()
  }
  await page.goto(`${product.url}/board?planId=${plan.id}`)
  await expect(page).toHaveURL(`${product.url}/payment/`)

  await page.getByRole("button", { name: "Subscribe" }).click()
  await expect(heading(page, "Checkout")).toBeVisible()
  await page.getByRole("link", { name: "Back" }).click()
  await expect(page.getByText("Order canceled... Maybe you hit the wrong button, try again below!")).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/payment/`)
  await expect(page.getByRole("link", { name: "Continue to App" })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole("button", { name: "Subscribe" }).click()
  let verify = () => {}
  const held = new Promise<void>((resolve) => {
    verify = resolve
  })
  await page.route("**/verify-session", async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole("link", { name: "Pay" }).click()
  await expect(page.getByRole("status").filter({ hasText: "Verifying your subscription..." })).toBeVisible()
  await expectAccessible(page)
  // The page stays until it is looked at.
  let leave = () => {}
  const left = new Promise<number>((resolve) => {
    void page.route("**/board.data**", async (route) => {
      resolve(Date.now())
      await new Promise<void>((go) => {
        leave = go
      })
      await route.continue()
    })
  })
  const verified = Date.now()
  // The page's clock has been set forward.
  const began = await page.evaluate(() => Date.now())
  verify()
  await expect(heading(page, "Subscription to starter plan successful!")).toBeVisible()
  await expect(page.getByText("Redirecting you to the main application...")).toBeVisible()
  await expect(page.getByRole("button", { name: "Manage billing" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Continue to App" })).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/payment/`)
  await expectAccessible(page)
  const [until = 0, now = 0] = await page.evaluate(() => [
    Number(sessionStorage.getItem("skipPaymentCheckUntil")),
    Date.now(),
  ])
  expect(until).toBeGreaterThanOrEqual(began + 60_000)
  expect(until).toBeLessThanOrEqual(now + 60_000)
  expect((await left) - verified).toBeGreaterThanOrEqual(3_000)
  leave()
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "Harbour" })).toBeVisible()
  await expect(badge(page)).toHaveText("Active")

  // For a minute after the payment there is no check; then the next check leads to the payment page again.
  checks = 0
  const id = await subscriptionOf()
  await become(id, { status: "canceled", canceled_at: seconds(), ended_at: seconds() })
  await page.clock.fastForward(31_000)
  expect(checks).toBe(0)
  await expect(badge(page)).toHaveText("Active")
  await page.clock.fastForward(31_000)
  await expect(page).toHaveURL(`${product.url}/payment/`)
  await expect(heading(page, "Your subscription has ended")).toBeVisible()
  expect(checks).toBeGreaterThan(0)
})

test("active, cancelling, past due and ended: badge, page and profile menu", async ({ page }) => {
  await endTrial()
  const menu = page.getByRole("dialog", { name: "Profile" })
  const openBilling = async () => {
    await page.getByRole("button", { name: "Profile" }).click()
    await menu.getByRole("button", { name: "Billing" }).click()
    await expect(menu.getByRole("heading", { name: "Billing" })).toBeVisible()
  }
  await page.goto(`${product.url}/payment/`)
  await page.getByRole("button", { name: "Subscribe" }).click()
  // By itself the page leaves after three seconds.
  const leave = await held(page, pageData)
  await page.getByRole("link", { name: "Pay" }).click()
  await page.getByRole("button", { name: "Continue to App" }).click()
  leave()
  await expect(badge(page)).toHaveText("Active")
  const id = await subscriptionOf()
  await openBilling()
  await expect(menu.getByRole("listitem")).toHaveText([
    /^SubscriptionActive$/,
    /^User license\$19\.99 per month$/,
    /^Next payment/,
  ])
  await expectAccessible(page)
  await menu.getByRole("button", { name: "Manage billing" }).click()
  await expect(heading(page, "Portal")).toBeVisible()
  await page.getByRole("link", { name: "Return" }).click()

  // The customer ID is lost: it is found again on the way.
  await sql`update app.billing_account set customer_id = null where person_id = ${person.id}`
  await badge(page).click()
  await expect(heading(page, "You are subscribed")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Manage billing" }).click()
  await expect(heading(page, "Portal")).toBeVisible()

  await become(id, { cancel_at_period_end: true })
  await page.goto(`${product.url}/`)
  await expect(badge(page)).toHaveText("Cancels soon")
  await openBilling()
  await expect(menu.getByRole("listitem").last()).toHaveText(/^Access until/)

  await become(id, { status: "past_due", cancel_at_period_end: false, invoice: { created: seconds(-2), paid: false } })
  await page.goto(`${product.url}/`)
  await expect(badge(page)).toHaveText("Past due, 5d")
  await openBilling()
  await expect(menu.getByRole("listitem")).toHaveText([
    /^SubscriptionPast due$/,
    /^Last paymentFailed/,
    /^Access until/,
  ])
  await page.keyboard.press("Escape")
  await badge(page).click()
  await expect(heading(page, "Your last payment failed")).toBeVisible()
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    /^SubscriptionPast due$/,
    /^Last paymentFailed/,
    /^Access until/,
  ])
  await expectAccessible(page)
  await page.getByRole("link", { name: "Continue to App" }).click()
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()

  await become(id, { status: "canceled", canceled_at: seconds(), ended_at: seconds() })
  await page.goto(`${product.url}/`)
  await expect(heading(page, "Your subscription has ended")).toBeVisible()
  await expectAccessible(page)
})

test("a failure is shown, with the card as the retry", async ({ page, faults }) => {
  await page.goto(`${product.url}/payment/?success=true&session_id=cs_unknown`)
  await expect(heading(page, "Payment Error")).toBeVisible()
  await expect(page.getByRole("alert")).toHaveText("Failed to verify session.")
  await expectAccessible(page)

  faults.allow(/^50[23] \w+ \/api\/payment/)
  stripe.state.down = 500
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("alert")).toContainText("The payment provider can’t be reached right now.")
  stripe.state.down = 0
  await page.route("**/create-checkout-session", (route) => route.abort())
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("alert")).toHaveText("Network error occurred. Please try again.")
  await page.unroute("**/create-checkout-session")
  await page.route("**/create-checkout-session", (route) => route.fulfill({ status: 502, body: "" }))
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("alert")).toHaveText("Failed to create checkout session: 502")
  await page.unroute("**/create-checkout-session")
  await page.route("**/create-checkout-session", (route) => route.fulfill({ json: { url: "" } }))
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("alert")).toHaveText("No checkout URL received from server")
  await page.route("**/verify-session", (route) => route.abort())
  await page.goto(`${product.url}/payment/?success=true&session_id=cs_1`)
  await expect(page.getByRole("alert")).toHaveText("An unexpected error occurred.")
  await page.unroute("**/verify-session")

  // The price on its own can be asked for again.
  await page.route("**/payment/price", (route) => route.abort())
  await page.reload()
  await expect(page.getByText("The price could not be loaded.")).toBeVisible()
  await page.unroute("**/payment/price")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("$19.99 per month")).toBeVisible()

  // The portal's failures are messages, on a page that does not leave by itself meanwhile.
  await page.route(pageData, () => {})
  await page.route("**/verify-session", (route) => route.fulfill({ json: { message: "" } }))
  await page.goto(`${product.url}/payment/?success=true&session_id=cs_1`)
  const missing = {
    status: 409,
    contentType: "application/problem+json",
    body: JSON.stringify({ status: 409, message: "Your account has no customer ID at the payment provider." }),
  }
  const failed = { status: 500, body: "" }
  for (const [portal, fix, text] of [
    [failed, undefined, "Failed to redirect to billing portal."],
    ["abort", undefined, "An error occurred while trying to manage your subscription."],
    [missing, failed, "Failed to fix customer ID"],
    [missing, "abort", "An error occurred while trying to fix your customer ID."],
  ] as const) {
    const answers = { "create-portal-session": portal, "fix-customer-id": fix }
    for (const [name, answer] of Object.entries(answers)) {
      if (answer === failed) faults.allow(new RegExp(`^500 POST /api/payment/${name}`))
      await page.route(`**/${name}`, (route) => (answer === "abort" ? route.abort() : route.fulfill(answer)))
    }
    await page.getByRole("button", { name: "Manage billing" }).click()
    await expect(page.getByRole("alertdialog")).toContainText(text)
    await page.keyboard.press("Escape")
    for (const name of Object.keys(answers)) await page.unroute(`**/${name}`)
  }
})

test("with billing off there is nothing to pay", async ({ page, context }) => {
  const origin = `http://localhost:${process.env.E2E_PORT ?? "4390"}`
  await context.clearCookies()
  await page.goto(`${origin}/payment/`)
  await expect(heading(page, "Please log in to continue")).toBeVisible()
  await expectAccessible(page)

  await signInHere(page, "unbilled")
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await expect(badge(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Profile" }).click()
  const menu = page.getByRole("dialog", { name: "Profile" })
  await expect(menu.getByRole("button", { name: "Logout" })).toBeVisible()
  await expect(menu.getByRole("button", { name: "Billing" })).toHaveCount(0)
  for (const path of ["", "?canceled=true", "?success=true&session_id=cs_1"]) {
    await page.goto(`${origin}/payment/${path}`)
    await expect(heading(page, "No payment needed")).toBeVisible()
  }
  await expect(page.getByText("Billing is not set up here.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Subscribe" })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole("link", { name: "Continue to App" }).click()
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
})

const names = ["User license", "Best value", "Payer", "payer", "example.org", "Laneway"]

for (const [language, tag] of walkLanguages)
  test(`each payment page ${language} fits its window, at three widths`, async ({ browser }) => {
    const found = await walkScreens(browser, {
      language: tag,
      // The server's text is translated, but not written from right to left.
      typed: [...names, ...(tag === mirrored ? ["Failed to verify session."] : [])],
      walk: async (page, see, context) => {
        const main = page.locator("main")
        await page.goto(`${product.url}/payment/?success=true&session_id=cs_1`)
        await see("Signed out", main)
        await signedIn(context, product.url, person)
        for (const query of ["?success=true&session_id=cs_unknown", "?canceled=true", ""]) {
          await page.goto(`${product.url}/payment/${query}`)
          await see(query || "In the trial", main)
        }
        await endTrial()
        await page.goto(`${product.url}/payment/`)
        await see("After the trial", main)
        await main.getByRole("button").last().click()
        // By itself the page leaves after three seconds.
        await page.route(pageData, () => {})
        await page.getByRole("link", { name: "Pay" }).click()
        await see("Paid", main)
        await page.unroute(pageData)
        await page.goto(`${product.url}/payment/`)
        await see("Subscribed", main)
        const id = await subscriptionOf()
        await become(id, { cancel_at_period_end: true })
        await page.goto(`${product.url}/payment/`)
        await see("Ends soon", main)
        await page.goto(`${product.url}/`)
        await see("My Plans", page.locator(".subscription"))
        // A popup at a desk, a sheet on a phone.
        for (const widths of [[1920, 1366], [390]]) {
          await page.setViewportSize({ width: widths[0] ?? 0, height: 844 })
          await page.reload()
          await page.locator(".avatar-button").last().click()
          const dialog = page.getByRole("dialog")
          await dialog.locator(".list-row:has(.lucide-credit-card)").click()
          await see("Billing", dialog, widths)
        }
        const failed = { created: seconds(-2), paid: false }
        await become(id, { status: "past_due", cancel_at_period_end: false, invoice: failed })
        await page.goto(`${product.url}/payment/`)
        await see("Past due", main)
        await become(id, { status: "canceled", canceled_at: seconds(), ended_at: seconds() })
        await page.goto(`${product.url}/payment/`)
        await see("Ended", main)
      },
    })
    expect(found).toEqual([])
  })
