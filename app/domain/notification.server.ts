import type { Handlers } from "~/contract/call"
import type { notificationCalls } from "~/contract/notification"
import { notFound } from "~/contract/problem"
import { notificationOf, notificationsOf } from "~/database/notification.server"
import { planRoleOf } from "~/database/plan.server"
import { type Actor, personOf } from "./actor"
import { allow, carryOut } from "./work.server"

export const notifications: Handlers<typeof notificationCalls, Actor> = {
  list: async (actor, { userId, planId }) => {
    if (personOf(actor) !== userId) throw notFound()
    allow(actor, planId, await planRoleOf(userId, planId), "takePart")
    return notificationsOf(userId, planId)
  },
  read: async (actor, { id, planId }) => {
    const person = personOf(actor)
    await carryOut(actor, planId, "takePart", async () => {
      allow(actor, planId, await planRoleOf(person, planId), "takePart")
      const found = await notificationOf(person, planId, id)
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
