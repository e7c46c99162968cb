import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** axe finds nothing serious or critical on the page, or in the part of it that a selector names. */
export const expectAccessible = async (page: Page, within?: string) => {
  // Both halve the time: legacy mode opens no second page for the results of frames, of which no page has any, and
  // rules that pass list one element only.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] })
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
  expect(grave).toEqual([])
}
