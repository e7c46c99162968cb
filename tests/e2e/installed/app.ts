// What the steps of the installed app share: one product, one plan and one browser.
import type { Browser, BrowserContext, CDPSession, Page, TestInfo } from "@playwright/test"
import { noteCalls } from "~/contract/note"
import { taskCalls } from "~/contract/task"
import type { Person, Product } from "../../support/product/product.ts"
import { expect } from "../people"

export type App = {
  browser: Browser
  context: BrowserContext
  page: Page
  testInfo: TestInfo
  /** Steps start it again. */
  product: Product
  /** Steps sign her in again. */
  ada: Person
  planId: number
  itemId: number
  worker: CDPSession
  registrationId: string
}

/** Waits until the service worker answers for the pages of this context. */
export const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve))
  })

export const openApp = async ({ product }: Pick<App, "product">, context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await page.goto(`${product.url}${path}`)
  return page
}

export const addTask = async (page: Page, text: string) => {
  await page.getByRole("button", { name: "Add task" }).first().click()
  // What is typed before it has the focus is not for it.
  await expect(page.locator("textarea:focus")).toBeVisible()
  await page.keyboard.type(text)
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
}

export const tasksOnServer = async ({ ada, planId }: App) =>
  (await ada.send(taskCalls.list, { planId })).body.map(({ description }) => description).sort()

export const notesOnServer = async ({ ada, planId }: App) =>
  (await ada.send(noteCalls.list, { planId })).body.map(({ title }) => title)
