// measureNotes(bench): in Chromium, opening and scrolling 100 comments with a picture each; local search on the largest
// board.
import { crc32, deflateSync } from "node:zlib"
import { chromium, type Page } from "playwright"
import { withFiles } from "~/rules/text-parts"
import type { Product } from "../support/product/product.ts"
import type { Bench } from "./bench.ts"
import { openLoad, percentiles } from "./load.ts"
import type { BenchBoard, BenchPerson } from "./seed.ts"

/** What a script in the page records from the start; times by its performance.now(). */
type Marks = { press: number; frames: number[]; watch: boolean; pauseEnd: number; shown: number; wanted: string | null }

const NOTES = 100
const PAUSE_MS = 300
const WHEEL = 120
const width = 1_200
const height = 800
/** Words in many tasks and in few, a prefix, several words. */
const asked = ["harbour", "9977", "surv", "repair budget", "quay", "777", "anchor supply", "cable"]

export const measureNotes = async ({ quick, figures, product, boards, people, chromium: executablePath }: Bench) => {
  if (!executablePath) return void process.stdout.write("  no Chromium: left out\n")
  const [me] = people as [BenchPerson]
  const small = boards.get(100) as BenchBoard
  const topic = await write(product, me, small)
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const open = async (board: BenchBoard) => {
      const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1920, height: 1080 } })
      const [name, value] = me.cookie.split("=") as [string, string]
      await context.addCookies([{ name, value, url: product.url }])
      await context.addInitScript(takeMarks, PAUSE_MS)
      const page = await context.newPage()
      await page.goto(`${product.url}/plan/${board.planId}`)
      await page.locator("section.lane-column [data-card]").first().waitFor()
      return page
    }
    const first: number[] = []
    const second: number[] = []
    const frames: number[] = []
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      const page = await open(small)
      const menu = page.getByRole("button", { name: `Menu of ${topic}`, exact: true }).first()
      first.push(await openTab(page, () => menu.click()))
      frames.push(await scroll(page))
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      second.push(await openTab(page, () => menu.click()))
      await page.context().close()
    }
    const name = `Notes, ${NOTES} with a picture each`
    figures.atMost(`${name}: NOTES opened the first time`, "ms", percentiles(first)[0], 150)
    figures.atMost(`${name}: NOTES opened again`, "ms", percentiles(second)[0], 150)
    figures.atMost(`${name}: longest frame while scrolled through`, "ms", percentiles(frames)[0], 50)

    const page = await open(boards.get(10_000) as BenchBoard)
    const times = await search(page, quick ? asked : [...asked, ...asked, ...asked])
    figures.atMost("End of the pause → first local results, 10,000 tasks", "ms", percentiles(times), [30, 30])
  } finally {
    await browser.close()
  }
}

/** Writes 100 comments to the first action in focus, as a person does; returns its topic. */
const write = async ({ url }: Product, { cookie }: BenchPerson, { planId, items: [itemId] }: BenchBoard) => {
  const load = openLoad(url, 1)
  const headers = { cookie, origin: url }
  for (let at = 0; at < NOTES; at++) {
    const form = new FormData()
    form.set("itemId", String(itemId))
    form.set("file", new File([picture(at)], `Quay ${at}.png`, { type: "image/png" }))
    const sent = await fetch(`${url}/api/File/UploadFile/${planId}`, { method: "POST", headers, body: form })
    if (sent.status !== 201) throw new Error(`A picture was answered with ${sent.status}: ${await sent.text()}`)
    const { uniqueFileName: fileName, friendlyName: name, thumbnailFileName } = await sent.json()
    if (!thumbnailFileName) throw new Error("A picture got no thumbnail.")
    const content = withFiles(`The quay at ${at}, seen from the ferry\nsee https://example.org/${at}`, [
      { planId, fileName, name },
    ])
    const path = `/api/Item/${itemId}/comments?planId=${planId}`
    await load.send({ method: "POST", path, cookie, body: { content, mentions: [] } })
  }
  const got = await load.send({ method: "GET", path: `/api/Item/${itemId}?planId=${planId}`, cookie })
  load.close()
  return (JSON.parse(got.bytes.toString()) as { topic: string }).topic
}

