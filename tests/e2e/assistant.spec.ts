import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { ask, field, panel, tick, undo } from "./assistant-hands"
import { card, column, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, openBoard, openSample, test, together } from "./people"
import { storedRows } from "./stored-rows"

const permit = "Permit package for Old Town"
const office = "Book the heritage office slot"
const paving = "Agree paving reinstatement terms with Roads"

test("a request is previewed with ghosts, carried out in part, and undone", async ({ page }) => {
  const { planId } = await openSample(page, "assistant")
  const before = await boardOf(page.request, planId)
  await test.step("what is typed before the chat's code has come is in its field", async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/agent-panel-[^/]+\.js$/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.keyboard.press("c")
    await expect(page.locator("#side-panel")).toBeFocused()
    await page.keyboard.type("What is ")
    arrive()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type("overdue?")
    await expect(field(page)).toHaveValue("What is overdue?")
  })
  await expect(panel(page).getByText("Ask me anything about your plan")).toBeVisible()
  await expectAccessible(page, "#side-panel")
  await page.keyboard.press("Enter")
  await expect(panel(page).getByText(/\d tasks? overdue:/)).toBeVisible()
  await expect(field(page)).toHaveValue("")

  await test.step("a card that an answer names opens, and says so once it is deleted", async () => {
    const dialog = page.getByRole("dialog")
    await ask(page, "Which actions are in focus?")
    const named = panel(page).getByRole("link", { name: permit })
    await named.click()
    await expect(dialog.getByText(permit).first()).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    const gone = await call(page.request, goalCalls.create, { planId, name: "Passing" })
    await ask(page, "Which goals are there?")
    const passing = panel(page).getByRole("link", { name: "Passing" })
    await expect(passing).toBeVisible()
    await expect(region(page, "Goals").getByText("Passing")).toBeVisible()
    await call(page.request, goalCalls.remove, { planId, id: gone.id })
    await expect(region(page, "Goals").getByText("Passing")).toHaveCount(0)
    await passing.click()
    await expect(page.getByRole("alertdialog")).toContainText("This goal is no longer available.")
    await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click()
    await expect(page.getByRole("alertdialog")).toHaveCount(0)
    await panel(page).getByRole("link", { name: before.goals[0]?.name }).last().press("Enter")
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await field(page).focus()
    await page.keyboard.press("ArrowUp")
    await expect(field(page)).toHaveValue("Which goals are there?")
    // What is typed within the same frame stays in order.
    await field(page).evaluate(async (element) => {
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }))
      document.execCommand("insertText", false, "Half")
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
  })

  await test.step("a typed text is there again after a walk through earlier requests", async () => {
    await page.keyboard.type(" a thought")
    await expect(field(page)).toHaveValue("Half a thought")
    await page.keyboard.press("ArrowUp")
    await expect(field(page)).toHaveValue("Half a thought")
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowUp")
    await expect(field(page)).toHaveValue("Which goals are there?")
    await page.keyboard.press("ArrowDown")
    await expect(field(page)).toHaveValue("Half a thought")
  })

  await ask(
    page,
    [
      'Add an action "Notice to residents" to "Open twelve new docks"',
      'Add a task "Letter to 46 addresses" to "Notice to residents" due 2/12',
      `Add a task "Sign-off meeting" to "${permit}"`,
      `Move the task "${office}" to doing`,
      `Delete the task "${paving}"`,
    ].join("\n"),
  )
  await expect(panel(page).getByText("PREVIEW: 3 additions, 1 change and 1 deletion")).toBeVisible()
  await expect(field(page)).toHaveAttribute("placeholder", 'Say "do it" to proceed, or ask something else...')
  await expect(panel(page).getByText(/due Wednesday, 2 December 20\d\d/)).toBeVisible()
  const ghosts = region(page, "Actions").locator(".ghost-card")
  await expect(ghosts).toContainText("Notice to residents")
  await expect(column(page, "To Do", permit).locator(".ghost-card")).toContainText("Sign-off meeting")
  await expect(column(page, "Doing", permit).locator(".ghost-card[data-kind=move]")).toContainText(office)
  await expect(page.locator(".ghost-mark[data-kind=delete]")).toHaveCount(1)
  expect((await boardOf(page.request, planId)).tasks).toHaveLength(before.tasks.length)
  await expect(panel(page).locator(".preview-date")).toHaveText(["02/12"])
  await expect(panel(page).getByText("To Do to Doing")).toBeVisible()
  await expect(panel(page).getByText("Delete task", { exact: true })).toBeVisible()
  await expectAccessible(page, "#side-panel")

  await tick(page, /New: Notice to residents/).uncheck()
  await expect(tick(page, /Letter to 46 addresses/)).not.toBeChecked()
  await expect(panel(page).getByText("3 of 5 selected")).toBeVisible()
  await expect(ghosts).toHaveCount(0)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(tick(page, /Sign-off meeting/)).toBeFocused()
  await expect(column(page, "To Do", permit).locator(".ghost-card[data-lit]")).toHaveCount(1)

  await page.keyboard.press("Control+Enter")
  await expect(panel(page).getByText("Done: 1 addition, 1 change and 1 deletion.")).toBeVisible()
  await expect(card(column(page, "Doing", permit), office)).toBeVisible()
  await expect(card(column(page, "To Do", permit), "Sign-off meeting")).toBeVisible()
  await expect(card(page, paving)).toHaveCount(0)
  await expect(page.locator(".ghost-card, .ghost-mark")).toHaveCount(0)
  await expect(page.getByText("Notice to residents", { exact: true })).toHaveCount(1)
  await expect(field(page)).toBeFocused()

  await undo(page).click()
  await expect(panel(page).getByText(/Undone, today at/)).toBeVisible()
  await expect(card(column(page, "To Do", permit), office)).toBeVisible()
  await expect(card(page, paving)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(undo(page)).toHaveCount(0)

  await ask(page, "Make everything nicer")
  await expect(panel(page).getByText("No model is configured", { exact: false })).toBeVisible()
  await panel(page).getByRole("button", { name: /^Move/ }).click()
  await expect(field(page)).toHaveValue('Move the task "T" to doing')
  await page.keyboard.press("Escape")
  await expect(page.locator(".agent")).toHaveCount(0)
  await page.keyboard.press("c")
  await expect(field(page)).toHaveValue('Move the task "T" to doing')
  await expect(panel(page).getByText("Done: 1 addition, 1 change and 1 deletion.")).toBeVisible()

  await test.step("the conversation is there after a reload, with the preview that waits, until it is cleared", async () => {
    await ask(page, `Move the task "${office}" to doing`)
    await expect(panel(page).getByText("Ready to proceed?")).toBeVisible()
    const stored = async () => JSON.stringify(await storedRows(page, "conversations"))
    await expect.poll(stored).toContain('\\"state\\":\\"open\\"')
    const checked = page.waitForResponse(/\/api\/Ai\/preview\//)
    await openBoard(page, planId)
    await page.getByRole("button", { name: "AI Chat" }).click()
    await checked
    await expect(panel(page).getByText(/Undone, today at/)).toBeVisible()
    await expect(column(page, "Doing", permit).locator(".ghost-card[data-kind=move]")).toContainText(office)
    await panel(page).getByRole("button", { name: "Do it" }).click()
    await expect(panel(page).getByText("Done: 1 change.")).toBeVisible()
    await expectAccessible(page, "#side-panel")
    const clear = panel(page).getByRole("button", { name: "Clear conversation" })
    await clear.click()
    await expect(panel(page).getByText("Start a conversation")).toBeVisible()
    await expect(field(page)).toBeFocused()
    await page.getByRole("button", { name: "Undo" }).click()
    await expect(panel(page).getByText("Done: 1 change.")).toBeVisible()
    await clear.click()
    await expect(clear).toHaveCount(0)
    await expect.poll(stored).toBe("[]")
    await openBoard(page, planId)
    await page.getByRole("button", { name: "AI Chat" }).click()
    await expect(panel(page).getByText("Start a conversation")).toBeVisible()
  })
})

