// A server that is silent over an open connection.
import { taskCalls } from "~/contract/task"
import { expect, test } from "../people"
import { type App, tasksOnServer } from "./app"
import { storedText } from "./stored-text"

export const fallSilent = async (app: App) => {
  const { page, planId, itemId, ada } = app
  await test.step("a server that is silent over an open connection blocks nothing: the plan opens from this device, and an edit waits", async () => {
    const loads: string[] = []
    page.on("request", (request) => {
      if (/\/api\/Plan\/\d+/.test(request.url())) loads.push(new URL(request.url()).pathname)
    })
    // The stored board is one in which the action takes tasks again.
    await expect.poll(() => storedText(page)).toMatch(/^boards .*Dug by hand/m)
    await page.goto("about:blank")
    await ada.send(taskCalls.create, { planId, itemId, description: "Of another device" })
    process.kill(app.product.pid, "SIGSTOP")
    try {
      await page.goto(`${app.product.url}/board?planId=${planId}`)
      await page.locator(".add-task").first().click()
      await expect(page.locator("textarea:focus")).toBeVisible()
      await page.keyboard.type("Into the silence")
      await page.keyboard.press("Enter")
      await page.keyboard.press("Escape")
      await expect(page.getByText("Into the silence")).toBeVisible()
      await expect(page.getByText("Of another device")).toBeHidden()
    } finally {
      process.kill(app.product.pid, "SIGCONT")
    }
    await expect(page.getByText("Of another device")).toBeVisible()
    expect(loads).toContain(`/api/Plan/${planId}/changes`)
    expect(loads).not.toContain(`/api/Plan/${planId}`)
    await expect.poll(() => tasksOnServer(app)).toContain("Into the silence")
  })
}
