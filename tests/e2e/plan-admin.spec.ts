import type { Page } from "@playwright/test"
import { linkCalls } from "~/contract/public-link"
import { expectAccessible } from "./accessible"
import { card, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, join, openBoard, openSample, openSettingsOf, test } from "./people"

const settings = (page: Page) => page.getByRole("dialog", { name: "Plan admin" })
const goTo = (page: Page, section: string) =>
  settings(page).getByRole("navigation").getByRole("link", { name: section, exact: true }).click()

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
)

test("the board stays open when the code of its settings can't be loaded", async ({ page }) => {
  await openSample(page, "admin")
  await page.route("**/assets/plan-admin-*.js", (route) => route.abort())
  await page.locator(".plan-button").click()
  await expect(page.getByText("Network error. Please check your connection and try again.")).toBeVisible()
  await expect(region(page, "Goals")).toBeVisible()
})

test("each section has an address, without a fault in it, that a reload and the Back button know", async ({ page }) => {
  const { planId } = await openSample(page, "admin")
  await page.locator(".plan-button").click()
  const sections = ["Plan", "People", "Labels", "Email", "AI", "History", "Export", "Integrations", "Delete plan"]
  await expect(settings(page).getByRole("navigation").getByRole("link")).toHaveText(sections)
  for (const [section, word = section.toLowerCase(), title = section] of [
    ["Plan"],
    ["People"],
    ["Labels"],
    ["Email"],
    ["AI"],
    ["History", "history", "Plan versions"],
    ["Export"],
    ["Integrations"],
    ["Delete plan", "delete"],
  ] as [string, string?, string?][]) {
    await test.step(section, async () => {
      await goTo(page, section)
      await expect(page).toHaveURL(`/board?planId=${planId}&open=settings/${word}`)
      await expect(settings(page).getByRole("heading", { name: title, level: 2, exact: true })).toBeVisible()
      await expect(settings(page).getByRole("link", { name: section, exact: true }).first()).toHaveAttribute(
        "aria-current",
        "page",
      )
      await expect(settings(page).getByText("Loading...")).toHaveCount(0)
      await expectAccessible(page, "[role=dialog]")
      // React Aria empties the title of its own inputs.
      await expect(page.locator("[title]:not(iframe, [title=''])")).toHaveCount(0)
    })
  }
  await page.reload()
  await expect(settings(page).getByRole("button", { name: "DELETE PLAN" })).toBeVisible()
  await page.goBack()
  await expect(settings(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/board$/)

  // The address that can be sent to others.
  await page.goto(`/plan/${planId}/settings/deleted`)
  await expect(settings(page).getByText("Nothing was deleted in the last 30 days.")).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await page.keyboard.press("Escape")
  await expect(settings(page)).toHaveCount(0)
})

test("on a phone the sections are a list first, and Back returns to the same row", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { planId } = await openSample(page, "pocket")
  const provider = { host: "model.example", model: "Oak 3" }
  await page.route("**/api/Ai/provider", (route) => route.fulfill({ json: { provider } }))
  await call(page.request, linkCalls.makeLink, { planId, expires: null, password: null })
  const list = settings(page).getByRole("heading", { name: "Plan settings" })
  const row = settings(page).getByRole("link", { name: "Email" })
  const back = settings(page).getByRole("button", { name: "Back", exact: true })
  for (const over of ["the board", "My Plans"]) {
    await test.step(over, async () => {
      if (over === "the board") await page.locator(".plan-button").click()
      else await openSettingsOf(page, "Bike share, phase two")
      await expect(list).toBeVisible()
      await expect(settings(page).getByText("Bike share, phase two").first()).toBeVisible()
      for (const name of ["People 1", "AI Oak 3", "Integrations Link"])
        await expect(settings(page).getByRole("link", { name, exact: true })).toBeVisible()
      expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await expectAccessible(page, "[role=dialog]")
      if (over === "the board") {
        await settings(page).getByRole("link", { name: "AI Oak 3" }).click()
        await expect(settings(page).getByText("Oak 3, model.example")).toBeVisible()
        await expect(settings(page).getByText(/^Each request sends model\.example the question,/)).toBeVisible()
        await back.click()
      }
      await settings(page).getByRole("link", { name: "Plan", exact: true }).click()
      await expect(settings(page).locator(".plan-about img")).toBeVisible()
      await back.click()
      await row.click()
      await expect(page).toHaveURL(new RegExp(`planId=${planId}&open=settings/email$`))
      await expect(back).toBeFocused()
      await back.click()
      await expect(list).toBeVisible()
      await expect(row).toBeFocused()
      await page.keyboard.press("Enter")
      await expect(back).toBeFocused()
      await page.goBack()
      await expect(row).toBeFocused()
      await back.click()
      await expect(settings(page)).toHaveCount(0)
      // The dialog that closed goes back in the tab's history, which ends a visit that has begun.
      await expect(page).toHaveURL(over === "the board" ? /\/board$/ : /\/$/)
      await page.goto("/")
    })
  }
})

