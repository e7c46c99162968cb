// The first-plan starter: when it is shown, what it creates, and that it never gets in the way.

import type { Locator, Page } from "@playwright/test"
import { fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { planCalls } from "~/contract/plan"
import { docx, pdf } from "../support/api/documents"
import { expectAccessible } from "./accessible"
import { card, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, signIn, test, together } from "./people"

const starter = (page: Page) => page.getByRole("dialog", { name: "Let's make your first plan!" })
const preview = (page: Page) => starter(page).getByRole("region", { name: "Preview" })
const doIt = (page: Page) => starter(page).getByRole("button", { name: "Do it" })

/** The chat, which the starter opens. */
const chat = (page: Page) => page.locator(".agent")

const newPlan = async (page: Page) => {
  await signIn(page, "starter")
  await page.getByRole("button", { name: "New plan" }).click()
  await expect(starter(page)).toBeVisible()
}

const addGoal = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Add new goal" }).click()
  await page.keyboard.type(name)
  await page.keyboard.press("Enter")
  await expect(card(region(page, "Goals"), name)).toBeVisible()
}

test("the starter is shown on an empty plan, stays closed once dismissed, and returns when the plan is emptied", async ({
  page,
}) => {
  await newPlan(page)
  await starter(page).getByRole("button", { name: "Start with an empty board" }).click()
  await expect(starter(page)).toBeHidden()
  await expect(page.getByRole("button", { name: "Add new goal" })).toBeFocused()
  await page.reload()
  await expect(page.getByRole("button", { name: "Add new goal" })).toBeVisible()
  await addGoal(page, "Harbour")
  await page.keyboard.press("Escape")
  await expect(starter(page)).toBeHidden()
  await page.keyboard.press("Control+z")
  await expect(card(region(page, "Goals"), "Harbour")).toBeHidden()
  await expect(starter(page)).toBeVisible()

  await test.step("the board beside it stays in use", async () => {
    await addGoal(page, "By hand")
    // The server has it: the next step counts what is sent.
    await expect(card(region(page, "Goals"), "By hand")).toHaveAttribute("data-card", /^goal:\d+$/)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+z")
    await expect(starter(page)).toBeVisible()
  })

  await test.step("the sample plan fills the board in one call, and one undo removes it", async () => {
    const calls: string[] = []
    page.on("request", (request) => {
      if (request.method() === "POST") calls.push(new URL(request.url()).pathname)
    })
    await starter(page).getByRole("button", { name: "Use the sample plan" }).click()
    await expect(card(region(page, "Goals"), "Open twelve new docks")).toBeFocused()
    await expect(page.getByRole("region", { name: "To Do of Permit package for Old Town" })).toContainText(
      "heritage office",
    )
    await expect(page.getByRole("banner").getByText("Bike share, phase two")).toBeVisible()
    expect(calls.filter((path) => /^\/api\/(?:Plan|Goal|Item|Task)\b/.test(path))).toEqual(["/api/Plan/sample"])
    await page.keyboard.press("Control+z")
    await expect(starter(page)).toBeVisible()
    await expect(page.locator("[data-card]")).toHaveCount(0)
  })
})

