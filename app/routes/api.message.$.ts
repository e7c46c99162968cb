import { mount } from "~/api/mount.server"
import { messageCalls } from "~/contract/message"
import { messages } from "~/domain/message.server"

const serve = mount(messageCalls, messages)
export const loader = serve.loader
export const action = serve.action
