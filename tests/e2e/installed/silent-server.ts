// A server that is silent over an open connection.
import { expect, test } from "../people"
import { type App, tasksOnServer } from "./app"

export const fallSilent = async (app: App) => {
  const { page } = app
  await test.step("a server that is silent over an open connection stops nobody: the plan opens, and an edit waits", async () => {
    process.kill(app.product.pid, "SIGSTOP")
    try {
      await page.reload()
      await page.locator(".add-task").first().click({ timeout: 10_000 })
      await page.keyboard.type("Into the silence")
      await page.keyboard.press("Enter")
      await page.keyboard.press("Escape")
      await expect(page.getByText("Into the silence")).toBeVisible()
    } finally {
      process.kill(app.product.pid, "SIGCONT")
    }
    await expect.poll(() => tasksOnServer(app)).toContain("Into the silence")
  })
}
