// What other programs get of a plan: exported files, which are imported again, and API keys.
import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { card, region } from "./board-hands"
import { ownConnection } from "./calls"
import { expect, openSample, test } from "./people"

const chooseImport = async (page: Page) => {
  await page.getByRole("button", { name: "Other ways to begin" }).click()
  await page.getByRole("menuitem", { name: "Import a file" }).click()
}

const settings = (page: Page) => page.getByRole("dialog", { name: "Plan admin" })

test("an exported plan is imported as another plan", async ({ page, request }) => {
  const { planId } = await openSample(page, "admin")
  await page.goto(`/?planId=${planId}&open=settings/export`)
  const admin = settings(page)
  await expect(admin.getByText(/ZIP and JSON contain people’s email addresses/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    admin.getByRole("link", { name: "Download JSON" }).click(),
  ])
  expect(download.suggestedFilename()).toBe("Bike share, phase two.json")
  const file = await download.path()
  expect(JSON.parse(readFileSync(file, "utf8")).goals).toHaveLength(5)
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    admin.getByRole("link", { name: "Download ZIP with files" }).click(),
  ])
  expect(zip.suggestedFilename()).toBe("Bike share, phase two.zip")
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK")
  await admin.getByRole("button", { name: "Close" }).click()

  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), chooseImport(page)])
  await chooser.setFiles(file)
  await expect(card(region(page, "Focus"), "Permit package for Old Town")).toBeVisible()
  await page.goto("/")
  await expect(page.getByRole("button", { name: "Menu of Bike share, phase two" })).toHaveCount(2)

  const [again] = await Promise.all([page.waitForEvent("filechooser"), chooseImport(page)])
  await again.setFiles({
    name: "plan.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("goal,action,task,due\nG,A,T,soon\n"),
  })
  await expect(page.getByText("Line 2: due is a date such as 2026-01-31.")).toBeVisible()

  await test.step("an API key is shown once, reads what it may, and stops working when deleted", async () => {
    await page.goto(`/?planId=${planId}&open=settings/integrations`)
    const ask = (key: string) =>
      request.get(`/api/Goal/plan/${planId}`, { headers: { ...ownConnection, "x-api-key": key } })
    const field = admin.getByRole("textbox", { name: "API key" })

    await admin.getByRole("button", { name: "New key" }).click()
    const name = admin.getByRole("form", { name: "New key" }).getByLabel("Name")
    await expect(name).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(admin.getByText("Enter a name.")).toBeVisible()
    await expect(name).toBeFocused()
    await page.keyboard.type("Wallboard")
    await admin.getByLabel("Access").selectOption("Read")
    await admin.getByLabel("Expires").selectOption("In 30 days")
    await expectAccessible(page, "[role=dialog]")
    await admin.getByRole("button", { name: "Create key" }).click()
    await expect(admin.getByText("Copy the key of “Wallboard” now. It is not shown again.")).toBeVisible()
    await expect(admin.getByText(/^Send it in the header X-API-KEY\. It can read until [\d/]+\.$/)).toBeVisible()
    await expect(admin.getByRole("button", { name: "Copy" })).toBeFocused()
    const key = await field.inputValue()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.keyboard.press("Enter")
    await expect(admin.getByRole("button", { name: "Copied" })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await expectAccessible(page, "[role=dialog]")
    await admin.getByRole("button", { name: "Done" }).click()
    await expect(field).toHaveCount(0)
    await expect(admin.getByRole("button", { name: "New key" })).toBeFocused()
    await expect(admin.getByText(/^Read, created by .+, never used$/)).toBeVisible()
    expect((await ask(key)).status()).toBe(200)

    await admin.getByRole("button", { name: "Enable and generate API key" }).click()
    await expect(admin.getByRole("button", { name: "Copy" })).toBeFocused()
    const first = await field.inputValue()
    await admin.getByRole("button", { name: "Rotate key" }).click()
    await admin.getByRole("group", { name: "Rotate the key?" }).getByRole("button", { name: "Rotate key" }).click()
    await expect(field).not.toHaveValue(first)
    const rotated = await field.inputValue()
    expect((await ask(first)).status()).toBe(401)
    expect((await ask(rotated)).status()).toBe(200)

    await page.reload()
    await expect(admin.getByText(/^Read, created by .+, last used today at/)).toBeVisible()
    await expect(field).toHaveCount(0)
    await admin.getByRole("button", { name: "Delete the key Wallboard" }).click()
    const question = admin.getByRole("group", { name: "Delete this key?" })
    await expect(question).toContainText("Anything that uses it stops working at once.")
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused()
    await question.getByRole("button", { name: "Delete key" }).click()
    await expect(admin.getByRole("button", { name: "New key" })).toBeFocused()
    expect((await ask(key)).status()).toBe(401)

    await admin.getByRole("button", { name: "Disable", exact: true }).click()
    await admin.getByRole("group", { name: "Disable the key?" }).getByRole("button", { name: "Disable" }).click()
    await expect(admin.getByRole("button", { name: "Enable and generate API key" })).toBeFocused()
    expect((await ask(rotated)).status()).toBe(401)
  })
})
