// Countdown and wheel: local, and shared in sync with everybody, whatever their clocks say.
import type { Browser, Page } from "@playwright/test"
import { expectAccessible } from "./accessible"
import { expect, join, openBoard, openSample, test, withMotion } from "./people"

const countdown = (page: Page) => page.getByRole("dialog", { name: "Countdown" })
const wheel = (page: Page) => page.getByRole("dialog", { name: "Wheel" })
const clock = (page: Page) => countdown(page).getByRole("timer")
const openCountdown = (page: Page) => page.getByRole("button", { name: "Countdown", exact: true }).click()
const openWheel = (page: Page) => page.getByRole("button", { name: "Wheel", exact: true }).click()

/** Another member of the plan, before they open its board. `ahead`: how far their clock is wrong, ms. */
const joined = async (page: Page, browser: Browser, planId: number, ahead = 0) => {
  const { context } = await join(page, browser, planId)
  const second = await context.newPage()
  if (ahead !== 0) await second.clock.install({ time: Date.now() + ahead })
  return { second, enter: () => openBoard(second, planId), close: () => second.close() }
}

/** The text of the countdown once it shows the next second. */
const nextSecond = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const timer = document.querySelector(".countdown [role=timer]")
        if (!timer) throw new Error("No countdown runs.")
        const observer = new MutationObserver(() => {
          observer.disconnect()
          resolve(timer.textContent ?? "")
        })
        observer.observe(timer, { childList: true, characterData: true, subtree: true })
      }),
  )

/** Whether two pages come to the same second; a busy machine may show it late in one of them. */
const inSync = async (one: Page, other: Page) => {
  const [here, there] = await Promise.all([nextSecond(one), nextSecond(other)])
  return here === there
}

test("a shared countdown runs in sync, even with a clock an hour wrong, and a late joiner sees it", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "host")
  const guest = await joined(page, browser, planId, 3_600_000)
  await guest.enter()
  await openCountdown(page)
  await countdown(page).getByRole("button", { name: "Show to everyone on the plan" }).click()
  await countdown(page).getByRole("button", { name: "Start" }).click()
  await expect(clock(guest.second)).toBeVisible()
  await expect.poll(() => inSync(page, guest.second)).toBe(true)

  // Closing the tab that started it doesn't stop it, and a late joiner sees the remaining time.
  const late = await joined(page, browser, planId)
  await late.enter()
  await expect(clock(late.second)).toBeVisible()
  await expect.poll(() => inSync(page, late.second)).toBe(true)
  await page.close()
  await nextSecond(late.second)

  // Anybody pauses it for everybody; a person who didn't start it closes it only on their own screen.
  await late.second.getByRole("button", { name: "Pause" }).click()
  await expect(guest.second.getByRole("button", { name: "Resume" })).toBeVisible()
  const isSame = async () => (await clock(guest.second).textContent()) === (await clock(late.second).textContent())
  await expect.poll(isSame).toBe(true)
  await clock(late.second).dblclick()
  await expect(countdown(late.second)).toHaveCount(0)
  await expect(clock(guest.second)).toBeVisible()
  await openCountdown(late.second)
  await expect(clock(late.second)).toBeVisible()
  await countdown(late.second).getByRole("button", { name: "Close" }).click()
  await expect(countdown(late.second)).toHaveCount(0)
  await openCountdown(late.second)
  await expect(clock(late.second)).toBeVisible()
  await guest.close()
  await late.close()
})

