// A phone's history: each layer has an entry, and closing layers never leaves the page.
import { expect, openSample, test, withMotion } from "./people"

test.use(withMotion)

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test("a picker and its dialog that are closed at once lead to the board, and not away from it", async ({ page }) => {
  await openSample(page)
  // The browser takes its time to go back.
  await page.evaluate(() => {
    const go = history.go.bind(history)
    const asked = { steps: 0 }
    Object.assign(window, { asked })
    history.go = (by) => {
      asked.steps++
      setTimeout(() => {
        asked.steps--
        go(by)
      }, 200)
    }
  })
  const dialogs = page.getByRole("dialog")
  await page.getByRole("button", { name: "Menu of Book the heritage office slot" }).click()
  await dialogs.getByRole("button", { name: /^Owner/ }).click()
  await expect(dialogs).toHaveCount(2)
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await expect(dialogs).toHaveCount(0)
  const left = () => page.evaluate(() => [location.pathname + location.search, Reflect.get(window, "asked")?.steps])
  await expect.poll(left).toEqual(["/board", 0])
  await page.goForward()
  await expect(dialogs).toHaveCount(1)
})
