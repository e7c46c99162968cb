// clockOf(), passed(): the time of a page, as it counts what belongs together (a double tap, a chime, typed keys).
import type { Page } from "@playwright/test"

/** The page's time, in milliseconds. */
export const clockOf = (page: Page) => page.evaluate(() => performance.now())

/** Waits until the page's time is `ms` past `since`. */
export const passed = (page: Page, since: number, ms: number) =>
  page.waitForFunction((until) => performance.now() > until, since + ms)
