import type { Entity } from "~/contract/field"
import type { NotificationKind } from "~/contract/notification"

/** Notifies people of the plan, but not of their own doing, unless they waited for it (`imported`, `restored`). */
export type Notice = {
  kind: NotificationKind
  /** Who caused it; defaults to the actor. */
  by?: { id: number | null; userName: string }
  to: number[]
  /** Said in the language of who is notified. `by`: what the author is called in the plan. */
  title: (by: string) => string
  about?: { entity: Entity; id: number }
  comment?: number
}
