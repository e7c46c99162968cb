// The installed app, through a day of a person who has it: no server, an ended session, refusals, a new version. One product
// and one browser for all of it; each part is a file of `installed/`.
import type { Page } from "@playwright/test"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { signIn, startProduct } from "../support/product/product.ts"
import { openContext } from "./contexts"
import { type App, installed, openApp } from "./installed/app"
import { sendInBackground } from "./installed/background-sync"
import { behindPortal } from "./installed/captive-portal"
import { endSession } from "./installed/ended-session"
import { deployVersion } from "./installed/new-version"
import { withoutDatabase } from "./installed/no-database"
import { offerInstall } from "./installed/offer-install"
import { storeOpened } from "./installed/opened-data"
import { openPortal } from "./installed/portal"
import { pressPush } from "./installed/pressed-push"
import { refuseChanges } from "./installed/refused-changes"
import { share, shareThings } from "./installed/shared-things"
import { fallSilent } from "./installed/silent-server"
import { storedText } from "./installed/stored-text"
import { expect, test } from "./people"
import { walkLanguages, walkScreens } from "./screen-walk"
import { signedIn } from "./session-page.ts"

let app: Pick<App, "product" | "ada" | "planId" | "itemId">

test.describe.configure({ mode: "default" })

test.beforeAll(async () => {
  const product = await startProduct()
  const ada = await signIn(product, "ada@example.org")
  const planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  const goal = (await ada.send(goalCalls.create, { planId, name: "Grow", color: "#498325" })).body
  const itemId = (await ada.send(itemCalls.create, { planId, topic: "Quay", goalId: goal.id, focus: true })).body.id
  await ada.send(taskCalls.create, { planId, itemId, description: "Dig" })
  await ada.send(itemCalls.addComment, { planId, id: itemId, content: "Mind the tide", mentions: [] })
  await ada.send(noteCalls.create, {
    planId,
    title: "Depths",
    content: "Four fathoms at low water",
    type: 0,
    visibility: 0,
  })
  app = { product, ada, planId, itemId }
})
test.afterAll(async () => app?.product.remove())

/** The service worker's own controls, as DevTools has them. */
const workerOf = async (page: Page) => {
  const worker = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    worker.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [found] }) => {
      if (found) resolve(found.registrationId)
    })
  })
  await worker.send("ServiceWorker.enable")
  return { worker, registrationId: await registered }
}

