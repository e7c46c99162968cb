import { authRaw } from "~/api/account-raw.server"
import { mount } from "~/api/mount.server"
import { authCalls } from "~/contract/account"
import { realtimeTicket } from "~/domain/realtime-ticket.server"

const serve = mount(authCalls, { realtimeTicket }, authRaw)
export const loader = serve.loader
export const action = serve.action
