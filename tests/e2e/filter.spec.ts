// The filter of a board: its bar, its address, what it hides, and how cards are moved while it is on.
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { viewCalls } from "~/contract/view"
import { expectAccessible } from "./accessible"
import { card, column, moveByKeys } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother } from "./contexts"
import { expect, join, openBoard, openSample, test, withPlan } from "./people"
import { layoutFaults } from "./screen-checks"

test("the bar narrows the board by several fields, says how much it shows, and is cleared", async ({ page }) => {
  await openSample(page, "filter")
  const goals = page.getByRole("region", { name: "Goals" })
  const lanes = page.getByRole("region", { name: "Focus" })
  const all = Number(await goals.locator(".count").first().textContent())
  await page.locator("body").press("Shift+F")
  const bar = page.getByRole("region", { name: "Filter" })
  await expect(bar.getByLabel("Filter by text")).toBeFocused()

  await test.step("a text shows the cards that have it, with their actions and goals", async () => {
    await page.keyboard.type("heritage")
    await expect(bar.getByRole("status")).toHaveText(/^[1-9]\d* of \d+ cards$/)
    await expect(goals.locator(".count").first()).toHaveText(new RegExp(`^\\d+ of ${all}$`))
    const tasks = lanes.locator("section.lane-column [data-card]")
    await expect(tasks.filter({ hasNotText: /heritage/i })).toHaveCount(0)
    await expect(tasks).not.toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step("a field that is set becomes a chip, and its list counts what each choice leaves", async () => {
    await bar.getByLabel("Filter by text").fill("")
    await bar.getByRole("button", { name: "Column" }).click()
    const list = page.getByRole("listbox", { name: "Column" })
    await expect(list.getByRole("option", { name: /^Doing/ })).toBeVisible()
    await expectAccessible(page)
    await list.getByRole("option", { name: /^Doing/ }).click()
    await list.getByRole("option", { name: /^Done/ }).click()
    await page.keyboard.press("Escape")
    await expect(bar.getByRole("button", { name: "Column Doing, Done" })).toBeFocused()
    await expect(page.locator(".lanes-header")).toContainText(/To Do\s*0 of \d+/)
    await bar.getByRole("button", { name: "Due" }).click()
    await page.getByRole("option", { name: /^No date/ }).click()
    await expect(page.getByRole("listbox")).toHaveCount(0)
    await expect(bar.getByRole("button", { name: "Due No date" })).toBeVisible()
  })

  await test.step("the address carries the filter, also over a reload and with a dialog", async () => {
    await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe('{"columns":[1,2],"due":"none"}')
    await page.reload()
    await expect(bar.getByRole("button", { name: "Column Doing, Done" })).toBeVisible()
    await expect(page.locator(".lanes-header")).toContainText(/To Do\s*0 of \d+/)
  })

  await test.step("with the bar closed, a chip beside the plan's name names the filter and takes it off", async () => {
    await bar.getByRole("button", { name: "Close the filter bar" }).click()
    await expect(bar).toHaveCount(0)
    const chip = page.getByRole("button", { name: "Filter No date, Doing, Done" })
    await expect(chip).toBeFocused()
    await page.getByRole("button", { name: "Remove the filter" }).click()
    await expect(page.locator(".lanes-header")).not.toContainText(" of ")
    await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBeNull()
  })

  await test.step("where nothing matches it says so, and clears the filter", async () => {
    await page.locator("body").press("Shift+F")
    await expect(bar.getByLabel("Filter by text")).toBeFocused()
    await page.keyboard.type("zzzz")
    await expect(page.getByRole("heading", { name: "No cards match." })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Clear the filter" }).click()
    await expect(page.locator(".lanes-header")).not.toContainText(" of ")
  })
})

test("with every field set, long names give way to the other words of the bar, which wraps on a narrow screen", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "filter")
  const { goals, plan } = await boardOf(page.request, planId)
  const names = ["The first of the long names", "The second of the long names", "The third of the long names"]
  const labelIds: number[] = []
  for (const name of names) labelIds.push((await call(page.request, labelCalls.create, { planId, name })).id)
  const filter = {
    ownerIds: [plan.ownerId, null],
    labelIds,
    due: "week",
    goalIds: goals.map(({ id }) => id),
    columns: [0, 1],
    blocked: true,
  }
  await page.goto(`/board?planId=${planId}&filter=${encodeURIComponent(JSON.stringify(filter))}`)
  const bar = page.getByRole("region", { name: "Filter" })
  const count = bar.getByRole("status")
  await expect(count).toHaveText(/^\d+ of \d+ cards$/)
  for (const width of [1920, 1366, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 768 })
    await expect
      .poll(async () => {
        const faults = await layoutFaults(page, ["No owner", ...names, ...goals.map(({ name }) => name)])
        return faults.filter((fault) => !fault.startsWith("English"))
      }, `at ${width} px`)
      .toEqual([])
    const lines = () =>
      count.evaluate((words) => {
        const range = document.createRange()
        range.selectNodeContents(words)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
    await expect.poll(lines, `at ${width} px`).toBe(1)
  }
  await test.step("long names leave short ones whole", async () => {
    await page.setViewportSize({ width: 1440, height: 768 })
    const chips = bar.locator(".filter-field[data-names]")
    const isCut = (at: number) =>
      chips
        .nth(at)
        .locator("b")
        .evaluate((names) => names.scrollWidth > names.clientWidth)
    await expect.poll(() => isCut(0)).toBe(false)
    expect(await isCut(1)).toBe(true)
  })
  // German words of fields are long: names need the room more.
  const german = await (await openAnother(page, browser, { locale: "de-DE" })).newPage()
  await german.goto(page.url())
  for (const width of [1366, 1280]) {
    await german.setViewportSize({ width, height: 768 })
    const shown = german.locator(".filter-field[data-names] b")
    await expect(shown).toHaveCount(3)
    for (const each of await shown.all())
      await expect.poll(async () => (await each.boundingBox())?.width ?? 0, `at ${width} px`).toBeGreaterThan(45)
  }
})

test("a task moved among the shown ones keeps the hidden ones in their order, and one changed here stays", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "empty", "filter-moves")
  const { request } = page
  const goal = await call(request, goalCalls.create, { planId, name: "Goal" })
  const { id: itemId } = await call(request, itemCalls.create, { planId, goalId: goal.id, topic: "Lane", focus: true })
  const names = ["Alpha one", "Hidden one", "Alpha two", "Hidden two", "Alpha three"]
  for (const description of names) await call(request, taskCalls.create, { planId, itemId, description })
  await openBoard(page, planId)
  const shown = async () => {
    const texts = await column(page, "To Do", "Lane").locator("[data-card]").allTextContents()
    return texts.map((text) => text.trim())
  }
  await expect.poll(shown).toEqual(names)
  await page.locator("body").press("Shift+F")
  await page.keyboard.type("alpha")
  await expect.poll(shown).toEqual(["Alpha one", "Alpha two", "Alpha three"])
  await moveByKeys(page, card(page, "Alpha two"), ["ArrowUp"])
  await expect.poll(shown).toEqual(["Alpha two", "Alpha one", "Alpha three"])

  await card(page, "Alpha one").focus()
  await page.keyboard.press("F2")
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.type("Beta")
  await page.keyboard.press("Enter")
  const stored = async () => (await boardOf(request, planId)).tasks
  await expect.poll(async () => (await stored()).some(({ description }) => description === "Beta")).toBe(true)
  expect(await shown()).toEqual(["Alpha two", "Beta", "Alpha three"])

  const other = (await stored()).find(({ description }) => description === "Alpha three")
  await call(request, taskCalls.update, { planId, id: other?.id ?? 0, description: "Gamma" })
  await expect.poll(shown).toEqual(["Alpha two", "Beta"])

  await page.getByRole("button", { name: "Clear", exact: true }).click()
  await expect.poll(shown).toEqual(["Alpha two", "Beta", "Hidden one", "Hidden two", "Gamma"])
})

