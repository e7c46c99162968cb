// Every screen in German and from right to left, at the widths of a desktop, a laptop and a phone, and its targets for fingers.
import type { Browser, Locator, Page } from "@playwright/test"
import { accountCalls } from "~/contract/account"
import { fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { keyResultCalls } from "~/contract/key-result"
import { messageCalls } from "~/contract/message"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { linkCalls } from "~/contract/public-link"
import { settingsSections } from "~/contract/shared/deep-link"
import { mirrored } from "~/contract/shared/language/language"
import { taskCalls } from "~/contract/task"
import { commandNames } from "~/ui/plan/key-texts"
import { boardOf, call } from "./calls"
import { expect, join, test, withPlan } from "./people"
import { type See, walkLanguages, walkScreens, wide } from "./screen-walk"

const phone = [430, 390, 360]

/** The assistant without a model understands English. */
const suggestions = ["What is overdue?", "What is due this week?", "Summarise the plan", 'Add the goal "Quay 12"']

/** Translated, but not written from right to left. */
const refusal = "This action is completed, so it can’t be changed. Uncomplete it first."

/** Names that people gave, and texts that no language translates. */
const typed = [
  "Grace",
  "Person",
  "person",
  "member",
  "nobody",
  "example.org",
  "tide.txt",
  "Harbour",
  "laneway",
  "Laneway",
  "Microsoft",
  "Google",
  ...suggestions,
]

/** A sample plan in the language of the page, with a member and something of every kind. */
const fill = async (page: Page, browser: Browser) => {
  const { planId, email } = await withPlan(page, "sample")
  const { request } = page
  const member = await join(page, browser, planId, "Grace")
  const { id } = await call(request, accountCalls.userProfile, {})
  const { tasks, items, goals } = await boardOf(request, planId)
  const [task, deleted] = tasks
  const item = items.find(({ id }) => id === task?.itemId)
  const done = items.find(({ focus, id }) => focus && id !== item?.id)
  const [goal] = goals
  if (!task || !deleted || !item || !done || !goal) throw new Error("The sample plan has too few cards.")
  const { id: other } = await call(member.context.request, planCalls.create, { name: "Harbour" })
  await call(member.context.request, invitationCalls.invite, { planId: other, email, role: 1 })
  await call(request, invitationCalls.invite, { planId, email: "nobody@example.org", role: 1 })
  await call(member.context.request, taskCalls.addComment, {
    planId,
    id: task.id,
    content: `@[person](${id}) 12?`,
    mentions: [{ MentionedUserId: id }],
  })
  await call(request, taskCalls.update, { planId, id: task.id, ownerId: id, dueDate: "2020-01-01T00:00:00.000Z" })
  await call(request, taskCalls.remove, { planId, id: deleted.id })
  await call(request, itemCalls.update, { planId, id: done.id, completed: true })
  const file = new File(["12"], "tide.txt", { type: "text/plain" })
  await call(request, fileCalls.upload, { planId, file, ...{ taskId: task.id } })
  const period = { startDate: "2020-01-01T00:00:00.000Z", dueDate: "2020-12-31T00:00:00.000Z" }
  await call(request, goalCalls.update, { planId, id: goal.id, ownerId: id, ...period })
  const result = { planId, goalId: goal.id, name: "12", unit: "34", start: 0, target: 12 }
  const { id: keyResultId } = await call(request, keyResultCalls.create, result)
  await call(request, goalCalls.checkIn, {
    planId,
    id: goal.id,
    status: 1,
    confidence: 5,
    note: "12",
    values: [{ keyResultId, current: 3 }],
  })
  const note = await call(request, noteCalls.create, { planId, title: "12", content: "34", type: 0, visibility: 1 })
  await call(request, noteCalls.update, { planId, id: note.id, content: "345" })
  await call(request, planCalls.snapshot, { planId, description: "12" })
  const { url } = await call(request, linkCalls.makeLink, { planId, password: "open sesame" })
  const talk = await call(member.context.request, messageCalls.open, { planId, participantIds: [id] })
  await call(member.context.request, messageCalls.send, { id: talk.id, content: "12?" })
  const words = [...goals, ...items, ...tasks].flatMap((card) =>
    "topic" in card ? [card.topic] : "name" in card ? [card.name] : [card.description],
  )
  typed.push(...words.map((each) => each.replace(/[\u200f\u202e\u202c]/g, "").trim()).filter((each) => each !== ""))
  const empty = await call(request, planCalls.create, { name: "Harbour" })
  return { planId, empty: empty.id, task, item, goal, note, link: url, member: member.id }
}

/** Runs a command of the palette. */
const run = async (page: Page, name: keyof typeof commandNames) => {
  await page.keyboard.press("ControlOrMeta+k")
  await expect(page.locator(".palette input")).toBeFocused()
  await page.keyboard.insertText(commandNames[name])
  await expect(page.locator(".palette [role=option][data-focused]")).toContainText(commandNames[name])
  await page.keyboard.press("Enter")
}

/** Types where the focus is, once a field of that part has it. */
const type = async (page: Page, part: Locator, text: string) => {
  await expect(part.locator("input:focus, textarea:focus")).toHaveCount(1)
  await page.keyboard.insertText(text)
}

const close = async (page: Page, part: Locator) => {
  await page.keyboard.press("Escape")
  await expect(part).toHaveCount(0)
}

const desk = async (page: Page, see: See, made: Awaited<ReturnType<typeof fill>>) => {
  const { planId, task } = made
  const dialog = page.getByRole("dialog")
  await page.goto("/")
  await see("My Plans", page.locator(".plans-grid"))
  await page.goto("/my-work")
  await see("My Work", page.locator(".my-work"))
  await page.goto("/goals")
  await see("Goals of all plans", page.locator(".goals-page table"), [...wide, 1280, 1024])
  await page.goto(`/goals?planId=${planId}`)
  await see("Goals of a plan", page.locator(".goals-page table"), [...wide, 1280, 1024])
  await page.goto("/payment/")
  await see("Payment", page.locator("main"))
  await page.goto("/board?planId=999999")
  await see("No such plan", page.locator(".page-failed"))
  for (const section of settingsSections) {
    const link = page.locator(`.plan-admin-side [data-section=${section}]`)
    if (section === "plan") await page.goto(`/plan/${planId}/settings/plan`)
    else if (section === "deleted") {
      await dialog.locator("label:has([type=radio])").last().click()
      await expect(dialog.getByRole("radio").last()).toBeChecked()
    } else await link.click()
    await expect(page.locator(".plan-admin .spinner")).toHaveCount(0)
    await see(`Settings: ${section}`, page.locator(".settings-body"))
  }
  await page.goto(`/plan/${planId}/tasks/${task.id}`)
  const tabs = async (card: string) => {
    await expect(dialog.getByRole("tab").first()).toBeVisible()
    for (const tab of await dialog.getByRole("tab").all()) {
      await tab.click()
      await expect(tab).toHaveAttribute("aria-selected", "true")
      await see(`${card}: ${await tab.textContent()}`, dialog.getByRole("tabpanel"))
    }
    await close(page, dialog)
  }
  await tabs("Task")
  await page.locator(".lane .card-menu").first().click()
  await tabs("Action")
  await page.locator(".goal-card .card-menu").first().click()
  await tabs("Goal")
  await see("Board", page.locator(".lane, .pager").first(), [1920, 1366, 800, 390])
  for (const [name, part] of [
    ["files", page.locator(".plan-files")],
    ["users", page.locator(".plan-users")],
    ["log", page.locator(".plan-log")],
    ["keys", page.locator(".key-list")],
  ] as const) {
    await run(page, name)
    await see(name, part)
    await close(page, part)
  }
  for (const name of ["countdown", "wheel"] as const) {
    const widget = page.locator(`.${name}`)
    await run(page, name)
    await see(name, widget)
    if (name === "wheel") {
      await widget.locator(".wheel-corner.left").click()
      await see("Wheel settings", page.locator(".wheel-people"))
      await page.locator(".wheel-people footer button").last().click()
    }
    await widget.locator(".countdown-close, .wheel-corner.right").click()
    await expect(widget).toHaveCount(0)
  }
  await page.locator(".top-bar [aria-haspopup=menu]").click()
  await see("Board menu", page.locator(".board-menu"), [1366])
  await close(page, page.locator(".board-menu"))
  await page.keyboard.press("ControlOrMeta+k")
  await see("Palette", page.locator(".palette"))
  await close(page, page.locator(".palette"))
  await run(page, "history")
  await see("History", page.locator(".past").first())
  await page.locator(`[data-chat="${made.member}"]`).first().click()
  await see("Chat with a person", page.locator(".chat-window"))
  await page.keyboard.press("Escape")
  for (const width of [1920, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    await run(page, "search")
    await type(page, page.getByRole("search"), "e")
    await see("Search", page.getByRole("search"), [width])
    await run(page, "notes")
    await see("Notes", page.locator(".notes-panel"), [width])
    await page.locator(".note-row-title").first().click()
    await see("Note", page.locator(".note-editor"), [width])
    await page.locator(".note-editor .icon-button[aria-pressed]").last().click()
    await see("Versions of a note", page.locator(".note-versions"), [width])
    await page.locator(".note-versions button").first().click()
    await page.keyboard.press("Escape")
    await run(page, "chat")
    await see("Chat with the assistant", page.locator(".agent"), [width])
  }
  await type(page, page.locator(".agent"), 'Add a goal "Quay 12"')
  await page.keyboard.press("Enter")
  await see("A proposal", page.locator(".agent-confirm"), [1366])
  await page.goto(`/threads?planId=${planId}`)
  await see("Threads", page.locator(".thread-list"))
  await page.goto(`/board?planId=${made.empty}`)
  await see("Starter", page.locator(".starter"))
  await page.goto(made.link)
  await see("Password of a public link", page.locator(".public-door"))
  await page.getByRole("textbox").fill("open sesame")
  await page.getByRole("textbox").press("Enter")
  await see("Public board", page.locator(".public-page .lane, .public-page .pager").first())
  await page.context().clearCookies()
  await page.goto("/login")
  await see("Sign-in", page.locator("form"))
}

const hand = async (page: Page, see: See, made: Awaited<ReturnType<typeof fill>>) => {
  const dialog = page.getByRole("dialog")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/board?planId=${made.planId}`)
  const nav = page.locator(".bottom-nav button")
  const [goals, actions, board, chat, more] = [0, 1, 2, 3, 4].map((at) => nav.nth(at)) as [
    Locator,
    Locator,
    Locator,
    Locator,
    Locator,
  ]
  await goals.click()
  await see("Goals", page.locator(".goal-card").first(), phone)
  await actions.click()
  await see("Actions", page.locator(".action-card").first(), phone)
  await board.click()
  const card = page.locator(`.phone-list [data-card]`).first()
  await card.click()
  await see("A selected task", page.locator(".phone-list .selected"), phone)
  await page.keyboard.press("Escape")
  await page.locator(".add-task").click()
  await see("A task being typed", page.locator(".phone-list textarea"), phone)
  await page.keyboard.press("Escape")
  for (const [name, open] of [
    ["More", more],
    ["Profile", page.locator(".top-bar > .avatar-button, .top-bar .avatar-button").last()],
  ] as const) {
    await open.click()
    await see(name, dialog, phone)
    if (name === "Profile") {
      for (const at of [0, 1]) {
        await dialog.locator(".list-row").nth(at).click()
        await see(`Profile: ${at}`, dialog.locator("header"), phone)
        await dialog.locator("header button").click()
      }
      await dialog.locator("header .icon-button").first().click()
      await see("Profile: edit", dialog.locator(".profile-edit"), phone)
      await page.keyboard.press("Escape")
    }
    await close(page, dialog)
  }
  await page.locator(".phone-list .card-menu").first().click()
  await see("Task", dialog.getByRole("tabpanel"), phone)
  for (const at of [0, 1]) {
    await dialog.locator(".field-pick, .pick-button, [aria-haspopup]").nth(at).click()
    await see(`Picker ${at}`, page.getByRole("dialog").last(), phone)
    await page.keyboard.press("Escape")
  }
  await close(page, dialog)
  await chat.click()
  await see("Chat with the assistant", page.locator(".agent"), phone)
  await more.click()
  await dialog.locator(".list-row:has(.lucide-search)").click()
  await type(page, page.getByRole("search"), "e")
  await see("Search", page.getByRole("search"), phone)
  await more.click()
  await dialog.locator(".list-row:has(.lucide-notebook-pen)").click()
  await see("Notes", page.locator(".notes-panel"), phone)
  await page.goto(`/plan/${made.planId}/settings`)
  await see("Settings", page.locator(".plan-admin"), phone)
  await page.goto(`/board?planId=${made.planId}`)
  const bell = page.locator("[aria-haspopup=dialog]:has(.lucide-bell)")
  await bell.click()
  await see("Notifications", page.locator(".notifications"), phone)
  await close(page, dialog)
  // The focus comes back late, and would leave a card that has it by then.
  await expect(bell).toBeFocused()
  const refused = /\/api\/(Goal|Item|Task)\b/
  await page.route(refused, (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 409, message: refusal }),
    }),
  )
  for (const [name, open, card] of [
    ["goal", goals, "[data-card^='goal:']"],
    ["action", actions, "[data-card^='item:']"],
    ["task", board, ".phone-list [data-card]"],
    ["action in Focus", board, ".focus-page"],
  ] as const) {
    await open.click()
    const edited = page.locator(card).first()
    if (name === "action in Focus") {
      await edited.locator(".action-title").click()
      await expect(edited).toHaveClass(/selected/)
      await edited.locator(".action-title").click()
    } else await edited.press("F2")
    await type(page, page.locator(".phone-page"), "12 ")
    await page.keyboard.press("Enter")
    await see(`A refused edit: ${name}`, page.locator(".not-saved").first(), phone)
  }
  await page.locator(".connection-bar button").first().click()
  await see("Unsent changes", dialog, phone)
  await close(page, dialog)
  await page.unroute(refused)
  await page.context().setOffline(true)
  await page.locator(".phone-list [data-card]").nth(1).press("F2")
  await type(page, page.locator(".phone-page"), "34 ")
  await page.keyboard.press("Enter")
  await see("Offline", page.locator(".connection-bar").first(), phone)
  await page.context().setOffline(false)
}

for (const [language, tag] of walkLanguages) {
  for (const [place, walk] of [
    ["at a desk", desk],
    ["on a phone", hand],
  ] as const) {
    test(`each screen ${place} ${language} fits its window, at three widths`, async ({ browser }) => {
      test.slow()
      const found = await walkScreens(browser, {
        language: tag,
        typed: tag === mirrored ? [...typed, refusal] : typed,
        walk: async (page, see) => walk(page, see, await fill(page, browser)),
      })
      expect(found).toEqual([])
    })
  }
}
