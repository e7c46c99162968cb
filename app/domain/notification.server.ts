import type { notificationCalls } from "~/contract/notification"
import { notFound } from "~/contract/problem"
import { notificationOf, notificationsOf } from "~/database/notification.server"
import type { Handlers } from "./actor"
import { admit } from "./admission.server"
import { carryOut } from "./work.server"

export const notifications: Handlers<typeof notificationCalls> = {
  list: async (actor, { planId }) => notificationsOf(await admit(actor, planId)),
  read: async (actor, { id, planId }) => {
    await carryOut(actor, planId, async () => {
      const found = await notificationOf(await admit(actor, planId), id)
      if (!found) throw notFound()
      return {
        apart: true,
        planChanges: [{ entity: "notification", op: "update", id, fields: { clientId: actor.clientId } }],
        audits: [],
        events: [],
        status: 204,
        ...(found.isRead ? { unchanged: { answer: undefined } } : {}),
      }
    })
  },
}
