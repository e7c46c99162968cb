// walkScreens(browser, options): looks at screens in one language, at several widths, and returns what is wrong with them.
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test"
import { setLanguage } from "~/contract/shared/language/in-force"
import { mirrored } from "~/contract/shared/language/language"
import { loadLanguage } from "~/languages/load"
import { openContext } from "./contexts"
import { expect } from "./people"
import { coveredControls, insetsOf, layoutFaults, smallTargets } from "./screen-checks"

/** The widths of a desktop, a laptop and a phone. */
export const wide = [1920, 1366, 390]
/** Of a phone with a notch, held upright. */
const notched = { top: 47, bottom: 34 }
const heights: Record<number, number> = { 1920: 1080, 1366: 768 }

export const walkLanguages = [
  ["in German", "de"],
  ["from right to left", mirrored],
] as const

/** What is still found once nothing moves: a toast or a sheet that has just come is smaller, or not yet in its place. */
const remaining = async (look: () => Promise<string[]>) => {
  let found: string[] = []
  await expect
    .poll(async () => {
      found = await look()
      return found
    })
    .toEqual([])
    .catch(() => {})
  return found
}

/** Looks at a screen, of which `part` is shown, at each width. */
export type See = (name: string, part: Locator, widths?: readonly number[]) => Promise<void>

type Walk = {
  language: (typeof walkLanguages)[number][1]
  /** Names that people gave, signs that no language translates, and texts that are read from left to right. */
  typed: string[]
  walk(page: Page, see: See, context: BrowserContext): Promise<void>
  /** By default pages have none. */
  serviceWorkers?: "allow" | "block"
}

/** In German a phone's targets are measured as well. */
export const walkScreens = async (browser: Browser, { language, typed, walk, serviceWorkers = "block" }: Walk) => {
  const isMirrored = language === mirrored
  const context = await openContext(browser, {
    serviceWorkers,
    locale: language,
    hasTouch: !isMirrored,
  })
  await context.setExtraHTTPHeaders({ "accept-language": language })
  setLanguage((await loadLanguage(language)) ?? { tag: "en" })
  const page = await context.newPage()
  const cover = await insetsOf(page)
  const found: string[] = []
  const see: See = async (name, part, widths = wide) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] ?? 844 })
      await expect(part.first(), `${name}, ${width} px`).toBeVisible()
      const faults = await remaining(() => layoutFaults(page, typed))
      if (width === Math.min(...widths) && width < 640 && !isMirrored)
        faults.push(...(await remaining(() => smallTargets(page))).map((each) => `Small: ${each}`))
      if (width < 640) {
        await cover(notched)
        const covered = await remaining(() => coveredControls(page, notched))
        faults.push(...covered.map((each) => `Under the notch or the home bar: ${each}`))
        await cover({})
      }
      found.push(...faults.map((each) => `${name}, ${width} px: ${each}`))
    }
    if (widths === wide || widths.length > 3) await page.setViewportSize({ width: 1920, height: 1080 })
  }
  try {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await walk(page, see, context)
    await expect(page.locator("html")).toHaveAttribute("lang", language)
  } finally {
    setLanguage({ tag: "en" })
  }
  return found
}
