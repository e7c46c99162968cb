import * as z from "zod/mini"
import { deepLinkPath } from "~/contract/deep-link"
import { dropDevice, type Pushed, pushOf } from "~/database/push.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { sendPush } from "~/outside/push.server"
import { nameInALine } from "~/rules/note-text"

const given = z.object({ notificationId: z.number(), device: z.number() })

const linkOf = ({ planId, goalId, itemId, taskId, hasComment }: Pushed) => {
  const id = taskId ?? itemId ?? goalId
  if (id === null) return `/plan/${planId}`
  const type = taskId ? "task" : itemId ? "card" : "goal"
  return deepLinkPath(planId, { type, id, ...(hasComment ? { menu: "notes" } : {}) })
}

/** Notifications sent to the devices of their readers, a job for each device. */
export const pushJobs: JobHandlers = {
  "push.device": async (input) => {
    const { notificationId, device } = given.parse(input)
    const found = await pushOf(notificationId, device)
    if (!found) return
    const { title, planName } = found
    const message = { title, body: nameInALine(planName), url: linkOf(found), tag: `notification-${notificationId}` }
    if ((await sendPush(found.subscription, message)) === "gone") await dropDevice(device)
  },
}
