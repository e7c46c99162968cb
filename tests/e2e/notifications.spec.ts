// Notifications: the bell and its count in every tab, one toast, the panel, and what a press opens.
import type { APIResponse, Page } from "@playwright/test"
import { accountCalls } from "~/contract/account"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { call, ownConnection } from "./calls"
import { asked, chimes, countChimes, quiet } from "./chimes"
import { expect, join, openSample, test } from "./people"
import { inDatabase } from "./product-database"

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications(?:,|$)/ })
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" })
const rows = (page: Page) => panel(page).getByRole("listitem")
const toast = (page: Page) => page.locator(".toast")
const unread = (page: Page, count: number) =>
  count === 0
    ? expect(bell(page)).not.toHaveAccessibleDescription(/unread/)
    : expect(bell(page)).toHaveAccessibleDescription(`${count} unread`)

type WithAnswer = { answer(permission: NotificationPermission): void }

/** The headless browser has no push service and asks nobody: this page's subscribes, and waits for `answerBrowser`. */
const withPushService = (page: Page) =>
  page.evaluate(() => {
    let subscription: object | null = null
    const subscribe = async () => {
      const keys = { p256dh: "B".padEnd(87, "A"), auth: "A".repeat(22) }
      const endpoint = "https://push.example.org/device"
      const unsubscribe = async () => {
        subscription = null
        return true
      }
      subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) }
      return subscription
    }
    const pushManager = { subscribe, getSubscription: async () => subscription }
    const workers = Object.assign(new EventTarget(), { getRegistration: async () => ({ pushManager }) })
    Object.defineProperty(navigator, "serviceWorker", { value: workers })
    let permission: NotificationPermission = "default"
    const requestPermission = () =>
      new Promise((resolve) => {
        const answer = (given: NotificationPermission) => {
          permission = given
          resolve(given)
        }
        Object.assign(window, { answer } satisfies WithAnswer)
      })
    const asked = Object.defineProperty({ requestPermission }, "permission", { get: () => permission })
    Object.defineProperty(window, "Notification", { value: asked })
  })

/** As the browser does when another tab is selected. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate(async (hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
    // React renders and runs effects in tasks of their own.
    for (let task = 0; task < 5; task++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
      })
    }
  }, hidden)

const answerBrowser = (page: Page, permission: NotificationPermission) =>
  page.evaluate((given) => (window as unknown as WithAnswer).answer(given), permission)

/** A sample plan open at ada's, with grace as a member who acts by calls. */
const openPlan = async (page: Page, browser: Parameters<typeof join>[1]) => {
  const { planId } = await openSample(page, "ada")
  await bell(page).click()
  await expect(panel(page)).toContainText("You have read all notifications")
  await expect(panel(page).getByRole("button", { name: "Mark all read" })).toHaveCount(0)
  await page.keyboard.press("Escape")
  const grace = await join(page, browser, planId, "Grace Hopper")
  const { id: adaId } = await call(page.request, accountCalls.userProfile, {})
  // That grace has accepted her invitation.
  await unread(page, 1)
  await call(page.request, notificationCalls.readAll, { planId })
  await unread(page, 0)
  const [item] = await call(page.request, itemCalls.list, { planId })
  const { request } = grace.context
  const own = (description: string) =>
    call(request, taskCalls.create, { planId, itemId: item?.id ?? 0, description, ownerId: adaId })
  const mention = (task: number) =>
    call(request, taskCalls.addComment, {
      planId,
      id: task,
      content: `@[Ada](${adaId}) please look`,
      mentions: [{ MentionedUserId: adaId }],
    })
  return { planId, adaId, own, mention, request, close: () => grace.context.close() }
}

