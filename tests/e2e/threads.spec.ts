// Threads: all comments of a plan as a tree, searched, collapsed, answered in place, live, by mouse, keyboard and touch.
import type { APIRequestContext, Locator, Route } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { call } from "./calls"
import { clockOf, passed } from "./page-clock"
import { expect, join, openEmpty, test, withPlan } from "./people"

/** A plan's goal, action and task with a comment each, and what comments on them. */
const fill = async (request: APIRequestContext, planId: number) => {
  const goal = await call(request, goalCalls.create, { planId, name: "Open twelve new docks", color: "#00855a" })
  const item = await call(request, itemCalls.create, { planId, goalId: goal.id, topic: "Permit package", focus: true })
  const task = await call(request, taskCalls.create, {
    planId,
    itemId: item.id,
    description: "Scale drawings",
    type: 1,
  })
  const say = {
    goal: (content: string, as = request) => call(as, goalCalls.addComment, { planId, id: goal.id, content }),
    item: (content: string, as = request) => call(as, itemCalls.addComment, { planId, id: item.id, content }),
    task: (content: string, as = request) => call(as, taskCalls.addComment, { planId, id: task.id, content }),
  }
  return { goal, item, task, say }
}

/** Counts, from now on and at each change of the page, the most rows besides the reply's own that say a text at once. */
const mostOf = async (tree: Locator, said: string) => {
  const most = await tree.evaluateHandle((element, said) => {
    const seen = { most: 0 }
    const count = () => {
      const rows = [...element.querySelectorAll(".comment-row, .unsent-row")]
      seen.most = Math.max(seen.most, rows.filter((row) => row.textContent?.includes(said)).length)
    }
    new MutationObserver(count).observe(element, { childList: true, subtree: true })
    return seen
  }, said)
  return () => most.evaluate((seen) => seen.most)
}

/** Presses keys at once when a row gets the focus, as somebody does who has not seen the field go. Returns what waits for that. */
const goesOnTyping = async (tree: Locator, keys: string) => {
  const typing = await tree.evaluateHandle((element, keys) => {
    const typed = new Promise<void>((resolve) => {
      const onFocus = ({ target }: Event) => {
        for (const key of keys)
          target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
        resolve()
      }
      element.addEventListener("focusin", onFocus, { once: true })
    })
    return { typed }
  }, keys)
  return () => typing.evaluate(({ typed }) => typed)
}

