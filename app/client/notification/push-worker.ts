import { readId } from "~/contract/deep-link"
import { shellPaths } from "~/contract/shell"
import { storeSubscription } from "./push-subscription"

/** Web push in the service worker: shows what is pushed, opens what is pressed, and renews the subscription. */

/** What the server pushes: see domain/push-jobs. */
export type Pushed = { title: string; body: string; url: string; tag: string }

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
const planOf = ({ pathname, searchParams }: URL) =>
  readId(/^\/plan\/(\d{1,15})(?:\/|$)/.exec(pathname)?.[1] ?? searchParams.get("planId") ?? undefined)

/**
 * Opens an address of this origin: in the window that has its plan, otherwise in one that is in sight, otherwise in a new
 * one. Other windows stay as they are, since something may be half written in them.
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
  await page.focus()
  return page.navigate(address.href)
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