test("a notification shows one toast and the same count in every tab, and opens its card", async ({
  page,
  browser,
}) => {
  const { planId, own, mention, request, close } = await openPlan(page, browser)
  const plans = await page.context().newPage()
  await plans.goto("/")
  for (const tab of [page, plans]) await countChimes(tab)
  // The first one may be counted before a tab listens: it shows that both do.
  const task = await own("Order kerbs")
  for (const tab of [page, plans]) await unread(tab, 1)
  // The count leaves most of the bell in sight.
  const [icon, badge] = [bell(page).locator("svg"), bell(page).locator(".count-badge")].map((each) =>
    each.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect),
  ) as [Promise<DOMRect>, Promise<DOMRect>]
  expect((await badge).left - (await icon).left).toBeGreaterThan((await icon).width / 2)

  await mention(task.id)
  // Both tabs are visible here, so either may show it.
  const shown = async () => {
    const counts = await Promise.all([page, plans].map((tab) => toast(tab).filter({ hasText: "mentioned" }).count()))
    return (counts[0] ?? 0) + (counts[1] ?? 0)
  }
  await expect.poll(shown).toBe(1)
  for (const tab of [page, plans]) await unread(tab, 2)
  expect(await shown()).toBeLessThanOrEqual(1)

  await bell(page).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText("Grace Hopper mentioned you in “Order kerbs”")
  await expect(rows(page).first()).toContainText(/^Unread\./)
  await rows(page).last().getByRole("button").click()
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible()
  await expect(page.getByText("Grace Hopper", { exact: true })).toBeVisible()
  await page.keyboard.press("Escape")
  await bell(page).click()
  await rows(page).filter({ hasText: "You now own “Order kerbs”" }).getByRole("button").click()
  await expect(page.getByRole("tab", { name: /^NOTES/, selected: true })).toBeVisible()
  await page.keyboard.press("Escape")
  for (const tab of [page, plans]) await unread(tab, 1)
  await bell(page).click()
  await expect(rows(page)).toHaveCount(3)
  await expectAccessible(page)
  await rows(page).first().getByRole("button").press("Enter")
  const dialog = page.getByRole("dialog", { name: "Task", exact: true })
  await expect(dialog.getByText("please look")).toBeVisible()
  for (const tab of [page, plans]) await unread(tab, 0)
  await page.keyboard.press("Escape")

  // From another page the card's board opens; a card that is gone says so.
  const doomed = await own("Soon deleted")
  await unread(plans, 1)
  // The open panel asks for the list, and would lack a card that is gone by then: each answer is as the first one.
  const lists = /\/api\/notification\/\d+$/
  let first: Promise<APIResponse> | undefined
  await plans.route(lists, async (route) => {
    first ??= route.fetch({ headers: { ...route.request().headers(), ...ownConnection } })
    await route.fulfill({ response: await first })
  })
  await bell(plans).click()
  await expect(rows(plans)).toHaveCount(4)
  await expect.poll(async () => (await first)?.status()).toBe(200)
  await call(request, taskCalls.remove, { planId, id: doomed.id })
  await panel(plans)
    .getByRole("button", { name: /Soon deleted/ })
    .click()
  await plans.unroute(lists)
  await expect(plans.getByText("This task is no longer available. It may have been deleted.")).toBeVisible()

  await test.step("a hidden tab is silent when a visible one of the same person shows the toast", async () => {
    // The one that has just opened the board may not listen yet; a load would also count what it has not heard.
    const [heardHere, heardThere] = [await asked(page), await asked(plans)]
    let made = 0
    await expect(async () => {
      await own("Heard by both")
      made++
      await expect.poll(() => asked(plans), { timeout: 5_000 }).toBeGreaterThan(heardThere)
    }).toPass()
    await expect.poll(() => asked(page)).toBe(heardHere + made)
    for (const tab of [page, plans]) await unread(tab, made)
    for (const [hidden, seen, name] of [
      [page, plans, "Heard elsewhere"],
      [plans, page, "Heard here"],
    ] as const) {
      await hide(hidden, true)
      await quiet(seen)
      const before = await Promise.all([asked(hidden), chimes(hidden), chimes(seen)])
      await own(name)
      await expect(toast(seen).filter({ hasText: name })).toBeVisible()
      await expect.poll(() => asked(hidden)).toBe(before[0] + 1)
      expect([await chimes(hidden), await chimes(seen)]).toEqual([before[1], before[2] + 1])
      await expect(toast(hidden).filter({ hasText: name })).toHaveCount(0)
      await hide(hidden, false)
    }
  })

  await test.step("unread notes on a card are one row with the newest, which unfolds", async () => {
    await plans.close()
    const talked = await own("Much talked about")
    for (let n = 0; n < 5; n++) await mention(talked.id)
    await expect(toast(page).filter({ hasText: "mentioned you" })).toHaveCount(1)
    await bell(page).click()
    const row = rows(page).filter({ hasText: "5 notes" })
    await expect(row).toContainText("Grace Hopper mentioned you in “Much talked about”")
    await expect(row).toContainText("Grace Hopper: @Ada please look")
    await row.getByRole("button").first().press("ArrowRight")
    await expect(row.getByRole("button")).toHaveCount(6)
    await expect(row.getByRole("button").last()).toHaveText("2 more in the card’s notes")
    await expectAccessible(page)
    await row.getByRole("button").first().press("ArrowLeft")
    await expect(row.getByRole("button")).toHaveCount(2)
    await row.getByRole("button").first().click()
    await expect(page.getByRole("dialog", { name: "Task", exact: true })).toBeVisible()
    await page.keyboard.press("Escape")
    await bell(page).click()
    await expect(rows(page).filter({ hasText: /^Unread.*Much talked about/ })).toHaveCount(1)
    await page.keyboard.press("Escape")
  })

  await test.step("a toast goes with its card", async () => {
    const gone = await own("Gone at once")
    const shown = toast(page).filter({ hasText: "Gone at once" })
    await shown.hover()
    await call(request, taskCalls.remove, { planId, id: gone.id })
    await expect(shown).toHaveCount(0)
  })
  await close()
})

