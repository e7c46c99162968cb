import { type Observable, observable } from "./observable"

/** Whether this device can store what the person types: unsent changes, unsaved notes, drafts. */

type Medium = "database" | "session"

const stores = observable(true)
const failing = new Set<Medium>()
let asked = false

/** True until something could not be stored, and again once it can. */
export const deviceStores: Observable<boolean> = stores

/** Tells what came of storing something typed. */
export const reportStored = (medium: Medium, stored: boolean) => {
  if (stored) failing.delete(medium)
  else failing.add(medium)
  stores.set(failing.size === 0)
}

/** Asks the browser, once a page, not to evict what is stored here when space runs low. Some ask the person in turn. */
export const keepStorage = () => {
  if (asked || typeof navigator === "undefined" || !navigator.storage?.persist) return
  asked = true
  navigator.storage.persist().catch(() => {})
}

export const isInstalled = () =>
  typeof matchMedia === "function" && matchMedia("(display-mode: standalone), (display-mode: minimal-ui)").matches
