// Links into a plan open the dialog they name, and the address follows the open dialog.

import type { Page } from "@playwright/test"
import { taskCalls } from "~/contract/task"
import { card, openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother, openContext } from "./contexts"
import { linkMailedTo, mailsTo } from "./mail-files"
import { expect, openSample, test } from "./people"

const action = "Permit package for Old Town"
const task = "Book the heritage office slot"

/** The ids of the action and the task above in a sample plan. */
const ids = async (page: Page, planId: number) => {
  const { items, tasks } = await boardOf(page.request, planId)
  const itemId = items.find(({ topic }) => topic === action)?.id
  const taskId = tasks.find(({ description }) => description === task)?.id
  if (!itemId || !taskId) throw new Error("The sample plan is not there.")
  return { itemId, taskId }
}

const selected = (page: Page, name: RegExp) =>
  expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true")

test("a link opened signed out leads through sign-in to the dialog, on its tab", async ({ page, browser }) => {
  const { email, planId } = await openSample(page, "link")
  const { itemId, taskId } = await ids(page, planId)

  const mails = mailsTo(email, "sign-in").length
  const other = await openContext(browser)
  const second = await other.newPage()
  await second.goto(`/plan/${planId}/tasks/${taskId}?menu=log`)
  await expect(second).toHaveURL(/\/login/)
  await second.getByLabel("Work email").fill(email)
  await second.getByRole("button", { name: "Send sign-in link" }).click()
  await second.goto(await linkMailedTo(email, mails + 1, "sign-in"))
  const dialog = second.getByRole("dialog")
  await expect(dialog.getByRole("tab")).toHaveText([/MAIN/, /NOTES/, /LOG/, /FILES/])
  await selected(second, /LOG/)

  await second.goto(`/plan/${planId}/actions/${itemId}?menu=tasks`)
  await expect(second).toHaveURL(/\/board/)
  await selected(second, /TASKS/)
  await second.goto(`/plan/${planId}/actions/${itemId}?menu=no-such-menu`)
  await selected(second, /NOTES/)
  await second.goto(`/plan/${planId}/actions/${itemId}`)
  await selected(second, /MAIN/)
})

test("the address names the dialog and its tab; Back closes it, Forward opens it, a reload restores it", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "address")
  const { itemId, taskId } = await ids(page, planId)
  await page.goto("/")
  await page.getByRole("link", { name: "Bike share, phase two" }).click()
  await expect(region(page, "Focus")).toBeVisible()
  const dialog = page.getByRole("dialog")
  const asked: string[] = []
  page.on("request", (request) => {
    if (/\.data$|_data=/.test(new URL(request.url()).pathname + new URL(request.url()).search))
      asked.push(request.url())
  })

  await expect(page).toHaveURL(/\/board$/)
  await openMenu(page, action)
  await expect(page).toHaveURL(`/board?planId=${planId}&open=actions/${itemId}`)
  await page.getByRole("tab", { name: /TASKS/ }).click()
  await expect(page).toHaveURL(`/board?planId=${planId}&open=actions/${itemId}&menu=tasks`)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/board$/)
  await page.goForward()
  await selected(page, /TASKS/)

  // From the action to one of its tasks and back.
  await dialog.getByRole("button", { name: `Menu of ${task}` }).click()
  await expect(page).toHaveURL(`/board?planId=${planId}&open=tasks/${taskId}`)
  await page.goBack()
  await selected(page, /TASKS/)
  await dialog.getByRole("button", { name: `Menu of ${task}` }).click()
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/board$/)
  expect(asked).toEqual([])

  await openMenu(page, task)
  await page.getByRole("tab", { name: /FILES/ }).click()
  await expect(page).toHaveURL(`/board?planId=${planId}&open=tasks/${taskId}&menu=files`)
  await page.reload()
  await selected(page, /FILES/)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(region(page, "Focus")).toBeVisible()
  // The dialogs leave no entries in the history.
  await page.goBack()
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()

  await test.step("opening another card right after closing a dialog shows that card", async () => {
    await page.goForward()
    await openMenu(page, action)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: `Menu of ${task}`, exact: true }).click({ force: true })
    await expect(dialog.getByLabel("DESCRIPTION")).toHaveValue(task)
    await expect(page).toHaveURL(/open=tasks/)
    await page.goBack()
    await expect(dialog).toHaveCount(0)
  })
  await test.step("the board's address with an open dialog works as a link for others", async () => {
    const other = await openAnother(page, browser)
    const second = await other.newPage()
    await second.goto(`/board?planId=${planId}&open=actions/${itemId}&menu=tasks`)
    await selected(second, /TASKS/)
    await expect(second).toHaveURL(`/board?planId=${planId}&open=actions/${itemId}&menu=tasks`)
    await second.goBack()
    await expect(second.getByRole("dialog")).toHaveCount(0)
    await expect(second).toHaveURL(/\/board$/)
  })
})

test("deleting a card that somebody edits shows them a notice with the text to copy", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const { planId } = await openSample(page, "typing")
  const { taskId } = await ids(page, planId)
  const dialog = await openMenu(page, task)
  // A text that is sent a second later, after the deletion, would be refused.
  await page.route(/\/api\/Task/, (route) => (route.request().method() === "GET" ? route.continue() : undefined))
  await dialog.getByLabel("DESCRIPTION").fill("Ring the heritage office at nine")
  await call(page.request, taskCalls.remove, { id: taskId, planId })
  const notice = page.getByRole("alertdialog")
  await expect(notice).toContainText("This task is no longer available. It may have been deleted.")
  await expect(notice.getByRole("button", { name: "Close" })).toBeFocused()
  await expect(notice.getByLabel("What you typed")).toHaveValue("Ring the heritage office at nine")
  await notice.getByRole("button", { name: "Copy text" }).click()
  await expect(notice.getByRole("button", { name: "Copied" })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Ring the heritage office at nine")
  await page.keyboard.press("Escape")
  await expect(notice).toHaveCount(0)
  await expect(card(page, task)).toHaveCount(0)
  await expect(page.getByText("Not saved")).toHaveCount(0)

  await test.step("a link to a missing card says so and offers the search", async () => {
    for (const [path, text] of [
      [`tasks/${taskId}`, "This task is no longer available. It may have been deleted."],
      ["actions/999999999", "This action is no longer available. It may have been deleted."],
      ["goals/999999999", "This goal is no longer available. It may have been deleted."],
    ] as const) {
      await page.goto(`/plan/${planId}/${path}?menu=notes`)
      const notice = page.getByRole("alertdialog")
      await expect(notice).toContainText(text)
      await notice.getByRole("button", { name: "Close" }).click()
      await expect(notice).toHaveCount(0)
      await expect(page).toHaveURL(/\/board$/)
      await expect(page.getByLabel("Search the board")).toBeFocused()
    }
  })
})
