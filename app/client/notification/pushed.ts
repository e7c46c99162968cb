import { type BoardLink, readPlanLink } from "~/contract/shared/deep-link"

/** The content of a push message: see domain/notify/push-jobs. */
export type Pushed = { id: number; title: string; body: string; url: string; tag: string }

/** The service worker asks a page to open `url`, a deep link; the page answers through the message's port. */
export type PushPressed = { type: "PUSH_PRESSED"; url: string }

/** Calls `open` for each push notification that is pressed while this page is open; returns a function that ends it. */
export const onPushPressed = (open: (planId: number, link: BoardLink | undefined) => void) => {
  const workers = globalThis.navigator?.serviceWorker
  const hear = ({ data, ports }: MessageEvent) => {
    const { type, url } = (data ?? {}) as Partial<PushPressed>
    const target = type === "PUSH_PRESSED" && url ? readPlanLink(new URL(url)) : undefined
    if (!target) return
    ports[0]?.postMessage("opened")
    open(target.planId, target.link)
  }
  workers?.addEventListener("message", hear)
  return () => workers?.removeEventListener("message", hear)
}
