import { call } from "~/client/api"
import { createUploads, type SendFile, type Uploads } from "~/client/outbox/uploads"
import { fileCalls } from "~/contract/file"

export const sendTo =
  (planId: number): SendFile =>
  ({ file, owner }, options) =>
    call(fileCalls.upload, { planId, file, ...owner }, options)

const byPlan = new Map<number, Uploads>()

/** This page's uploads to a plan. */
export const uploadsOf = (planId: number): Uploads => {
  const known = byPlan.get(planId)
  if (known) return known
  const made = createUploads(sendTo(planId))
  byPlan.set(planId, made)
  return made
}
