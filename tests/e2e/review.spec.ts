// What agents propose: the list in AI Chat, one proposal with its ghosts, and the decision, for two people at once.
import type { Page } from "@playwright/test"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card, column, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, test, together, withPlan } from "./people"
import { openProposer } from "./proposals"

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"
const consents = "Collect neighbour consents on Mill Lane"

const panel = (page: Page) => page.locator("#side-panel")
const tick = (page: Page, label: RegExp) => panel(page).getByRole("checkbox", { name: label })
const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true })
const proposalCount = (page: Page) => page.locator(".count-badge[data-tone]")
const waiting = (page: Page, count: number) => page.getByText(new RegExp(`^${count} to review$`))

const taskNamed = async (page: Page, planId: number, name: string) => {
  const found = (await boardOf(page.request, planId)).tasks.find(({ description }) => description === name)
  if (!found) throw new Error(`There is no task ${name}.`)
  return found
}

test("a proposal is ticked, applied and undone, and another person sees it decided", async ({ page, browser }) => {
  const { second, planId } = await together(page, browser)
  const agent = await openProposer(page.request, planId, "Release robot")
  const [slot, consent] = [await taskNamed(page, planId, office), await taskNamed(page, planId, consents)]
  await expect(proposalCount(page)).toHaveCount(0)
  const id = await agent.propose("Get the permit package out before 12 December.", [
    {
      op: "create",
      entity: "action",
      ref: "new-1",
      fields: { topic: "Notice to residents", goal: "Open twelve new docks" },
    },
    { op: "create", entity: "task", ref: "new-2", fields: { description: "Letter to 46 addresses", action: "new-1" } },
    { op: "update", entity: "task", id: slot.id, fields: { dueDate: "2026-12-24" } },
    { op: "update", entity: "task", id: consent.id, fields: { status: "doing" } },
  ])

  await test.step("R opens the list, and Enter the proposal, whose first change has the focus", async () => {
    await expect(waiting(page, 1)).toBeAttached()
    await page.keyboard.press("r")
    await expect(panel(page).getByRole("button", { name: /Release robot.*12 December/ })).toBeFocused()
    await expectAccessible(page, "#side-panel")
    await page.keyboard.press("Enter")
    await expect(tick(page, /^New: Notice to residents/)).toBeFocused()
  })

  await test.step("its rows say what was and what will be, and the board shows the cards", async () => {
    await expect(panel(page).getByRole("listitem").nth(3)).toContainText("Column To Do Doing")
    await expect(region(page, "Actions").locator(".ghost-card")).toContainText("Notice to residents")
    await expect(column(page, "Doing", permit).locator(".ghost-card")).toContainText(consents)
    await expectAccessible(page, "#side-panel")
  })

  await test.step("a change is left out with what rests on it", async () => {
    await page.keyboard.press("Space")
    await expect(tick(page, /Letter to 46/)).not.toBeChecked()
    await expect(button(page, "Apply 2")).toBeVisible()
    await expect(region(page, "Actions").locator(".ghost-card")).toHaveCount(0)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await expect(button(page, "Apply 4")).toBeVisible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await expect(button(page, "Apply 3")).toBeVisible()
  })

  await second.keyboard.press("r")
  await panel(second)
    .getByRole("button", { name: /Release robot/ })
    .click()
  await expect(button(second, "Apply 4")).toBeVisible()

  await test.step("Ctrl+Enter applies what is ticked, for everybody", async () => {
    await page.keyboard.press("Control+Enter")
    await expect(panel(page).getByText(/^You applied 3 of 4, today at/)).toBeVisible()
    await expect(card(column(page, "Doing", permit), consents)).toBeVisible()
    await expect(panel(second).getByText(/applied 3 of 4, today at/)).toBeVisible()
    await expect(button(second, "Undo")).toHaveCount(0)
    await expect(second.locator(".ghost-card")).toHaveCount(0)
    await expect(proposalCount(second)).toHaveCount(0)
    await expectAccessible(page, "#side-panel")
    expect(await agent.use("get_proposal", { id })).toMatchObject({ proposal: { state: "partly", applied: [0, 1, 3] } })
  })

  await test.step("Ctrl+Z takes it back as one change", async () => {
    await page.keyboard.press("Control+z")
    await expect(card(column(page, "To Do", permit), consents)).toBeVisible()
    await expect(card(region(page, "Actions"), "Notice to residents")).toHaveCount(0)
    await expect(panel(page).getByText(/^You applied 3 of 4, .*, undone$/)).toBeVisible()
    await expect(panel(second).getByText(/undone$/)).toBeVisible()
    await expect(button(page, "Undo")).toHaveCount(0)
  })

  await test.step("the log leads to the proposal", async () => {
    await button(page, "Back to Review").click()
    await expect(panel(page).getByText("You applied 3 of 4, undone")).toBeVisible()
    await page.getByRole("button", { name: "Board menu" }).click()
    await page.getByText("Log of the plan").click()
    await page.getByRole("dialog").getByRole("link", { name: "Proposal" }).click()
    await expect(button(page, "Back to Review")).toBeVisible()
    await expect(panel(page).getByText(/undone$/)).toBeVisible()
    await page.goto(`/plan/${planId}/review/${id}`)
    await expect(panel(page).getByText(/undone$/)).toBeVisible()
  })
  await agent.close()
})

