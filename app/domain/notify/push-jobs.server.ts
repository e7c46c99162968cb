import * as z from "zod/mini"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { dropDevice, type Pushed, pushOf } from "~/database/push.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { sendPush } from "~/outside/push.server"
import { nameInALine } from "~/rules/line-name"
import { notificationLink } from "~/rules/notification"

const given = z.object({ notificationId: z.number(), device: z.number() })

const addressOf = (pushed: Pushed) => {
  const link = notificationLink(pushed)
  return link ? deepLinkPath(pushed.planId, link) : `/plan/${pushed.planId}`
}

/** Devices whose service did not answer, whose they are, and until when (ms since 1970) nothing is sent to them. */
const resting = new Map<number, { personId: number; until: number }>()
const restMs = 60_000

export const restNoDevices = () => resting.clear()

/** A service that does not answer holds one of the few places for pushes, so that a device's others wait until it has answered. */
const rest = (device: number, personId: number) => {
  const now = Date.now()
  for (const [each, { until }] of resting) if (until < now) resting.delete(each)
  resting.set(device, { personId, until: now + restMs })
}

/** With two devices resting a person's others rest too: the addresses may all be of one service, made to hold places. */
const isResting = (device: number, personId: number) => {
  const now = Date.now()
  const those = [...resting].filter(([, each]) => each.personId === personId && each.until > now)
  return those.length > 1 || those.some(([each]) => each === device)
}

/** A service elsewhere that takes longer than this, ms, rests like one that does not answer. */
const slowMs = 2_000

/** In seventeen minutes. After that the message is out of date, and the list has it: a dead letter each would fill the queue. */
const mostTries = 10

const push: JobHandlers[string] = async (input, { kind, attempts, again }) => {
  const { notificationId, device } = given.parse(input)
  const found = await pushOf(notificationId, device)
  if (!found) return
  const { title, planName, personId } = found
  if (isResting(device, personId)) {
    // Only what has failed before waits; the list has the others.
    if (attempts > 1) again(restMs / 1_000)
    return
  }
  const message = {
    id: notificationId,
    title,
    body: nameInALine(planName),
    url: addressOf(found),
    tag: `notification-${notificationId}`,
  }
  const began = Date.now()
  const sent = await sendPush(found.subscription, message).catch((error: unknown) => {
    rest(device, personId)
    if (attempts >= mostTries) return "late"
    throw error
  })
  if (kind === "push.elsewhere" && Date.now() - began > slowMs) rest(device, personId)
  if (sent === "gone") await dropDevice(device)
}

/** Notifications sent to the devices of their readers, a job for each device: at the services of browsers' makers, and elsewhere. */
export const pushJobs: JobHandlers = { "push.device": push, "push.elsewhere": push }
