// Changes that the server refuses, or that somebody else has changed since.
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { expect, test } from "../people"
import { type App, addTask, tasksOnServer } from "./app"

export const refuseChanges = async (app: App) => {
  const { page, context, planId, itemId } = app
  await test.step("a refused change is listed with its words, also after a reload", async () => {
    await expect(page.getByText("Of the last session")).toBeVisible()
    await context.setOffline(true)
    await addTask(page, "Too late")
    await app.ada.send(itemCalls.update, { planId, id: itemId, completed: true })
    await context.setOffline(false)
    await expect(page.getByText("1 change was not saved")).toBeVisible()
    await page.reload()
    await page.getByRole("button", { name: "Show changes" }).click()
    const list = page.getByRole("dialog", { name: "1 change was not saved" })
    await expect(list).toContainText("Too late")
    await expect(list).toContainText("This action is completed")
    await app.ada.send(itemCalls.update, { planId, id: itemId, completed: false })
    // The page has heard of it: its own rules would refuse the task until then.
    await expect(page.locator(".add-task").first()).toBeVisible()
    await list.getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => tasksOnServer(app)).toContain("Too late")
    await page.keyboard.press("Escape")
  })

  await test.step("a text that somebody else has changed since is listed with both, and the person chooses", async () => {
    const [task] = (await app.ada.send(taskCalls.list, { planId })).body.filter(
      ({ description }) => description === "Dig",
    )
    await context.setOffline(true)
    const words = page.getByText("Dig", { exact: true })
    await words.click()
    await words.click()
    await expect(page.locator("textarea:focus")).toHaveValue("Dig")
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type("Dug by hand")
    await page.keyboard.press("Enter")
    await expect(page.getByText("Waiting")).toBeVisible()
    await app.ada.send(taskCalls.update, { planId, id: task?.id ?? 0, description: "Dig with a machine" })
    // Older than a change that is still on its way.
    await page.waitForTimeout(5_500)
    await context.setOffline(false)
    const conflict = page.getByRole("alert").filter({ hasText: "Somebody else changed this text" })
    await expect(conflict).toContainText("Dug by hand")
    await expect(page.getByText("Dig with a machine")).toBeVisible()
    await page.getByRole("button", { name: "Show changes" }).click()
    const list = page.getByRole("dialog", { name: "1 change was not saved" })
    await expect(list).toContainText("Dug by handText of a task")
    await expect(list).toContainText("Dig with a machine")
    await list.getByRole("button", { name: "Keep mine" }).click()
    await expect(page.getByRole("dialog", { name: "Everything is saved." })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect.poll(() => tasksOnServer(app)).toContain("Dug by hand")
    await expect(conflict).toBeHidden()
  })
}
