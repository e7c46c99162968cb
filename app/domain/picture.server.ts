// Pictures of plans and people: re-encoded, cropped to their size and stored under a new key each time.
import { invalid, notFound } from "~/contract/problem"
import { imageKeyOf, planFor } from "~/database/plan.server"
import { personById, pictureKeyOf, sharesAPlan } from "~/database/sign-in/person.server"
import type { Person } from "~/domain/core/actor"
import { admit, readAs } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { inWorker } from "~/domain/core/worker.server"
import { personChanged } from "~/domain/sign-in/session.server"
import { imageTypes, kindOf } from "~/outside/file-kind.server"
import { objectStream, putObject, removeObjects } from "~/outside/storage.server"

export const mostPictureBytes = 16 * 1_048_576

/** Twice the displayed size, for high-density screens. */
const planSize = { width: 290, height: 270 }
const avatarSize = { width: 236, height: 236 }

const store = async (actor: Person, file: File, folder: string, size: { width: number; height: number }) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const picture = imageTypes.has(await kindOf(bytes.subarray(0, 16_384), ""))
    ? await inWorker(actor, "picture", bytes, size)
    : undefined
  if (!picture) {
    throw invalid(
      "file",
      "This is not a picture we can read. Choose a PNG, JPEG, WebP, AVIF, GIF or BMP of up to 24 megapixels.",
    )
  }
  const key = `${folder}/picture-${crypto.randomUUID()}.webp`
  await putObject(key, picture, "image/webp")
  return key
}

/** Replaces or removes a plan's picture. Deletes the old file or, after a refusal or a repeated call, the new one. */
const setPlanKey = async (actor: Person, planId: number, key: string | null) => {
  let before: string | null = null
  const version = Date.now()
  await replacing(actor, key, async () => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      before = await imageKeyOf(await admit(actor, planId))
      return {
        writes: [{ update: "plan", row: { id: planId, imageKey: key, imageVersion: version } }],
        log: [{ entity: "plan", id: planId, action: "update", after: { picture: key !== null } }],
        events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
        status: key === null ? 204 : 201,
      }
    })
    return before
  })
}

const replacing = async (actor: Person, key: string | null, write: () => Promise<string | null>) => {
  let unused = key
  try {
    const before = await write()
    if (!actor.caused?.replay) unused = before
  } finally {
    if (unused) await removeObjects([unused])
  }
}

/** Returns the picture's URL. */
export const setPlanImage = async (actor: Person, planId: number, file: File) => {
  await setPlanKey(actor, planId, await store(actor, file, String(planId), planSize))
  return { url: (await readAs(actor, planId, planFor)).plan.imageUrl }
}

export const removePlanImage = async (actor: Person, { planId }: { planId: number }): Promise<undefined> => {
  await setPlanKey(actor, planId, null)
}

/** The bytes, or the path of the default picture. */
export const planImage = async (actor: Person, planId: number) => {
  const key = await imageKeyOf(await admit(actor, planId))
  const bytes = key ? await objectStream(key) : undefined
  return bytes ?? `/plan-pictures/${planId % 6}.svg`
}

const setAvatarKey = async (actor: Person, id: number, key: string | null) => {
  await replacing(actor, key, async () => {
    const before = await pictureKeyOf(id)
    await commit(
      actor,
      null,
      async (): Promise<Outcome> => ({
        scope: "private",
        writes: [{ update: "person", row: { id, avatarKey: key, avatarVersion: Date.now() } }],
        everywhere: {
          personId: id,
          event: "MemberUpdated",
          before: { picture: before !== null },
          after: { picture: key !== null },
        },
        status: key === null ? 204 : 201,
      }),
    )
    return before
  })
  await personChanged(id)
}

export const setAvatar = async (actor: Person, id: number, file: File) => {
  await setAvatarKey(actor, id, await store(actor, file, `people/${id}`, avatarSize))
  return { url: (await personById(id))?.avatarUrl ?? "" }
}

export const removeAvatar = async (actor: Person, { id }: { id: number }): Promise<undefined> => {
  await setAvatarKey(actor, id, null)
}

/** For anybody who shares a plan with the person; on 404 the page shows their initial. */
export const avatar = async ({ userId }: Person, id: number) => {
  const may = userId === id || (await sharesAPlan(userId, id))
  const key = may ? await pictureKeyOf(id) : null
  const bytes = key ? await objectStream(key) : undefined
  if (!bytes) throw notFound()
  return bytes
}
