import { type BoardLink, boardAddress, type CardType, type DeepLink } from "~/contract/deep-link"
import type { Notification } from "~/contract/notification"

type Link = (DeepLink & { type: CardType }) | Extract<BoardLink, { type: "settings" }>

/** What a notification opens: the notes of its card, or where to see who has joined and what was restored. */
export const linkOf = ({ kind, taskId, itemId, goalId }: Notification): Link | undefined => {
  const id = taskId ?? itemId ?? goalId
  if (id) return { type: taskId ? "task" : itemId ? "card" : "goal", id, menu: "notes" }
  if (kind === "accepted") return { type: "settings", section: "people" }
  return kind === "restored" ? { type: "settings", section: "history" } : undefined
}

/** The address of what a notification opens, for pages other than its own board. */
export const addressOf = (one: Notification) => {
  const link = linkOf(one)
  return link ? boardAddress(one.planId, link) : `/board?planId=${one.planId}`
}
