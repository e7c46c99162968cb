// The login page: its messages, the target it remembers through sign-in, and use without scripts.

import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { openContext } from "./contexts"
import { codeMailedTo, linkMailedTo } from "./mail-files"
import { expect, openSample, openSettingsOf, signIn, signInAs, signInAt, test } from "./people"

test("the form checks the address, confirms that the link was sent, and pauses for that address only", async ({
  page,
}) => {
  await page.goto("/login")
  await expect(page.getByLabel("Work email")).toBeFocused()
  const send = page.getByRole("button", { name: "Send sign-in link" })
  const email = page.getByLabel("Work email")
  await send.click()
  await email.fill("ada@nowhere")
  await send.click()
  await expect(page.getByText("Please enter a valid company email address.")).toBeVisible()
  await expect(email).toHaveAttribute("aria-invalid", "true")
  await email.fill("ada.pause@example.org")
  await email.press("Enter")
  await expect(
    page.getByText("We just sent a secure sign-in link to ada.pause@example.org. It expires in about 15 minutes."),
  ).toBeVisible()
  const pause = page.getByRole("button", { name: /^Try again in [45]\ds$/ })
  await expect(pause).toBeDisabled()
  await email.fill("ada.other@example.org")
  await expect(send).toBeEnabled()
  await email.fill("Ada.Pause@example.org")
  await expect(pause).toBeDisabled()
  await expectAccessible(page)
})

test("the code of the mail signs in where it was asked for, also after a reload", async ({ page }) => {
  await page.goto("/login?returnUrl=%2Fmy-work")
  const email = `coded.${Date.now()}@example.org`
  // Sent before the scripts run, the form is answered by another page.
  await expect(page.getByLabel("Work email")).toBeFocused()
  await page.getByLabel("Work email").fill(email)
  await page.getByRole("button", { name: "Send sign-in link" }).click()
  const code = page.getByLabel("Six-digit code")
  await expect(code).toBeFocused()
  const sent = await codeMailedTo(email)
  await code.fill(sent === "000000" ? "111111" : "000000")
  await expect(page.getByText("That code is not right. 4 tries left.")).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await code.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`)
  await expect(page).toHaveURL(/\/my-work$/)
})

test("in an installed app the code alone is asked for, and signs in within the app", async ({ page }) => {
  // The headless shell has no windows of apps.
  await page.addInitScript(() => {
    const matches = window.matchMedia.bind(window)
    window.matchMedia = (query) => matches(query.startsWith("(display-mode: standalone)") ? "all" : query)
  })
  await page.goto("/login?returnUrl=%2Fmy-work")
  const email = `installed.${Date.now()}@example.org`
  await page.getByLabel("Work email").fill(email)
  await page.getByRole("button", { name: "Send sign-in code" }).click()
  const code = page.getByLabel("Six-digit code")
  await expect(code).toBeFocused()
  await expect(page.getByText(`We sent six digits to ${email}. They expire in 10 minutes.`)).toBeVisible()
  await expect(page.getByLabel("Work email")).toHaveCount(0)
  await expectAccessible(page)
  // The app may be closed while the mail is read.
  await page.reload()
  await expect(code).toBeFocused()
  await page.keyboard.type(await codeMailedTo(email))
  await expect(page).toHaveURL(/\/my-work$/)
  expect((await call(page.request, accountCalls.userProfile, {})).email).toBe(email)
})

test("a tab that waits learns that another one has signed in, and goes on when asked", async ({ page, context }) => {
  await page.goto("/login?returnUrl=%2Fmy-work")
  const email = `waits.${Date.now()}@example.org`
  await page.getByLabel("Work email").fill(email)
  await page.getByRole("button", { name: "Send sign-in link" }).click()
  await expect(page.getByLabel("Six-digit code")).toBeVisible()
  const other = await context.newPage()
  await other.goto(await linkMailedTo(email))
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible()
  await expect(page.getByText(`The link was opened in another tab, as ${email}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Continue here" }).click()
  await expect(page).toHaveURL(/\/my-work$/)
})

test("a provider that is not set up is disabled and says so, and its address opened by hand leads back", async ({
  page,
}) => {
  await page.goto("/login")
  for (const name of ["Microsoft", "Google"]) {
    const button = page.getByRole("button", { name: `Sign in with ${name}` })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(
      "Sign-in with Microsoft and Google is not set up here. Use your work email.",
    )
  }
  await page.goto("/api/Account/Login?provider=AzureAD&returnUrl=%2F")
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText("Sign-in with Microsoft is not set up here.", { exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "Send sign-in link" })).toBeEnabled()
  for (const path of ["/auth/microsoft", "/auth/google"]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible()
  }
})

test("the form works before its scripts load and without scripts", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto("/login?returnUrl=%2Fboard")
  await page.getByLabel("Work email").fill("ada.plain@example.org")
  await page.getByRole("button", { name: "Send sign-in link" }).click()
  await expect(page.getByText("We just sent a secure sign-in link to ada.plain@example.org.")).toBeVisible()
  await context.close()
})