test("a member sees the plan, its labels, their email and the export, and leaves the plan there", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "owner")
  const { context } = await join(page, browser, planId, "Grace")
  const member = await context.newPage()
  await openBoard(member, planId)
  await member.locator(".plan-button").click()
  await expect(settings(member).getByRole("navigation").getByRole("link")).toHaveText([
    "Plan",
    "Labels",
    "Email",
    "Export",
  ])
  await expect(settings(member).getByRole("textbox")).toHaveCount(0)
  await expect(settings(member).getByRole("checkbox", { name: "Show value and effort" })).toBeDisabled()
  await expectAccessible(member, "[role=dialog]")

  await test.step("a section for admins is refused", async () => {
    await member.goto(`/board?planId=${planId}&open=settings/integrations`)
    const denied = member.getByRole("alertdialog", { name: "Access Denied" })
    await expect(denied).toContainText("You need administrator access for this feature.")
    await denied.getByRole("button", { name: "Close" }).click()
    await expect(member).toHaveURL(/open=settings\/plan$/)
  })

  await settings(member).getByRole("button", { name: "Leave", exact: true }).click()
  const question = settings(member).getByRole("group", { name: "Leave this plan?" })
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused()
  await member.keyboard.press("Escape")
  await expect(question).toHaveCount(0)
  await expect(settings(member).getByRole("button", { name: "Leave", exact: true })).toBeFocused()
  await member.keyboard.press("Enter")
  await question.getByRole("button", { name: "Leave this plan" }).click()
  await expect(member.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await expect(member.getByRole("link", { name: "Bike share, phase two" })).toHaveCount(0)
})

test("a plan is handed over to one of two members of the same name", async ({ page, browser }) => {
  const { planId } = await openSample(page, "owner")
  await join(page, browser, planId, "Grace")
  const { context } = await join(page, browser, planId, "Grace")
  const second = await context.newPage()
  await openBoard(second, planId)
  const admin = settings(page)
  await page.locator(".plan-button").click()
  const question = admin.getByRole("group", { name: "Transfer the plan to somebody else?" })
  await admin.getByRole("button", { name: "Transfer", exact: true }).click()
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused()
  await expect(question.getByRole("combobox").getByRole("option")).toHaveText(["Grace", "Grace (2)"])
  await question.getByRole("combobox").selectOption("Grace (2)")
  await expectAccessible(page, "[role=dialog]")
  await question.getByRole("button", { name: "Transfer to Grace (2)" }).click()
  await expect(page.getByText("Grace (2) is the owner now.")).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(admin.getByRole("button", { name: "Transfer", exact: true })).toHaveCount(0)
  await second.locator(".plan-button").click()
  await expect(settings(second).getByRole("button", { name: "Transfer", exact: true })).toBeVisible()
  await expect(settings(second).locator(".setting-row").filter({ hasText: "Owner" }).first()).toContainText("Grace (2)")
})

