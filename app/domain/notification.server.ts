import type { notificationCalls } from "~/contract/notification"
import { notFound } from "~/contract/problem"
import { notificationOf, notificationsOf } from "~/database/notification.server"
import type { Handlers } from "./actor"
import { admit } from "./admission.server"
import { commit } from "./commit.server"
import type { Outcome } from "./outcome"
import { pageOf } from "./page"

export const notifications: Handlers<typeof notificationCalls> = {
  list: async (actor, { planId, before }) => {
    const { notifications, more } = await notificationsOf(await admit(actor, planId), before)
    return pageOf(actor, notifications, more)
  },
  read: async (actor, { id, planId }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      const found = await notificationOf(await admit(actor, planId), id)
      if (!found) throw notFound()
      return {
        scope: "private",
        writes: [{ update: "notification", row: { id, readDate: new Date().toISOString() } }],
        events: [{ event: "UpdateNotifications", to: [actor.userId], entity: "notification", id }],
        status: 204,
        ...(found.isRead ? { unchanged: { answer: undefined } } : {}),
      }
    })
  },
}
