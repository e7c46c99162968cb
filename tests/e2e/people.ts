import { type APIRequestContext, type Browser, test as base, expect, type Page } from "@playwright/test"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { planCalls } from "~/contract/plan"
import { userCalls } from "~/contract/user"
import { call, ownConnection } from "./calls"
import { openContext, setUsual, takeBack } from "./contexts"
import { serverErrorFile, watchErrors, watchPages } from "./faults"
import { linkMailedTo, mailsTo } from "./mail-files"

let people = 0
/** Workers count by themselves, and may begin a test in the same millisecond. */
const addressOf = (name: string) => `${name}${++people}.${Date.now()}${process.env.TEST_WORKER_INDEX ?? ""}@example.org`

/** Signs in by the calls of the login page, which has tests of its own. */
const enter = async (request: APIRequestContext, email: string) => {
  const before = mailsTo(email, "sign-in").length
  await call(request, accountCalls.requestEmailSignIn, { email })
  const link = await linkMailedTo(email, before + 1, "sign-in")
  const entered = await request.post(link, { headers: ownConnection, maxRedirects: 0 })
  expect(entered.status()).toBe(302)
}

/** Signs a new person in and opens My Plans. Returns their address. */
export const signIn = (page: Page, name = "person") => signInAs(page, addressOf(name))

export const signInAs = async (page: Page, email: string) => {
  await enter(page.request, email)
  await page.goto("/")
  return email
}

/** Signs a new person in at an address: requests the link and opens the newest mail. */
export const signInAt = async (page: Page, at: string) => {
  await page.goto(at)
  await page.getByLabel("Work email").fill(addressOf("person"))
  await page.getByRole("button", { name: "Send sign-in link" }).click()
  await page.getByRole("button", { name: "Open the newest email" }).click()
  await page.getByRole("link", { name: "Sign in", exact: true }).click()
}

export const openBoard = async (page: Page, planId: number) => {
  await page.goto(`/board?planId=${planId}`)
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
}

/** Signs a person in, a new one unless an address is given, who owns a new plan. Opens no page. */
export const withPlan = async (page: Page, kind: "sample" | "empty", name = "person", email = addressOf(name)) => {
  await enter(page.request, email)
  const { request } = page
  const plan = await (kind === "sample"
    ? call(request, planCalls.createSample, {})
    : call(request, planCalls.create, {}))
  return { email, planId: plan.id }
}

/** Opens the board of a sample plan that belongs to a new person, or to the one at an address. */
export const openSample = async (page: Page, name = "person", email = addressOf(name)) => {
  const made = await withPlan(page, "sample", name, email)
  await openBoard(page, made.planId)
  return made
}

/** Opens the board of an empty plan that belongs to a new person. */
export const openEmpty = async (page: Page, name = "person") => {
  const made = await withPlan(page, "empty", name)
  await openBoard(page, made.planId)
  return made
}

/** Opens a plan's settings over My Plans. */
export const openSettingsOf = async (page: Page, name: string) => {
  await page.getByRole("button", { name: `Menu of ${name}` }).click()
  await page.getByRole("menuitem", { name: "Plan settings" }).click()
}

/** A browser of a new member of a plan: invited by the person who has it open, signed in, accepted. */
export const join = async (admin: Page, browser: Browser, planId: number, userName?: string) => {
  const context = await openContext(browser)
  const { request } = context
  const email = addressOf("member")
  await enter(request, email)
  await call(admin.request, invitationCalls.invite, { email, planId, role: 1 })
  const { id } = await call(request, accountCalls.userProfile, {})
  if (userName) await call(request, userCalls.update, { id, userName })
  const [invited] = await call(request, invitationCalls.pendingOfUser, { userId: id })
  await call(request, invitationCalls.acceptPosted, { token: invited?.token ?? "" })
  return { context, email, id }
}

/** Two people on one sample plan, each in their own browser. `first`: the address of the person who created it. */
export const together = async (page: Page, browser: Browser, first?: string) => {
  const { planId } = await openSample(page, "ada", first)
  const { context, email, id } = await join(page, browser, planId, "Grace")
  const second = await context.newPage()
  await openBoard(second, planId)
  return { second, email, id, planId, close: () => second.close() }
}

/** `test.use(withMotion)`: animations run, as for most people. */
export const withMotion = { contextOptions: { reducedMotion: "no-preference" } } as const

type Faults = {
  /** Allows matching faults, and fails unless one occurs: `503 POST /api/Task`, or an error's text. */
  allow: (pattern: RegExp) => void
}

/** Fails a test on an error in any page's console, an exception, a 5xx answer, a missing part of a page and an error of the server. */
export const test = base.extend<{ faults: Faults }, { serverErrors: () => string[] }>({
  serverErrors: [
    async ({ browser: _ }, use, { workerIndex, config }) => {
      const read = watchErrors(serverErrorFile)
      // This worker replaces another one, whose tests already failed on the earlier errors.
      if (workerIndex >= config.workers) read()
      await use(read)
      expect(read(), "errors of the server after the last test").toEqual([])
    },
    { scope: "worker" },
  ],
  context: async ({ browser, hasTouch, isMobile, viewport, contextOptions: { reducedMotion } }, use) => {
    await use(await openContext(browser, { hasTouch, isMobile, viewport, reducedMotion }))
  },
  faults: [
    async ({ browser, serverErrors, hasTouch, isMobile, viewport, contextOptions: { reducedMotion } }, use) => {
      setUsual(browser, { hasTouch, isMobile, viewport, reducedMotion })
      const { seen, end } = watchPages(browser)
      const allowed: RegExp[] = []
      await use({ allow: (pattern) => allowed.push(pattern) })
      await takeBack(browser)
      end()
      seen.push(...serverErrors())
      expect(seen.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))).toEqual([])
      expect(allowed.filter((pattern) => !seen.some((fault) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
