// measurePlanning(bench): what labels, repeating and waiting tasks cost a board of 5,000 tasks, a calendar feed, and the calendar of a month.
import { chromium, type Page } from "playwright"
import { listsInColumns } from "~/contract/shared/board-form"
import type { Bench } from "./bench.ts"
import { openLoad, pause, percentiles, timed } from "./load.ts"
import { type BenchPerson, openSeed } from "./seed.ts"

const TASKS = 5_000
const IN_A_MONTH = 500
const IN_A_YEAR = 1_000
/** Time after loading a board until its background work is done, ms. */
const QUIET = 3_000
/** A card in the month itself, and not in the days around it. */
const inMonth = "td:not([data-outside]) .calendar-entry"

export const measurePlanning = async ({ quick, figures, product, people, chromium: executablePath }: Bench) => {
  const me = people[0] as BenchPerson
  const seed = await openSeed(product)
  // Calls of the parts before have changed the other boards.
  const bare = await seed.board(people.slice(0, 2), TASKS)
  const planned = await seed.board(people.slice(0, 2), TASKS)
  await seed.plan(planned)
  const dated = await seed.board(people.slice(0, 2), IN_A_MONTH)
  await seed.dateInThisMonth(dated)
  const year = await seed.board(people.slice(0, 2), IN_A_YEAR)
  await seed.dateInThisMonth(year)
  await seed.settle()
  await seed.close()
  const load = openLoad(product.url, 1)
  const rounds = quick ? 12 : 40
  // As the app asks for it.
  const headers = { "accept-encoding": "gzip", accept: listsInColumns }
  const board = (planId: number) =>
    load.send({ method: "GET", path: `/api/Plan/${planId}/board`, cookie: me.cookie, headers }, 200)
  const plain = await board(bare.planId)
  const full = await board(planned.planId)
  const name = `Board with labels, repeating and waiting tasks, ${TASKS.toLocaleString("en")} tasks`
  figures.atMost(`${name}: gzipped, of one without`, "×", full.bytes.length / plain.bytes.length, 1.1)
  figures.atMost(`${name}, asked again`, "ms", percentiles(await timed(rounds, () => board(planned.planId))), [
    40,
    null,
  ])
  const fresh: number[] = []
  for (let round = 0; round < rounds; round++) {
    const goal = await load.send({
      method: "POST",
      path: `/api/Goal?planId=${planned.planId}`,
      cookie: me.cookie,
      body: { name: "Another" },
    })
    fresh.push(...(await timed(1, () => board(planned.planId))))
    const { id } = JSON.parse(goal.bytes.toString())
    await load.send({ method: "DELETE", path: `/api/Goal/${id}?planId=${planned.planId}`, cookie: me.cookie })
  }
  figures.atMost(`${name}, after a change`, "ms", percentiles(fresh), [40, null])
  const feeds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const body = { planId: year.planId }
    const made = await load.send({ method: "POST", path: "/api/Feed", cookie: me.cookie, body }, 201)
    const { id, url } = JSON.parse(made.bytes.toString())
    const packed = { "accept-encoding": "gzip" }
    const read = () => load.send({ method: "GET", path: new URL(url).pathname, cookie: "", headers: packed }, 200)
    feeds.push(...(await timed(1, read)))
    // Another feed is another one to read.
    await load.send({ method: "DELETE", path: `/api/Feed/${id}`, cookie: me.cookie })
  }
  figures.atMost(`Calendar feed of ${IN_A_YEAR.toLocaleString("en")} cards`, "ms", percentiles(feeds), [50, null])
  load.close()

  if (!executablePath) return void process.stdout.write("  no Chromium: left out\n")
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1920, height: 1080 } })
    const [cookie, value] = me.cookie.split("=") as [string, string]
    await context.addCookies([{ name: cookie, value, url: product.url }])
    const page = await context.newPage()
    await page.goto(`${product.url}/board?planId=${dated.planId}&layout=calendar`)
    await page.locator(".calendar-entry").first().waitFor()
    await pause(QUIET)
    const opened: number[] = []
    const turned: number[] = []
    for (let round = 0; round < rounds; round++) {
      await keyTo(page, "PageDown", `table:not(:has(${inMonth}))`)
      turned.push(await keyTo(page, "PageUp", inMonth))
      await page.keyboard.press("v")
      await page.locator(".view-list").waitFor()
      await keyTo(page, "b", "section.lane-column")
      await page.keyboard.press("v")
      await page.locator(".view-list").waitFor()
      opened.push(await keyTo(page, "c", ".calendar-entry"))
    }
    const month = `Calendar of a month with ${IN_A_MONTH} cards`
    figures.atMost(`${month}, opened`, "ms", percentiles(opened), [100, null])
    figures.atMost(`${month}, turned to`, "ms", percentiles(turned), [100, null])
  } finally {
    await browser.close()
  }
}

/** From a key to the frame that has an element; ms. */
const keyTo = async (page: Page, key: string, selector: string) => {
  await page.evaluate((wanted) => {
    const shown = new Promise<number>((resolve) => {
      const onKey = ({ timeStamp }: KeyboardEvent) => {
        const look = () => {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look)
          // After the frame: its layout and paint count too.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      addEventListener("keydown", onKey, { once: true, capture: true })
    })
    Object.assign(window, { shown })
  }, selector)
  await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown)
}
