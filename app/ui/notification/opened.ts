import { boardAddress, type CardType, type DeepLink } from "~/contract/deep-link"
import type { Notification, NotificationKind } from "~/contract/notification"

const aboutNotes: ReadonlySet<NotificationKind> = new Set(["mention", "comment"])

/** The card that a notification is about, on its notes where it is about one. */
export const linkOf = ({ kind, taskId, itemId, goalId }: Notification): (DeepLink & { type: CardType }) | undefined => {
  const id = taskId ?? itemId ?? goalId
  if (!id) return undefined
  const type = taskId ? "task" : itemId ? "card" : "goal"
  return { type, id, ...(aboutNotes.has(kind) ? { menu: "notes" } : {}) }
}

export const addressOf = (one: Notification) => {
  const link = linkOf(one)
  return link ? boardAddress(one.planId, link) : `/board?planId=${one.planId}`
}
