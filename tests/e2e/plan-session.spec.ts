// The browser client in Chromium against the running product: live events, outbox, IndexedDB, several tabs, reconnects.

import type { BrowserContext } from "@playwright/test"
import { type Goal, goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { type Item, itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { type Task, taskCalls } from "~/contract/task"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { openContext } from "./contexts"
import { expect, test } from "./people"
import { openTab, signedIn, type Tab } from "./session-page.ts"
import { storedRows } from "./stored-rows.ts"

let product: Product
let ada: Person
let ben: Person
let planId: number
let goal: Goal
let item: Item
let task: Task

// One product for all: in one worker.
test.describe.configure({ mode: "default" })

test.beforeAll(async () => {
  product = await startProduct()
  ada = await signIn(product, "ada@example.org")
  ben = await signIn(product, "ben@example.org")
})
test.afterAll(async () => product?.remove())

test.beforeEach(async () => {
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  await ada.send(invitationCalls.invite, { email: ben.email, planId, role: 1 })
  const { body } = await ben.send(invitationCalls.pendingOfUser, { userId: ben.id })
  const token = body.find((each) => each.planId === planId)?.token
  expect((await ben.send(invitationCalls.acceptPosted, { token: token ?? "" })).status).toBe(200)
  goal = (await ada.send(goalCalls.create, { planId, name: "Grow", color: "#498325" })).body
  item = (await ada.send(itemCalls.create, { planId, topic: "Quay", goalId: goal.id, focus: true })).body
  task = (await ada.send(taskCalls.create, { planId, itemId: item.id, description: "Dig" })).body
})

const join = async (context: BrowserContext, person: Person): Promise<Tab> => {
  await signedIn(context, product.url, person)
  const tab = await openTab(context, product.url, planId, person)
  await expect.poll(tab.live).toBe("Connected")
  return tab
}

const tasksOnServer = async () => {
  const { body } = await ada.send(taskCalls.list, { planId })
  return body.map(({ description }) => description)
}
const shownTasks = async (tab: Tab) => (await tab.rows()).tasks.map(({ description }) => description)
const write = (description: string) => ({ name: "task.create" as const, input: { itemId: item.id, description } })

test("two people see each other and each other's changes", async ({ browser }) => {
  const [one, two] = [await openContext(browser), await openContext(browser)]
  const [a, b] = [await join(one, ada), await join(two, ben)]
  await expect.poll(a.online).toEqual([ada.id, ben.id].sort())
  await expect.poll(b.online).toEqual([ada.id, ben.id].sort())

  const made = await a.done(write("Build"))
  expect(made.taken).toBe(true)
  await expect.poll(() => shownTasks(b)).toEqual(["Dig", "Build"])
  await b.done({ name: "task.updateOrders", input: { orders: [{ id: made.id, order: 1, type: 2 }] } })
  await b.done({ name: "item.update", input: { id: item.id, topic: "Pier" } })
  await expect.poll(async () => (await a.rows()).items[0]?.topic).toBe("Pier")
  expect((await a.rows()).tasks.find(({ id }) => id === made.id)).toMatchObject({ type: 2, complete: true })
  await b.done({ name: "goal.remove", input: { id: goal.id } })
  await expect.poll(a.rows).toEqual({ goals: [], items: [], tasks: [] })

  await two.close()
  await expect.poll(a.online).toEqual([ada.id])
  await one.close()
})

test("drafts of others come while the board is open, with focus, and to a board that was stored before", async ({
  browser,
}) => {
  const context = await openContext(browser)
  const b = await join(context, ben)
  const drafts = async (tab: Tab) => (await tab.rows()).goals.flatMap(({ isDraft, name }) => (isDraft ? name : []))
  const made = (await ada.send(goalCalls.create, { planId, name: "Sketch", color: "#498325", isDraft: true })).body
  await expect.poll(() => drafts(b)).toEqual(["Sketch"])
  await ada.send(goalCalls.update, { planId, id: made.id, name: "Sketched" })
  await expect.poll(() => drafts(b)).toEqual(["Sketched"])
  await expect.poll(() => storedRows(b.page, "boards")).toMatchObject([{ board: expect.stringContaining("Sketched") }])
  await b.page.close()

  await ada.send(goalCalls.update, { planId, id: made.id, name: "Sketched anew" })
  const next = await join(context, ben)
  await expect.poll(() => drafts(next)).toEqual(["Sketched anew"])
  await next.page.routeWebSocket(/realtime/, (socket) => socket.close())
  await ada.send(goalCalls.remove, { planId, id: made.id })
  await expect.poll(() => drafts(next)).toEqual([])
})

test("with WebSockets blocked, others' changes are asked for every few seconds", async ({ browser }) => {
  const context = await openContext(browser)
  await context.routeWebSocket(/realtime/, (socket) => socket.close())
  await signedIn(context, product.url, ben)
  const b = await openTab(context, product.url, planId, ben)
  await expect.poll(b.live).toBe("Polling")
  await ada.send(taskCalls.update, { planId, id: task.id, description: "Dig deeper" })
  await expect.poll(() => shownTasks(b)).toEqual(["Dig deeper"])
  await ada.send(goalCalls.create, { planId, name: "Sketch", color: "#498325", isDraft: true })
  await expect.poll(async () => (await b.rows()).goals.map(({ name }) => name)).toContain("Sketch")
  await context.setOffline(true)
  await expect.poll(b.live).toBe("Reconnecting")
})

test("offline edits stay on screen and are sent later, in order, each once", async ({ browser }) => {
  const context = await openContext(browser)
  const a = await join(context, ada)
  const b = await join(await openContext(browser), ben)
  await context.setOffline(true)
  await expect.poll(a.live).toBe("Reconnecting")
  const names = ["one", "two", "three", "four"]
  for (const name of names) await a.do(write(name))
  const made = await a.do({ name: "item.create", input: { topic: "Made offline" } })
  await a.do({ name: "task.create", input: { itemId: made, description: "below it" } })
  expect(await shownTasks(a)).toEqual(["below it", "Dig", ...names])
  expect(await a.pending()).toBe(6)
  await b.done({ name: "task.update", input: { id: task.id, description: "Dig deeper" } })
  expect(await tasksOnServer()).toEqual(["Dig deeper"])

  await context.setOffline(false)
  await expect.poll(a.pending).toBe(0)
  await expect.poll(a.live).toBe("Connected")
  const merged = ["Dig deeper", "below it", ...names].sort()
  expect((await tasksOnServer()).sort()).toEqual(merged)
  for (const tab of [a, b]) await expect.poll(async () => (await shownTasks(tab)).sort()).toEqual(merged)
  const inQuay = async () => (await a.rows()).tasks.filter(({ itemId }) => itemId === item.id)
  await expect
    .poll(async () => (await inQuay()).map(({ description }) => description))
    .toEqual(["Dig deeper", ...names])
  const { tasks, items } = await a.rows()
  expect(items.every(({ id }) => id > 0) && tasks.every(({ id }) => id > 0)).toBe(true)
})

test("unsent changes survive closing the tab and are shown at once in the next", async ({ browser }) => {
  const context = await openContext(browser)
  const a = await join(context, ada)
  await context.route("**/api/Task**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  )
  await a.do(write("kept"))
  await a.do(write("kept too"))
  await expect.poll(() => storedRows(a.page, "outbox")).toHaveLength(2)
  await a.page.close()

  const next = await join(context, ada)
  // What the server may have already is shown once a repeat has got no answer.
  await expect.poll(() => shownTasks(next)).toEqual(["Dig", "kept", "kept too"])
  expect(await next.pending()).toBe(2)
  expect(await tasksOnServer()).toEqual(["Dig"])
  await context.unroute("**/api/Task**")
  await expect.poll(next.pending).toBe(0)
  expect(await tasksOnServer()).toEqual(["Dig", "kept", "kept too"])
})

test("a call whose answer is lost runs once", async ({ browser }) => {
  const context = await openContext(browser)
  const a = await join(context, ada)
  let lost = 0
  await context.route("**/api/Task**", async (route) => {
    if (route.request().method() !== "POST" || lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await a.done(write("once"))
  expect(lost).toBeGreaterThan(1)
  expect(await tasksOnServer()).toEqual(["Dig", "once"])
  await expect.poll(() => shownTasks(a)).toEqual(["Dig", "once"])
})

test("a card saved while its page closes is shown once in the next, whether answered or not", async ({ browser }) => {
  const context = await openContext(browser)
  const a = await join(context, ada)
  let sent = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await context.route("**/api/Task**", async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    if (sent++ === 0) return void (await route.fetch())
    await answered
    await route.continue()
  })
  await a.do(write("once"))
  await expect.poll(tasksOnServer).toEqual(["Dig", "once"])
  await a.page.close()

  const next = await join(context, ada)
  await expect.poll(() => sent).toBe(2)
  await expect.poll(() => shownTasks(next)).toEqual(["Dig", "once"])
  expect(await next.pending()).toBe(1)
  answer()
  await expect.poll(next.pending).toBe(0)
  expect(await shownTasks(next)).toEqual(["Dig", "once"])
  expect(await tasksOnServer()).toEqual(["Dig", "once"])
})

test("one person's tabs share the outbox: each shows pending changes, one sends them", async ({ browser }) => {
  const context = await openContext(browser)
  const [first, second] = [await join(context, ada), await join(context, ada)]
  await context.setOffline(true)
  await first.do(write("first tab"))
  await second.do(write("second tab"))
  for (const tab of [first, second]) {
    await expect.poll(async () => (await shownTasks(tab)).sort()).toEqual(["Dig", "first tab", "second tab"])
    await expect.poll(tab.pending).toBe(2)
  }
  await context.setOffline(false)
  for (const tab of [first, second]) await expect.poll(tab.pending).toBe(0)
  expect((await tasksOnServer()).sort()).toEqual(["Dig", "first tab", "second tab"])

  // The sending tab closes; the other takes over.
  await first.page.close()
  expect((await second.done(write("after it"))).taken).toBe(true)
})

test("a refused change is rolled back with a reason", async ({ browser }) => {
  const context = await openContext(browser)
  const a = await join(context, ada)
  await context.setOffline(true)
  await a.do({ name: "task.update", input: { id: task.id, description: "Mine" } })
  expect(await shownTasks(a)).toEqual(["Mine"])
  await ben.send(itemCalls.update, { id: item.id, planId, completed: true })
  await context.setOffline(false)
  await expect
    .poll(async () => (await a.told()).failures)
    .toMatchObject([{ name: "task.update", id: task.id, status: 409, message: expect.stringContaining("completed") }])
  expect(await shownTasks(a)).toEqual(["Dig"])
  // The change that caused the refusal arrives with the changes loaded on reconnecting, not with the refusal.
  await expect.poll(async () => (await a.rows()).items[0]?.completed).toBe(true)
})

test("a removed member is notified within five seconds", async ({ browser }) => {
  const b = await join(await openContext(browser), ben)
  expect((await ada.send(planCalls.removeMember, { planId, userId: ben.id })).status).toBe(204)
  await expect.poll(async () => (await b.told()).removed).toEqual(["removed"])
  await expect.poll(b.live).toBe("Disconnected")
})

test("a new role that could not be loaded is asked for again by the next opening, and by a new connection", async ({
  browser,
}) => {
  const context = await openContext(browser)
  const first = await join(context, ben)
  // Closing the plan leaves its board cached.
  await first.close()
  await expect.poll(() => storedRows(first.page, "boards")).toHaveLength(1)
  const tab = await join(context, ben)
  await context.route("**/board", (route) => route.abort())
  const refused = tab.page.waitForEvent("requestfailed", (request) => request.url().endsWith("/board"))
  expect((await ada.send(planCalls.setMemberRole, { planId, userId: ben.id, role: 2 })).status).toBe(200)
  await refused
  await tab.close()

  const next = await openTab(context, product.url, planId, ben)
  await expect.poll(next.live).toBe("Connected")
  await context.unroute("**/board")
  await context.setOffline(true)
  await expect.poll(next.live).toBe("Reconnecting")
  await context.setOffline(false)
  await expect.poll(next.role).toBe(2)
})

test("a server restart loses nothing: the tab reconnects and catches up", async ({ browser }) => {
  const a = await join(await openContext(browser), ada)
  await product.stop()
  await expect.poll(a.live).toBe("Reconnecting")
  await a.do(write("meanwhile"))
  product = await product.startAgain()
  await ben.send(taskCalls.update, { planId, id: task.id, description: "Changed" })
  await expect.poll(a.live).toBe("Connected")
  await expect.poll(a.pending).toBe(0)
  await expect.poll(() => shownTasks(a)).toEqual(["Changed", "meanwhile"])
  expect(await tasksOnServer()).toEqual(["Changed", "meanwhile"])
})

test("a board opened before can be opened offline until signing out", async ({ browser }) => {
  const context = await openContext(browser)
  const a = await join(context, ada)
  // Closing the plan leaves its board cached.
  await a.close()
  await expect.poll(() => storedRows(a.page, "boards")).toHaveLength(1)
  await context.route("**/api/**", (route) => route.abort())
  await signedIn(context, product.url, ada)
  const offline = await openTab(context, product.url, planId, ada)
  expect(await shownTasks(offline)).toEqual(["Dig"])
  await offline.signOut()
  await expect(openTab(context, product.url, planId, ada)).rejects.toThrow(/no connection/)
})