test("a version is saved, and restoring it brings back the earlier state", async ({ page }) => {
  const { planId } = await openSample(page, "admin")
  await page.goto("/")
  await openSettingsOf(page, "Bike share, phase two")
  const admin = settings(page)
  await goTo(page, "History")
  await expect(page).toHaveURL(`/?planId=${planId}&open=settings/history`)
  await expect(admin.getByText("No versions available")).toBeVisible()
  await admin.getByRole("button", { name: "Save version" }).click()
  await expect(admin.getByRole("textbox", { name: "Name of the version" })).toBeFocused()
  await page.keyboard.type("Ready for the council")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Saved", { exact: true })).toBeVisible()
  await expect(admin.getByText("Ready for the council", { exact: true })).toBeVisible()
  await expect(admin.getByText(/5 goals, 10 actions, 17 tasks/)).toBeVisible()
  await admin.getByRole("button", { name: "Close" }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.getByText("Bike share, phase two").first().click()
  const goals = region(page, "Goals")
  await page.getByRole("button", { name: "Add new goal" }).click()
  await expect(goals.getByRole("textbox")).toBeFocused()
  await page.keyboard.type("Since then")
  await page.keyboard.press("Enter")
  await expect(card(goals, "Since then")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect
    .poll(async () => (await boardOf(page.request, planId)).goals.map(({ name }) => name))
    .toContain("Since then")

  await page.goto(`/?planId=${planId}&open=settings/history`)
  await admin.getByRole("button", { name: /^Restore/ }).click()
  const question = admin.getByRole("group", { name: "Restore “Ready for the council”?" })
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused()
  await expect(question.getByRole("listitem")).toHaveText(["Since thengoes to Deleted", "1 goes to Deleted"])
  await question.getByRole("button", { name: "Save current state first" }).click()
  await expect(admin.getByText(/6 goals, 10 actions, 17 tasks/)).toBeVisible()
  await question.getByRole("button", { name: "Restore", exact: true }).click()
  await expect(admin).toHaveCount(0)
  await page.getByText("Bike share, phase two").first().click()
  await expect(card(goals, "Open twelve new docks")).toBeVisible()
  await expect(card(goals, "Since then")).toHaveCount(0)
  await page.locator(".plan-button").click()
  await goTo(page, "History")
  await expect(admin.getByText("Automated backup")).toBeVisible()
  await admin.getByRole("button", { name: /^Restore: Ready for the council/ }).click()
  await expect(question).toContainText("The board is as it was then: nothing would change.")
  await expect(question.getByRole("button")).toHaveText(["Close"])
})

test("the plan's settings are saved, and hiding estimates removes value and effort from cards", async ({ page }) => {
  await openSample(page, "admin")
  const lane = region(page, "Focus").getByRole("region", { name: "Permit package for Old Town", exact: true })
  await expect(lane.getByText("Value 9")).toHaveCount(1)
  await page.goto("/")
  await openSettingsOf(page, "Bike share, phase two")
  const admin = settings(page)
  const estimates = admin.getByRole("checkbox", { name: "Show value and effort" })
  const daily = admin.getByRole("checkbox", { name: "Daily summary" })
  const instructions = admin.getByRole("textbox", { name: "AI instructions" })
  await expect(estimates).toBeChecked()
  await estimates.uncheck({ force: true })
  await expect(admin.getByText("Saved", { exact: true })).toBeVisible()
  const picture = admin.locator(".plan-about img")
  await expect(picture).toHaveAttribute("src", /^\/plan-pictures\//)
  await admin.locator("input[type=file]").setInputFiles({ name: "docks.png", mimeType: "image/png", buffer: pixel })
  await expect(picture).toHaveAttribute("src", /^\/api\/Plan\/\d+\/image/)
  await goTo(page, "Email")
  await expect(daily).toHaveAccessibleDescription("Only when there is something to report")
  const preferred = page.waitForResponse(/plan-prefs/)
  await daily.check({ force: true })
  expect((await preferred).status()).toBe(200)
  // Typed just before the next section is opened.
  await goTo(page, "AI")
  const putting = (what: string) =>
    page.waitForResponse(
      (answer) => answer.request().method() === "PUT" && answer.request().postData()?.includes(what) === true,
    )
  const [instructed, forbidden] = [putting("Answer in two sentences."), putting("aiEnabled")]
  await instructions.fill("Answer in two sentences.")
  await expect(admin.getByText("24 of 10,000")).toBeVisible()
  await expect(admin.getByText("nothing leaves this server.", { exact: false })).toBeVisible()
  const modelReads = admin.getByRole("checkbox", { name: "Let an AI model read this plan" })
  await modelReads.uncheck({ force: true })
  await expect(admin.getByText("Saved", { exact: true })).toBeVisible()
  await admin.getByRole("button", { name: "Add prompt" }).click()
  await expect(admin.getByLabel("Prompt name")).toBeFocused()
  await page.keyboard.type("Weekly report")
  await admin.getByLabel("Prompt text").fill("What was done this week?")
  await page.keyboard.press("Escape")
  await expect(admin.getByRole("button", { name: "Add prompt" })).toBeFocused()
  await expect(admin.getByText("What was done this week?")).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(admin.getByLabel("Prompt text")).toHaveValue("What was done this week?")
  await admin.getByLabel("Prompt name").press("Enter")
  await expect(admin.getByText("What was done this week?")).toBeVisible()
  await expect(admin.getByRole("button", { name: "Add prompt" })).toBeFocused()
  await admin.getByRole("button", { name: "Edit the prompt Weekly report" }).click()
  await admin.getByLabel("Prompt name").fill("Friday report")
  await page.keyboard.press("Enter")
  await expect(admin.getByText("Friday report")).toBeVisible()
  await expectAccessible(page, "[role=dialog]")
  await goTo(page, "Plan")
  expect((await instructed).status()).toBe(200)
  expect((await forbidden).status()).toBe(200)
  await admin.getByRole("button", { name: "Close" }).click()
  await expect(admin).toHaveCount(0)
  await expect(page).toHaveURL(/\/$/)

  await page.reload()
  await openSettingsOf(page, "Bike share, phase two")
  await expect(estimates).not.toBeChecked()
  await goTo(page, "Email")
  await expect(daily).toBeChecked()
  await goTo(page, "AI")
  await expect(instructions).toHaveValue("Answer in two sentences.")
  await expect(modelReads).not.toBeChecked()
  await admin.getByRole("button", { name: "Remove the prompt Friday report" }).click()
  await expect(admin.getByText("Friday report")).toHaveCount(0)
  await goTo(page, "Plan")
  await expect(picture).toHaveAttribute("src", /^\/api\/Plan\//)
  await admin.getByRole("button", { name: "Remove", exact: true }).click()
  await expect(picture).toHaveAttribute("src", /^\/plan-pictures\//)
  await admin.getByRole("button", { name: "Close" }).click()
  await page.getByText("Bike share, phase two").first().click()
  await expect(lane).toBeVisible()
  await expect(lane.getByText("Value 9")).toHaveCount(0)
})
