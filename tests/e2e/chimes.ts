// countChimes(): a page that counts its chimes. chimes(), asked(), quiet(): what it has counted.
import type { Page } from "@playwright/test"

type WithChimes = { chimes: number; chimed: number; asked: number }

/** From now on this page counts its chimes instead of playing them, and how often it asks to be the tab that shows a toast. */
export const countChimes = (page: Page) =>
  page.evaluate(() => {
    const counting = window as unknown as WithChimes
    counting.chimes = 0
    counting.asked = 0
    counting.chimed = 0
    const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>
    Object.assign(navigator.locks, {
      request: (name: string, ...rest: unknown[]) => {
        if (name.startsWith("shown:")) counting.asked++
        return request(name, ...rest)
      },
    })
    BaseAudioContext.prototype.createOscillator = () => {
      counting.chimes++
      counting.chimed = performance.now()
      throw new Error("No sound here.")
    }
  })

export const chimes = (page: Page) => page.evaluate(() => (window as unknown as WithChimes).chimes)
/** The last chime would have ended. */
export const quiet = (page: Page) =>
  page.waitForFunction(() => performance.now() > (window as unknown as WithChimes).chimed + 400)
export const asked = (page: Page) => page.evaluate(() => (window as unknown as WithChimes).asked)