test("a plan that somebody else changes is previewed again; a choice answers a question", async ({ page, browser }) => {
  const { second, id, planId, close } = await together(page, browser)
  const { items, tasks } = await boardOf(page.request, planId)
  const task = tasks.find(({ description }) => description === office)
  const item = items.find(({ topic }) => topic === permit)
  await page.keyboard.press("c")
  await ask(page, `Set the due date of "${office}" to 25 November 2030`)
  await expect(panel(page).getByText(/^Due Monday,? 25 November 2030$/)).toBeVisible()
  await expect(panel(page).getByText("Ready to proceed?")).toBeVisible()
  await call(second.request, taskCalls.update, { planId, id: task?.id ?? 0, dueDate: "2030-01-09" })
  await panel(page).getByRole("button", { name: "Do it" }).click()
  await expect(panel(page).getByText("The plan has changed since the preview.", { exact: false })).toBeVisible()
  const now = () => boardOf(page.request, planId)
  expect((await now()).tasks.find(({ id }) => id === task?.id)?.dueDate).toBe("2030-01-09T00:00:00.000Z")
  await expect(panel(page).getByText(/^Due Monday,? 25 November 2030, was 09\/01$/)).toBeVisible()
  const height = async () => (await field(page).boundingBox())?.height ?? 0
  const forTwoLines = await height()
  await ask(page, "do it")
  await expect(panel(page).getByText("Done: 1 change.")).toBeVisible()
  await expect.poll(height).toBeLessThan(forTwoLines)
  expect((await now()).tasks.find(({ id }) => id === task?.id)?.dueDate).toBe("2030-11-25T00:00:00.000Z")

  await call(second.request, taskCalls.update, { planId, id: task?.id ?? 0, description: "Book the slot" })
  await undo(page).click()
  await expect(panel(page).getByText(/^Grace has changed "Book the slot" since/)).toBeVisible()
  await expect(undo(page)).toHaveCount(0)
  await expect(panel(page).getByText("This can no longer be undone.")).toBeVisible()
  await panel(page).getByRole("button", { name: "Plan versions" }).click()
  await expect(page.getByRole("dialog").getByText("Before a change by the assistant").first()).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await panel(page).getByRole("button", { name: "Open the card" }).click()
  await expect(page.getByRole("dialog").getByLabel("DESCRIPTION")).toHaveValue("Book the slot")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)

  await call(page.request, taskCalls.create, { planId, itemId: item?.id ?? 0, description: "Budget" })
  await call(page.request, itemCalls.create, { planId, topic: "Budget" })
  await ask(page, "Complete Budget")
  await expect(panel(page).locator(".agent-choices button", { hasText: "a task of" })).toBeVisible()
  const widthOf = async (part: string) => (await panel(page).locator(part).last().boundingBox())?.width ?? 0
  // But for its border.
  await expect.poll(async () => (await widthOf(".agent-choices")) - (await widthOf(".agent-choices button"))).toBe(2)
  const choices = await panel(page).locator(".agent-choices button").allTextContents()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press(`${choices.findIndex((choice) => choice.includes("a task of")) + 1}`)
  await expect(tick(page, /Moved: Budget. To Do to Done/)).toBeVisible()

  await test.step("the clear parts of a request are previewed beside the others, and a choice joins them", async () => {
    await ask(page, "Add a goal Harbour\nComplete Budget\nSing a song")
    const unclear = panel(page).getByRole("group", { name: "Not understood" })
    await expect(panel(page).getByText("PREVIEW: 1 addition", { exact: true })).toBeVisible()
    await expect(unclear.getByText('Which "Budget" do you mean?')).toBeVisible()
    await expect(unclear.getByText("I don’t understand “Sing a song”, so nothing is proposed for it.")).toBeVisible()
    await expectAccessible(page, "#side-panel")
    await expect(unclear.getByRole("button")).toHaveText([/^Budget .+1$/, /^Budget .+2$/])
    await expect(field(page)).toBeFocused()
    await page.keyboard.press("2")
    await expect(panel(page).getByText("PREVIEW: 1 addition and 1 change", { exact: true })).toBeVisible()
    await expect(unclear.last().getByRole("button")).toHaveCount(0)
    await expect(unclear.first().getByRole("button").first()).toBeDisabled()
  })

  await test.step("the lines of a pasted text that are left out are folded", async () => {
    await ask(page, "Hi all,\n# Winter\n- Buy rope\nCheers, Ada")
    const folded = panel(page).locator(".agent-left-out").last()
    await expect(folded.getByRole("listitem").first()).toBeHidden()
    await folded.getByText("Left out: 2 lines").click()
    await expect(folded.getByRole("listitem")).toHaveText(["Hi all,", "Cheers, Ada"])
    await expectAccessible(page, "#side-panel")
  })

  await test.step("a viewer sees a preview, and that only members carry it out", async () => {
    await second.keyboard.press("c")
    await ask(second, 'Move the task "Book the slot" to doing')
    await expect(panel(second).getByText('Just say "do it" or click the button')).toBeVisible()
    await tick(second, /To Do to Doing/).uncheck()
    await expect(panel(second).getByText("Select at least one change.")).toBeVisible()
    await tick(second, /To Do to Doing/).check()
    const doIt = panel(second).getByRole("button", { name: "Do it" })
    await expect(doIt).toBeEnabled()
    await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
    await expect(panel(second).getByText("Viewers can ask questions. Only members can make changes.")).toBeVisible()
    await expect(doIt).toBeDisabled()
  })
  await close()
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test("the chat is a page, and the board shows the preview with a way back", async ({ page }) => {
    await openSample(page, "phone-assistant")
    const nav = page.getByRole("navigation")
    await nav.getByRole("button", { name: "AI Chat" }).tap()
    await field(page).fill(`Move the task "${office}" to doing`)
    await panel(page).getByRole("button", { name: "Send" }).tap()
    await expectAccessible(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    await panel(page).getByRole("button", { name: "Show on board" }).tap()
    await expect(page.locator(".ghost-mark[data-kind=move]")).toBeVisible()
    const bar = page.getByRole("region", { name: "Changes in the preview" })
    await expect(bar.getByText("1 change")).toBeVisible()
    await bar.getByRole("button", { name: "Back to chat" }).tap()
    await expect(tick(page, /To Do to Doing/)).toBeChecked()
    await panel(page).getByRole("button", { name: "Show on board" }).tap()
    await bar.getByRole("button", { name: "Do it" }).tap()
    await expect(panel(page).getByText("Done: 1 change.")).toBeVisible()
    await panel(page).getByRole("button", { name: "Show on board" }).tap()
    await expect(panel(page)).toBeHidden()
  })
})
