import { isRefusal, refusal } from "~/contract/problem"
import { knownPerson } from "../offline/person"
import { holdPage, ifGone, thisPage } from "../page-lock"
import { outboxStorage } from "./browser-database"
import { uploadCounts } from "./pending"
import { sendInBackground } from "./person-outbox"
import { fileOf, sendFile } from "./send-file"
import { uploadStorage } from "./stored-uploads"
import { attemptFailed, attemptsEnded } from "./stuck"
import { createUploads, type SendFile, type UploadStore, type Uploads, willBeSent } from "./uploads"

export const sendTo =
  (planId: number): SendFile =>
  ({ file, owner }, options) =>
    sendFile({ userId: knownPerson() ?? 0, planId, file, owner }, options)

const storageOf = (planId: number): UploadStore => ({
  keep: async ({ ref, file, owner, at }, problem) => {
    const userId = knownPerson()
    if (userId === undefined) return false
    await holdPage()
    const { name, type } = file
    const stored = { ref, userId, planId, owner, name, type, blob: file.slice(0, file.size, type), at, page: thisPage }
    return uploadStorage.put(problem ? { ...stored, problem } : stored)
  },
  remove: (ref) => void uploadStorage.remove(ref),
  takeLeft: async (take) => {
    const userId = knownPerson()
    if (userId === undefined) return
    await holdPage()
    const left = async () => (await uploadStorage.all(userId)).filter((each) => each.planId === planId)
    for (const page of new Set((await left()).map((each) => each.page)))
      await ifGone(page, async () => {
        for (const each of (await left()).filter((found) => found.page === page)) {
          await uploadStorage.put({ ...each, page: thisPage })
          const { ref, owner, at, problem } = each
          take({
            ref,
            owner,
            at,
            file: fileOf(each),
            ...(problem && { why: refusal(problem.status, problem.message), refused: true }),
          })
        }
      })
  },
  whenLost: (listener) => void outboxStorage.whenLost(listener),
  onPostponed: (ref, why) => {
    sendInBackground()
    attemptFailed(ref, planId, isRefusal(why) ? why.problem : undefined)
  },
  onEnded: attemptsEnded,
})

const byPlan = new Map<number, Uploads>()

/** This page's uploads to a plan, and uploads that closed pages left. */
export const uploadsOf = (planId: number): Uploads => {
  const known = byPlan.get(planId)
  if (known) return known
  const made = createUploads(sendTo(planId), storageOf(planId))
  byPlan.set(planId, made)
  made.subscribe(() => {
    const waiting = made.get().filter(willBeSent).length
    const refused = made.get().filter((upload) => upload.refused).length
    uploadCounts.set(new Map(uploadCounts.get()).set(planId, { waiting, refused }))
  })
  void made.takeLeft()
  globalThis.addEventListener?.("online", () => void made.takeLeft())
  return made
}
