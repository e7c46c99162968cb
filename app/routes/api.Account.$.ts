import { accountRaw } from "~/api/account-raw.server"
import { mount } from "~/api/mount.server"
import { accountCalls } from "~/contract/account"
import { userProfile } from "~/domain/account.server"

const serve = mount(accountCalls, { userProfile }, accountRaw)
export const loader = serve.loader
export const action = serve.action
