// Direct messages between two members: chat windows over the board, read marks, typing, unread and unsent messages.
import type { Page, Route } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { openMenu } from "./board-hands"
import { held } from "./note-hands"
import { expect, join, openBoard, test, together } from "./people"
import { inDatabase } from "./product-database"

const users = (page: Page) => page.getByRole("list", { name: "Active users" })
const avatar = (page: Page, name: RegExp) => users(page).getByRole("button", { name })
const chat = (page: Page) => page.getByRole("dialog", { name: /^Chat with / })
const field = (page: Page) => chat(page).getByRole("textbox", { name: "Message" })
const log = (page: Page) => chat(page).getByRole("log", { name: "Messages" })
const toGrace = /^Chat with Grace/
const toAda = /^Chat with ada/i

const say = async (page: Page, text: string) => {
  await field(page).fill(text)
  await field(page).press("Enter")
}

/** Types until the other page, which may only just follow the conversation, shows it. */
const typeSeenBy = (other: Page, page: Page, text: string) =>
  expect(async () => {
    await field(page).fill("")
    await field(page).pressSequentially(text)
    await expect(chat(other).getByText("typing…")).toBeVisible({ timeout: 5_000 })
  }).toPass()

/** Waits until a page follows the plan: from then on it hears of each message. */
const followed = (page: Page, by: RegExp) => expect(avatar(page, by)).toHaveAccessibleName(/online$/)

test("two people send, type and read messages, also after a reload", async ({ page, browser }) => {
  const { second, planId, close } = await together(page, browser)
  await avatar(page, toGrace).click()
  await expect(field(page)).toBeFocused()
  await expect(log(page)).toContainText("No messages yet.")
  const box = await chat(page).boundingBox()
  expect(box?.width).toBe(300)
  expect(box?.height).toBeCloseTo(478.4, 0)
  await expect(chat(page).getByRole("button", { name: "Send" })).toBeDisabled()
  await field(page).fill("  \n ")
  await expect(chat(page).getByRole("button", { name: "Send" })).toBeDisabled()

  await field(page).fill("Did the office say yes?")
  await field(page).press("Shift+Enter")
  await field(page).pressSequentially("See https://example.org/slot.")
  await field(page).press("Enter")
  await expect(field(page)).toHaveValue("")
  await expect(log(page)).toContainText("Did the office say yes?\nSee https://example.org/slot.", {
    useInnerText: true,
  })
  await expect(log(page)).toContainText("just now, Sent")
  await expect(log(page).getByRole("link", { name: "https://example.org/slot" })).toHaveAttribute(
    "href",
    "https://example.org/slot",
  )

  await avatar(second, toAda).click()
  await expect(log(second)).toContainText("Did the office say yes?")
  await expect(log(page)).toContainText("just now, Read")

  // Typing is shown, and ends two seconds after the last key.
  const typing = chat(page).getByText("typing…")
  await typeSeenBy(page, second, "They did")
  await expect(typing).toHaveCount(0)
  await field(second).press("Enter")
  await expect(log(page)).toContainText("They did")
  await expect(log(second)).toContainText("just now, Read")
  await expect(log(second)).not.toContainText(", Sent")

  // A message can be taken back, for both; the place it had stays.
  await say(second, "Wrong window")
  await expect(log(page)).toContainText("Wrong window")
  await expect(log(page).getByRole("button", { name: "Delete message" })).toHaveCount(1)
  await expect(log(second).getByRole("button", { name: "Delete message" })).toHaveCount(2)
  await log(second).getByRole("button", { name: "Delete message" }).last().click()
  await expect(log(second)).toContainText("Delete for both of you?")
  await second.keyboard.press("Escape")
  await expect(log(second).getByRole("button", { name: "Delete message" }).last()).toBeFocused()
  await second.keyboard.press("Enter")
  await log(second).getByRole("button", { name: "Delete", exact: true }).click()
  for (const each of [page, second]) {
    await expect(log(each)).toContainText("Message deleted")
    await expect(log(each)).not.toContainText("Wrong window")
  }

  // Markup is text, an emoji alone is large, a message has the direction of its script, and a long word is broken.
  const [markup, emoji, arabic, long] = ["<b>bold</b> &amp;", "🎉", "مرحبا بالعالم", "x".repeat(10_000)] as const
  for (const text of [markup, emoji, arabic, long]) await say(page, text)
  const bubble = (text: string) => log(second).getByText(text, { exact: true })
  await expect(bubble(markup)).toBeVisible()
  const style = (text: string) =>
    bubble(text).evaluate((element) => {
      const { fontSize, direction } = getComputedStyle(element)
      return { size: Number.parseFloat(fontSize), direction }
    })
  expect((await style(emoji)).size).toBeGreaterThan(1.5 * (await style(markup)).size)
  expect((await style(arabic)).direction).toBe("rtl")
  await expect(bubble(long)).toBeVisible()
  expect(await log(second).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(second)

  await page.reload()
  await expect(chat(page)).toHaveCount(0)
  await avatar(page, toGrace).click()
  await expect(log(page).locator(".bubble")).toHaveCount(7)
  await expect(log(page)).toContainText("Message deleted")

  await test.step("scrolling up loads the messages before the newest page, above the one in sight", async () => {
    await inDatabase(
      (sql) => sql`
        insert into app.message (plan_id, conversation_id, sender_id, content)
        select ${planId}, c.id, c.created_by, 'Crane ' || n || case when n % 3 = 0 then repeat(' beside the harbour', 12) else '' end
        from app.conversation c, generate_series(1, 600) n where c.plan_id = ${planId} order by n`,
    )
    await page.reload()
    await avatar(page, toGrace).click()
    const bubbles = log(page).locator(".bubble")
    await expect(bubbles).toHaveCount(500)
    const at = log(page).getByText("Crane 101", { exact: true })
    const top = async () => (await at.boundingBox())?.y ?? 0
    const load = await held(page, "**/api/message/conversations/*before=*")
    await log(page).press("Home")
    await expect(at).toBeInViewport()
    let before = Number.NaN
    const isStill = async () => {
      const last = before
      before = await top()
      return before === last
    }
    await expect.poll(isStill).toBe(true)
    load()
    await expect(bubbles).toHaveCount(607)
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)
    await log(page).evaluate((list) => list.scrollTo(0, 0))
    await expect(log(page).getByText("Did the office say yes?")).toBeInViewport()
    await expect(bubbles).toHaveCount(607)
  })
  await close()
})

