import type { AvatarPerson } from "~/ui/parts/avatar"

/** What a toast says. `key` replaces the toast of the same key instead of adding one. */
export type Toast = {
  kind: "success" | "info" | "warn" | "error"
  text: string
  more?: string
  key?: string
  /** Who it is from, in place of the sign of its kind. */
  person?: AvatarPerson
  /** Makes the toast a button that opens what it speaks of. */
  onOpen?: () => void
}

type Show = (toast: Toast) => void

let show: Show | undefined
let wake: (() => void) | undefined
const waiting: Toast[] = []

/** Shows a message at the top right for five seconds. The host and its library are loaded at the first one. */
export const showToast = (toast: Toast) => {
  if (show) return show(toast)
  waiting.push(toast)
  wake?.()
}

/** For the host alone: called when the first toast comes. */
export const onFirstToast = (callback: () => void) => {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = undefined
  }
}

/** For the host alone: takes over, those waiting first. */
export const hostToasts = (next: Show) => {
  show = next
  for (const toast of waiting.splice(0)) next(toast)
  return () => {
    show = undefined
  }
}
