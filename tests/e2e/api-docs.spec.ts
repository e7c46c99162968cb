// The API documentation page: readable in both themes, and calls can be tried on it.
import { expectAccessible } from "./accessible"
import { expect, openSample, test } from "./people"

test("calls can be found, read and tried", async ({ page }) => {
  await openSample(page, "reader")
  const planId = await page.evaluate(() => sessionStorage.getItem("planId") ?? "")
  // Everything is served from here, so the page works without access to other hosts.
  const elsewhere: string[] = []
  page.on("request", (request) => {
    const { origin } = new URL(request.url())
    if (/^http/.test(origin) && origin !== new URL(page.url()).origin) elsewhere.push(request.url())
  })
  await page.goto("/api/docs")
  await expectAccessible(page)
  await page.getByLabel("Find").fill("goal list plan")
  await page.getByLabel("Find").fill("/api/goal/plan")
  const call = page.locator("details:visible")
  await expect(call).toHaveCount(1)
  await call.locator("summary").click()
  await call.getByLabel("planId").fill(planId)
  await call.getByRole("button", { name: "Send" }).click()
  await expect(call.locator("output")).toContainText("200")
  await expect(call.locator("output")).toContainText("Open twelve new docks")
  expect(elsewhere).toEqual([])
})