/** Waits until a page that opens has joined its person's topic: from then on it hears each message. */
const hearing = (on: Page) =>
  new Promise<void>((resolve) =>
    on.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const frame = String(payload)
        if (/user:\d/.test(frame) && frame.includes("phx_reply") && /"status":\s*"ok"/.test(frame)) resolve()
      }),
    ),
  )

test("a message that arrives while the chat is closed shows one toast, and a badge in every tab until it is read", async ({
  page,
  browser,
}) => {
  const { second, planId, close } = await together(page, browser)
  const tab = await page.context().newPage()
  const joined = Promise.all([page, tab].map(hearing))
  await Promise.all([openBoard(page, planId), openBoard(tab, planId)])
  await joined
  for (const each of [page, tab]) await followed(each, toGrace)
  await avatar(second, toAda).click()
  await say(second, "One")
  // Messages are loaded when the page is idle; from then on each new one shows a toast.
  for (const each of [page, tab]) await expect(avatar(each, toGrace)).toHaveAccessibleName(/1 unread$/)
  await expectAccessible(page)
  await say(second, "Two")
  const toast = (on: Page) => on.getByRole("button", { name: /^Message from Grace/ })
  const counts = () => Promise.all([page, tab].map((each) => toast(each).filter({ hasText: "Two" }).count()))
  const toasts = async () => (await counts()).sort()
  await expect.poll(toasts).toEqual([0, 1])
  for (const each of [page, tab]) await expect(avatar(each, toGrace)).toHaveAccessibleName(/2 unread$/)
  await expect(log(second)).toContainText("Two")
  await expect(log(second)).not.toContainText("Read")

  await page.reload()
  await expect(avatar(page, toGrace)).toHaveAccessibleName(/2 unread$/)
  await say(second, "Three")
  await expect(avatar(page, toGrace)).toHaveAccessibleName(/3 unread$/)
  await avatar(page, toGrace).click()
  await expect(log(page)).toContainText("Three")
  await expect(field(page)).toBeFocused()
  for (const each of [page, tab]) await expect(avatar(each, toGrace)).toHaveAccessibleName(/online$/)
  await expect(log(second)).not.toContainText("Sent")

  // With the chat visible, a message is neither announced nor counted as unread.
  await say(second, "Four")
  await expect(log(page)).toContainText("Four")
  await expect(toast(page)).toHaveCount(0)
  await tab.close()
  await close()
})