test("the comments of a plan are a tree that is searched, collapsed, walked by keys and answered in place, live", async ({
  page,
  browser,
}) => {
  const { planId } = await openEmpty(page, "threads")
  await page.getByRole("button", { name: "Board menu" }).click()
  await page.getByRole("menuitem", { name: "Threads" }).click()
  await expect(page).toHaveURL(/\/threads$/)
  await expect(page.getByText("No threads found.")).toBeVisible()
  await expectAccessible(page)

  const { goal, item, say } = await fill(page.request, planId)
  const grace = await join(page, browser, planId, "Grace")
  const tree = page.getByRole("treegrid", { name: "Threads" })
  const row = (text: string) => tree.getByRole("row").filter({ hasText: text })

  await test.step("comments of others appear, change and go", async () => {
    await say.goal("Riverside first", grace.context.request)
    await say.item("Heritage wants the kerb photos", grace.context.request)
    const third = await say.task("Then ten moves as well", grace.context.request)
    await expect(tree.getByRole("row")).toHaveText([
      /^Open twelve new docks.*3/,
      /Riverside first/,
      /^Permit package.*2/,
      /Heritage wants/,
      /^Scale drawings.*1/,
      /Then ten/,
    ])
    await expect(row("Then ten")).toHaveAttribute("aria-level", "4")
    const about = { planId, id: third.taskId ?? 0, commentId: third.id }
    await call(grace.context.request, taskCalls.updateComment, { ...about, content: "Then eleven" })
    await expect(row("Then eleven")).toContainText("edited")
    await call(grace.context.request, taskCalls.removeComment, about)
    await expect(tree.getByRole("row")).toHaveCount(4)
    await expect(row("Scale drawings")).toHaveCount(0)
    await expectAccessible(page)
  })

  let typed = 0
  await test.step("keys walk the tree, collapse it and answer", async () => {
    await page.locator("body").press("ArrowDown")
    await expect(row("Open twelve")).toBeFocused()
    await page.keyboard.press("ArrowLeft")
    await expect(tree.getByRole("row")).toHaveCount(1)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("End")
    await expect(row("Heritage")).toBeFocused()
    await page.keyboard.press("ArrowLeft")
    await expect(row("Permit package")).toBeFocused()
    await page.keyboard.press("ArrowRight")
    await expect(row("Heritage")).toBeFocused()
    await page.keyboard.press("r")
    const field = page.getByLabel("Reply to Grace").and(page.locator("textarea"))
    await expect(field).toBeFocused()
    await expect(field).toHaveValue("@Grace ")
    await page.keyboard.type("they are on the task")
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await expect(row("Heritage")).toBeFocused()
    await page.keyboard.press("r")
    await expect(field).toHaveValue("@Grace they are on the task")
    await expect(field).toBeFocused()
    const mostListed = await mostOf(tree, "they are on the task")
    const goesOn = await goesOnTyping(tree, "r/?")
    await page.keyboard.press("Enter")
    await expect(field).toHaveCount(0)
    // Somebody who goes on typing presses no shortcut.
    await goesOn()
    typed = await clockOf(page)
    await expect(page.locator(".thread-reply, [role=dialog], input:focus")).toHaveCount(0)
    await expect(tree.locator(".unsent-row")).toHaveCount(0)
    await expect(row("they are on the task")).toBeVisible()
    expect(await mostListed()).toBe(1)
    await expect(row("Heritage")).toBeFocused()
    const stored = async () =>
      (await call(page.request, itemCalls.comments, { planId, id: item.id })).map(
        ({ content, mentions }) => [content, mentions.length] as const,
      )
    await expect.poll(stored).toEqual([
      [`@[Grace](${grace.id}) they are on the task`, 1],
      ["Heritage wants the kerb photos", 0],
    ])
  })

  await test.step("search leaves out what does not match", async () => {
    await passed(page, typed, 1_000)
    await page.keyboard.press("/")
    await expect(page.getByRole("textbox", { name: "Search threads content..." })).toBeFocused()
    await page.keyboard.type("KERB")
    await expect(tree.getByRole("row")).toHaveText([/Open twelve new docks1 of 3/, /Permit package1 of 2/, /Heritage/])
    await expect(row("Heritage").locator("mark")).toHaveText("kerb")
    await page.keyboard.type("s and gutters")
    await expect(page.getByText("No threads found.")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(tree.getByRole("row")).toHaveCount(5)
    await page.getByRole("button", { name: "Collapse All" }).click()
    await expect(tree.getByRole("row")).toHaveCount(1)
    await page.getByRole("button", { name: "Expand All" }).click()
    await expect(tree.getByRole("row")).toHaveCount(5)
  })

  await test.step("a row under the pointer offers a reply and a menu, the focused one by keys; its author edits and deletes", async () => {
    await page.mouse.move(0, 0)
    const theirs = row("Heritage")
    const own = row("they are on the task")
    const menuButton = (of: Locator) => of.getByRole("button", { name: /^Menu of/ })
    const reply = theirs.getByRole("button", { name: "Reply to Grace" })
    await expect(reply).toBeVisible()
    await expect(menuButton(theirs)).toBeHidden()
    await theirs.hover()
    await expect(reply).toContainText("Reply")
    await reply.click()
    await expect(reply).toHaveAttribute("aria-expanded", "true")
    await expect(page.locator(".thread-reply textarea")).toBeFocused()
    await page.keyboard.type("so be it")
    await reply.click()
    await expect(page.locator(".thread-reply")).toHaveCount(0)
    await menuButton(theirs).click()
    const menu = page.getByRole("dialog", { name: /^Menu of/ })
    await expect(menu.getByRole("button")).toHaveText(["Open the card"])
    await expectAccessible(page, "[role=dialog]")
    await page.keyboard.press("Escape")
    await expect(menu).toHaveCount(0)
    await expect(menuButton(theirs)).toBeFocused()
    await page.keyboard.press("Enter")
    await menu.getByRole("button", { name: "Open the card" }).click()
    await expect(page.getByRole("dialog", { name: "Action" }).locator(".comment.wanted")).toContainText("Heritage")
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)

    await own.hover()
    await menuButton(own).click()
    await menu.getByRole("button", { name: "Edit message" }).click()
    await expect(own.getByRole("textbox", { name: "Edit message" })).toBeFocused()
    await page.keyboard.type(" already")
    await page.keyboard.press("Enter")
    await expect(own).toContainText("they are on the task already")
    await expect(own).toContainText("edited")

    await own.focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(menuButton(own)).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(menu.getByRole("button")).toHaveText(["Open the card", "Edit message", "Delete message"])
    await menu.getByRole("button", { name: "Delete message" }).press("Enter")
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter")
    await expect(own).toHaveCount(0)
    await expect(theirs).toBeFocused()
  })

  await test.step("Enter opens the card at the comment, and Back closes it", async () => {
    await row("Heritage").press("Enter")
    const dialog = page.getByRole("dialog")
    await expect(dialog.getByRole("tab", { name: /NOTES/ })).toHaveAttribute("aria-selected", "true")
    await expect(dialog.locator(".comment.wanted")).toContainText("Heritage")
    await expect(page).toHaveURL(new RegExp(`/threads\\?planId=${planId}&open=actions/${item.id}&menu=notes$`))
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/threads$/)
    await row("Open twelve").getByRole("button", { name: "Open twelve new docks", exact: true }).click()
    await expect(dialog).toContainText("MAIN")
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  })

  await test.step("a deleted card takes its comments along", async () => {
    await call(page.request, goalCalls.remove, { planId, id: goal.id })
    await expect(row("Riverside")).toHaveCount(0)
  })
  await page.getByRole("link", { name: "Board" }).click()
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox").fill("threads")
  await expect(page.getByRole("dialog").locator("[role=option][data-focused]")).toContainText("Threads")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/threads$/)
})

