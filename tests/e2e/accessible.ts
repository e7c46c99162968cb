import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** axe finds nothing serious or critical on the page, or in the part of it that a selector names. */
export const expectAccessible = async (page: Page, within?: string) => {
  const axe = new AxeBuilder({ page })
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
  expect(grave).toEqual([])
}
