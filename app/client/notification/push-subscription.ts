import { notificationCalls } from "~/contract/notification"
import { call, type SendOptions } from "../api"

/** Stores this device with the session of the person who is signed in. */
export const storeSubscription = async (subscription: PushSubscription, options?: SendOptions) => {
  const { endpoint = "", keys } = subscription.toJSON()
  const input = { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } }
  await call(notificationCalls.subscribe, input, options)
}
