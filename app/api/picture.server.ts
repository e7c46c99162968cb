import type { InputOf } from "~/contract/call"
import type { planCalls } from "~/contract/plan"
import type { userCalls } from "~/contract/user"
import type { Actor } from "~/domain/actor"
import { avatar, mostPictureBytes, planImage, setAvatar, setPlanImage } from "~/domain/picture.server"
import { json } from "./answer.server"
import type { Caller } from "./identify.server"
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

export const planPictures = {
  image: async (_request: Request, { planId }: InputOf<typeof planCalls.image>, { actor }: Caller) => {
    const found = await planImage(actor as Actor, planId)
    if (typeof found !== "string") return shown(found)
    return new Response(null, { status: 302, headers: { location: found, "cache-control": "private, no-cache" } })
  },
  setImage: async (request: Request, { planId }: InputOf<typeof planCalls.setImage>, { actor }: Caller) =>
    json(await setPlanImage(actor as Actor, planId, () => readFormFile(request, mostPictureBytes)), 201),
}

export const userPictures = {
  avatar: async (_request: Request, { id }: InputOf<typeof userCalls.avatar>, { actor }: Caller) =>
    shown(await avatar(actor as Actor, id)),
  setAvatar: async (request: Request, { id }: InputOf<typeof userCalls.setAvatar>, { actor }: Caller) =>
    json(await setAvatar(actor as Actor, id, () => readFormFile(request, mostPictureBytes)), 201),
}
