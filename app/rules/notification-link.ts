import type { Notification } from "~/contract/notification"
import type { BoardLink, CardType, DeepLink } from "~/contract/shared/deep-link"

type Link = (DeepLink & { type: CardType }) | Extract<BoardLink, { type: "settings" }>

/** What a notification opens: the notes of its action or task, a goal's activity, or where to see who has joined and what was restored. */
export const notificationLink = ({
  kind,
  taskId,
  itemId,
  goalId,
}: Pick<Notification, "kind" | "taskId" | "itemId" | "goalId">): Link | undefined => {
  const id = taskId ?? itemId
  if (id) return { type: taskId ? "task" : "card", id, menu: "notes" }
  if (goalId) return { type: "goal", id: goalId, menu: "activity" }
  if (kind === "accepted") return { type: "settings", section: "people" }
  if (kind === "transferred") return { type: "settings", section: "plan" }
  return kind === "restored" ? { type: "settings", section: "history" } : undefined
}
