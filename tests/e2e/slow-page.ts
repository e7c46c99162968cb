// slowDown(page): what a slow processor does to the order of things, without its waiting.
import type { Page } from "@playwright/test"

/**
 * From now on each piece of React's work takes longer than a frame: it yields after it, and frames come before the next one, so
 * between a change of the document and the effects of that change too.
 */
export const slowDown = (page: Page) =>
  page.evaluate(() => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (...sent: unknown[]) {
      requestAnimationFrame(() => requestAnimationFrame(() => Reflect.apply(postMessage, this, sent)))
    }
    const now = performance.now.bind(performance)
    let ahead = 0
    performance.now = () => {
      ahead += 20
      return now() + ahead
    }
  })
