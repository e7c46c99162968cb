// The first-plan starter: when it is shown, what it creates, and that it never gets in the way.

import type { Page } from "@playwright/test"
import { fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { card, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, signIn, test, together } from "./people"

const starter = (page: Page) => page.getByRole("dialog", { name: "Let's make your first plan!" })
const doIt = (page: Page) => starter(page).getByRole("button", { name: "Do it" })

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
  await starter(page).getByRole("button", { name: "Close" }).click()
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
})

test("an outline becomes goals, actions and tasks of the named plan, with its files; one undo reverts it", async ({
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
  const brief = { name: "brief.txt", mimeType: "text/plain", buffer: Buffer.from("brief") }
  await (await choosing).setFiles([brief, { ...brief, name: "wrong.txt" }])
  await starter(page)
    .getByRole("listitem")
    .filter({ hasText: "wrong.txt" })
    .getByRole("button", { name: "Remove attachment" })
    .click()
  await doIt(page).click()

  await expect(starter(page)).toBeHidden()
  await expect(card(region(page, "Goals"), "Docks")).toBeFocused()
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
      files.map(({ friendlyName }) => friendlyName),
    ]
  }
  await expect.poll(stored).toEqual([
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
    ["brief.txt"],
  ])
  await page.keyboard.press("Control+z")
  await expect(card(region(page, "Goals"), "Docks")).toBeHidden()
  await expect(starter(page)).toBeVisible()
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
  await expect(card(region(page, "Goals"), "We want twelve more docks before June.")).toBeVisible()
})

test("the starter takes no shortcuts or focus from the board, and keyboard moves are remembered", async ({ page }) => {
  await newPlan(page)
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
  expect(await place()).toEqual(after)
  await page.reload()
  expect(await place()).toEqual(after)

  await starter(page).getByLabel("Description").fill("- Permits\n- Second van")
  await page.keyboard.press("Escape")
  await expect(starter(page)).toBeVisible()
  await page.keyboard.press("Control+Enter")
  await expect(region(page, "Actions").getByRole("button", { name: "Permits", exact: true })).toBeVisible()
  await expect(starter(page)).toBeHidden()
})

test("Escape closes the starter while nothing is typed", async ({ page }) => {
  await newPlan(page)
  await starter(page).getByLabel("Description").focus()
  await page.keyboard.press("Escape")
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
  await expect(card(region(second, "Goals"), "Harbour")).toBeVisible()
  await expect(starter(second).getByLabel("Description")).toHaveValue("Half a thought")

  await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
  await empty()
  await expect(starter(page)).toBeVisible()
  await second.reload()
  await expect(second.getByText("Name one thing worth reaching")).toBeVisible()
  await expect(starter(second)).toBeHidden()
  await close()
})

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test(`no serious accessibility findings at ${width} px, and the board's buttons stay uncovered`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await newPlan(page)
    await starter(page).getByLabel("Description").fill("Twelve docks")
    await expectAccessible(page)
    await expect(starter(page)).toBeInViewport({ ratio: 1 })
    if (width < 640) await page.getByRole("navigation").getByRole("button", { name: "Goals" }).click()
    await page.getByRole("button", { name: "Add new goal" }).click()
    await page.keyboard.type("By hand")
    await page.keyboard.press("Enter")
    await expect(card(region(page, "Goals"), "By hand")).toBeVisible()
  })
}
