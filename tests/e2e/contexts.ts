// openContext(browser): a browser context without data of earlier tests. Each worker keeps contexts with their renderer
// and their cached scripts, so that a board loads in two thirds of the processor time of a new context.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test"

type Kept = {
  context: BrowserContext
  /** A small page of the product, which keeps the renderer alive between tests. */
  idle: Page
  origins: Set<string>
  /** Whether a test has put something into the context that stays for good. */
  marked: boolean
}

type Options = Pick<
  BrowserContextOptions,
  "hasTouch" | "isMobile" | "locale" | "reducedMotion" | "serviceWorkers" | "timezoneId" | "userAgent" | "viewport"
>

type Pool = { usual: Options; free: Map<string, Kept[]>; taken: Map<Kept, string> }

const pools = new WeakMap<Browser, Pool>()

const poolOf = (browser: Browser) => {
  const pool = pools.get(browser) ?? { usual: {}, free: new Map(), taken: new Map() }
  pools.set(browser, pool)
  return pool
}

/** Sets the options that contexts of the next test have unless it chooses others. */
export const setUsual = (browser: Browser, usual: Options) => {
  poolOf(browser).usual = usual
}

/** A context for this test, which takes it back: it needs no close(). */
export const openContext = async (browser: Browser, options: Options = {}): Promise<BrowserContext> => {
  const pool = poolOf(browser)
  const all = { ...pool.usual, ...options }
  const key = JSON.stringify(all)
  const kept = pool.free.get(key)?.pop() ?? (await newContext(browser, all))
  pool.taken.set(kept, key)
  return kept.context
}

/** A second browser of the person who has a page open. */
export const openAnother = async (page: Page, browser: Browser, options: Options = {}) => {
  const context = await openContext(browser, options)
  await context.addCookies(await page.context().cookies())
  return context
}

/** Ends what the test has open and empties its contexts. */
export const takeBack = async (browser: Browser) => {
  const { free, taken } = poolOf(browser)
  await Promise.all(
    [...taken].map(async ([kept, key]) => {
      taken.delete(kept)
      if (kept.context.isClosed()) return
      if (kept.marked || kept.idle.isClosed()) return kept.context.close()
      await empty(kept)
      free.set(key, [...(free.get(key) ?? []), kept])
    }),
  )
}

const newContext = async (browser: Browser, options: Options): Promise<Kept> => {
  // Installing the app would cost each test its files once more, and hides requests from page.route.
  const context = await browser.newContext({ serviceWorkers: "block", ...options })
  const idle = await context.newPage()
  await idle.goto("/healthz")
  const kept: Kept = { context, idle, origins: new Set([new URL(idle.url()).origin]), marked: false }
  context.on("response", (response) => {
    if (response.request().isNavigationRequest()) kept.origins.add(new URL(response.url()).origin)
  })
  markWhen(context, ["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket"], kept)
  markWhen(context.clock, ["install", "setFixedTime", "setSystemTime", "pauseAt"], kept)
  return kept
}

/** Playwright cannot undo these calls. */
const markWhen = <Target extends object>(target: Target, names: (keyof Target & string)[], kept: Kept) => {
  for (const name of names) {
    const call = target[name] as (...given: unknown[]) => unknown
    const marking = (...given: unknown[]) => {
      kept.marked = true
      return call.apply(target, given)
    }
    Object.assign(target, { [name]: marking })
  }
}

const empty = async ({ context, idle, origins }: Kept) => {
  await Promise.all(
    context
      .pages()
      .filter((page) => page !== idle)
      .map((page) => page.close()),
  )
  await context.unrouteAll({ behavior: "ignoreErrors" })
  await Promise.all([context.clearPermissions(), context.setOffline(false), context.setExtraHTTPHeaders({})])
  const session = await context.newCDPSession(idle)
  for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })
  await session.detach()
  await context.clearCookies()
}