/** A distinct PNG of 1,200 × 800. */
const picture = (seed: number): Uint8Array<ArrayBuffer> => {
  const row = 1 + width * 3
  const pixels = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * row + 1 + x * 3
      pixels[at] = x + seed * 37
      pixels[at + 1] = y ^ (x >> 3)
      pixels[at + 2] = (x * y) >> (8 + (seed % 4))
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunk = (kind: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const signature = Buffer.from("89504e470d0a1a0a", "hex")
  const data = deflateSync(pixels, { level: 1 })
  const parts = [signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(parts))
}

const takeMarks = (pauseMs: number) => {
  const marks: Marks = { press: 0, frames: [], watch: false, pauseEnd: 0, shown: 0, wanted: null }
  Object.assign(window, { marks })
  addEventListener(
    "pointerdown",
    ({ timeStamp }) => {
      marks.press = timeStamp
    },
    { capture: true },
  )
  const later = window.setTimeout
  const noted = (run: TimerHandler, ms?: number, ...rest: unknown[]) => {
    if (ms !== pauseMs || typeof run !== "function") return later(run, ms, ...rest)
    return later(() => {
      marks.pauseEnd = performance.now()
      run(...rest)
    }, ms)
  }
  Object.assign(window, { setTimeout: noted })
  let last = 0
  const frame = (now: number) => {
    if (marks.watch && last) marks.frames.push(now - last)
    last = now
    if (marks.wanted && document.querySelector(marks.wanted)) {
      marks.wanted = null
      // A task queued here runs after the frame has been rendered.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        marks.shown = performance.now()
      }
      port2.postMessage(null)
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

const marks = (page: Page) => page.evaluate(() => (window as unknown as { marks: Marks }).marks)
const set = (page: Page, to: Partial<Marks>) =>
  page.evaluate((to) => void Object.assign((window as unknown as { marks: Marks }).marks, to), to)
const shown = (page: Page) => page.waitForFunction(() => (window as unknown as { marks: Marks }).marks.shown > 0)

/** From the press on the tab to the frame with its comments; ms. */
const openTab = async (page: Page, openDialog: () => Promise<void>) => {
  await openDialog()
  const tab = page.getByRole("tab", { name: /^NOTES/ })
  await tab.waitFor()
  await set(page, { wanted: ".comments > .comment .comment-body", shown: 0 })
  await tab.click()
  await shown(page)
  const { press, shown: at } = await marks(page)
  return at - press
}

/** Scrolls to the last comment by wheel; returns the longest frame in ms. */
const scroll = async (page: Page) => {
  await page
    .locator(".comments > .comment")
    .nth(NOTES - 1)
    .waitFor({ state: "attached" })
  await page.locator(".comments > .comment").first().hover()
  await set(page, { watch: true, frames: [] })
  const left = () =>
    page.evaluate(() => {
      let box = document.querySelector(".comments")?.parentElement
      while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
      return box ? box.scrollHeight - box.clientHeight - box.scrollTop : 0
    })
  for (let rest = await left(); rest > 1; rest = await left()) {
    for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, WHEEL)
  }
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll<HTMLImageElement>(".comments img")].filter((i) => i.complete).length === count,
    NOTES,
  )
  const { frames } = await marks(page)
  await set(page, { watch: false })
  return Math.max(...frames)
}

/** From the end of the pause after the last key to the frame with the first result; ms of each. */
const search = async (page: Page, all: string[]) => {
  const times: number[] = []
  await page.keyboard.press("/")
  const field = page.getByLabel("Search the board")
  for (const words of all) {
    await field.fill("")
    await page.locator(".results").waitFor({ state: "detached" })
    await set(page, { wanted: ".results li", shown: 0, pauseEnd: 0 })
    await field.pressSequentially(words)
    await shown(page)
    const { pauseEnd, shown: at } = await marks(page)
    times.push(at - pauseEnd)
  }
  return times
}
