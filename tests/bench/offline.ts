// measureOffline(bench): boards opened for the second time, also on a slow phone, and edits that waited.
import { type Browser, type BrowserContext, chromium, devices, type Page } from "playwright"
import type { Bench } from "./bench.ts"
import { pause, percentiles } from "./load.ts"
import type { BenchPerson } from "./seed.ts"

const TASKS = 5_000
const EDITS = 500
const ROUNDS = 5
/** Time after loading a board until it is stored and its background work is done, ms. */
const QUIET = 3_000

/** What a script in the page records, ms: when the first card was drawn, the last one so far, and the last one in sight. */
type Drawn = { first: number; last: number; inSight: number }

export const measureOffline = async ({ quick, figures, product, boards, people, chromium: executablePath }: Bench) => {
  const board = boards.get(TASKS)
  if (!executablePath || !board) return void process.stdout.write("  no Chromium: left out\n")
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const [me] = people as [BenchPerson]
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    const [name, value] = me.cookie.split("=") as [string, string]
    await context.addCookies([{ name, value, url: product.url }])
    await context.addInitScript(recordCards)
    const page = await context.newPage()
    const address = `${product.url}/board?planId=${board.planId}`
    await open(page, address)
    await installed(page)
    await open(page, address)
    await pause(QUIET)
    const rounds = quick ? 3 : ROUNDS
    const title = `Second opening, ${TASKS.toLocaleString("en")} tasks`
    const tell = async (which: string) => {
      const drawn: Drawn[] = []
      for (let round = 0; round < rounds; round++) {
        drawn.push(await open(page, address))
        await pause(QUIET)
      }
      const middle = (of: keyof Drawn) => percentiles(drawn.map((one) => one[of]))[0]
      figures.atMost(`${title}: first card, ${which}`, "ms", middle("first"), 150)
      figures.atMost(`${title}: last card in sight, ${which}`, "ms", middle("inSight"), 350)
      figures.atMost(`${title}: drawn by its scripts, ${which}`, "ms", middle("last"))
    }
    await tell("server reachable")
    await context.setOffline(true)
    await tell("server out of reach")
    const ms = await edits(context, page, address, me.id, board.planId)
    figures.atMost(`${EDITS} edits that waited, sent in order`, "s", ms / 1_000, 10)
    const phone = await onSlowPhone(browser, product.url, me, (boards.get(1_000) ?? board).planId)
    figures.atMost("Slow phone, 1,000 tasks: first opening, cards of the document", "s", phone.painted / 1_000)
    figures.atMost("… and drawn by its scripts", "s", phone.first / 1_000, 4)
    figures.atMost("… the second opening, in sight", "s", phone.second.first / 1_000, 1)
    figures.atMost("… and drawn by its scripts", "s", phone.second.last / 1_000)
  } finally {
    await browser.close()
  }
}

/**
 * The last card is in sight when no other card or text comes into sight after it. The drawn board may show them all before the
 * scripts do; a bar above the board then moves them.
 */
const recordCards = () => {
  const drawn = { first: 0, last: 0, inSight: 0 }
  Object.assign(window, { drawn })
  const seen = new Set<string>()
  const look = () => {
    for (const card of document.querySelectorAll("[data-card]")) {
      const { x, y, width, height } = card.getBoundingClientRect()
      const isInSight = y < innerHeight && y + height > 0 && x < innerWidth
      const shown = [card.textContent, ...[x, width, height].map(Math.round)].join()
      if (!isInSight || seen.has(shown)) continue
      seen.add(shown)
      drawn.inSight = performance.now()
    }
  }
  new MutationObserver((changes) => {
    const added = changes.some(({ addedNodes }) =>
      [...addedNodes].some(
        (node) => node instanceof Element && (node.matches("[data-card]") || node.querySelector("[data-card]")),
      ),
    )
    if (!added) return
    drawn.last = performance.now()
    drawn.first ||= drawn.last
    setTimeout(look)
  }).observe(document, { childList: true, subtree: true })
}

/** To the last card in sight, on a processor six times as slow and on 3G; ms. */
const onSlowPhone = async (browser: Browser, url: string, { cookie }: BenchPerson, planId: number) => {
  const { userAgent } = devices["Pixel 7"]
  const phone = { userAgent, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext(phone)
  try {
    const [name, value] = cookie.split("=") as [string, string]
    await context.addCookies([{ name, value, url }])
    await context.addInitScript(recordCards)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 })
    const bytes = (kilobits: number) => (kilobits * 1_000) / 8
    const network = { offline: false, latency: 150, downloadThroughput: bytes(1_600), uploadThroughput: bytes(750) }
    await session.send("Network.emulateNetworkConditions", network)
    const address = `${url}/board?planId=${planId}`
    const first = await open(page, address)
    const painted = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    )
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 })
    await installed(page)
    await open(page, address)
    await pause(QUIET)
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 })
    const second = await open(page, address)
    return { painted, first: first.last, second }
  } finally {
    await context.close()
  }
}

/** Waits until the service worker answers for the page. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }))
  })

const open = async (page: Page, address: string): Promise<Drawn> => {
  await page.goto("about:blank")
  await page.goto(address, { waitUntil: "commit" })
  await page.waitForFunction(() => {
    const { last } = (window as unknown as { drawn: Drawn }).drawn
    const drawn = !document.getElementById("picture")?.firstChild
    return drawn && last > 0 && performance.now() - last > 700
  })
  return page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn)
}

/** From the return of the connection until the server has taken the last edit. */
const edits = async (context: BrowserContext, page: Page, address: string, userId: number, planId: number) => {
  await page.evaluate(
    async ({ userId, planId, count }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("laneway")
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      const store = db.transaction("boards").objectStore("boards")
      const stored = await new Promise<{ board: string }>((resolve) => {
        const request = store.get([userId, planId])
        request.onsuccess = () => resolve(request.result)
      })
      const { tasks } = JSON.parse(stored.board) as { tasks: { id: number; description: string; modified: string }[] }
      const transaction = db.transaction("outbox", "readwrite")
      const queue = transaction.objectStore("outbox")
      for (let n = 0; n < count; n++) {
        const task = tasks[n % 250]
        if (!task) throw new Error("The board has too few tasks.")
        queue.put({
          name: "task.update",
          input: { planId, id: task.id, description: `Written in the tunnel ${n}` },
          base: {
            version: task.modified,
            texts: { description: n < 250 ? task.description : `Written in the tunnel ${n - 250}` },
          },
          ref: crypto.randomUUID(),
          clientId: "bench",
          userId,
          planId,
          at: (Date.now() - 3_600_000) * 1_000 + n,
          context: { now: new Date().toISOString(), actor: { id: userId, userName: "" }, newId: 0 },
        })
      }
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      db.close()
    },
    { userId, planId, count: EDITS },
  )
  await open(page, address)
  const sent: number[] = []
  page.on("response", (response) => {
    if (response.request().method() === "PUT" && response.ok()) sent.push(performance.now())
  })
  await pause(QUIET)
  const began = performance.now()
  await context.setOffline(false)
  while (sent.length < EDITS) {
    await pause(20)
    if (performance.now() - began > 60_000) throw new Error(`Only ${sent.length} of ${EDITS} edits were sent.`)
  }
  return (sent.at(-1) as number) - began
}
