import type { planCalls } from "~/contract/plan"
import type { userCalls } from "~/contract/user"
import { admit } from "~/domain/core/admission.server"
import { once } from "~/domain/core/once.server"
import { avatar, mostPictureBytes, planImage, setAvatar, setPlanImage } from "~/domain/picture.server"
import { json, perCaller } from "./answer.server"
import { idempotentWithFile } from "./idempotent.server"
import type { Raw } from "./mount.server"
import { readFormFile } from "./read-body.server"

// The address changes with the picture, so browsers may cache it; shared caches may not.
const shown = (bytes: ReadableStream<Uint8Array>) =>
  new Response(bytes, {
    headers: {
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      ...perCaller,
      "x-content-type-options": "nosniff",
    },
  })

export const planPictures: { image: Raw<typeof planCalls.image>; setImage: Raw<typeof planCalls.setImage> } = {
  image: async (_request, { planId }, { actor }) => {
    const found = await planImage(actor, planId)
    if (typeof found !== "string") return shown(found)
    const headers = { location: found, "cache-control": "private, no-cache", ...perCaller }
    return new Response(null, { status: 302, headers })
  },
  setImage: async (request, { planId }, { actor, hold }) => {
    await admit(actor, planId)
    const file = await readFormFile(request, { limit: mostPictureBytes, hold })
    const sender = await idempotentWithFile(actor, request, file)
    const { answer, status } = await once(sender, 201, (own) => setPlanImage(own, planId, file))
    return json(answer, status)
  },
}

export const userPictures: { avatar: Raw<typeof userCalls.avatar>; setAvatar: Raw<typeof userCalls.setAvatar> } = {
  avatar: async (_request, { id }, { actor }) => shown(await avatar(actor, id)),
  setAvatar: async (request, { id }, { actor, hold }) => {
    const file = await readFormFile(request, { limit: mostPictureBytes, hold })
    const sender = await idempotentWithFile(actor, request, file)
    const { answer, status } = await once(sender, 201, (own) => setAvatar(own, id, file))
    return json(answer, status)
  },
}