test("the chat makes drafts of an outline in the named plan, with its files; undo takes them back, and they are published", async ({
  page,
}) => {
  await newPlan(page)
  await expect(doIt(page)).toBeDisabled()
  await starter(page).getByLabel("Plan name").fill("  Bike share  ")
  await starter(page).getByLabel("Description").fill("  \n ")
  await expect(doIt(page)).toBeDisabled()
  const outline = "## Docks\nTwelve more.\n- Permits\n  - [ ] Drawings\n  - [x] Survey\n## Repairs\n- Second van"
  await starter(page).getByLabel("Description").fill(outline)
  const choosing = page.waitForEvent("filechooser")
  await starter(page).getByRole("button", { name: "Add Files" }).click()
  const brief = { name: "brief.png", mimeType: "image/png", buffer: Buffer.from("brief") }
  await (await choosing).setFiles([brief, { ...brief, name: "wrong.png" }])
  await starter(page)
    .getByRole("listitem")
    .filter({ hasText: "wrong.png" })
    .getByRole("button", { name: "Remove attachment" })
    .click()
  await expect(preview(page).getByText("2 goals, 2 actions, 2 tasks", { exact: true })).toBeVisible()
  await expect(preview(page).getByRole("img", { name: "Done" })).toHaveCount(1)
  const tints = (root: Locator) =>
    root.locator("[data-goal]").evaluateAll((all: HTMLElement[]) => all.map((each) => each.dataset.goal))
  const shown = await tints(preview(page))
  await doIt(page).click()

  await expect(starter(page)).toBeHidden()
  await expect(page.getByLabel("Message to the assistant")).toBeFocused()
  await expect(chat(page).getByText("## Docks", { exact: false })).toBeVisible()
  await expect(chat(page).getByText("[Plan:", { exact: false })).toHaveCount(0)
  await expect(chat(page).getByText("Added 6 drafts.", { exact: false })).toBeVisible()
  await expect(card(region(page, "Goals"), "Docks")).toBeVisible()
  await expect.poll(() => tints(region(page, "Goals"))).toEqual(shown)
  await expect(region(page, "Actions").getByRole("button", { name: "Permits", exact: true })).toBeVisible()
  await expect(page.getByRole("banner").getByText("Bike share", { exact: true }).first()).toBeVisible()
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  const stored = async () => {
    const { plan, goals, items, tasks } = await boardOf(page.request, planId)
    const files = await call(page.request, fileCalls.list, { planId })
    return [
      plan.name,
      goals.map(({ name, description }) => [name, description]),
      items.map(({ topic, goal }) => [topic, goal?.name]),
      tasks.map(({ description, type }) => [description, type]),
      new Set([...goals, ...items, ...tasks].map(({ isDraft }) => isDraft)),
      files.map(({ friendlyName }) => friendlyName),
    ]
  }
  const planned = (isDraft: boolean) => [
    "Bike share",
    [
      ["Docks", "Twelve more."],
      ["Repairs", ""],
    ],
    [
      ["Permits", "Docks"],
      ["Second van", "Repairs"],
    ],
    [
      ["Drawings", 0],
      ["Survey", 2],
    ],
    new Set([isDraft]),
    ["brief.png"],
  ]
  await expect.poll(stored).toEqual(planned(true))
  await chat(page).getByRole("button", { name: "Undo" }).click()
  await expect(card(region(page, "Goals"), "Docks")).toBeHidden()
  await expect(starter(page).getByLabel("Description")).toHaveValue(outline)
  await expect(page.getByLabel("Message to the assistant")).toBeFocused()
  // The board may hear of it before the chat has its answer, and the chat takes one request at a time.
  await expect(chat(page).getByText(/^Undone, /)).toBeVisible()
  // The open chat leaves the starter its room.
  await doIt(page).click()
  await chat(page).getByRole("button", { name: "Publish drafts" }).click()
  await expect(chat(page).getByText("Published 2 goals, 2 actions, 2 tasks.")).toBeVisible()
  expect(await stored()).toEqual(planned(false))
})

test("a Word document and a PDF become text of the description; one that can't be read says why", async ({ page }) => {
  await newPlan(page)
  const attach = async (name: string, buffer: Uint8Array) => {
    const choosing = page.waitForEvent("filechooser")
    await starter(page).getByRole("button", { name: "Add Files" }).click()
    await (await choosing).setFiles([{ name, mimeType: "application/octet-stream", buffer: Buffer.from(buffer) }])
  }
  const description = starter(page).getByLabel("Description")
  const outline = [
    { text: "Docks", heading: 1 as const },
    { text: "Permits", level: 0 },
    { text: "Drawings", level: 1 },
  ]
  await attach("Council brief.docx", docx(outline))
  await expect(description).toHaveValue("# Docks\n- Permits\n  - Drawings")
  await attach("Repairs.pdf", pdf(["# Repairs", "- Second van"]))
  await expect(description).toHaveValue("# Docks\n- Permits\n  - Drawings\n# Repairs\n- Second van")
  await expect(preview(page).getByText("2 goals, 2 actions, 1 task", { exact: true })).toBeVisible()
  await attach("a rather long name of a scanned letter of the council.pdf", pdf([]))
  await expect(starter(page).getByText("It contains no text.")).toBeVisible()
  await expectAccessible(page)
  await doIt(page).click()
  await expect(starter(page)).toBeHidden()
  await expect(card(region(page, "Goals"), "Repairs")).toBeVisible()
})