test("opening the link takes one round trip to the session and one to the plans, without further calls", async ({
  page,
  browser,
}) => {
  const { email } = await openSample(page)
  await call(page.request, accountCalls.requestEmailSignIn, { email })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(await linkMailedTo(email, 2, "sign-in"))
  const asked: string[] = []
  plain.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest() || pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`)
  })
  await plain.getByRole("button", { name: "Sign in" }).click()
  await expect(plain.getByRole("link", { name: "Bike share, phase two" })).toBeVisible()
  await expect(plain).toHaveURL(/:\d+\/$/)
  expect(asked.filter((each) => !each.endsWith("/image"))).toEqual(["POST /api/Account/MagicLink", "GET /"])
  await context.close()
})

test("a deep link opened signed out is remembered and leads to its plan", async ({ page }) => {
  await signInAt(page, "/plan/999999/tasks/4?menu=log")
  await expect(page).toHaveURL(/\/board$/)
  await expect(
    page.getByRole("heading", { name: "This plan does not exist, or you have no access to it." }),
  ).toBeVisible()
  await expectAccessible(page)
})

test("an invitation is remembered through sign-in and accepted", async ({ page, browser }) => {
  await signIn(page, "host")
  await page.getByRole("button", { name: "Open a sample plan" }).click()
  await expect(page).toHaveURL(/\/board$/)
  await page.goto("/")
  await openSettingsOf(page, "Bike share, phase two")
  await page.getByRole("link", { name: "People" }).click()
  const guest = `guest.${Date.now()}@example.org`
  await page.getByLabel("Email").fill(guest)
  await page.getByLabel("Role", { exact: true }).selectOption("Member")
  await page.getByRole("button", { name: "Invite", exact: true }).click()
  await expect(page.getByText(`Invitation sent to ${guest}`)).toBeVisible()

  const context = await openContext(browser)
  const second = await context.newPage()
  const accepting: string[] = []
  second.on("request", (request) => {
    if (request.url().includes("/api/invitation/accept")) accepting.push(request.url())
  })
  await second.goto(await linkMailedTo(guest))
  await expect(second).toHaveURL(/\/login$/)
  expect(await second.evaluate(() => localStorage.getItem("invitationToken"))).toMatch(/^\S{20,}$/)
  await expect(second.getByRole("heading", { name: "Sign in to join" })).toBeVisible()
  await expect(second.getByText(/^Host\S* .*invites you as Member$/)).toBeVisible()
  await expect(second.getByLabel("Work email")).toHaveValue(guest)
  await expect(second.getByLabel("Work email")).not.toBeEditable()
  await second.getByRole("button", { name: "Send sign-in link" }).click()
  await second.getByRole("button", { name: "Open the newest email" }).click()
  await second.getByRole("link", { name: "Sign in", exact: true }).click()
  // The sign-in has accepted it and leads to the plan.
  await expect(second).toHaveURL(/\/board$/)
  await expect(second.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await expect.poll(() => second.evaluate(() => localStorage.getItem("invitationToken"))).toBeNull()
  await second.goto("/")
  await expect(second.getByRole("link", { name: "Bike share, phase two" })).toBeVisible()
  await expect(second.getByText("Invitation", { exact: true })).toHaveCount(0)
  expect(accepting).toEqual([])
})

test("an invitation opened before signing in another way is accepted afterwards", async ({ page, browser }) => {
  const { planId } = await openSample(page)
  const context = await openContext(browser)
  const second = await context.newPage()
  const email = `by-another-way.${Date.now()}@example.org`
  await call(page.request, invitationCalls.invite, { email, planId, role: 1 })
  const link = await linkMailedTo(email)
  await test.step("somebody else is told so, may switch, and the invitation waits", async () => {
    await signInAs(second, `somebody.${Date.now()}@example.org`)
    await second.goto(link)
    await expect(
      second.getByText(/^This invitation is for another address. You are signed in as somebody/),
    ).toBeVisible()
    await expectAccessible(second)
    await second.getByRole("button", { name: "Switch Account" }).click()
    await expect(second.getByRole("heading", { name: "Sign in to join" })).toBeVisible()
  })
  await second.goto(link)
  await expect(second).toHaveURL(/\/login$/)
  await signInAs(second, email)
  await expect(second).toHaveURL(/\/board$/)
  await expect(second.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await expect.poll(() => second.evaluate(() => localStorage.getItem("invitationToken"))).toBeNull()
  await test.step("a member is led to the plan; a link that is gone says so", async () => {
    await second.goto(link)
    await expect(second.getByText("You are already a member")).toBeVisible()
    await expect(second.getByRole("link", { name: "Open the plan" })).toHaveAttribute("href", `/board?planId=${planId}`)
    await second.goto("/login?token=gone")
    await expect(second.getByText("This invitation no longer exists.")).toBeVisible()
    await expectAccessible(second)
  })
})
