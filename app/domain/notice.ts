import type { Entity } from "~/contract/field"
import type { NotificationKind } from "~/contract/notification"

/** Notifies people of the plan, but not of their own doing, unless they waited for it (`imported`, `restored`). */
export type Notice = {
  kind: NotificationKind
  /** Whose doing it is; the actor's when absent. */
  by?: number | null
  to: number[]
  /** Said in the language of who is notified. */
  title: () => string
  about?: { entity: Entity; id: number }
  comment?: number
}