test("the preview follows the text, and prose becomes an action for each sentence", async ({ page }) => {
  await newPlan(page)
  const description = starter(page).getByLabel("Description")
  await test.step("the starter is in the middle, and the description has the focus", async () => {
    await expect(description).toBeFocused()
    const { x = 0, y = 0, width = 0, height = 0 } = (await starter(page).boundingBox()) ?? {}
    expect([width, Math.round(height)]).toEqual([1100, 480])
    expect([Math.round(x + width / 2), Math.round(y + height / 2)]).toEqual([683, 384])
    await expect(preview(page)).toContainText("In plain text, each sentence becomes an action.")
  })
  await test.step("typed prose is listed sentence by sentence, below a goal named like the plan", async () => {
    await page.keyboard.type("We need to find a venue, book the band and send invitations. Paint the doors.")
    await expect(preview(page).getByText("1 goal, 4 actions", { exact: true })).toBeVisible()
    await description.press("Tab")
    await page.keyboard.press("Tab")
    const list = preview(page).locator(":focus")
    await expect(list).toContainText("Paint the doors")
    await expect(list, "the edge of the dialog leaves its ring whole").toHaveCSS("outline-offset", "-2px")
    await starter(page).getByLabel("Plan name").fill("Museum winter season")
    await expect(preview(page).getByRole("listitem")).toHaveText([
      /^Museum winter season/,
      "Find a venue",
      "Book the band",
      "Send invitations",
      "Paint the doors",
    ])
  })
  await test.step("Escape only leaves the field, and a reload keeps the text", async () => {
    await description.focus()
    await page.keyboard.press("Escape")
    await expect(description).not.toBeFocused()
    await expect(starter(page)).toBeVisible()
    await page.reload()
    await expect(description).toHaveValue(/Paint the doors\.$/)
    await expect(starter(page).getByLabel("Plan name")).toHaveValue("Museum winter season")
  })
  await test.step("where a model is configured, prose is left to it", async () => {
    const provider = { host: "model.example", model: "m" }
    await page.route("**/api/Ai/provider", (route) => route.fulfill({ json: { provider } }))
    await page.reload()
    await expect(preview(page).getByText("This is plain text.", { exact: false })).toBeVisible()
    await expect(preview(page).getByText("1 goal", { exact: true })).toBeVisible()
    await page.unroute("**/api/Ai/provider")
    await page.reload()
    await expect(preview(page).getByText("1 goal, 4 actions", { exact: true })).toBeVisible()
  })
  await test.step("a text that is too long or makes too many cards says so, and waits", async () => {
    const text = await description.inputValue()
    await description.fill("a. ".repeat(7_000))
    await expect(starter(page).getByText("20,999 of 20,000")).toBeVisible()
    await expect(doIt(page)).toBeDisabled()
    await description.fill("- Dock\n".repeat(200))
    await expect(
      starter(page).getByText("This makes 201 cards, but at most 200 can be added at once.", { exact: false }),
    ).toBeVisible()
    await expect(doIt(page)).toBeDisabled()
    await description.fill(text)
  })
  await test.step("the actions made are those of the preview", async () => {
    await description.focus()
    await page.keyboard.press("Control+Enter")
    await expect(card(region(page, "Goals"), "Museum winter season")).toBeVisible()
    await expect(region(page, "Actions").locator("[data-card]")).toHaveCount(4)
    await expect(card(region(page, "Actions"), "Send invitations")).toBeVisible()
  })
})

test("on a phone the starter is a page, with the preview on a second one", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const provider = { host: "model.example", model: "m" }
  await page.route("**/api/Ai/provider", (route) => route.fulfill({ json: { provider } }))
  await newPlan(page)
  await expect(starter(page).getByText("The assistant splits plain text into actions and tasks.")).toBeVisible()
  await page.unroute("**/api/Ai/provider")
  await page.reload()
  await expect(starter(page).getByText("each sentence becomes an action.", { exact: false })).toBeVisible()
  await expect(page.locator("[title]:not(iframe)")).toHaveCount(0)
  await starter(page).getByLabel("Description").fill("# Docks\n- Permits\n# Repairs")
  await expectAccessible(page)
  expect((await doIt(page).boundingBox())?.height).toBe(50)
  await expect(doIt(page)).toBeInViewport({ ratio: 1 })
  const turn = starter(page).getByRole("button", { name: "2 goals, 1 action Preview" })
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await turn.click()
  await expect(starter(page).getByRole("button", { name: "Back" })).toBeFocused()
  // Its entry of the history comes a moment later.
  await expect.poll(entries).toBe(before + 1)
  await page.evaluate(() => history.back())
  await expect(starter(page).getByLabel("Description")).toHaveValue("# Docks\n- Permits\n# Repairs")
  await turn.click()
  await expect(starter(page).getByText("Permits", { exact: true })).toBeVisible()
  await expect(doIt(page)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await starter(page).getByRole("button", { name: "Back" }).click()
  await expect(page.getByRole("navigation")).toBeHidden()
  await doIt(page).click()
  await expect(page.getByRole("navigation")).toBeVisible()
  await page.getByRole("navigation").getByRole("button", { name: "Goals" }).click()
  await expect(card(region(page, "Goals"), "Docks")).toBeVisible()
})

