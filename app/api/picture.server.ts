import type { planCalls } from "~/contract/plan"
import type { userCalls } from "~/contract/user"
import { avatar, mostPictureBytes, planImage, setAvatar, setPlanImage } from "~/domain/picture.server"
import { json } from "./answer.server"
import type { Raw } from "./mount.server"
import { readFormFile } from "./read-body.server"

// The address changes with the picture, so that a browser may keep it; only its own.
const shown = (bytes: ReadableStream<Uint8Array>) =>
  new Response(bytes, {
    headers: {
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  })

export const planPictures: { image: Raw<typeof planCalls.image>; setImage: Raw<typeof planCalls.setImage> } = {
  image: async (_request, { planId }, { actor }) => {
    const found = await planImage(actor, planId)
    if (typeof found !== "string") return shown(found)
    return new Response(null, { status: 302, headers: { location: found, "cache-control": "private, no-cache" } })
  },
  setImage: async (request, { planId }, { actor }) =>
    json(await setPlanImage(actor, planId, () => readFormFile(request, mostPictureBytes)), 201),
}

export const userPictures: { avatar: Raw<typeof userCalls.avatar>; setAvatar: Raw<typeof userCalls.setAvatar> } = {
  avatar: async (_request, { id }, { actor }) => shown(await avatar(actor, id)),
  setAvatar: async (request, { id }, { actor }) =>
    json(await setAvatar(actor, id, () => readFormFile(request, mostPictureBytes)), 201),
}
