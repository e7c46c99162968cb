// measureGoals(bench): the goals of 50 plans, from the server and on the page, and what a check-in costs.
import { chromium } from "playwright"
import type { Bench } from "./bench.ts"
import { openLoad, pause, percentiles, timed } from "./load.ts"
import { type BenchPerson, openSeed } from "./seed.ts"

const PLANS = 50
/** Time after loading the page until its background work is done, ms. */
const QUIET = 3_000

export const measureGoals = async ({ quick, figures, product, people, chromium: executablePath }: Bench) => {
  const me = people[10] as BenchPerson
  const seed = await openSeed(product)
  const plans = await seed.goals(me, PLANS)
  await seed.settle()
  await seed.close()
  const load = openLoad(product.url, 1)
  const rounds = quick ? 12 : 40
  const send = (method: string, path: string, body?: object) =>
    load.send({ method, path, cookie: me.cookie, ...(body && { body }) })
  const all = () => send("GET", "/api/Goal/mine?all=true")
  const list: { id: number; planId: number }[] = JSON.parse((await all()).bytes.toString())
  const name = `${list.length} goals of ${plans.length} plans`
  figures.atMost(`${name}, from the server`, "ms", percentiles(await timed(rounds, all)), [150, null])

  let at = 0
  const next = () => list[at++ % list.length] as { id: number; planId: number }
  const renamed = await timed(rounds, () => {
    const { id, planId } = next()
    return send("PUT", `/api/Goal?planId=${planId}`, { id, description: `Changed ${at}` })
  })
  figures.atMost("A goal's description, saved", "ms", percentiles(renamed))
  const checkedIn = await timed(rounds, () => {
    const { id, planId } = next()
    return send("POST", `/api/Goal/${id}/checkins?planId=${planId}`, {
      status: 1,
      confidence: 6,
      note: "Rain",
      values: [],
    })
  })
  figures.atMost("A check-in, saved", "ms", percentiles(checkedIn))
  load.close()

  if (!executablePath) return void process.stdout.write("  no Chromium: left out\n")
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1920, height: 1080 } })
    const [cookie, value] = me.cookie.split("=") as [string, string]
    await context.addCookies([{ name: cookie, value, url: product.url }])
    const page = await context.newPage()
    // The load event waits for scripts, which the rows of the document do not need.
    await page.addInitScript(() => {
      const look = () =>
        requestAnimationFrame(() => {
          if (document.querySelector("[data-goal-row]")) performance.mark("first rows")
          else look()
        })
      look()
    })
    const shown = async () => {
      // Idle work of the page before must not count in the next.
      await pause(QUIET)
      await page.goto(`${product.url}/goals`)
      await page.locator("[data-goal-row]").first().waitFor()
      return page.evaluate(() => performance.getEntriesByName("first rows")[0]?.startTime ?? performance.now())
    }
    await shown()
    const times: number[] = []
    for (let round = 0; round < (quick ? 5 : 15); round++) times.push(await shown())
    figures.atMost(`${name}: first rows on the page`, "ms", percentiles(times), [300, null])
  } finally {
    await browser.close()
  }
}
