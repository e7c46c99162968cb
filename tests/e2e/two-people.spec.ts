// Two people in two browsers edit one board and see each other's changes at once.
import { expect, openSample, signIn, test } from "./people"

test("one invites the other, and each sees what the other does", async ({ page, browser }) => {
  await signIn(page, "ada")
  await expect(page.getByRole("heading", { name: "My Plans" })).toBeVisible()
  await openSample(page)
  const planId = await page.evaluate(() => Number(sessionStorage.getItem("planId")))

  const other = await browser.newContext()
  const second = await other.newPage()
  const email = await signIn(second, "grace")
  await expect(second.getByRole("heading", { name: "My Plans" })).toBeVisible()

  const invited = await page.evaluate(
    async ([email, planId]) => {
      const answer = await fetch("/api/invitation/invite", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, planId, role: 1 }),
      })
      return answer.status
    },
    [email, planId] as const,
  )
  expect(invited).toBe(201)
  await second.reload()
  await second.getByRole("button", { name: /Accept Invite/ }).click()
  await expect(second.getByText("Bike share, phase two").first()).toBeVisible()
  if (!second.url().includes("/board")) await second.getByText("Bike share, phase two").first().click()
  await expect(second.getByRole("region", { name: "Focus" })).toBeVisible()

  // A task added by one appears for the other.
  const lane = page.getByRole("region", { name: "To Do of Permit package for Old Town" })
  await lane.getByRole("button", { name: "Add task" }).click()
  await page.keyboard.type("Ring the bell")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await expect(
    second.getByRole("region", { name: "To Do of Permit package for Old Town" }).getByText("Ring the bell"),
  ).toBeVisible()

  // A goal added by the other appears for the one.
  await second.getByRole("button", { name: "Add new goal" }).click()
  await second.keyboard.type("Hear it everywhere")
  await second.keyboard.press("Enter")
  await expect(page.getByRole("region", { name: "Goals" }).getByText("Hear it everywhere")).toBeVisible()

  // What is seen is stored.
  await page.reload()
  await expect(page.getByText("Ring the bell")).toBeVisible()
  await expect(page.getByText("Hear it everywhere")).toBeVisible()
  await other.close()
})