test("an unsent message survives closing and a reload, and is sent once", async ({ page, browser, faults }) => {
  faults.allow(/^503 POST \/api\/message/)
  const { second, close } = await together(page, browser)
  await avatar(second, toAda).click()
  await avatar(page, toGrace).click()
  await expect(log(page)).toBeVisible()
  const sending = "**/api/message/conversations/*/messages"
  // No automatic retry within this test.
  const busy = { status: 503, headers: { "retry-after": "600" }, contentType: "application/problem+json" }
  const fail = (route: Route) => route.fulfill({ ...busy, body: JSON.stringify({ status: 503, message: "Busy." }) })
  await page.route(sending, fail)
  await say(page, "From the tunnel")
  await expect(log(page)).toContainText("Not sent")
  await expectAccessible(page, ".chat-window")
  await field(page).fill("half a thou")
  await field(page).press("Escape")
  await expect(chat(page)).toHaveCount(0)
  await avatar(page, toGrace).click()
  await expect(log(page)).toContainText("From the tunnel")
  await expect(field(page)).toHaveValue("half a thou")
  // A page that joins its plan tries again at once, unless it is still waiting for an answer.
  const answer = await held(page, sending)
  await page.reload()
  await avatar(page, toGrace).click()
  await followed(page, toGrace)
  answer()
  await expect(log(page)).toContainText("Not sent")
  await expect(field(page)).toHaveValue("half a thou")

  // The message arrives but its answer is lost: sent again, it is shown once.
  await page.unroute(sending, fail)
  await page.route(sending, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await chat(page).getByRole("button", { name: "Try again" }).click()
  await expect(log(second)).toContainText("From the tunnel")
  await expect(log(page)).toContainText("just now, Read")
  await expect(log(page)).not.toContainText("Not sent")
  await expect(log(page).locator(".bubble")).toHaveCount(1)
  await expect(log(second).locator(".bubble")).toHaveCount(1)
  await close()
})

test("by keyboard: opens, moves and closes a chat, then focuses the avatar again; two chats stand side by side", async ({
  page,
  browser,
}) => {
  const { planId, close } = await together(page, browser)
  await avatar(page, toGrace).focus()
  await page.keyboard.press("Enter")
  await expect(field(page)).toBeFocused()
  // Letters go into the field and aren't shortcuts of the board.
  await page.keyboard.type("c/n")
  await expect(field(page)).toHaveValue("c/n")
  await expect(log(page)).toContainText("No messages yet.")
  const from = await chat(page).boundingBox()
  await chat(page).getByRole("button", { name: "Move the chat with the arrow keys" }).focus()
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowUp")
  const to = await chat(page).boundingBox()
  expect(to?.x).toBeCloseTo((from?.x ?? 0) - 16, 0)
  expect(to?.y).toBeCloseTo((from?.y ?? 0) - 16, 0)
  await page.keyboard.press("Escape")
  await expect(chat(page)).toHaveCount(0)
  await expect(avatar(page, toGrace)).toBeFocused()

  // It stays where it is put, by pointer too, and inside the window.
  await page.keyboard.press("Enter")
  await expect.poll(() => chat(page).boundingBox()).toEqual(to)
  await chat(page).getByRole("heading", { name: "Grace" }).hover()
  await page.mouse.down()
  await page.mouse.move(-500, 5_000, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await chat(page).boundingBox())?.x).toBe(8)
  const at = await chat(page).boundingBox()
  expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(768 - 8 + 0.5)
  await chat(page).getByRole("button", { name: "Close" }).click()
  await expect(avatar(page, toGrace)).toBeFocused()

  const { context } = await join(page, browser, planId, "Mei")
  await openBoard(await context.newPage(), planId)
  await avatar(page, toGrace).click()
  await avatar(page, /^Chat with Mei/).click()
  await expect(chat(page)).toHaveCount(2)
  const [left, right] = await chat(page).all()
  const boxes = await Promise.all([left?.boundingBox(), right?.boundingBox()])
  const [graces, meis] = boxes.sort((a, b) => (a?.x ?? 0) - (b?.x ?? 0))
  expect((graces?.x ?? 0) + (graces?.width ?? 0)).toBeLessThanOrEqual(meis?.x ?? 0)
  await expect(page.getByRole("dialog", { name: "Chat with Mei" }).getByRole("textbox")).toBeFocused()
  await close()
})

