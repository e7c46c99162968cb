// Pictures of plans and people: re-encoded, cut to their size, in storage under a new key each time.
import { randomUUID } from "node:crypto"
import { invalid, notFound } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { personById, pictureKeyOf, picturePerson, sharesAPlan } from "~/database/people.server"
import { imageKeyOf, planFor } from "~/database/plan.server"
import { kindOf } from "~/outside/file-kind.server"
import { imageTypes, makePicture } from "~/outside/picture.server"
import { objectStream, putObject, removeObjects } from "~/outside/storage.server"
import type { Person } from "./actor"
import { admit, readAs } from "./admission.server"
import { personChanged } from "./session.server"
import { carryOut } from "./work.server"

export const mostPictureBytes = 16 * 1_048_576

/** Twice what is shown, for screens of twice the pixels. */
const planSize = { width: 290, height: 270 }
const avatarSize = { width: 236, height: 236 }

const store = async (file: File, folder: string, size: { width: number; height: number }) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const picture = imageTypes.has(await kindOf(bytes.subarray(0, 16_384), ""))
    ? await makePicture(bytes, size)
    : undefined
  if (!picture) {
    throw invalid(
      "file",
      "This is not a picture we can read. Choose a PNG, JPEG, WebP, AVIF, GIF or BMP of up to 24 megapixels.",
    )
  }
  const key = `${folder}/picture-${randomUUID()}.webp`
  await putObject(key, picture, "image/webp")
  return key
}

const setPlanKey = async (actor: Person, plan: Admission, key: string | null) => {
  const { planId } = plan
  const before = await imageKeyOf(plan)
  await carryOut({ ...actor, idempotency: null }, planId, async () => {
    await admit(actor, planId)
    return {
      planChanges: [{ entity: "plan_image", op: "update", id: planId, fields: { key } }],
      audits: [{ entity: "plan", id: planId, action: "update", after: { picture: key !== null } }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
      status: 201,
    }
  })
  if (before) await removeObjects([before])
}

/** Answers the picture's address. The file is read once it is known that the actor may. */
export const setPlanImage = async (actor: Person, planId: number, read: () => Promise<File>) => {
  const plan = await admit(actor, planId)
  const key = await store(await read(), String(planId), planSize)
  try {
    await setPlanKey(actor, plan, key)
  } catch (thrown) {
    await removeObjects([key])
    throw thrown
  }
  return { url: (await readAs(actor, planId, planFor)).plan.imageUrl }
}

export const removePlanImage = async (actor: Person, { planId }: { planId: number }): Promise<undefined> => {
  await setPlanKey(actor, await admit(actor, planId), null)
}

/** The bytes, or where the default picture is. */
export const planImage = async (actor: Person, planId: number) => {
  const key = await imageKeyOf(await admit(actor, planId))
  const bytes = key ? await objectStream(key) : undefined
  return bytes ?? `/plan-pictures/${planId % 6}.svg`
}

const setAvatarKey = async (actor: Person, id: number, key: string | null) => {
  const before = await picturePerson(id, key, actor.clientId, actor.via)
  await personChanged(id)
  if (before) await removeObjects([before])
}

export const setAvatar = async (actor: Person, id: number, read: () => Promise<File>) => {
  await setAvatarKey(actor, id, await store(await read(), `people/${id}`, avatarSize))
  return { url: (await personById(id))?.avatarUrl ?? "" }
}

export const removeAvatar = async (actor: Person, { id }: { id: number }): Promise<undefined> => {
  await setAvatarKey(actor, id, null)
}

/** For anybody who shares a plan; 404: show the letter. */
export const avatar = async ({ userId }: Person, id: number) => {
  const may = userId === id || (await sharesAPlan(userId, id))
  const key = may ? await pictureKeyOf(id) : null
  const bytes = key ? await objectStream(key) : undefined
  if (!bytes) throw notFound()
  return bytes
}
