import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** Rules whose result may depend on the theme. A theme changes only colours: every colour is a `light-dark()` token. */
const colorRules = ["color-contrast", "link-in-text-block"]

/** axe finds nothing, of any impact and in either theme, on the page or in the part that a selector names. */
export const expectAccessible = async (page: Page, within?: string) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await expectClean(page, (axe) => axe.withRules(colorRules), within)
  await page.emulateMedia({ colorScheme: "light" })
  await expectClean(page, (axe) => axe, within)
}

const expectClean = async (page: Page, narrow: (axe: AxeBuilder) => AxeBuilder, within?: string) => {
  await transitionsEnd(page)
  // Both halve the time: legacy mode opens no second page for the results of frames, of which no page has any, and
  // rules that pass list one element only.
  const axe = narrow(new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] }))
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
  expect(found).toEqual([])
}

const transitionsEnd = (page: Page) =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
