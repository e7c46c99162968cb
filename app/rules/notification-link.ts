import type { BoardLink, CardType, DeepLink } from "~/contract/deep-link"
import type { Notification } from "~/contract/notification"

type Link = (DeepLink & { type: CardType }) | Extract<BoardLink, { type: "settings" }>

/** What a notification opens: the notes of its card, or where to see who has joined and what was restored. */
export const notificationLink = ({
  kind,
  taskId,
  itemId,
  goalId,
}: Pick<Notification, "kind" | "taskId" | "itemId" | "goalId">): Link | undefined => {
  const id = taskId ?? itemId ?? goalId
  if (id) return { type: taskId ? "task" : itemId ? "card" : "goal", id, menu: "notes" }
  if (kind === "accepted") return { type: "settings", section: "people" }
  return kind === "restored" ? { type: "settings", section: "history" } : undefined
}