test("an address with an unreadable filter opens the whole board and says so", async ({ page }) => {
  await openSample(page, "filter-link")
  await page.goto(`${new URL(page.url()).pathname}?filter=%7B%22owner%22%3A1%7D`)
  await expect(page.getByText("The filter in this address cannot be read.")).toBeVisible()
  await expect(page.locator(".lanes-header")).not.toContainText(" of ")
})

test("an address whose filter names what is deleted, or another plan's, says so, shows no card, and is cleared", async ({
  page,
}) => {
  const { planId } = await withPlan(page, "sample", "filter-gone")
  const { id: other } = await call(page.request, planCalls.createSample, {})
  const theirs = (await boardOf(page.request, other)).goals[0]?.id ?? 0
  const label = await call(page.request, labelCalls.create, { planId, name: "Gone" })
  await call(page.request, labelCalls.remove, { planId, id: label.id })
  const bar = page.getByRole("region", { name: "Filter" })
  for (const [filter, name] of [
    [{ labelIds: [label.id] }, "A deleted label"],
    [{ goalIds: [theirs] }, "A deleted goal"],
  ] as const) {
    await page.goto(`/board?planId=${planId}&filter=${encodeURIComponent(JSON.stringify(filter))}`)
    await expect(bar.getByText(name)).toBeVisible()
    await expect(bar.getByRole("status")).toHaveText(/^0 of \d+ cards$/)
    await bar.getByRole("button", { name: "Clear", exact: true }).click()
    await expect(page.locator(".lanes-header")).not.toContainText(" of ")
  }
})