test("a chat opened from a toast appears over the open dialog and leaves it open", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  await followed(page, toGrace)
  await avatar(second, toAda).click()
  await openMenu(page, "Permit package for Old Town")
  const dialog = page.getByRole("dialog", { name: "Action", exact: true })
  // Messages are loaded when the page is idle; the badge shows when they are.
  await say(second, "Look up")
  await expect(users(page).locator(".count-badge")).toContainText("1")
  await say(second, "Now")
  await page.getByRole("button", { name: /^Message from Grace/ }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type("Here")
  await page.keyboard.press("Enter")
  await expect(log(second)).toContainText("Here")
  await chat(page).getByText("Look up").click()
  await field(page).click()
  await expect(field(page)).toBeFocused()
  await expect(dialog).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(chat(page)).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await close()
})

test("after a lost connection the chat sends unsent messages, shows missed ones and receives new ones", async ({
  page,
  browser,
}) => {
  const { second, close } = await together(page, browser)
  await avatar(second, toAda).click()
  await avatar(page, toGrace).click()
  await say(second, "Before the tunnel")
  await expect(log(page)).toContainText("Before the tunnel")
  await page.context().setOffline(true)
  await expect(page.getByText(/^Offline/)).toBeVisible()
  await say(second, "In the tunnel")
  await expect(log(second)).toContainText("In the tunnel")
  await expect(log(second)).toContainText("just now, Sent")
  await say(page, "Still there?")
  await expect(log(page)).toContainText("Waiting to be sent")
  await page.context().setOffline(false)
  await expect(log(page)).toContainText("In the tunnel")
  await expect(log(second)).not.toContainText("Sent")
  await expect(log(second)).toContainText("Still there?")
  await expect(log(page)).not.toContainText("Waiting to be sent")
  await typeSeenBy(page, second, "Yes")
  await field(second).press("Enter")
  await expect(log(page).locator(".bubble")).toHaveText(["Before the tunnel", "In the tunnel", "Still there?", "Yes"])
  await close()
})

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("a chat opened from the list of people fills the screen", async ({ page, browser }) => {
    const { second, close } = await together(page, browser)
    await second.setViewportSize({ width: 1366, height: 768 })
    await avatar(second, toAda).click()
    await say(second, "On your way?")
    const more = page.getByRole("button", { name: /^More/ })
    await expect(more).toHaveAccessibleName(/1 unread$/)
    await more.tap()
    await page.getByRole("button", { name: /^Users/ }).tap()
    await page.getByRole("button", { name: /^Grace.*1 unread/ }).tap()
    await page.getByRole("button", { name: "Chat with Grace, 1 unread" }).tap()
    await expect(log(page)).toContainText("On your way?")
    await expect(page.getByRole("dialog", { name: "Users" })).toHaveCount(0)
    await expect.poll(() => chat(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await expect(field(page)).toBeFocused()
    await say(page, "Nearly")
    await expect(log(second)).toContainText("Nearly")
    await page.evaluate(() => history.back())
    await expect(chat(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/board/)
    await expect(more).toBeFocused()
    await expect(more).toHaveAccessibleName("More")
    await close()
  })
})