test.describe("with motion", () => {
  test.use(withMotion)

  test("local countdown: 1 to 120 minutes, pause and resume, a double click back, and its end", async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() => {
      const { createOscillator } = AudioContext.prototype
      AudioContext.prototype.createOscillator = function () {
        document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones ?? 0) + 1)
        return createOscillator.call(this)
      }
    })
    await openSample(page, "host")
    await openCountdown(page)
    await expect(countdown(page)).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(countdown(page)).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Countdown", exact: true })).toBeFocused()
    await openCountdown(page)
    const minutes = countdown(page).getByRole("spinbutton", { name: "Minutes" })
    await expect(minutes).toHaveValue("10")
    await minutes.fill("25")
    await expect(minutes).toHaveAttribute("aria-valuenow", "25")
    await minutes.fill("300")
    await minutes.blur()
    await expect(minutes).toHaveValue("120")
    await minutes.press("Home")
    await expect(minutes).toHaveValue("1")
    await expect(countdown(page).getByRole("button", { name: "Minus" })).toBeDisabled()
    await minutes.press("End")
    await expect(minutes).toHaveValue("120")
    await expect(countdown(page).getByRole("button", { name: "Plus" })).toBeDisabled()
    for (let press = 0; press < 12; press++) await minutes.press("PageDown")
    await countdown(page).getByRole("button", { name: "Plus" }).click()
    await expect(minutes).toHaveValue("2")
    await countdown(page).getByRole("button", { name: "Minus" }).click()

    await countdown(page).getByRole("button", { name: "Start" }).press("Enter")
    await expect(clock(page)).toHaveText(/^0[01]:\d\d$/)
    await expect(countdown(page)).toBeFocused()
    await countdown(page).getByRole("button", { name: "Pause" }).click()
    const rests = await clock(page).textContent()
    await page.clock.runFor(5_000)
    await expect(clock(page)).toHaveText(rests ?? "")
    await countdown(page).getByRole("button", { name: "Resume" }).click()
    await clock(page).dblclick()
    await expect(minutes).toHaveValue("1")

    await test.step("a running countdown goes on while it is hidden, through a reload and on other pages", async () => {
      await minutes.fill("20")
      await minutes.press("Enter")
      await openCountdown(page)
      await expect(countdown(page)).toHaveCount(0)
      await expect(page.getByRole("button", { name: "Countdown", exact: true })).toHaveAccessibleDescription(
        "The countdown is running",
      )
      await openCountdown(page)
      await expect(clock(page)).toHaveText(/^(?:20:00|19:\d\d)$/)
      await page.reload()
      await expect(clock(page)).toHaveText(/^19:\d\d$/)
      await page.getByRole("button", { name: "Board menu" }).click()
      await page.getByRole("menuitem", { name: "Threads" }).click()
      await expect(page).toHaveURL(/\/threads$/)
      await expect(clock(page)).toBeVisible()
      await page.getByRole("button", { name: "Board menu" }).click()
      await page.getByRole("menuitem", { name: "Board" }).click()
      await expect(page).toHaveURL(/\/board$/)
      await expect(clock(page)).toBeVisible()
      await countdown(page).getByRole("button", { name: "Pause" }).click()
      await countdown(page).getByRole("button", { name: "Change" }).click()
      await expect(minutes).toHaveValue("20")
      await minutes.fill("1")
    })

    // Escape leaves a running countdown.
    await countdown(page).getByRole("button", { name: "Start" }).press("Enter")
    await expect(countdown(page)).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name: "Countdown", exact: true })).toBeFocused()
    await expect(clock(page)).toBeVisible()
    await countdown(page).getByRole("button", { name: "Pause" }).focus()
    // It lasts for two seconds.
    const confetti = await page.evaluateHandle(() => {
      const drawn = new Promise<number>((resolve) => {
        const look = () => {
          const { length } = document.querySelectorAll("canvas")
          if (length > 0) resolve(length)
        }
        new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
      })
      return { drawn }
    })
    await page.clock.runFor(61_000)
    for (const name of ["Rerun", "Change", "Close"]) {
      await expect(countdown(page).getByRole("button", { name })).toBeVisible()
    }
    expect(await confetti.evaluate(({ drawn }) => drawn)).toBe(1)
    await expect(page.locator("html")).toHaveAttribute("data-tones", "2")
    await page.clock.runFor(2_500)
    await expect(countdown(page)).toBeFocused()
    await expectAccessible(page, ".widget")
    await page.keyboard.press("Escape")
    await expect(countdown(page)).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Countdown", exact: true })).toBeFocused()
  })

  test("the wheel chooses the same person on every screen, and its settings list who is on it", async ({
    page,
    browser,
  }) => {
    const { planId } = await openSample(page, "host")
    const guest = await joined(page, browser, planId)
    await guest.enter()
    await page.reload()
    await openWheel(page)
    await wheel(page).getByRole("button", { name: "Configure" }).click()
    const panel = page.getByRole("dialog", { name: "Configure" })
    await expect(panel.getByText("2 selected")).toBeVisible()
    await panel.getByRole("checkbox").first().uncheck()
    await expect(panel.getByText("1 selected")).toBeVisible()
    await panel.getByRole("checkbox").first().check()
    await panel.getByRole("button", { name: "Done" }).click()
    await wheel(page).getByRole("button", { name: "Show to everyone on the plan" }).click()
    await wheel(page).getByRole("button", { name: "Spin" }).click()
    await expect(wheel(guest.second)).toBeVisible()
    const won = (each: Page) => wheel(each).locator(".winner").textContent()
    await expect(wheel(page).locator(".winner")).toBeVisible()
    await expect(wheel(guest.second).locator(".winner")).toBeVisible()
    await expect.poll(() => won(guest.second)).toBe(await won(page))

    const late = await joined(page, browser, planId)
    await late.enter()
    await expect(wheel(late.second).locator(".winner")).toHaveText((await won(page)) ?? "")
    // No two spins stop at the same angle.
    const turned = (each: Page) => wheel(each).locator("svg > g").getAttribute("transform")
    const before = await turned(guest.second)
    await late.second.getByRole("button", { name: "Spin again" }).click()
    await expect.poll(() => turned(late.second)).not.toBe(before)
    await expect(wheel(late.second).locator(".winner")).toBeVisible()
    await expect.poll(async () => (await turned(guest.second)) === (await turned(late.second))).toBe(true)
    await expect(wheel(guest.second).locator(".winner")).toHaveText((await won(late.second)) ?? "")
    // The late joiner spun last: closing it there closes it for everybody except on the host's screen.
    await wheel(late.second).getByRole("button", { name: "Close" }).click()
    await expect(wheel(guest.second)).toHaveCount(0)
    await expect(wheel(page).getByRole("button", { name: "Spin" })).toBeEnabled()
    await guest.close()
    await late.close()
  })
})

