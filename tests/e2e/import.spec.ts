// Importing a plan from a file that names people who are not members: awaited owners and imported comments.
import { expectAccessible } from "./accessible"
import { openMenu } from "./board-hands"
import { expect, signIn, test } from "./people"

const owner = { name: "Ada Lind", email: "ada.lind@example.org" }
const plan = {
  ...{ format: "laneway-plan", version: 1, name: "Harbour" },
  goals: ["Docks", "Repairs", "Riders"].map((name) => ({ name, actions: [] })),
  actions: [
    {
      ...{ topic: "Quay wall", owner, focus: {} },
      comments: [{ author: owner, content: "Ask the port first", createdDate: "2026-01-31T09:00:00.000Z" }],
      tasks: [{ description: "Measure", owner: "Somebody Else" }],
    },
  ],
}

test("an import lists awaited owners; cards show them, and imported comments show their author's name", async ({
  page,
}) => {
  await signIn(page, "importer")
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import" }).click(),
  ])
  const buffer = Buffer.from(JSON.stringify(plan))
  await chooser.setFiles({ name: "plan.json", mimeType: "application/json", buffer })
  await expect(page.getByText("Some owners are not members of the new plan yet")).toBeVisible()
  await expect(page.getByText("They get their cards back once you have invited them: Ada Lind")).toBeVisible()
  await expect(page.getByText("set the owner of their cards by hand: Somebody Else")).toBeVisible()

  const tints = async () =>
    new Set(
      await page
        .locator(".goal-card")
        .evaluateAll((cards) => cards.map((each) => each.closest("[data-goal]")?.getAttribute("data-goal"))),
    ).size
  await expect.poll(tints).toBe(3)

  const dialog = await openMenu(page, "Quay wall")
  const pick = dialog.getByRole("button", { name: "Owner Waiting for Ada Lind" })
  await expect(pick).toBeVisible()
  await dialog.getByRole("tab", { name: /NOTES/ }).click()
  const entry = dialog.getByRole("list", { name: "Notes" }).getByRole("listitem")
  await expect(entry).toContainText("Ada Lind")
  await expect(entry).toContainText("Ask the port first")
  await expect(entry.getByText("imported", { exact: true })).toHaveAttribute("data-tip", /^Imported by Importer/)
  await expect(entry.getByRole("button", { name: "Edit message" })).toHaveCount(0)
  await expect(entry.getByRole("button", { name: "Delete message" })).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole("tab", { name: /MAIN/ }).click()
  await pick.click()
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && /\/api\/Item\b/.test(answer.url()),
  )
  await page.getByRole("option", { name: "No owner" }).click()
  await expect(dialog.getByRole("button", { name: "Owner No owner" })).toBeVisible()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(dialog.getByRole("button", { name: "Owner No owner" })).toBeVisible()
})
