import type { AvatarPerson } from "~/ui/parts/avatar"

/** A toast. It replaces a toast with the same `key`. */
export type Toast = {
  kind: "success" | "info" | "due" | "warn" | "error"
  text: string
  more?: string
  key?: string
  /** The sender's avatar instead of the icon. */
  person?: AvatarPerson
  /** The agent that acted for that person. */
  agent?: string | null
  /** A button beside the words. */
  action?: { label: string; run(): void }
  /** Shown until it is dismissed. */
  stays?: true
  /** Makes the toast a button. */
  onOpen?: () => void
}

type Host = { show(toast: Toast): void; dismiss(key: string): void }

let host: Host | undefined
let wake: (() => void) | undefined
const waiting: Toast[] = []

/** Shows a toast at the top right, for five seconds unless it stays. The first one loads the host and its library. */
export const showToast = (toast: Toast) => {
  if (host) return host.show(toast)
  waiting.push(toast)
  wake?.()
}

/** Takes a toast away before its time. */
export const dismissToast = (key: string) => {
  const at = waiting.findIndex((toast) => toast.key === key)
  if (at >= 0) waiting.splice(at, 1)
  host?.dismiss(key)
}

/** For the host: called at the first toast. */
export const onFirstToast = (callback: () => void) => {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = undefined
  }
}

/** For the host: receives the waiting toasts, then new ones. */
export const hostToasts = (next: Host) => {
  host = next
  for (const toast of waiting.splice(0)) next.show(toast)
  return () => {
    host = undefined
  }
}

const region = "board-says"

/** Attributes of the page's live region. React does not manage its text. */
export const sayingRegion = { id: region, className: "visually-hidden", role: "status" } as const

/** Announces a text politely. */
export const say = (text: string) => {
  const element = document.getElementById(region)
  if (element) element.textContent = text
}
