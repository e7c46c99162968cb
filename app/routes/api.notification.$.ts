import { mount } from "~/api/mount.server"
import { notificationCalls } from "~/contract/notification"
import { notifications } from "~/domain/notification.server"

const serve = mount(notificationCalls, notifications)
export const loader = serve.loader
export const action = serve.action