test("a view is saved and shared, opened by its number or its link, changed, and gone once it is deleted", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "views")
  const viewsOf = () => call(page.request, viewCalls.list, { planId })
  const { context } = await join(page, browser, planId)
  const other = await context.newPage()
  await openBoard(other, planId)
  await page.locator("body").press("v")
  const list = page.getByRole("dialog", { name: "Views" })
  await expect(list.getByText("Set a filter first.")).toBeVisible()
  await page.keyboard.press("Escape")

  await page.locator("body").press("Shift+F")
  const bar = page.getByRole("region", { name: "Filter" })
  await bar.getByRole("button", { name: "Column" }).click()
  await page.getByRole("option", { name: /^Doing/ }).click()
  await page.keyboard.press("Escape")
  await bar.getByRole("button", { name: "Save view" }).click()
  await list.getByRole("button", { name: "Save this view" }).click()
  await list.getByLabel("Name of the view").fill("Under way")
  await list.getByText("Share with the plan").click()
  await expectAccessible(page)
  await list.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("button", { name: "Under way" })).toBeVisible()
  await expect(bar.getByRole("button", { name: "Save view" })).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).searchParams.get("view")).toMatch(/^\d+$/)

  await test.step("another member opens it by its number, and by its link", async () => {
    await other.locator("body").press("v")
    await expect(other.getByRole("dialog", { name: "Views" }).getByRole("button", { name: /^Under way/ })).toBeVisible()
    await expectAccessible(other)
    await other.keyboard.press("1")
    await expect(other.locator(".lanes-header")).toContainText(/To Do\s*0 of \d+/)
    await other.goto(page.url())
    await expect(other.getByRole("button", { name: "Under way" })).toBeVisible()
    await expect(other.locator(".lanes-header")).toContainText(/To Do\s*0 of \d+/)
  })

  await test.step("who made it updates its filter and its name", async () => {
    await bar.getByRole("button", { name: "Due" }).click()
    await page.getByRole("option", { name: /^No date/ }).click()
    await bar.getByRole("button", { name: "Update view" }).click()
    await expect(bar.getByRole("button", { name: "Update view" })).toHaveCount(0)
    await page.getByRole("button", { name: "Under way" }).click()
    await list.getByRole("button", { name: "Menu of Under way" }).click()
    await expect(list.getByRole("button", { name: "Rename" })).toBeFocused()
    await page.keyboard.press("Enter")
    await page.keyboard.type("In progress")
    await page.keyboard.press("Enter")
    await expect(list.getByRole("button", { name: /^In progress/ })).toBeVisible()
  })

  await test.step("a link to a deleted view opens the board and says so", async () => {
    await expect(page).toHaveURL(/[?&]view=\d+/)
    const link = page.url()
    await list.getByRole("button", { name: "Menu of In progress" }).click()
    await list.getByRole("button", { name: "Delete" }).click()
    await expect(page.getByText("“In progress” is deleted.")).toBeVisible()
    await expect.poll(viewsOf).toEqual([])
    await other.goto(link)
    await expect(other.getByText("This view has been deleted.")).toBeVisible()
    await expect(other.locator(".lanes-header")).not.toContainText(" of ")
  })

  await test.step("its deletion is undone; without a connection views are listed, saved and renamed all the same, and a name being typed stays", async () => {
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+z")
    await expect.poll(async () => (await viewsOf()).map(({ name }) => name)).toEqual(["In progress"])
    await page.context().setOffline(true)
    await page.locator("body").press("v")
    await list.getByRole("button", { name: /^In progress/ }).click()
    await page.locator("body").press("v")
    await list.getByRole("button", { name: "Save this view" }).click()
    await list.getByLabel("Name of the view").fill("On the train")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("button", { name: "On the train" })).toBeVisible()
    await page.locator("body").press("v")
    await list.getByRole("button", { name: "Menu of On the train" }).click()
    await expect(list.getByRole("button", { name: "Rename" })).toBeFocused()
    await page.keyboard.press("Enter")
    await page.keyboard.type("At home")
    await page.keyboard.press("Enter")
    await list.getByRole("button", { name: "Menu of At home" }).click()
    await expect(list.getByRole("button", { name: "Rename" })).toBeFocused()
    await page.keyboard.press("Enter")
    await page.keyboard.type("On the way")
    await page.context().setOffline(false)
    await expect.poll(async () => (await viewsOf()).map(({ name }) => name)).toEqual(["In progress", "At home"])
    await expect.poll(() => new URL(page.url()).searchParams.get("view")).toMatch(/^\d+$/)
    await expect(list.getByLabel("Name of the view")).toHaveValue("On the way")
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await viewsOf()).map(({ name }) => name)).toEqual(["In progress", "On the way"])
  })
})