test("without a server, pages and plans open from this device, what is typed arrives later, and signing out leaves nothing", async ({
  browser,
  faults,
}, testInfo) => {
  test.slow()
  // Remix logs that the portal's page is not the data it asked for.
  faults.allow(/^SyntaxError/)
  const context = await openContext(browser, { serviceWorkers: "allow" })
  await signedIn(context, app.product.url, app.ada)
  const page = await openApp(app, context, "/")
  await offerInstall(page)
  await storeOpened(app, page)
  const all: App = Object.assign(app, { browser, context, page, testInfo, ...(await workerOf(page)) })
  await pressPush(all)
  await all.product.kill()
  const closePortal = await openPortal(all.product.port)
  await behindPortal(all)
  await sendInBackground(all, closePortal)
  await endSession(all)
  await refuseChanges(all)
  await fallSilent(all)
  await shareThings(all)
  await withoutDatabase(all)
  await deployVersion(all)

  await page.getByRole("button", { name: /^Profile/ }).click()
  await page.getByRole("button", { name: "Logout" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/login/)
  expect(await storedText(page)).not.toMatch(/Harbour|Dig|Mind the tide|Depths|Written offline|ada@|laneway_person=\d/)
  expect(await storedText(page)).toMatch(/laneway-shells|\/board/)
})

for (const [language, tag] of walkLanguages)
  test(`screens of the installed app ${language} fit their window, at three widths`, async ({ browser }) => {
    const { product } = app
    const bea = await signIn(product, `bea-${tag}@example.org`)
    const planId = (await bea.send(planCalls.create, { name: "Harbour" })).body.id
    await bea.send(itemCalls.create, { planId, topic: "Quay", focus: true })
    const found = await walkScreens(browser, {
      language: tag,
      typed: ["Harbour", "Quay", "Bea", "bea", "tide.txt", "High water", "tides.example", "Laneway"],
      serviceWorkers: "allow",
      walk: async (page, see, context) => {
        await signedIn(context, product.url, bea)
        await page.goto(`${product.url}/`)
        await installed(page)
        await page.goto(`${product.url}/board?planId=${planId}`)
        await expect(page.locator(".lane")).toBeVisible()
        await share(page, { title: "High water", url: "https://tides.example/9", file: "tide.txt" })
        const dialog = page.getByRole("dialog")
        await see("Something shared", dialog)
        await page.keyboard.press("Escape")
        await context.setOffline(true)
        await page.goto(`${product.url}/`)
        await see("My Plans offline", page.locator(".plans-grid"))
        await page.goto(`${product.url}/board?planId=999999`)
        await see("A plan that was never opened", page.locator(".page-failed, main"))
        await page.goto(`${product.url}/my-work`)
        const heading = page.locator("main > h1:has(+ p + nav)")
        await see("A page that is not stored", heading)
        await page.locator("main > nav > a").last().click()
        await expect(page.locator(".plans-grid")).toBeVisible()
        await page.goBack()
        await expect(heading).toBeVisible()
        await context.setOffline(false)
        await expect(page.locator(".dashboard-tabs").first()).toBeVisible()
        await page.goto(`${product.url}/offline`)
        await expect(page.locator(".plans-grid")).toBeVisible()
      },
    })
    expect(found).toEqual([])
  })

test("storing a page of goals as it is drawn lays out nothing below the window", async ({ browser }) => {
  const { product } = app
  const dora = await signIn(product, "dora@example.org")
  const planId = (await dora.send(planCalls.create, { name: "Lighthouse" })).body.id
  const names = Array.from({ length: 120 }, (_, number) => `Goal ${number}`)
  for (const name of names) await dora.send(goalCalls.create, { planId, name, color: "#498325", ownerId: dora.id })
  const context = await openContext(browser, { serviceWorkers: "allow" })
  await signedIn(context, product.url, dora)
  const page = await openApp(app, context, "/goals")
  await installed(page)
  await page.goto("about:blank")
  const counters = await context.newCDPSession(page)
  await counters.send("Performance.enable")
  const layouts = async () => {
    const { metrics } = await counters.send("Performance.getMetrics")
    return metrics.find(({ name }) => name === "LayoutCount")?.value ?? Number.NaN
  }
  const before = await layouts()
  await page.goto(`${product.url}/goals`)
  await expect(page.locator("body > main [data-goal-row]")).toHaveCount(names.length)
  await expect.poll(() => storedText(page)).toMatch(/^keys of answers .*"goals\.all\.picture"/m)
  // Each row below the window would be a layout of its own.
  expect((await layouts()) - before).toBeLessThan(names.length / 2)
})

test("without a network, My Plans opens in a browser that has only been to a board, and leads to it", async ({
  browser,
}) => {
  const { product } = app
  const cleo = await signIn(product, "cleo@example.org")
  const planId = (await cleo.send(planCalls.create, { name: "Lighthouse" })).body.id
  await cleo.send(itemCalls.create, { planId, topic: "Lamp", focus: true })
  const context = await openContext(browser, { serviceWorkers: "allow" })
  await signedIn(context, product.url, cleo)
  const page = await openApp(app, context, `/board?planId=${planId}`)
  await expect(page.locator(".lane")).toContainText("Lamp")
  await installed(page)
  // The board is stored when the page is idle.
  await expect.poll(() => storedText(page)).toMatch(/^boards .*Lamp/m)
  await context.setOffline(true)
  await page.goto(`${product.url}/`)
  const plans = page.locator(".plans-grid")
  await expect(plans).toContainText("Lighthouse")
  await plans.getByRole("link", { name: /Lighthouse/ }).click()
  await expect(page.locator(".lane")).toContainText("Lamp")
  await context.close()
})