test("5,000 comments are paged and mounted as they come into view; a failure says so, and its button repeats it", async ({
  page,
  faults,
}) => {
  await withPlan(page, "empty", "threads")
  const comments = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ author: "Ada Lind", content: `Comment ${n} of ${count}` }))
  const tasks = Array.from({ length: 10 }, (_, n) => ({ description: `Task ${n}`, comments: comments(490) }))
  const goals = [{ name: "Large", actions: [{ topic: "Discussed", comments: comments(100), tasks }] }]
  const plan = JSON.stringify({ format: "laneway-plan", version: 1, name: "Talk", goals })
  const file = new File([plan], "plan.json", { type: "application/json" })
  const { id: planId } = await call(page.request, planCalls.import, { file })

  faults.allow(/503 GET \/api\/Threads\/tree/)
  // A live connection would load the list again by itself, before the button is pressed.
  await page.routeWebSocket(/\/realtime\//, () => {})
  const refuse = async (route: Route) => {
    await page.getByText("Loading threads...").waitFor()
    await route.fulfill({ status: 503, json: {} })
  }
  await page.route("**/api/Threads/tree*", refuse, { times: 1 })
  await page.goto(`/threads?planId=${planId}`)
  await expect(page.getByText("Error loading threads")).toBeVisible()
  await page.getByRole("button", { name: "Try again" }).click()

  const tree = page.getByRole("treegrid", { name: "Threads" })
  const row = (text: string | RegExp) => tree.getByRole("row").filter({ hasText: text })
  // Ten pages, one after the other.
  await expect(row(/^Large/)).toContainText("5000")
  await expect(row(/^Discussed/)).toContainText("5000")
  await page.getByRole("button", { name: "Show 95 more" }).click()
  await page.locator("body").press("ArrowDown")
  await expect(tree.locator("[role=row]:focus")).toHaveCount(1)
  await page.keyboard.press("End")
  await expect(row("Show 485 more").last()).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(row("Comment 484 of 490").last()).toBeFocused()
  await page.keyboard.press("End")
  await expect(row("Comment 0 of 490")).toBeFocused()
  await expect(row("Comment 0 of 490")).toBeInViewport()
  await expect.poll(() => tree.getByRole("row").count()).toBeLessThan(80)
  await page.keyboard.press("Home")
  await expect(row(/^Large/)).toBeFocused()
  await expect(row(/^Large/)).toBeInViewport()

  await page.getByRole("textbox", { name: "Search threads content..." }).fill("comment 77 ")
  await expect(row(/^Large/)).toContainText("11 of 5,000")
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("More leads to the threads, and a reply is written in its place", async ({ page }) => {
    const { planId } = await withPlan(page, "empty", "threads")
    const { say } = await fill(page.request, planId)
    await say.task("Then ten moves as well")
    await page.goto(`/board?planId=${planId}`)
    await page.getByRole("button", { name: "More" }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Threads" }).tap()
    const row = page.getByRole("row").filter({ hasText: "Then ten moves" })
    await row.getByRole("button", { name: /^Reply to/ }).tap()
    const name = row.locator(".comment-header b")
    // Beside two buttons for fingers.
    expect(await name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(96)
    const dock = page.locator(".thread-reply")
    await expect(dock.locator("textarea")).toBeFocused()
    const bottom = () => dock.evaluate((element) => element.getBoundingClientRect().bottom)
    await expect.poll(bottom).toBe(844)
    await expect(row).toBeInViewport({ ratio: 1 })
    await page.keyboard.type("Same kerb")
    await expectAccessible(page)
    await dock.getByRole("button", { name: "Send" }).tap()
    await expect(dock).toHaveCount(0)
    const sent = page.getByRole("row").filter({ hasText: "Same kerb" })
    await expect(sent).toBeVisible()
    await sent.getByRole("button", { name: /^Menu of/ }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Edit message" }).tap()
    await page.getByRole("textbox", { name: "Edit message" }).fill("Same kerb, other side")
    await page.getByRole("button", { name: "Save" }).tap()
    await expect(sent).toContainText("other side")
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
