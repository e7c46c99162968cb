// Labels: chips on cards, the picker, the dialog's row, and the plan's list of them in its settings.
import type { Page } from "@playwright/test"
import { itemCalls } from "~/contract/item"
import { labelCalls, mostLabels } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { linkCalls } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { card, openMenu, said } from "./board-hands"
import { boardOf, call } from "./calls"
import { openContext } from "./contexts"
import { expect, join, openBoard, openSample, test, withPlan } from "./people"

const task = "Book the heritage office slot"
const action = "Power for the depot side"

const cardOf = (page: Page, name: string) => page.locator(".task-card, .action-card").filter({ hasText: name })
const chips = (page: Page, name: string) => cardOf(page, name).locator(".label-chip:not([data-more])")
const picker = (page: Page) => page.getByRole("dialog", { name: "Labels" })
const field = (page: Page) => picker(page).getByRole("combobox")
const settings = (page: Page) => page.getByRole("dialog", { name: "Plan admin" })

/** Focuses and selects a card without a pointer. */
const select = async (page: Page, name: string) => {
  await card(page, name).focus()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowUp")
}

test("a plan without labels shows none; L names the first one in place, and one undo takes both back", async ({
  page,
}) => {
  const { planId } = await openSample(page, "first")
  await expect(page.locator(".label-chip")).toHaveCount(0)
  await card(page, task).click()
  await expect(cardOf(page, task).getByRole("button", { name: "Labels" })).toHaveCount(0)
  await page.keyboard.press("l")
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAttribute("placeholder", "Name your first label")
  await expect(picker(page).getByText("Labels group cards across goals.")).toBeVisible()
  await page.keyboard.type("Permit")
  await expect(picker(page).getByRole("option")).toHaveText([/^Create “Permit”/])
  await expectAccessible(page, ".label-picker")
  await picker(page).getByRole("radio", { name: "cobalt" }).check()
  await field(page).press("Enter")
  await expect(picker(page)).toHaveCount(0)
  await expect(chips(page, task)).toHaveText(["Permit"])
  await expect
    .poll(async () => (await boardOf(page.request, planId)).labels.map(({ name, color }) => [name, color]))
    .toEqual([["Permit", expect.stringMatching(/^#[0-9a-f]{6}$/)]])

  await page.keyboard.press("Control+z")
  await expect(chips(page, task)).toHaveCount(0)
  await expect.poll(async () => (await boardOf(page.request, planId)).labels).toEqual([])
  await page.keyboard.press("Control+y")
  await expect(chips(page, task)).toHaveText(["Permit"])
})

/** A sample plan with labels of these names, of which some cards have some. */
const labelled = async (page: Page, names: readonly string[], on: Record<string, number[]>) => {
  const { planId } = await withPlan(page, "sample")
  const { request } = page
  const ids: number[] = []
  for (const name of names) ids.push((await call(request, labelCalls.create, { planId, name })).id)
  const { items, tasks } = await boardOf(request, planId)
  for (const [text, places] of Object.entries(on)) {
    const labelIds = places.map((at) => ids[at] as number)
    const [item, row] = [items.find(({ topic }) => topic === text), tasks.find((each) => each.description === text)]
    if (item) await call(request, itemCalls.update, { planId, id: item.id, labelIds })
    if (row) await call(request, taskCalls.update, { planId, id: row.id, labelIds })
  }
  return { planId, ids }
}

test("labels are ticked by keys and pointer on tasks and actions, and in the dialog", async ({ page }) => {
  const { planId } = await labelled(page, ["Permit", "Roads", "Field work"], { [task]: [1], [action]: [0] })
  await openBoard(page, planId)
  await expect(chips(page, task)).toHaveText(["Roads"])
  await card(page, task).click()
  const button = cardOf(page, task).getByRole("button", { name: "Labels of this card: Roads" })
  await expect(button).toBeVisible()
  const resting = await cardOf(page, task).boundingBox()
  await button.click()
  await expect(field(page)).toBeFocused()
  // Ticked by Space while the field is empty; the list stays. The chips are in the plan's order.
  await page.keyboard.press("Space")
  await expect(chips(page, task)).toHaveText(["Permit", "Roads"])
  await expect(picker(page).getByRole("option", { selected: true })).toHaveText(["Permit", "Roads"])
  await page.keyboard.type("FIELD")
  await expect(picker(page).getByRole("option")).toHaveText(["Field work", "Create “FIELD”"])
  await page.keyboard.press("Enter")
  await expect(picker(page)).toHaveCount(0)
  await expect(button.or(cardOf(page, task).getByRole("button", { name: /^Labels of this card/ }))).toBeFocused()
  await expect(chips(page, task)).toHaveText(["Permit", "Roads", "Field work"])
  await expect
    .poll(async () => (await cardOf(page, task).boundingBox())?.height)
    .toBeLessThanOrEqual((resting?.height ?? 0) + 23)

  // Another person's typing of a name that there is, in other letters, offers no second one.
  await page.keyboard.press("l")
  await field(page).fill("permit")
  await expect(picker(page).getByRole("option")).toHaveText(["Permit"])
  await picker(page).getByRole("option", { name: "Permit" }).click()
  await page.keyboard.press("Escape")
  await expect(chips(page, task)).toHaveText(["Roads", "Field work"])

  const dialog = await openMenu(page, action)
  const row = dialog.getByRole("group", { name: "Labels" })
  await expect(row.locator(".label-chip")).toHaveText(["Permit"])
  await row.getByRole("button", { name: "Choose labels" }).click()
  await picker(page).getByRole("option", { name: "Roads" }).click()
  await page.keyboard.press("Escape")
  await expect(row.locator(".label-chip")).toHaveText(["Permit", "Roads"])
  await expectAccessible(page, "[role=dialog]")
  await row.getByRole("button", { name: "Remove the label Permit" }).press("Backspace")
  await expect(row.locator(".label-chip")).toHaveText(["Roads"])
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(chips(page, action)).toHaveText(["Roads"])
  await expectAccessible(page, "main")
})

test("a card shows two lines of chips at most, then the number of the others", async ({ page }) => {
  const long = "Waiting for the supplier’s written answer to the third offer"
  const names = ["Permit", "Roads", long, "تصميم", "Legal review", "Winter", "Money"]
  const { planId } = await labelled(page, names, { [task]: [0, 1, 2, 3, 4, 5, 6], [action]: [0] })
  await openBoard(page, planId)
  const more = cardOf(page, task).locator("[data-more]")
  for (const width of [1920, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(more).toHaveText(/^\+\d$/)
    const box = cardOf(page, task).locator(".card-labels")
    await expect(async () => {
      const edges = await box.boundingBox()
      expect(edges?.height).toBeLessThanOrEqual(40)
      const last = await more.boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((edges?.y ?? 0) + (edges?.height ?? 0) + 1)
      const shown = names.length - Number((await more.textContent())?.slice(1))
      // Those counted are out of sight.
      const next = await chips(page, task).nth(shown).boundingBox()
      expect(next?.y).toBeGreaterThanOrEqual((edges?.y ?? 0) + 39)
    }).toPass()
    // Selected, the chips are one button.
    await card(page, task).click()
    await expect(
      cardOf(page, task).getByRole("button", { name: /^Labels of this card: Permit, Roads, / }),
    ).toBeVisible()
    await expect(more).toHaveText(/^\+\d$/)
    await page.keyboard.press("Escape")
  }
  const uncounted = await cardOf(page, task)
    .locator(".card-labels")
    .evaluate(async (box: HTMLElement) => {
      const wrong: string[] = []
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
      const numbers = () => {
        const bottom = box.getBoundingClientRect().bottom
        const all = [...box.querySelectorAll(".label-chip:not([data-more])")]
        const hidden = all.filter((chip) => chip.getBoundingClientRect().top >= bottom).length
        return [hidden, Number(box.querySelector("[data-more]")?.textContent ?? 0)]
      }
      for (let width = 150; width <= 340; width += 1.5) {
        box.style.width = `${width}px`
        await frame()
        // The card is measured after its layout, and drawn again some frames later on a busy machine.
        for (let frames = 0; frames < 100 && numbers()[0] !== numbers()[1]; frames++) await frame()
        const [hidden, counted] = numbers()
        if (hidden !== counted) wrong.push(`${width} px: ${hidden} hidden, ${counted} counted`)
      }
      box.style.width = ""
      return wrong
    })
  expect(uncounted).toEqual([])
  await page.emulateMedia({ forcedColors: "active" })
  await expect(chips(page, action).first()).toHaveCSS("border-top-width", "1px")
  await expect(chips(page, action).first().locator(".label-dot")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)")
})

const rows = (page: Page) => settings(page).locator(".label-row")
const namesIn = async (page: Page) =>
  Promise.all((await rows(page).locator("input").all()).map((each) => each.inputValue()))

test("Plan settings: labels are added, named, coloured, moved, merged and deleted, each with an undo", async ({
  page,
}) => {
  const { planId } = await labelled(page, ["Permit", "Roads", "Winter"], { [task]: [0, 1], [action]: [1] })
  await page.goto(`/plan/${planId}/settings/labels`)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).locator(".secondary")).toHaveText(["1 card", "2 cards", "No cards"])
  await expectAccessible(page, "[role=dialog]")

  // A new one, whose name is free.
  const added = settings(page).getByRole("textbox", { name: "New label" })
  await added.fill("roads")
  await expect(settings(page).getByText("There is already a label “Roads”.")).toBeVisible()
  await added.press("Enter")
  await added.fill("Money")
  await added.press("Enter")
  await expect.poll(() => namesIn(page)).toEqual(["Permit", "Roads", "Winter", "Money"])
  await expect(added).toHaveValue("")

  // Its name is saved by Enter and on leaving; Escape takes the letters back.
  const named = (name: string) => settings(page).getByRole("textbox", { name: `Name of ${name}` })
  await named("Winter").fill("Cold")
  await named("Winter").press("Escape")
  await expect(named("Winter")).toHaveValue("Winter")
  await named("Winter").fill("Ice")
  await named("Winter").press("Enter")
  await expect(named("Ice")).toBeVisible()
  await settings(page).getByRole("button", { name: "Colour of Ice" }).click()
  const colours = page.getByRole("dialog", { name: "Colour of Ice" })
  await colours.getByRole("radio", { name: "cobalt" }).check()
  await page.keyboard.press("Escape")
  await expect(colours).toHaveCount(0)
  await expect
    .poll(async () => (await boardOf(page.request, planId)).labels.find(({ name }) => name === "Ice")?.color)
    .not.toBe(undefined)

  // By keys and by pointer.
  const handle = (name: string) => settings(page).getByRole("button", { name: `Move ${name}` })
  await handle("Ice").press("Space")
  await expect(handle("Ice")).toHaveAttribute("aria-pressed", "true")
  await page.keyboard.press("ArrowUp")
  await expect.poll(() => said(page)).toContain("Ice")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Space")
  await expect.poll(() => namesIn(page)).toEqual(["Ice", "Permit", "Roads", "Money"])
  await expect(handle("Ice")).toBeFocused()
  await handle("Money").hover()
  await page.mouse.down()
  const target = await handle("Permit").boundingBox()
  await page.mouse.move((target?.x ?? 0) + 8, (target?.y ?? 0) + 12, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => namesIn(page)).toEqual(["Ice", "Money", "Permit", "Roads"])
  await expect
    .poll(async () => (await boardOf(page.request, planId)).labels.map(({ name }) => name))
    .toEqual(["Ice", "Money", "Permit", "Roads"])

  // A name that another has: the two can become one.
  await named("Permit").fill("ROADS")
  await settings(page).getByRole("button", { name: "Merge into “Roads”" }).click()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect.poll(() => namesIn(page)).toEqual(["Ice", "Money", "Permit", "Roads"])
  await expect(rows(page).locator(".secondary")).toHaveText(["No cards", "No cards", "1 card", "2 cards"])

  // One that no card has goes at once; another after a question, with the focus on Cancel.
  await settings(page).getByRole("button", { name: "Delete Ice" }).click()
  await expect.poll(() => namesIn(page)).toEqual(["Money", "Permit", "Roads"])
  await settings(page).getByRole("button", { name: "Delete Roads" }).click()
  await expect(settings(page).getByText("It will be removed from 2 cards.")).toBeVisible()
  await expect(settings(page).getByRole("button", { name: "Cancel" })).toBeFocused()
  await expectAccessible(page, "[role=dialog]")
  await settings(page).getByRole("button", { name: "Delete", exact: true }).click()
  await expect.poll(() => namesIn(page)).toEqual(["Money", "Permit"])
  await settings(page).getByRole("button", { name: "Close" }).click()
  await expect(chips(page, action)).toHaveCount(0)
  await page.keyboard.press("Control+z")
  await expect(chips(page, action)).toHaveText(["Roads"])
  await expect(chips(page, task)).toHaveText(["Permit", "Roads"])
})

test("two people label at once, a reload keeps it, and a viewer sees the chips only", async ({ page, browser }) => {
  const { planId } = await labelled(page, ["Permit", "Roads"], { [task]: [0] })
  await openBoard(page, planId)
  const { context, id } = await join(page, browser, planId, "Grace")
  const second = await context.newPage()
  await openBoard(second, planId)
  for (const [at, label] of [
    [page, "Cedar"],
    [second, "cedar"],
  ] as const) {
    await card(at, at === page ? task : "Tree-root survey").click()
    await at.keyboard.press("l")
    await expect(field(at)).toBeFocused()
    await field(at).fill(label)
    await expect(picker(at).getByRole("option")).toHaveText([/^Create/])
  }
  await Promise.all([page.keyboard.press("Enter"), second.keyboard.press("Enter")])
  for (const at of [page, second]) {
    await expect(chips(at, task)).toHaveText(["Permit", /cedar/i])
    await expect(chips(at, "Tree-root survey")).toHaveText([/cedar/i])
  }
  await expect.poll(async () => (await boardOf(page.request, planId)).labels.length).toBe(3)
  await second.reload()
  await expect(chips(second, task)).toHaveText(["Permit", /cedar/i])

  await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
  await second.reload()
  await expect(second.getByText("View only")).toBeVisible()
  await expect(chips(second, task)).toHaveText(["Permit", /cedar/i])
  await select(second, task)
  await second.keyboard.press("l")
  await expect(picker(second)).toHaveCount(0)
  await expect(cardOf(second, task).getByRole("button", { name: /^Labels of/ })).toHaveCount(0)
  await context.close()
})

test("on a phone the picker is a sheet with Done, and the list of 100 labels is full", async ({ page }) => {
  const names = Array.from({ length: mostLabels }, (_, at) => `Street ${at + 1}`)
  const { planId } = await labelled(page, names, { [task]: [0] })
  await page.setViewportSize({ width: 390, height: 844 })
  await openBoard(page, planId)
  await page.getByRole("button", { name: `Menu of ${task}`, exact: true }).click()
  const row = page.getByRole("group", { name: "Labels" })
  const layers = () => page.evaluate(() => history.state?.layers ?? 0)
  const below = await layers()
  await row.getByRole("button", { name: "Choose labels" }).click()
  // Only those in sight are in the document.
  await expect(picker(page).getByRole("option").first()).toHaveAttribute("aria-setsize", String(mostLabels))
  const option = picker(page).getByRole("option", { name: "Street 3", exact: true })
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(52)
  await option.click()
  await expectAccessible(page, ".label-picker")
  await field(page).fill("Quay")
  await expect(picker(page).getByText(/at most 100 labels/)).toBeVisible()
  await picker(page).getByRole("button", { name: "Done" }).click()
  await expect(row.locator(".label-chip")).toHaveText(["Street 1", "Street 3"])

  await expect(picker(page)).toHaveCount(0)
  // The picker that closed goes back in the tab's history, which ends a visit that has begun.
  await expect.poll(layers).toBe(below)
  await page.goto(`/plan/${planId}/settings/labels`)
  await expect(rows(page)).toHaveCount(mostLabels)
  const add = settings(page).getByRole("button", { name: "Add" })
  await expect(add).toHaveAttribute("aria-disabled", "true")
  await expect(settings(page).getByText(/at most 100 labels/)).toBeVisible()
})

test("visitors of the public page see the labels of cards, and can pick none", async ({ page, browser }) => {
  const { planId, ids } = await labelled(page, ["Permit", "Roads"], { [task]: [1], [action]: [0] })
  const { tasks } = await boardOf(page.request, planId)
  const [blocker, own] = [tasks.find(({ type }) => type === 1), tasks.find(({ description }) => description === task)]
  if (!blocker || !own) throw new Error("The sample plan has no such tasks.")
  await call(page.request, taskCalls.update, { planId, id: own.id, blockedByIds: [blocker.id] })
  const { url } = await call(page.request, linkCalls.makeLink, { planId })
  const visitor = await (await openContext(browser)).newPage()
  await visitor.goto(url)
  await expect(chips(visitor, task)).toHaveText(["Roads"])
  await expect(chips(visitor, action)).toHaveText(["Permit"])
  await expect(visitor.locator(".card-labels button")).toHaveCount(0)
  await expect(visitor.locator(".waits")).toHaveCount(0)
  await call(page.request, labelCalls.update, { planId, id: ids[1] as number, name: "Streets" })
  await expect(chips(visitor, task)).toHaveText(["Streets"])
})
