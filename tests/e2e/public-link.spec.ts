// A plan's public link: made in the settings, opened by somebody without an account, live, read only, revoked.
import type { Page } from "@playwright/test"
import { linkCalls } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { expectAccessible } from "./accessible"
import { boardOf, call } from "./calls"
import { openContext } from "./contexts"
import { expect, join, openSample, test } from "./people"

test("a visitor opens a plan's link with its password, sees changes live and changes nothing, until it is revoked", async ({
  page,
  browser,
}) => {
  const { planId, email } = await openSample(page)
  await page.goto(`/plan/${planId}/settings/integrations`)
  const settings = page.getByRole("dialog")
  await settings.getByRole("button", { name: "Create link" }).click()
  await settings.getByLabel("Expires").selectOption("In 7 days")
  await settings.getByLabel("Password (optional)").fill("open barley")
  await page.keyboard.press("Escape")
  await expect(settings.getByLabel("Password (optional)")).toHaveCount(0)
  await expect(settings.getByRole("button", { name: "Create link" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(settings.getByLabel("Expires")).toHaveValue("week")
  await expect(settings.getByLabel("Password (optional)")).toHaveValue("open barley")
  await settings.getByLabel("Password (optional)").fill("open sesame")
  await settings.getByRole("button", { name: "Create link" }).last().click()
  await expect(settings.getByText("With a password")).toBeVisible()
  const address = await settings.getByLabel("Public link").inputValue()

  const visitor = await (await openContext(browser)).newPage()
  const answers: string[] = []
  visitor.on("response", async (response) => {
    if (response.url().includes("/api/")) answers.push(await response.text().catch(() => ""))
  })

  await test.step("the password is asked for first", async () => {
    const answer = await visitor.goto(address)
    expect(answer?.headers()["x-robots-tag"]).toContain("noindex")
    await expect(visitor.getByRole("heading", { name: "This plan has a password" })).toBeVisible()
    await expect(visitor.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
    await expectAccessible(visitor)
    await visitor.getByLabel("Password").fill("open barley")
    await visitor.getByRole("button", { name: "Open" }).click()
    await expect(visitor.getByLabel("Password")).toHaveAttribute("aria-invalid", "true")
    await visitor.getByLabel("Password").fill("open sesame")
    await visitor.getByRole("button", { name: "Open" }).click()
    await expect(visitor.getByRole("heading", { level: 1, name: "Bike share, phase two" })).toBeVisible()
  })

  await test.step("the board is live and read only, and names no address", async () => {
    const words = visitor.getByText("Book the heritage office slot")
    await expect(words).toBeVisible()
    await expect(visitor.getByText("View only")).toBeVisible()
    for (const name of ["Add task", "Add goal", "Add action", "Notes"])
      await expect(visitor.getByRole("button", { name })).toHaveCount(0)
    await words.dblclick()
    await expect(visitor.getByRole("dialog")).toHaveCount(0)
    await expect(visitor.getByRole("textbox")).toHaveCount(0)
    await expectAccessible(visitor)
    const [task] = (await call(page.request, taskCalls.list, { planId })).filter(
      ({ description }) => description === "Book the heritage office slot",
    )
    await call(page.request, taskCalls.update, { planId, id: task?.id ?? 0, description: "Book two slots" })
    await expect(visitor.getByText("Book two slots")).toBeVisible()
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.join()).not.toContain(email)
    expect(await visitor.content()).not.toContain(email)
    await visitor.setViewportSize({ width: 390, height: 844 })
    await expect(visitor.getByText("Book two slots")).toBeVisible()
    await expectAccessible(visitor)
  })

  await test.step("a revoked link closes the open page and opens no more", async () => {
    await settings.getByRole("button", { name: "Revoke" }).click()
    await settings.getByRole("button", { name: "Revoke" }).last().click()
    await expect(visitor.getByText("This link no longer works")).toBeVisible()
    expect((await visitor.goto(address))?.status()).toBe(404)
    await expect(visitor.getByText("This link no longer works")).toBeVisible()
  })
})

test("a visitor tells owners of the same name apart, by the colours and letters that members see", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "Mia")
  const kims = [await join(page, browser, planId, "Kim Vale"), await join(page, browser, planId, "Kim Vale")]
  const tasks = (await boardOf(page.request, planId)).tasks.filter(({ type }) => type !== 2).slice(0, kims.length)
  for (const [at, { id }] of tasks.entries())
    await call(page.request, taskCalls.update, { planId, id, ownerId: kims[at]?.id ?? null })
  const { url } = await call(page.request, linkCalls.makeLink, { planId })
  const visitor = await (await openContext(browser)).newPage()
  await visitor.goto(url)
  const looks = async (where: Page, id: number) => {
    const owner = where.locator("article", { has: where.locator(`[data-card="task:${id}"]`) }).locator(".owner")
    await expect(owner).toBeVisible()
    const avatar = owner.locator(".avatar")
    return [await owner.getAttribute("data-tip"), await avatar.getAttribute("data-goal"), await avatar.textContent()]
  }
  const seen: (string | null)[][] = []
  for (const { id } of tasks) {
    const look = await looks(visitor, id)
    seen.push(look)
    await expect.poll(() => looks(page, id)).toEqual(look)
  }
  expect(seen.map(([name]) => name)).toEqual(["Kim Vale", "Kim Vale (2)"])
  expect(seen.map(([, , letters]) => letters)).toEqual(["KV", "KV"])
  expect(seen[0]?.[1]).not.toBe(seen[1]?.[1])
})
