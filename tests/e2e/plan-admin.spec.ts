// Plan admin: versions, the API key, and exporting and importing plans.
import { readFileSync } from "node:fs"
import { card, region } from "./board-hands"
import { expect, openSample, test } from "./people"

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
)

test.beforeEach(async ({ page }) => {
  await openSample(page, "admin")
})

test("the board stays open when the code of its settings can't be loaded", async ({ page }) => {
  await page.route("**/assets/plan-admin-*.js", (route) => route.abort())
  await page.locator(".plan-button").click()
  await expect(page.getByText("Network error. Please check your connection and try again.")).toBeVisible()
  await expect(region(page, "Goals")).toBeVisible()
})

test("a version is saved, and restoring it brings back the earlier state", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  const admin = page.getByRole("dialog", { name: "Plan admin" })
  await admin.getByRole("button", { name: "Show versions" }).click()
  const versions = page.getByRole("dialog", { name: "Plan versions" })
  await expect(versions.getByText("No versions available")).toBeVisible()
  await versions.getByRole("button", { name: "Save version" }).click()
  await expect(page.getByText("Saved", { exact: true })).toBeVisible()
  await expect(versions.getByText(/5 goals, 10 actions, 17 tasks/)).toBeVisible()
  await versions.getByRole("button", { name: "Close" }).click()
  await admin.getByRole("button", { name: "Close" }).click()

  await page.getByText("Bike share, phase two").first().click()
  const goals = region(page, "Goals")
  await page.getByRole("button", { name: "Add new goal" }).click()
  await page.keyboard.type("Since then")
  await page.keyboard.press("Enter")
  await expect(card(goals, "Since then")).toBeVisible()
  await page.keyboard.press("Escape")

  await page.goto("/")
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  await admin.getByRole("button", { name: "Show versions" }).click()
  await versions.getByRole("button", { name: /^Restore/ }).click()
  await expect(versions.getByText("Restore this version?")).toBeVisible()
  await versions.getByRole("button", { name: "Save current state first" }).click()
  await expect(versions.getByText(/6 goals, 10 actions, 17 tasks/)).toBeVisible()
  await versions.getByRole("button", { name: "Restore", exact: true }).click()
  await expect(versions).toHaveCount(0)
  await admin.getByRole("button", { name: "Close" }).click()
  await page.getByText("Bike share, phase two").first().click()
  await expect(card(goals, "Open twelve new docks")).toBeVisible()
  await expect(card(goals, "Since then")).toHaveCount(0)
})

test("the plan's settings are saved, and hiding estimates removes value and effort from cards", async ({ page }) => {
  const lane = region(page, "Focus").getByRole("region", { name: "Permit package for Old Town", exact: true })
  await expect(lane.getByText("Value 9")).toHaveCount(1)
  await page.goto("/")
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  const admin = page.getByRole("dialog", { name: "Plan admin" })
  const estimates = admin.getByRole("checkbox", { name: /^Show value and effort/ })
  const daily = admin.getByRole("checkbox", { name: "Daily summary" })
  const instructions = admin.getByRole("textbox", { name: "AI instructions" })
  await expect(estimates).toBeChecked()
  await estimates.uncheck({ force: true })
  const preferred = page.waitForResponse(/plan-prefs/)
  await daily.check({ force: true })
  expect((await preferred).status()).toBe(200)
  await instructions.fill("Answer in two sentences.")
  await expect(admin.getByText("Saved", { exact: true })).toBeVisible()
  const picture = admin.locator("section.about img")
  await expect(picture).toHaveAttribute("src", /^\/plan-pictures\//)
  await admin.locator("input[type=file]").setInputFiles({ name: "docks.png", mimeType: "image/png", buffer: pixel })
  await expect(picture).toHaveAttribute("src", /^\/api\/Plan\/\d+\/image/)
  await admin.getByRole("button", { name: "Close" }).click()

  await page.reload()
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  await expect(estimates).not.toBeChecked()
  await expect(daily).toBeChecked()
  await expect(instructions).toHaveValue("Answer in two sentences.")
  await expect(picture).toHaveAttribute("src", /^\/api\/Plan\//)
  await admin.getByRole("button", { name: "Remove", exact: true }).first().click()
  await expect(picture).toHaveAttribute("src", /^\/plan-pictures\//)
  await admin.getByRole("button", { name: "Close" }).click()
  await page.getByText("Bike share, phase two").first().click()
  await expect(lane).toBeVisible()
  await expect(lane.getByText("Value 9")).toHaveCount(0)
})

test("the API key is shown once and stops working when disabled", async ({ page, request }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  const admin = page.getByRole("dialog", { name: "Plan admin" })
  await admin.getByRole("button", { name: "Enable and generate API key" }).click()
  const key = await admin.getByRole("textbox", { name: "API key" }).inputValue()
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))
  const ask = () => request.get(`/api/Goal/plan/${planId}`, { headers: { "x-api-key": key } })
  await expect(admin.getByText("Not used yet.")).toBeVisible()
  expect((await ask()).status()).toBe(200)
  await admin.getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  await expect(admin.getByText("Last used just now.")).toBeVisible()
  await expect(admin.getByRole("textbox", { name: "API key" })).not.toHaveValue(key)
  await admin.getByRole("button", { name: "Disable", exact: true }).click()
  await page
    .getByRole("dialog", { name: "Disable the key?" })
    .or(page.getByRole("alertdialog"))
    .getByRole("button", { name: "Disable" })
    .click()
  await expect(admin.getByRole("button", { name: "Enable and generate API key" })).toBeVisible()
  expect((await ask()).status()).toBe(401)
})

test("an exported plan is imported as another plan", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Menu of Bike share, phase two" }).click()
  const admin = page.getByRole("dialog", { name: "Plan admin" })
  await expect(admin.getByText(/ZIP and JSON name people with their addresses/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    admin.getByRole("link", { name: "JSON", exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe("Bike share, phase two.json")
  const file = await download.path()
  expect(JSON.parse(readFileSync(file, "utf8")).goals).toHaveLength(5)
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    admin.getByRole("link", { name: "ZIP with files" }).click(),
  ])
  expect(zip.suggestedFilename()).toBe("Bike share, phase two.zip")
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK")
  await admin.getByRole("button", { name: "Close" }).click()

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import" }).click(),
  ])
  await chooser.setFiles(file)
  await expect(card(region(page, "Focus"), "Permit package for Old Town")).toBeVisible()
  await page.goto("/")
  await expect(page.getByRole("button", { name: "Menu of Bike share, phase two" })).toHaveCount(2)

  const [again] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import" }).click(),
  ])
  await again.setFiles({
    name: "plan.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("goal,action,task,due\nG,A,T,soon\n"),
  })
  await expect(page.getByText("Line 2: due is a date such as 2026-01-31.")).toBeVisible()
})
