import { mount } from "~/api/mount.server"
import { userCalls } from "~/contract/user"
import { users } from "~/domain/user.server"

const serve = mount(userCalls, users)
export const loader = serve.loader
export const action = serve.action
