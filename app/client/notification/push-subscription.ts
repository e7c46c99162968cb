import { notificationCalls } from "~/contract/notification"
import { call, type SendOptions } from "../api"

/** Stores this device with the session of the person who is signed in. */
export const storeSubscription = async (subscription: PushSubscription, options?: SendOptions) => {
  const { endpoint = "", keys } = subscription.toJSON()
  const input = { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } }
  await call(notificationCalls.subscribe, input, options)
}

/** Closes the notifications that this device still shows: they name people and cards. */
export const closeShownPushes = async () => {
  const worker = await globalThis.navigator?.serviceWorker?.getRegistration("/").catch(() => undefined)
  for (const shown of (await worker?.getNotifications().catch(() => undefined)) ?? []) shown.close()
}
