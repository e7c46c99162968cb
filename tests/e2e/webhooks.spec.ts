// Webhooks in a plan's settings, and calendar feeds.
import { webhookCalls } from "~/contract/webhook"
import { expectAccessible } from "./accessible"
import { call, ownConnection } from "./calls"
import { expect, test, withPlan } from "./people"
import { inDatabase } from "./product-database"

test("a webhook that was switched off says why, sends a test, and is switched on again", async ({ page }) => {
  const { planId } = await withPlan(page, "empty", "admin")
  const made = await call(page.request, webhookCalls.create, {
    planId,
    name: "Night phone",
    url: "http://127.0.0.1:9/",
  })
  await inDatabase(
    (sql) => sql`update app.webhook set active = false, off_date = now(), off_reason = 'failing' where id = ${made.id}`,
  )
  await page.goto(`/board?planId=${planId}&open=settings/integrations/${made.id}`)
  const panel = page.locator(".webhook-off")
  await expect(panel.getByText(/^Switched off on/)).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await expect(page.getByRole("button", { name: "Send a test" })).toHaveCount(1)
  await panel.getByRole("button", { name: "Send a test" }).click()
  await expect(panel.getByRole("status").filter({ hasText: "No answer" })).toBeVisible()
  await panel.getByRole("button", { name: "Switch on" }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole("checkbox", { name: "Active" })).toBeChecked()
})

test("a webhook is added, its secret is shown once, a test and deliveries say how it fares, and feeds have an address", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "empty", "admin")
  await page.goto(`/board?planId=${planId}&open=settings/integrations`)
  const settings = page.getByRole("dialog", { name: "Plan admin" })
  await settings.getByRole("button", { name: "Add webhook" }).click()
  const form = settings.getByRole("form", { name: "Add webhook" })
  await expect(form.getByLabel("Name")).toBeFocused()
  await form.getByLabel("Name").fill("Data warehouse")
  await form.getByLabel("Address").fill("http://10.0.0.4/hook")
  await page.keyboard.press("Enter")
  await expect(form.getByRole("alert")).toHaveText(/begins with https/)
  // Nothing listens there.
  await form.getByLabel("Address").fill("http://127.0.0.1:9/hook")
  await form.getByText("Chosen", { exact: true }).click()
  await expectAccessible(page, "[role=dialog]")
  await page.keyboard.press("Enter")
  await expect(settings.getByRole("textbox", { name: "Signing secret" })).toHaveValue(/^whsec_/)
  await expect(settings.getByRole("button", { name: "Copy" })).toBeFocused()
  await expectAccessible(page, "[role=dialog]")
  await settings.getByRole("button", { name: "Done" }).click()
  await settings.getByRole("button", { name: "Send a test" }).click()
  await expect(settings.getByRole("status").filter({ hasText: "No answer" })).toBeVisible()
  await settings.getByText("Deliveries", { exact: true }).click()
  await settings.getByRole("button", { name: /^Show the body of/ }).click()
  await expect(settings.getByText('"type": "ping"')).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await settings.getByRole("button", { name: "Back to Integrations" }).click()
  await expect(settings.getByRole("button", { name: /Data warehouse.*Standard, 127\.0\.0\.1:9, Tasks/ })).toBeVisible()

  await settings.getByRole("button", { name: /Data warehouse/ }).click()
  await expect(page).toHaveURL(/open=settings\/integrations\/\d+$/)
  const address = page.url()
  await expect(settings.getByRole("button", { name: "Back to Integrations" })).toBeFocused()
  await settings.getByRole("button", { name: "Back to Integrations" }).click()
  await expect(page).toHaveURL(/open=settings\/integrations$/)
  await settings.getByRole("button", { name: /Data warehouse/ }).click()
  await expect(page).toHaveURL(address)
  await page.goBack()
  await expect(settings.getByRole("button", { name: "Add webhook" })).toBeVisible()
  for (const over of [address, address.replace("/board", "/")]) {
    await page.goto(over)
    await expect(settings.getByRole("heading", { name: "Data warehouse" })).toBeVisible()
    await settings.getByRole("button", { name: "Back to Integrations" }).click()
    await expect(page).toHaveURL(/open=settings\/integrations$/)
  }
  await page.goto(address.replace(/\d+$/, "999999"))
  await expect(settings.getByRole("button", { name: "Add webhook" })).toBeVisible()
  await expect(page).toHaveURL(/open=settings\/integrations$/)

  await settings.getByRole("link", { name: "Export" }).click()
  await settings.getByRole("button", { name: "Create address" }).click()
  const feed = settings.getByLabel("Address of My cards of this plan")
  await expect(feed).toHaveValue(/\/feed\/.+\.ics$/)
  expect(
    (await page.request.get(await feed.inputValue(), { headers: ownConnection })).headers()["content-type"],
  ).toContain("text/calendar")
  await expectAccessible(page, "[role=dialog]")
})
