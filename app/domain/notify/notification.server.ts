import type { notificationCalls } from "~/contract/notification"
import { notFound, refusal } from "~/contract/problem"
import { notificationOf, notificationsOf, unreadNotifications } from "~/database/notification.server"
import { dropSubscription, storeSubscription } from "~/database/push.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { listPageOf } from "~/domain/core/list-page"
import type { Outcome } from "~/domain/core/outcome"
import { pushKey } from "~/outside/push.server"

export const notifications: Handlers<Omit<typeof notificationCalls, "mailsPage" | "endMails">> = {
  list: async (actor, { planId, before }) => {
    const plan = planId === undefined ? null : await admit(actor, planId)
    const { notifications, more } = await notificationsOf(actor.userId, plan, before)
    return listPageOf(actor, notifications, more)
  },
  unread: async ({ userId }) => {
    const counts = await unreadNotifications(userId)
    return {
      total: counts.reduce((sum, { count }) => sum + count, 0),
      byPlan: Object.fromEntries(counts.map(({ planId, count }) => [planId, count])),
    }
  },
  read: async (actor, { id, planId }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      const found = await notificationOf(await admit(actor, planId), id)
      if (!found) throw notFound()
      return {
        scope: "private",
        whileArchived: true,
        writes: [{ update: "notification", row: { id, readDate: new Date().toISOString() } }],
        events: [{ event: "UpdateNotifications", to: [actor.userId], entity: "notification", id }],
        status: 204,
        ...(found.isRead ? { unchanged: { answer: undefined } } : {}),
      }
    })
  },
  readAll: async (actor, { planId }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      await admit(actor, planId)
      const to = [actor.userId]
      return {
        scope: "private",
        whileArchived: true,
        writes: [{ procedure: "readNotifications" }],
        events: [
          { event: "UpdateNotifications", to, data: null },
          { event: "UnreadCountUpdated", to, data: { conversationId: null, count: 0 } },
        ],
        status: 204,
      }
    })
  },
  pushKey: async () => ({ publicKey: pushKey() }),
  subscribe: async ({ userId, sessionId }, subscription) => {
    if (!sessionId) throw refusal(403, "Push needs a session: sign in on this device.")
    if (!(await storeSubscription(userId, sessionId, subscription)))
      throw refusal(409, "This device is subscribed with other keys. Subscribe again in the browser.")
    return { endpoint: subscription.endpoint }
  },
  unsubscribe: async ({ userId }, { endpoint }) => {
    await dropSubscription(userId, endpoint)
  },
}