test("a viewer takes the deletion of their own view back by keys and by the menu", async ({ page, browser }) => {
  const { planId } = await openSample(page, "viewer-views")
  const { context, id } = await join(page, browser, planId, "Grace")
  await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
  const viewer = await context.newPage()
  const names = async () => (await call(context.request, viewCalls.list, { planId })).map(({ name }) => name)
  await call(context.request, viewCalls.create, { planId, name: "Under way", filter: { columns: [1] } })
  await openBoard(viewer, planId)
  const menu = viewer.getByRole("menu", { name: "Board menu" })
  await viewer.getByRole("button", { name: "Board menu" }).click()
  await expect(menu.getByRole("menuitem").first()).toBeFocused()
  await expect(menu.getByRole("menuitem", { name: /^Undo/ })).toHaveCount(0)
  await viewer.keyboard.press("Escape")
  const remove = async () => {
    await viewer.locator("body").press("v")
    const list = viewer.getByRole("dialog", { name: "Views" })
    await list.getByRole("button", { name: "Menu of Under way" }).click()
    await list.getByRole("button", { name: "Delete" }).click()
    await expect.poll(names).toEqual([])
    await viewer.keyboard.press("Escape")
  }
  await remove()
  await viewer.keyboard.press("Control+z")
  await expect.poll(names).toEqual(["Under way"])
  await viewer.keyboard.press("Control+Shift+z")
  await expect.poll(names).toEqual([])
  await viewer.getByRole("button", { name: "Board menu" }).click()
  await menu.getByRole("menuitem", { name: /^Undo/ }).click()
  await expect.poll(names).toEqual(["Under way"])
})

test("on a phone the filter is under More, as a sheet and a strip", async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { planId } = await openSample(page, "filter-phone")
  const more = page.getByRole("dialog", { name: "More" })
  await page.getByRole("button", { name: "More" }).click()
  await expect(more.getByRole("button", { name: "Filter" })).toHaveText("FilterOff")
  await expect(more.getByRole("button", { name: "Views" })).toHaveText("Views")
  await more.getByRole("button", { name: "Filter" }).click()
  const sheet = page.getByRole("dialog", { name: "Filter" })
  await expect(sheet).toBeVisible()
  await sheet.getByRole("button", { name: /^Column/ }).click()
  await sheet.getByRole("option", { name: /^Doing/ }).click()
  await expectAccessible(page)
  await sheet.getByRole("button", { name: "Back" }).click()
  await expect(sheet.getByRole("button", { name: "Column Doing" })).toBeFocused()
  await expect(sheet.getByRole("listbox")).toHaveCount(0)
  await expectAccessible(page)
  await test.step("a single choice leads back, and so does the device's Back", async () => {
    await sheet.getByRole("button", { name: /^Due/ }).click()
    const dates = sheet.getByRole("listbox", { name: "Due" })
    await dates.getByRole("option", { name: /^No date/ }).click()
    await expect(sheet.getByRole("button", { name: "Due No date" })).toBeFocused()
    await sheet.getByRole("button", { name: /^Due/ }).click()
    await expect(dates.getByRole("option", { name: /^No date/ })).toHaveAttribute("aria-selected", "true")
    await page.goBack()
    await expect(dates).toHaveCount(0)
    await expect(sheet).toBeVisible()
    await sheet.getByRole("button", { name: "Clear" }).click()
    await sheet.getByRole("button", { name: /^Column/ }).click()
    await sheet.getByRole("option", { name: /^Doing/ }).click()
  })
  await sheet.getByRole("button", { name: /^Show \d+ cards?$/ }).click()
  await expect(page.getByRole("button", { name: /^Filter Doing \d+ of \d+ cards$/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Remove the filter" }).click()
  await expect(page.getByRole("button", { name: /^Filter Doing/ })).toHaveCount(0)
  await test.step("the switch of columns has room for its counts in German", async () => {
    const context = await openAnother(page, browser, { locale: "de-DE", viewport: { width: 390, height: 844 } })
    const german = await context.newPage()
    await german.goto(`/board?planId=${planId}&filter=${encodeURIComponent('{"columns":[1]}')}`)
    const done = german.getByRole("button", { name: /^Erledigt\s*0 von \d+$/ })
    await expect(done).toBeInViewport({ ratio: 1 })
    await german.close()
  })
  await page.goto(`/board?planId=${planId}&filter=${encodeURIComponent('{"text":"zzzz"}')}`)
  await expect(page.getByRole("heading", { name: "No cards match." })).toBeVisible()
  await page.getByRole("button", { name: "Clear the filter" }).click()
  await expect(page.locator(".focus-page").first()).toBeVisible()
})
