import { notificationCalls } from "~/contract/notification"
import { readId, readPlanLink } from "~/contract/shared/deep-link"
import { shellPaths } from "~/contract/shared/shell"
import { call } from "../api"
import { storeSubscription } from "./push-subscription"
import type { Pushed, PushPressed } from "./pushed"

/** Web push in the service worker: shows what is pushed, opens what is pressed, and renews the subscription. */

type Windows = Pick<Clients, "matchAll" | "openWindow">

/** Pages that show a toast for a notification. */
const pagesWithBell: ReadonlySet<string> = new Set([...shellPaths, "/my-work"])

/** Safari ends a subscription whose pushes are not shown. */
const mustShow = (userAgent: string) => /\bSafari\//.test(userAgent) && !/\b(?:Chrome|Chromium)\//.test(userAgent)

const windowsOf = (clients: Windows) => clients.matchAll({ type: "window" })

/** False while the person looks at a page that shows a toast of the same notification. */
export const showsPush = async (clients: Windows, userAgent: string): Promise<boolean> => {
  if (mustShow(userAgent)) return true
  const open = await windowsOf(clients)
  return !open.some(
    ({ visibilityState, focused, url }) =>
      visibilityState === "visible" && focused && pagesWithBell.has(new URL(url).pathname),
  )
}

/** The plan that an address is of, as a deep link or as its page's query. */
const planOf = (address: URL) => readPlanLink(address)?.planId ?? readId(address.searchParams.get("planId"))

/** How long a page may take to answer that it opens something itself, ms. */
const patience = 1_000

/** False when the page has no bell yet, or another version's. */
const opensItself = (page: Pick<WindowClient, "postMessage">, url: string) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const end = (answered: boolean) => {
      clearTimeout(late)
      port1.close()
      resolve(answered)
    }
    const late = setTimeout(() => end(false), patience)
    port1.onmessage = () => end(true)
    page.postMessage({ type: "PUSH_PRESSED", url } satisfies PushPressed, [port2])
  })

/**
 * Opens an address of this origin: in the window that has its plan, otherwise in one that is in sight, otherwise in a new
 * one. Other windows stay as they are, since something may be half written in them; an open page is not loaded again.
 */
export const openPushed = async (clients: Windows, origin: string, pushed: string) => {
  const address = new URL(pushed, origin)
  if (address.origin !== origin) return
  const open = await windowsOf(clients)
  const plan = planOf(address)
  const page =
    (plan && open.find(({ url }) => planOf(new URL(url)) === plan)) ||
    open.find(({ visibilityState }) => visibilityState === "visible")
  if (!page) return clients.openWindow(address.href)
  // Refused where no person has pressed anything just now.
  await page.focus().catch(() => {})
  if (!(await opensItself(page, address.href))) await page.navigate(address.href)
}

/** Marks the notification read that was pressed, as a press in a page does. */
export const readPushed = async (origin: string, { id, url }: Pick<Pushed, "id" | "url">) => {
  const planId = readPlanLink(new URL(url, origin))?.planId
  if (planId) await call(notificationCalls.read, { id, planId }, { onSignedOut: () => {} }).catch(() => {})
}

type Changed = { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }

/** The push service has another address for this device, or takes a new subscription with the key of the old one. */
export const renewPush = async (
  push: Pick<PushManager, "subscribe">,
  { oldSubscription, newSubscription }: Changed,
) => {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!newSubscription && !applicationServerKey) return
  const subscription = newSubscription ?? (await push.subscribe({ userVisibleOnly: true, applicationServerKey }))
  await storeSubscription(subscription, { onSignedOut: () => {} })
}
