// Requests to the assistant that make drafts, take their time, fail, or change much.
import { goalCalls } from "~/contract/goal"
import { planCalls } from "~/contract/plan"
import { promptCalls } from "~/contract/prompt"
import { expectAccessible } from "./accessible"
import { ask, field, panel } from "./assistant-hands"
import { region } from "./board-hands"
import { call } from "./calls"
import { expect, openSample, test } from "./people"
import { scriptAssistant } from "./scripted-assistant"

test("drafts are published or discarded from the bar", async ({ page }) => {
  const { planId } = await openSample(page, "drafts")
  await page.keyboard.press("c")
  await test.step("a plan that is switched off for models says so in its empty chat", async () => {
    await call(page.request, planCalls.update, { id: planId, aiEnabled: false })
    await expect(panel(page).getByText("AI is turned off for this plan.", { exact: false })).toHaveText(
      "AI is turned off for this plan. Simple requests still work, and nothing is sent to a model.",
    )
    await expectAccessible(page, "#side-panel")
  })
  await ask(page, '[Plan: Harbour] Add a goal "Pier"')
  await expect(panel(page).getByText("1 draft", { exact: true })).toBeVisible()
  await expect(panel(page).locator(".agent-said").last()).toHaveText(/Add a goal "Pier"$/)
  await expect(panel(page).getByText("[Plan", { exact: false })).toHaveCount(0)
  await expect(region(page, "Goals").locator(".goal-card.draft")).toContainText("Pier")
  await panel(page).getByRole("button", { name: "Discard drafts" }).click()
  await expect(panel(page).getByText("Discard 1 goal? You can’t undo this later.")).toBeVisible()
  await expect(panel(page).getByRole("button", { name: "Cancel" })).toBeFocused()
  await expectAccessible(page, "#side-panel")
  await panel(page).getByRole("button", { name: "Discard drafts" }).click()
  await expect(panel(page).getByText("Discarded 1 goal.")).toBeVisible()
  await expect(region(page, "Goals").getByText("Pier")).toHaveCount(0)
  await ask(page, '[Plan: Harbour] Add a goal "Quay"')
  await panel(page).getByRole("button", { name: "Publish drafts" }).click()
  await expect(panel(page).getByText("Published 1 goal.")).toBeVisible()
  await expect(panel(page).locator(".agent-drafts")).toHaveCount(0)
  const goals = await call(page.request, goalCalls.list, { planId })
  expect(goals.find(({ name }) => name === "Quay")?.isDraft).toBe(false)

  await test.step("a message is saved as a prompt, put into the field again, and removed", async () => {
    const prompts = page.getByRole("dialog", { name: "Saved prompts" })
    const open = async () => {
      await panel(page).getByRole("button", { name: "Saved prompts" }).click()
      await expect(prompts).toBeVisible()
    }
    await open()
    await expect(prompts.getByText("No saved prompts yet.")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(field(page)).toBeFocused()
    await call(page.request, promptCalls.create, { planId, name: "Friday report", text: "What was done this week?" })
    await field(page).fill("What is overdue?\nWho has it?")
    await open()
    await expect(prompts.getByRole("listitem")).toHaveText([/^Friday report\s*Plan$/])
    await prompts.getByRole("button", { name: "Save this message as a prompt" }).click()
    await expect(prompts.getByText("What is overdue?")).toBeVisible()
    await expectAccessible(page, "[role=dialog]")
    await prompts.getByRole("button", { name: /^Friday report/ }).click()
    await expect(prompts).toHaveCount(0)
    await expect(field(page)).toHaveValue("What was done this week?")
    await expect(field(page)).toBeFocused()
    await open()
    await prompts.getByText("What is overdue?").click()
    await expect(field(page)).toHaveValue("What is overdue?\nWho has it?")
    await open()
    await expect(prompts.getByRole("button", { name: /^Remove/ })).toHaveCount(1)
    await prompts.getByRole("button", { name: "Remove the prompt What is overdue?" }).click()
    await expect(prompts.getByRole("listitem")).toHaveText([/^Friday report/])
    await page.keyboard.press("Escape")
  })

  const next = await scriptAssistant(page)
  const thinking = panel(page).locator(".agent-thinking")
  await test.step("a request shows its time and progress, and ends by Stop and by Escape", async () => {
    await field(page).fill("Plan the launch")
    const oneLine = (await field(page).boundingBox())?.height ?? 0
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("for March")
    await expect(field(page)).toHaveValue("Plan the launch\nfor March")
    expect((await field(page).boundingBox())?.height).toBeGreaterThan(oneLine)
    await page.keyboard.press("Enter")
    const { input, progress, closed } = await next()
    expect(input).toMatchObject({ request: "Plan the launch\nfor March", confirmed: false })
    await expect(thinking).toContainText(/AI is thinking\d+\.\d s/)
    await page.setViewportSize({ width: 1366, height: 420 })
    progress("12 changes so far")
    await expect(panel(page).getByText("12 changes so far")).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, "#side-panel")
    await page.setViewportSize({ width: 1366, height: 768 })
    await panel(page).getByRole("button", { name: "Stop" }).click()
    await closed
    await expect(thinking).toHaveCount(0)

    // A visit to another page leaves the request running.
    await ask(page, "Plan the launch")
    const visited = await next()
    await page.locator("a.logo").click()
    await expect(page).toHaveURL(/\/$/)
    await page.getByRole("link", { name: "Bike share, phase two" }).click()
    await expect(region(page, "Goals")).toBeVisible()
    await page.getByRole("button", { name: "AI Chat" }).click()
    await expect(thinking).toBeVisible()
    visited.answer("Launched.")
    await expect(panel(page).getByText("Launched.")).toBeVisible()
    await expect(thinking).toHaveCount(0)

    await field(page).fill("x\n".repeat(30))
    expect((await field(page).boundingBox())?.height).toBe(120)
    await ask(page, "Plan the launch")
    const stopped = await next()
    await expect(thinking).toBeVisible()
    await page.keyboard.press("Escape")
    await stopped.closed
    await expect(thinking).toHaveCount(0)
    await expect(field(page)).toBeFocused()
  })

  await test.step("a failure can be tried again, and an expired preview asked for again", async () => {
    await ask(page, "Plan the launch")
    const first = await next()
    first.refuse("The AI service has reached its rate limit. Please wait a moment and try again.", "rate")
    await expect(panel(page).locator(".agent-failed p")).toHaveText(
      "⏱️ AI service is temporarily busy. Please wait a moment and try again.",
    )
    await panel(page).getByRole("button", { name: "Try again" }).click()
    const second = await next()
    expect(second.input).toEqual(first.input)
    second.refuse("You can only read and comment in this plan. Ask a plan admin to change your role.", "denied")
    await expect(panel(page).getByText("You can only read and comment in this plan.", { exact: false })).toBeVisible()
    await expect(panel(page).getByRole("button", { name: "Try again" })).toHaveCount(0)
    await ask(page, "Plan the launch")
    const third = await next()
    third.breakOff()
    await expect(panel(page).locator(".agent-failed").last()).toHaveText(
      /^🔌 The connection was lost before the answer came\. Please try again\.Try again$/,
    )
    await expect(thinking).toHaveCount(0)
    await panel(page).getByRole("button", { name: "Try again" }).click()
    const change = { op: "create", entity: "goal", id: null, ref: "new-1", fields: { name: "Launch" }, before: null }
    const preview = {
      ...{ id: 1, planId, summary: "1 addition", expiresAt: new Date(Date.now() + 60_000).toISOString() },
      changes: [{ ...change, label: 'Add the goal "Launch"' }],
    }
    const text = 'PREVIEW: 1 addition\n\n+ Add the goal "Launch"\n\nReady to proceed?'
    const { answer } = await next()
    await page.clock.install()
    answer(text, preview)
    await expect(panel(page).getByRole("button", { name: "Do it" })).toBeVisible()
    // Its time is counted from its arrival, whatever the clock of either side says.
    await page.clock.fastForward("30:00")
    await expect(panel(page).getByText("This preview is older than 30 minutes.", { exact: false })).toBeVisible()
    await expect(panel(page).getByRole("button", { name: "Do it" })).toHaveCount(0)
    await panel(page).getByRole("button", { name: "Ask again" }).click()
    const again = await next()
    expect(again.input).toMatchObject({ request: "Plan the launch", confirmed: false })
    // A model's Markdown is no text of its own.
    again.answer("## Looked at\n* There is **nothing** to change.", { model: "scripted" })
    await expect(panel(page).getByText("Looked at", { exact: true })).toBeVisible()
    const item = panel(page)
      .getByRole("listitem")
      .filter({ hasText: /^There is nothing to change\.$/ })
    await expect(item.locator("b")).toHaveText("nothing")
  })

  await test.step("of many changes forty are listed, then all; what was not asked for is flagged", async () => {
    await ask(page, "Plan the launch")
    const { answer } = await next()
    const goals = Array.from({ length: 44 }, (_, at) => ({
      ...{
        op: "create",
        entity: "goal",
        id: null,
        ref: `new-${at + 1}`,
        fields: { name: `Launch ${at}` },
        before: null,
      },
      label: `Add the goal "Launch ${at}"`,
    }))
    const [old] = await call(page.request, goalCalls.list, { planId })
    const gone = { op: "delete", entity: "goal", id: old?.id, ref: null, fields: {}, before: { name: old?.name } }
    const warning = "you did not ask for a deletion"
    const changes = [{ ...gone, label: `Delete the goal "${old?.name}"`, warning }, ...goals]
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    answer("PREVIEW: 44 additions and 1 deletion\n\nReady to proceed?", { id: 2, planId, changes, expiresAt })
    const list = panel(page).locator(".preview-list").last()
    const rows = list.getByRole("listitem")
    await expect(rows).toHaveCount(40)
    await expect(rows.first()).toContainText(warning)
    await expect(list.locator(".agent-kind[data-tone=good] .lucide-plus")).toHaveCount(39)
    await panel(page).getByRole("button", { name: "Show 5 more" }).click()
    await expect(rows).toHaveCount(45)
    await expect(rows.nth(40).getByRole("checkbox")).toBeFocused()
    await expect(panel(page).getByText("45 changes")).toBeVisible()
    await expect(panel(page).getByRole("button", { name: /^Show \d/ })).toHaveCount(0)
  })
})
