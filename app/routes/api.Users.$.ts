import { mount } from "~/api/mount.server"
import { userPictures } from "~/api/picture.server"
import { userCalls } from "~/contract/user"
import { removeAvatar } from "~/domain/picture.server"
import { users } from "~/domain/user.server"

const serve = mount(
  userCalls,
  { ...users, removeAvatar: async (actor, { id }) => void (await removeAvatar(actor, id)) },
  userPictures,
)
export const loader = serve.loader
export const action = serve.action
