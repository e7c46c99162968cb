// Languages: the browser's, a person's choice, pages without a server, and the direction of reading.
import type { Page } from "@playwright/test"
import { itemCalls } from "~/contract/item"
import { mirrored } from "~/contract/shared/language/language"
import { moveByKeys } from "./board-hands"
import { boardOf, call } from "./calls"
import { openAnother, openContext } from "./contexts"
import { expect, signIn, test, withPlan } from "./people"
import { storedRows } from "./stored-rows"

const action = "Genehmigungen für die Altstadt"
const isIn = (page: Page, language: string) => expect(page.locator("html")).toHaveAttribute("lang", language)

/** Pixels by which the page is wider than the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test("pages are in the browser's language until a person chooses one, also without a server", async ({ browser }) => {
  test.slow()
  const context = await openContext(browser, { locale: "de-AT", serviceWorkers: "allow" })
  const page = await context.newPage()

  await test.step("German: sign-in, a board and a dialog", async () => {
    await page.goto("/login")
    await isIn(page, "de")
    await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible()
    await page.getByLabel("Geschäftliche E-Mail-Adresse").fill("keine Adresse")
    await page.getByRole("button", { name: "Anmeldelink senden" }).click()
    await expect(page.getByText("Bitte eine gültige geschäftliche E-Mail-Adresse eingeben.")).toBeVisible()
    await signIn(page, "vera")
    await page.getByRole("button", { name: "Einen Beispielplan öffnen" }).click()
    const focus = page.getByRole("region", { name: "Fokus", exact: true })
    await focus.getByRole("button", { name: `Menü von ${action}` }).click()
    const dialog = page.getByRole("dialog", { name: "Aktion" })
    await expect(dialog.getByRole("tab", { name: "NOTIZEN" })).toBeVisible()
    await dialog.getByRole("tab", { name: "AUFGABEN" }).click()
    await expect(dialog.getByText(/\d\d\.\d\d\.$/).first()).toBeVisible()
    await page.keyboard.press("Escape")
  })

  /** The language of the stored board, once the service worker has it. */
  const stored = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return (await caches.match("/board"))?.headers.get("content-language")
    })
  const storedBoards = async () => (await storedRows(page, "boards")).length
  const reloadOffline = async () => {
    await context.setOffline(true)
    await page.reload()
  }

  await test.step("without a server the stored page is German", async () => {
    await expect.poll(stored).toBe("de")
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await expect.poll(storedBoards).toBe(1)
    await reloadOffline()
    await expect(page.getByRole("region", { name: "Fokus", exact: true })).toBeVisible()
    // The browser may not say that it has no network: then the page says so after a while.
    await expect(page.getByText(/^Offline\. Änderungen werden gesendet/)).toBeVisible()
    await context.setOffline(false)
  })

  await test.step("chosen in the profile, English holds at once, and without a server too", async () => {
    await page.getByRole("button", { name: "Profil" }).click()
    await page.getByRole("button", { name: "Bearbeiten" }).click()
    await page.getByLabel("Sprache").selectOption({ label: "English" })
    await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
    await isIn(page, "en")
    const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
    expect(files.filter((name) => /\/assets\/entry\.client/.test(name))).toHaveLength(1)
    expect(files.filter((name) => /german/.test(name))).toEqual([])
    await expect.poll(stored).toBe("en")
    await reloadOffline()
    await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
    await isIn(page, "en")
    await context.setOffline(false)
  })
})

test("a page that is read from right to left is a mirror image at every width", async ({ browser }) => {
  test.slow()
  const inEnglish = await (await openContext(browser)).newPage()
  const { planId } = await withPlan(inEnglish, "sample", "rima")
  const context = await openAnother(inEnglish, browser, { locale: mirrored })
  const page = await context.newPage()
  const text = page.locator(".task-text, .goal-name, .action-title").first()
  for (const width of [1366, 800, 390]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto(`/board?planId=${planId}`)
    await expect(text).toBeVisible()
    // The board is drawn in place of its picture.
    await expect(page.locator("#picture")).toBeEmpty()
    await expect.poll(async () => [width, await overflow(page)]).toEqual([width, 0])
    // The words of a card leave room for its menu, which is at the left.
    const covered = () =>
      page.evaluate(() => {
        const words = [...document.querySelectorAll<HTMLElement>(".goal-card, .action-card, .task-card, .focus-page")]
        return words.flatMap((card) => {
          const name = card.querySelector(".goal-name, .action-title, .task-text")
          const menu = card.querySelector(".icon-button > svg")?.getBoundingClientRect()
          if (!name || !menu) return []
          const range = document.createRange()
          range.selectNodeContents(name)
          const covers = [...range.getClientRects()].some(
            (line) =>
              line.left < menu.right && line.right > menu.left && line.top < menu.bottom && line.bottom > menu.top,
          )
          return covers || menu.left > card.getBoundingClientRect().left + 40 ? [name.textContent] : []
        })
      })
    await expect.poll(async () => [width, await covered()]).toEqual([width, []])
  }
  await test.step("on a phone the countdown and the notifications are wholly in the window", async () => {
    const across = async (part: string) => {
      const { x = 0, width = 0 } = (await page.locator(part).boundingBox()) ?? {}
      return [x, x + width].map(Math.round)
    }
    await page.keyboard.press("ControlOrMeta+k")
    await expect(page.getByRole("combobox")).toBeFocused()
    await page.keyboard.type("Countdown")
    await page.keyboard.press("Enter")
    await expect(page.locator(".countdown")).toBeVisible()
    const bothEdges = async () => (await across(".countdown")).reduce((sum, edge) => sum + edge, 0)
    await expect.poll(bothEdges).toBe(390)
    const minutes = page.getByRole("spinbutton")
    await minutes.press("ArrowLeft")
    await expect(minutes).toHaveValue("11")
    await page.keyboard.press("Escape")
    const bell = page.getByRole("button", { name: /Notifications/ }).first()
    await bell.click()
    await expect.poll(() => across(".notifications")).toEqual([0, 390])
    await page.keyboard.press("Escape")
    // The focus comes back late, and would leave a card that has it by then.
    await expect(page.locator(".notifications")).toHaveCount(0)
    await expect(bell).toBeFocused()
  })
  await page.setViewportSize({ width: 1366, height: 768 })
  const leftOf = async (part: string) => (await page.locator(part).first().boundingBox())?.x ?? 0
  await expect.poll(async () => (await leftOf(".goals")) - (await leftOf(".lanes"))).toBeGreaterThan(0)

  await test.step("the left arrow leads on: it takes a card from the actions to the lanes and expands a thread", async () => {
    const { items } = await boardOf(page.request, planId)
    const [spare] = items.filter(({ focus }) => !focus)
    await moveByKeys(page, page.locator(`[data-card="item:${spare?.id}"]`), ["ArrowLeft"])
    await expect
      .poll(async () => (await boardOf(page.request, planId)).items.find(({ id }) => id === spare?.id)?.focus)
      .not.toBeNull()
    await call(page.request, itemCalls.addComment, { planId, id: spare?.id ?? 0, content: "Which one?", mentions: [] })
    await page.goto(`/threads?planId=${planId}`)
    const first = page.getByRole("treegrid").getByRole("row").first()
    await expect(first).toHaveAttribute("aria-expanded", "true")
    await page.locator("body").press("ArrowDown")
    await expect(first).toBeFocused()
    await page.keyboard.press("ArrowRight")
    await expect(first).toHaveAttribute("aria-expanded", "false")
    await page.keyboard.press("ArrowLeft")
    await expect(first).toHaveAttribute("aria-expanded", "true")
  })
})
