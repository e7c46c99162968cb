// A pressed push opens its card in the open page.
import postgres from "postgres"
import { expect, test } from "../people"
import type { App } from "./app"

/** Somebody has mentioned ada on an action. Returns the notification's id. */
const notify = async (app: App, item: number) => {
  const sql = postgres(app.product.databaseUrl, { max: 1, onnotice: () => {} })
  const rows = await sql<{ id: number }[]>`
    insert into app.notification (plan_id, person_id, kind, title, item_id)
    values (${app.planId}, ${app.ada.id}, 'mention', 'Grace mentioned you in “Quay”', ${item}) returning id::int`
  await sql.end()
  return rows.map(({ id }) => id)
}

export const pressPush = async (app: App) => {
  const { page, context, planId, itemId, worker, registrationId } = app
  await test.step("a pressed push opens its card in the open page without loading it anew, and is read", async () => {
    const [id] = await notify(app, itemId)
    const [running] = context.serviceWorkers()
    if (!running) throw new Error("No service worker runs.")
    // The headless browser shows no notifications: what it would show is pressed.
    await running.evaluate(() => {
      const scope = self as unknown as ServiceWorkerGlobalScope & { press?: () => void }
      scope.registration.showNotification = async (_title, { data } = {}) => {
        const notification = { data, close: () => {} }
        const press = Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} })
        scope.press = () => scope.dispatchEvent(press)
      }
    })
    const url = `/plan/${planId}/actions/${itemId}?menu=notes`
    const data = JSON.stringify({ id, title: "Grace mentioned you", body: "Harbour", url, tag: `notification-${id}` })
    // A page in sight with a bell shows a toast instead.
    await page.goto(`${app.product.url}/healthz`)
    await worker.send("ServiceWorker.deliverPushMessage", { origin: app.product.url, registrationId, data })
    await expect.poll(() => running.evaluate(() => "press" in self)).toBe(true)
    await page.goto(`${app.product.url}/board?planId=${planId}`)
    await expect(page.getByRole("button", { name: "Notifications" })).toHaveAccessibleDescription("1 unread")
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await running.evaluate(() => (self as unknown as { press(): void }).press())
    await expect(page.getByRole("dialog").getByText("Mind the tide")).toBeVisible()
    await expect(
      page.getByRole("button", { name: "Notifications", includeHidden: true }),
    ).not.toHaveAccessibleDescription(/unread/)
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true)
    await page.keyboard.press("Escape")
  })
}