test("a change that no longer fits is marked while people look, and refused if it is sent all the same", async ({
  page,
  browser,
}) => {
  const { second, planId, id: grace } = await together(page, browser)
  const agent = await openProposer(page.request, planId, "Release robot")
  const [slot, consent] = [await taskNamed(page, planId, office), await taskNamed(page, planId, consents)]
  const moved = (dueDate: string, task: { id: number }) =>
    call(second.request, taskCalls.update, { planId, id: task.id, dueDate })
  const changes = [slot, consent].map(({ id }) => ({
    op: "update" as const,
    entity: "task",
    id,
    fields: { dueDate: "2026-12-24" },
  }))
  const id = await agent.propose("Before Christmas", changes)

  await test.step("the notification leads to the list", async () => {
    await page.getByRole("button", { name: /^Notifications/ }).click()
    const notifications = page.getByRole("dialog", { name: "Notifications" })
    await notifications.getByRole("button", { name: /Release robot proposes 2 changes/ }).click()
    await panel(page)
      .getByRole("button", { name: /Before Christmas/ })
      .click()
    await expect(button(page, "Apply 2")).toBeVisible()
  })

  await moved("2026-12-22", slot)
  await expect(panel(page).getByText("No longer applies: Grace changed the due date")).toBeVisible()
  await expect(tick(page, new RegExp(office))).toHaveAttribute("aria-disabled", "true")
  await tick(page, new RegExp(office)).click({ force: true })
  await expect(tick(page, new RegExp(office))).not.toBeChecked()
  await expect(button(page, "Apply 1")).toBeVisible()

  await test.step("somebody is quicker: nothing is applied, and the row is marked", async () => {
    await page.route(/\/apply$/, async (route) => {
      await moved("2026-12-23", consent)
      await route.continue()
    })
    await button(page, "Apply 1").click()
    await expect(page.getByText("Nothing was applied")).toBeVisible()
    await expect(page.getByText(/Grace changed the due date of the task Collect.*Check the list again/)).toBeVisible()
    await expect(button(page, "Apply")).toHaveAttribute("aria-disabled", "true")
    await expect(panel(page).getByText("No longer applies", { exact: true })).toBeVisible()
  })

  await test.step("a viewer reads it and cannot decide", async () => {
    await call(page.request, planCalls.setMemberRole, { planId, userId: grace, role: 2 })
    await second.goto(`/plan/${planId}/review/${id}`)
    await expect(panel(second).getByText("You can view proposals. Members decide.")).toBeVisible()
    await expect(panel(second).getByRole("checkbox")).toHaveCount(0)
    await expect(proposalCount(second)).toHaveCount(0)
    await expectAccessible(second, "#side-panel")
  })

  await test.step("Escape leaves the comment, Ctrl+Enter rejects with it, and the agent reads it", async () => {
    const comment = panel(page).getByLabel("Comment for Release robot (optional)")
    await button(page, "Reject").click()
    await expect(comment).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(comment).toHaveCount(0)
    await button(page, "Reject").click()
    await expect(comment).toBeFocused()
    await page.keyboard.type("The lease ends on 31 January.")
    await page.keyboard.press("Control+Enter")
    await expect(panel(page).getByText(/^You rejected it, today at/)).toBeVisible()
    await expect(panel(second).getByText("“The lease ends on 31 January.”")).toBeVisible()
    expect(await agent.use("get_proposal", { id })).toMatchObject({
      proposal: { state: "rejected", comment: "The lease ends on 31 January." },
    })
  })
  await agent.close()
})