test("the starter makes the plan although the chat is left before its code has loaded", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route("**/assets/agent-panel-*.js", () => {})
  await newPlan(page)
  await starter(page).getByLabel("Description").fill("# Docks\n- Permits")
  await doIt(page).click()
  const pages = page.getByRole("navigation")
  await expect(pages.getByRole("button", { name: "AI Chat" })).toHaveAttribute("aria-current", "page")
  await pages.getByRole("button", { name: "Goals" }).click()
  await expect(card(region(page, "Goals"), "Docks")).toBeVisible()
})

test("when saving the name fails, everything can be sent again", async ({ page }) => {
  await newPlan(page)
  await starter(page).getByLabel("Plan name").fill("Bike share")
  await starter(page).getByLabel("Description").fill("We want twelve more docks before June. Five people, one van.")
  await page.route("**/api/Plan", (route) => route.abort())
  await doIt(page).click()
  await expect(starter(page).getByRole("alert")).toBeVisible()
  await expect(page.locator("[data-card]")).toHaveCount(0)
  await page.unroute("**/api/Plan")
  await doIt(page).click()
  await expect(card(region(page, "Goals"), "Bike share")).toBeVisible()
})

test("outside its fields the board's shortcuts work, and moves by keys and mouse are remembered", async ({ page }) => {
  await newPlan(page)
  await expect(starter(page).getByLabel("Description")).toBeFocused()
  await page.keyboard.press("Escape")
  await page.keyboard.press("?")
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Shift+G")
  await expect(starter(page)).toBeHidden()
  await page.keyboard.press("Escape")
  await expect(starter(page)).toBeVisible()

  await starter(page).getByRole("button", { name: "Move the dialog with the arrow keys" }).focus()
  const place = () => starter(page).evaluate((element: HTMLElement) => [element.offsetLeft, element.offsetTop])
  const before = await place()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowLeft")
  const after = before.map((each) => each - 16)
  await expect.poll(place).toEqual(after)
  const head = await starter(page).getByRole("heading").first().boundingBox()
  if (!head) throw new Error("the starter has no heading")
  await page.mouse.move(head.x + 5, head.y + 5)
  await page.mouse.down()
  await page.mouse.move(head.x + 25, head.y + 45, { steps: 3 })
  await page.mouse.up()
  const dragged = [(after[0] ?? 0) + 20, (after[1] ?? 0) + 40]
  await expect.poll(place).toEqual(dragged)
  await page.reload()
  await expect.poll(place).toEqual(dragged)

  await starter(page).getByLabel("Description").fill("- Permits\n- Second van")
  await expectAccessible(page)
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(starter(page)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.keyboard.press("Escape")
  await expect(starter(page)).toBeVisible()
  await page.keyboard.press("Control+Enter")
  await expect(region(page, "Actions").getByRole("button", { name: "Permits", exact: true })).toBeVisible()
  await expect(starter(page)).toBeHidden()
})

test("typed text stays when somebody else adds a goal; a viewer never sees the starter", async ({ page, browser }) => {
  const { second, id, planId, close } = await together(page, browser)
  const empty = async () => {
    for (const goal of (await boardOf(page.request, planId)).goals) {
      await call(page.request, goalCalls.remove, { id: goal.id, planId })
    }
  }
  await empty()
  await expect(starter(second)).toBeVisible()
  await expect(starter(second).getByLabel("Plan name")).toBeHidden()
  await starter(second).getByLabel("Description").fill("Half a thought")
  await expect(starter(page)).toBeVisible()
  await starter(page).getByLabel("Description").fill("Harbour")
  await doIt(page).click()
  await chat(page).getByRole("button", { name: "Publish drafts" }).click()
  await expect(chat(page).getByText("Published 1 goal, 1 action.")).toBeVisible()
  // Others see drafts too, and a plan of drafts would be begun anew.
  await expect(card(region(second, "Actions"), "Harbour")).toBeVisible()
  await expect(second.locator(".draft")).toHaveCount(0)
  await expect(starter(second).getByLabel("Description")).toHaveValue("Half a thought")
  // The plan has cards now: the text waits in the chat, where it is in sight.
  await doIt(second).click()
  await expect(chat(second).getByRole("textbox")).toHaveValue("Half a thought")

  await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
  await empty()
  await expect(starter(page)).toBeVisible()
  await second.reload()
  await expect(second.getByText("Name one thing worth reaching")).toBeVisible()
  await expect(starter(second)).toBeHidden()
  await close()
})