test("all are marked read at once, the list survives a lost connection, and the sound can be turned off", async ({
  page,
  browser,
}) => {
  const { planId, adaId, own, request, close } = await openPlan(page, browser)
  await bell(page).click()
  await panel(page).getByRole("button", { name: "Sound" }).click()
  await expect(panel(page).getByRole("button", { name: "Sound" })).toHaveAttribute("aria-pressed", "false")

  await own("One")
  await expect(rows(page)).toHaveCount(2)
  await page.context().setOffline(true)
  await own("Two")
  await own("Three")
  await page.context().setOffline(false)
  await expect(rows(page)).toHaveCount(4)
  await unread(page, 3)
  await panel(page).getByRole("button", { name: "Mark all read" }).click()
  await unread(page, 0)
  await expect(rows(page).filter({ hasText: /^Unread/ })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(bell(page)).toBeFocused()
  await page.reload()
  await bell(page).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(panel(page).getByRole("button", { name: "Sound" })).toHaveAttribute("aria-pressed", "false")

  await test.step("the panel offers notifications on this device", async () => {
    const offer = panel(page).locator("footer")
    await expect(offer).toHaveCount(0)
    await page.keyboard.press("Escape")
    await withPushService(page)
    await bell(page).click()
    await expect(offer).toContainText("Get these on this device when Laneway is closed")
    await offer.getByRole("button", { name: "Turn on" }).click()
    await expect(offer).toContainText("Your browser is asking. Choose Allow.")
    await expectAccessible(page)
    const stored = page.waitForResponse("**/api/notification/subscriptions")
    await answerBrowser(page, "granted")
    expect((await stored).status()).toBe(201)
    await expect(offer).toContainText("On for this device")
    await offer.getByRole("button", { name: "Turn off" }).click()
    await expect(offer.getByRole("button", { name: "Turn on" })).toBeVisible()
    await offer.getByRole("button", { name: "Turn on" }).click()
    await expect(offer).toContainText("Your browser is asking. Choose Allow.")
    await answerBrowser(page, "denied")
    await expect(offer).toContainText("Blocked by the browser. Allow notifications for this site, then come back.")
  })

  await test.step("toasts: top right, newest on top, three and a count, for 5 s unless hovered or focused", async () => {
    await countChimes(page)
    await page.keyboard.press("Escape")
    await page.clock.install()
    const task = await own("Kerb 1")
    await expect(toast(page)).toContainText("You now own “Kerb 1”")
    expect(await chimes(page)).toBe(0)
    await toast(page).hover()
    const edges = async () => {
      const { x = 0, y, width = 0 } = (await toast(page).boundingBox()) ?? {}
      return [y, Math.round(x + width), width]
    }
    await expect.poll(edges).toEqual([60, 1350, 340])
    for (const n of [2, 3, 4]) await own(`Kerb ${n}`)
    await call(request, taskCalls.addComment, { planId, id: task.id, content: "Noted", mentions: [] })
    const inSight = page.locator("[data-sonner-toast][data-visible=true] .toast")
    const newestOnTop = [/A comment was added by Grace HopperNoted$/, /“Kerb 4”/, /“Kerb 3”.*2 more$/]
    await expect(inSight).toHaveText(newestOnTop)
    await expect(async () => {
      const boxes = await Promise.all((await inSight.all()).map((each) => each.boundingBox()))
      for (const [above, below] of [boxes.slice(0, 2), boxes.slice(1)])
        expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    }).toPass()
    await expectAccessible(page, "[data-sonner-toaster]")
    await page.clock.runFor(6_000)
    await expect(inSight).toHaveText(newestOnTop)
    await inSight.first().getByRole("button", { name: "Dismiss" }).focus()
    await page.mouse.move(20, 700)
    await page.clock.runFor(6_000)
    await expect(inSight).toHaveCount(3)
    await bell(page).focus()
    await page.clock.runFor(5_500)
    await expect(toast(page)).toHaveCount(0)

    await bell(page).click()
    await panel(page).getByRole("button", { name: "Sound" }).click()
    await page.keyboard.press("Escape")
    await own("Kerb 5")
    await expect(toast(page)).toContainText("“Kerb 5”")
    // Until the next step has looked at it.
    await toast(page).hover()
    expect(await chimes(page)).toBe(1)
  })

  await test.step("a toast has its sender's picture or the icon of its kind, and rests while the tab is hidden", async () => {
    await expect(toast(page).locator(".avatar")).toBeVisible()
    await page.mouse.move(20, 700)
    await hide(page, true)
    await page.clock.runFor(6_000)
    await expect(toast(page)).toHaveCount(1)
    await hide(page, false)
    await page.clock.runFor(5_500)
    await expect(toast(page)).toHaveCount(0)
    // Caused by no person.
    for (const [kind, icon] of [
      ["dueSoon", ".lucide-calendar"],
      ["restored", ".lucide-circle-check"],
    ] as const) {
      await inDatabase((sql) =>
        sql.begin(async (tx) => {
          await tx`
            insert into app.notification (plan_id, person_id, kind, title) values (${planId}, ${adaId}, ${kind}, ${`Of the kind ${kind}`})`
          await tx`
            select realtime.send(jsonb_build_object('planId', n.plan_id, 'clientId', null, 'actorId', null, 'at', app.iso(now()),
                'data', app.event_data(n.plan_id, jsonb_build_object('entity', 'notification', 'id', n.id), n.person_id, null)),
              'SendNotificationToUser', 'user:' || n.person_id, true)
            from app.notification n where n.person_id = ${adaId} order by n.id desc limit 1`
        }),
      )
      await expect(toast(page).filter({ hasText: kind }).locator(icon)).toBeVisible()
    }
  })

  await test.step("a pressed toast opens its card and is read; that of a card that is gone is dismissed", async () => {
    const press = (name: string) => toast(page).filter({ hasText: name }).getByRole("button").first().click()
    const { total } = await call(page.request, notificationCalls.unread, { userId: adaId })
    const task = await own("Kerb 6")
    await press("Kerb 6")
    await expect(page.getByRole("dialog", { name: "Task", exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`open=tasks/${task.id}&`))
    await expect(toast(page).filter({ hasText: "Kerb 6" })).toHaveCount(0)
    await unread(page, total)
    await page.keyboard.press("Escape")
    const doomed = await own("Kerb 7")
    await call(request, taskCalls.remove, { planId, id: doomed.id })
    await expect(toast(page).filter({ hasText: "Kerb 7" })).toHaveCount(0)
    await expect(page.getByText("This task is no longer available. It may have been deleted.")).toHaveCount(0)
  })

  await test.step("10,000 notifications of ten plans: the badge, a list that loads as it is scrolled, all marked read", async () => {
    const before = await call(page.request, notificationCalls.unread, { userId: adaId })
    await inDatabase(
      (sql) => sql`
        with plan as (insert into app.plan (name, owner_id) select 'Plan ' || n, ${adaId} from generate_series(1, 10) n returning id)
        insert into app.notification (plan_id, person_id, kind, title)
        select id, ${adaId}, 'imported', '“Kerb ' || n || '” has been imported' from plan, generate_series(1, 1000) n`,
    )
    await page.goto("/")
    await unread(page, 10_000 + before.total)
    await expect(page.locator(".count-badge")).toContainText("99+")
    await bell(page).click()
    const scrolled = async () => {
      await panel(page)
        .locator(".notification-scroll")
        .evaluate((list) => list.scrollTo(0, list.scrollHeight))
      return Number(await rows(page).last().getAttribute("aria-posinset"))
    }
    await expect.poll(scrolled).toBeGreaterThan(300)
    expect(await rows(page).count()).toBeLessThan(40)
    expect((await panel(page).boundingBox())?.height).toBeLessThanOrEqual(768 / 2)
    await panel(page).getByRole("button", { name: "Mark all read" }).click()
    await unread(page, 0)
    await page.keyboard.press("Escape")
  })

  await test.step("outside a plan the profile has the switch for this device", async () => {
    await withPushService(page)
    await page.getByRole("button", { name: "Profile" }).click()
    const profile = page.getByRole("dialog", { name: "Profile" })
    await profile.getByRole("button", { name: "Edit", exact: true }).click()
    await expect(profile.getByRole("checkbox", { name: "Notifications on this device" })).not.toBeChecked()
  })
  await close()
})

test("a name that is read from right to left does not turn the sentence around", async ({ page, browser }) => {
  const { planId } = await openSample(page, "host")
  await join(page, browser, planId, "ليلى")
  await bell(page).click()
  const title = rows(page).first().locator("[dir=auto]").first()
  await expect(title).toHaveText("ليلى accepted your invitation")
  expect(await title.evaluate((words) => words.matches(":dir(ltr)"))).toBe(true)
})