test("on a phone a proposal is a page, and the board shows it; hostile words are words", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { planId } = await withPlan(page, "sample")
  const agent = await openProposer(page.request, planId, "<b>Robot</b>")
  const hostile = "approve all proposals <img src=x onerror=alert(1)> \u202Egnp.exe"
  await agent.propose(hostile, [{ op: "create", entity: "goal", fields: { name: "\u202E<i>Quay</i>" } }])
  await page.goto(`/board?planId=${planId}`)
  await page.getByRole("button", { name: /^AI Chat/ }).click()
  await page.getByRole("button", { name: "1 proposal to review" }).click()
  const row = page.getByRole("button", { name: /<b>Robot<\/b>/ })
  await expect(row).toContainText("approve all proposals <img src=x onerror=alert(1)> gnp.exe")
  await expect(row.locator("img, i")).toHaveCount(0)
  await row.click()
  await expect(tick(page, /^New: <i>Quay<\/i>/)).toBeVisible()
  await page.goBack()
  await row.click()
  await expect(tick(page, /^New: <i>Quay<\/i>/)).toBeVisible()
  await expectAccessible(page, "#side-panel")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await test.step("it is withdrawn by an admin only after a question", async () => {
    await button(page, "More").click()
    await page.getByRole("button", { name: "Withdraw" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
    await expect(button(page, "Apply 1")).toBeVisible()
    const other = await agent.propose("Another", [{ op: "create", entity: "goal", fields: { name: "Mole" } }])
    await button(page, "Back to Review").click()
    await page.getByRole("button", { name: /Another/ }).click()
    await button(page, "More").click()
    await page.getByRole("button", { name: "Withdraw" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click()
    await expect(panel(page).getByRole("heading", { name: "Review" })).toBeVisible()
    await expect(page.getByRole("button", { name: /Another/ })).toHaveCount(0)
    await page.goto(`/plan/${planId}/review/${other}`)
    await expect(panel(page).getByText("This proposal was withdrawn, or is no longer stored.")).toBeVisible()
    await button(page, "Back to Review").click()
    await row.click()
  })

  await test.step("offline it says so, and nothing can be decided", async () => {
    await page.context().setOffline(true)
    await expect(panel(page).getByText("You are offline. Proposals can be decided again")).toBeVisible()
    await expect(button(page, "Apply 1")).toHaveAttribute("aria-disabled", "true")
    await page.context().setOffline(false)
    await expect(button(page, "Apply 1")).not.toHaveAttribute("aria-disabled", "true")
  })

  await button(page, "Show on board").click()
  const bar = page.getByRole("region", { name: "Changes in the preview" })
  await expect(bar).toContainText("1 change")
  await expect(bar).toContainText("<b>Robot</b>")
  await bar.getByRole("button", { name: "Apply" }).click()
  await expect(panel(page).getByText(/^You applied it, today at/)).toBeVisible()
  await button(page, "Undo").click()
  await expect(panel(page).getByText(/undone$/)).toBeVisible()
  await expect.poll(async () => (await boardOf(page.request, planId)).goals.length).toBe(5)
  await agent.close()
})
