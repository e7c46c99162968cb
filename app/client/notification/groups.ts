import type { Notification } from "~/contract/notification-row"

/** Notifications that are one row; newest first. */
export type NotificationGroup = { key: string; newest: Notification; all: readonly Notification[] }

const day = 24 * 3_600_000

/** The key that comments on one card share; undefined for other notifications. */
export const cardOf = ({ kind, planId, goalId, itemId, taskId }: Notification) =>
  kind === "comment" || kind === "mention" ? `${planId}:${goalId}:${itemId}:${taskId}` : undefined

/** The list with the unread notes of a card within a day of the newest as one row, at its place. */
export const grouped = (list: readonly Notification[]): NotificationGroup[] => {
  const open = new Map<string, { newest: Notification; all: Notification[] }>()
  const rows: { newest: Notification; all: Notification[] }[] = []
  for (const one of list) {
    const card = one.isRead ? undefined : cardOf(one)
    const group = card === undefined ? undefined : open.get(card)
    if (group && Date.parse(group.newest.createdAt) - Date.parse(one.createdAt) < day) {
      group.all.push(one)
      continue
    }
    const row = { newest: one, all: [one] }
    rows.push(row)
    if (card !== undefined) open.set(card, row)
  }
  return rows.map(({ newest, all }) => ({ key: `${newest.id}`, newest, all }))
}

/** The number of authors besides that of the newest comment. */
export const othersIn = ({ newest, all }: Pick<NotificationGroup, "newest" | "all">) =>
  new Set(all.map(({ actor }) => actor?.id ?? 0).filter((id) => id !== (newest.actor?.id ?? 0))).size