test("countdown and wheel are dragged, remember their place, and stay inside the window", async ({ page }) => {
  await openSample(page, "host")
  await openCountdown(page)
  const face = async () => {
    const box = await countdown(page).boundingBox()
    if (!box) throw new Error("It is not on screen.")
    return { x: Math.round(box.x), y: Math.round(box.y) }
  }
  await expect.poll(face).toEqual({ x: 400, y: 400 })
  await page.mouse.move(480, 420)
  await page.mouse.down()
  await page.mouse.move(680, 320, { steps: 5 })
  await page.mouse.up()
  await expect.poll(face).toEqual({ x: 600, y: 300 })
  await page.reload()
  await openCountdown(page)
  await expect.poll(face).toEqual({ x: 600, y: 300 })
  await page.setViewportSize({ width: 700, height: 400 })
  await expect.poll(face).toEqual({ x: 532, y: 232 })
  await countdown(page).getByRole("button", { name: "Move with the arrow keys" }).press("ArrowLeft")
  await expect.poll(face).toEqual({ x: 516, y: 232 })
})

test("countdown and wheel open beside each other, and on a phone both can be closed", async ({ page }) => {
  await openSample(page, "host")
  for (const [name, open, widget] of [
    ["Countdown", openCountdown, countdown],
    ["Wheel", openWheel, wheel],
  ] as const) {
    await open(page)
    await expect(widget(page)).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(widget(page)).toHaveCount(0)
    await expect(page.getByRole("button", { name, exact: true })).toBeFocused()
  }
  await openCountdown(page)
  await openWheel(page)
  const boxes = async () => [await countdown(page).boundingBox(), await wheel(page).boundingBox()] as const
  await test.step("side by side in a wide window", async () => {
    await expect(wheel(page)).toBeVisible()
    const between = async () => {
      const [one, other] = await boxes()
      return (other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)
    }
    await expect.poll(between).toBeGreaterThanOrEqual(0)
    const clean = () => expectAccessible(page, ".widget")
    await clean()
    await wheel(page).getByRole("button", { name: "Spin" }).click()
    await expect(wheel(page).locator(".winner")).toBeVisible()
    await expect(wheel(page).locator(".wheel-pointer")).toHaveCount(0)
    const result = wheel(page).locator(".wheel-result")
    expect(await result.evaluate((node) => getComputedStyle(node).backgroundColor)).toMatch(/^rgb\(/)
    await clean()
    await wheel(page).getByRole("button", { name: "Configure" }).click()
    await clean()
    await page.getByRole("dialog", { name: "Configure" }).getByRole("button", { name: "Done" }).click()
  })
  await test.step("one above the other on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const between = async () => {
      const [one, other] = await boxes()
      return (other?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)
    }
    await expect.poll(between).toBeGreaterThanOrEqual(0)
    await expectAccessible(page, ".widget")
    for (const widget of [countdown(page), wheel(page)]) {
      await widget.getByRole("button", { name: "Close" }).click()
      await expect(widget).toHaveCount(0)
    }
  })
})

test("with reduced motion the wheel shows its result without a wait", async ({ page }) => {
  await page.clock.install()
  await openSample(page, "host")
  await openWheel(page)
  await expect(wheel(page).getByRole("button", { name: "Spin" })).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 60_000)
  await wheel(page).getByRole("button", { name: "Spin" }).press("Enter")
  await expect(wheel(page).locator(".winner")).toBeVisible()

  await test.step("its focus stays in it when a button goes, so that Escape closes it", async () => {
    await expect(wheel(page)).toBeFocused()
    await wheel(page).getByRole("button", { name: "Configure" }).press("Enter")
    const panel = page.getByRole("dialog", { name: "Configure" })
    await expect(panel).toBeFocused()
    await panel.getByRole("button", { name: "Done" }).press("Enter")
    await expect(wheel(page)).toBeFocused()
    await wheel(page).getByRole("button", { name: "Configure" }).press("Enter")
    await expect(panel).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(wheel(page)).toBeFocused()
    await wheel(page).getByRole("button", { name: "Spin" }).press("Enter")
    await expect(wheel(page).locator(".winner")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(wheel(page)).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Wheel", exact: true })).toBeFocused()
  })
})
