import fs from "node:fs"
import { createRequire } from "node:module"
import { expect, type Frame, type Page } from "@playwright/test"
import type axe from "axe-core"

const source = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Rules whose result may depend on the theme. A theme changes only colours: every colour is a `light-dark()` token. */
const colorRules = ["color-contrast", "link-in-text-block"]

/** axe finds nothing, of any impact and in either theme, on the page or in the part that a selector names. `without`: rules not run. */
export const expectAccessible = async (page: Page, within?: string, without: string[] = []) => {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  await Promise.all(page.frames().map(install))
  await page.emulateMedia({ colorScheme: "dark" })
  await expectClean(page, { runOnly: { type: "rule", values: colorRules } }, within)
  await page.emulateMedia({ colorScheme: "light" })
  await expectClean(page, { rules }, within)
}

const install = async (frame: Frame) => {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(source)
}

const expectClean = async (page: Page, narrow: axe.RunOptions, within?: string) => {
  // Rules that pass list one element only, which halves the time.
  const options: axe.RunOptions = { ...narrow, resultTypes: ["violations"] }
  const found = await page.evaluate(
    async ([within, options]) => {
      // axe takes a dialog for one once it is in its place.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const inPage = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await inPage.run(within ?? document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
    },
    [within, options] as const,
  )
  expect(found).toEqual([])
}
