// openScreen(browser, product, person, planId): a board in Chromium that notes when the toasts it shows are drawn.
import type { Browser } from "playwright"
import type { Product } from "../support/product/product.ts"
import { pause } from "./load.ts"
import type { BenchPerson } from "./seed.ts"

/** Until an open board counts messages and notifications, ms. */
const SETTLED = 5_000

/** Text and time of each toast that was drawn, ms since 1970. */
type Drawn = { text: string; at: number }
type WithDrawn = { drawn: Drawn[] }

export type Screen = Awaited<ReturnType<typeof openScreen>>

export const openScreen = async (browser: Browser, { url }: Product, { cookie }: BenchPerson, planId: number) => {
  const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1366, height: 768 } })
  const [name, value] = cookie.split("=") as [string, string]
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/plan/${planId}`)
  await page.locator("[data-card]").first().waitFor()
  await pause(SETTLED)
  await page.evaluate(noteToasts)
  return {
    /** The toasts drawn since the last call. */
    drawn: () => page.evaluate(() => (window as unknown as WithDrawn).drawn.splice(0)),
    close: () => context.close(),
  }
}

/** Runs in the page: what is in the document at a frame's start is drawn in that frame. */
const noteToasts = () => {
  const drawn: Drawn[] = []
  Object.assign(window, { drawn } satisfies WithDrawn)
  const seen = new Set<string>()
  const look = () => {
    const at = performance.timeOrigin + performance.now()
    for (const { textContent } of document.querySelectorAll(".toast .toast-words")) {
      const text = textContent ?? ""
      if (!seen.has(text)) drawn.push({ text, at })
      seen.add(text)
    }
  }
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}
