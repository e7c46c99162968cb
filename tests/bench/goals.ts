// measureGoals(bench): the goals of 50 plans, from the server and on the page, and what a check-in costs.
import { type Browser, chromium } from "playwright"
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
    const times = (serviceWorkers: "allow" | "block") =>
      openings(browser, product.url, me.cookie, { serviceWorkers, rounds: quick ? 5 : 15 })
    const visited = await times("block")
    figures.atMost(`${name}: first rows on the page, by the server`, "ms", percentiles(visited.rows), [300, null])
    const returned = await times("allow")
    figures.atMost("… on a page that was open before", "ms", percentiles(returned.rows), [300, null])
    figures.atMost("… and drawn by its scripts", "ms", percentiles(returned.drawn))
  } finally {
    await browser.close()
  }
}

type Seen = { rows?: number; drawn?: number }
type SeenWindow = { seen?: Seen }

/** When the first rows are in sight, as the drawn page too, and when the page's scripts have drawn them; ms. */
const openings = async (
  browser: Browser,
  url: string,
  cookie: string,
  { rounds, serviceWorkers }: { rounds: number; serviceWorkers: "allow" | "block" },
) => {
  const context = await browser.newContext({ serviceWorkers, viewport: { width: 1920, height: 1080 } })
  const [name, value] = cookie.split("=") as [string, string]
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  // The load event waits for scripts, which the rows of the document do not need.
  await page.addInitScript(() => {
    const seen: Seen = {}
    Object.assign(window, { seen })
    const look = () =>
      requestAnimationFrame((at) => {
        if (document.querySelector("[data-goal-row]")) seen.rows ??= at
        if (document.querySelector("body > main [data-goal-row]")) seen.drawn = at
        else look()
      })
    look()
  })
  const open = async () => {
    await page.goto(`${url}/goals`)
    await page.waitForFunction(() => (window as SeenWindow).seen?.drawn)
    const { rows = 0, drawn = 0 } = (await page.evaluate(() => (window as SeenWindow).seen)) ?? {}
    // Idle work of the page must not count in the next.
    await pause(QUIET)
    return { rows, drawn }
  }
  await open()
  if (serviceWorkers === "allow") {
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    // The page is stored as drawn by one that came from the worker.
    await open()
  }
  const all: Awaited<ReturnType<typeof open>>[] = []
  for (let round = 0; round < rounds; round++) all.push(await open())
  await context.close()
  return { rows: all.map(({ rows }) => rows), drawn: all.map(({ drawn }) => drawn) }
}
