import { notificationCalls } from "~/contract/notification"
import { call } from "../api"
import { pushPerson } from "../memory/choices"
import { closeShownPushes, storeSubscription } from "./push-subscription"

/** This device's subscription to web push. */

/** `blocked`: the person has forbidden notifications in the browser. */
export type PushState = "unsupported" | "blocked" | "on" | "off"

const registered = async () => {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return undefined
  return navigator.serviceWorker.getRegistration("/")
}

export const pushState = async (): Promise<PushState> => {
  const worker = await registered()
  if (!worker) return "unsupported"
  if (Notification.permission === "denied") return "blocked"
  return (await worker.pushManager.getSubscription()) ? "on" : "off"
}

/** The person signed in on this page. */
let person: number | undefined

/**
 * For the person who has signed in. The server forgets a device with its session: theirs is stored again, and another
 * person's is ended, with what it has shown.
 */
export const continuePush = async (userId: number) => {
  person = userId
  if (!pushPerson.is(userId)) await closeShownPushes()
  const subscription = await (await registered())?.pushManager.getSubscription()
  if (!subscription) return
  if (pushPerson.is(userId)) await storeSubscription(subscription)
  else await subscription.unsubscribe()
}

/** Asks the person and the browser's push service, then tells the server. Throws when the push service or the server refuses. */
export const beginPush = async (): Promise<PushState> => {
  const worker = await registered()
  if (!worker) return "unsupported"
  if ((await Notification.requestPermission()) !== "granted") return pushState()
  const { publicKey } = await call(notificationCalls.pushKey, {})
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    await storeSubscription(subscription)
  } catch (thrown) {
    await subscription.unsubscribe()
    throw thrown
  }
  if (person !== undefined) pushPerson.set(person)
  return "on"
}

/** Ends it in this browser; the server forgets it with the session, or at the next push. */
export const endPush = async (): Promise<PushState> => {
  const subscription = await (await registered())?.pushManager.getSubscription().catch(() => null)
  if (!subscription) return pushState()
  await subscription.unsubscribe().catch(() => {})
  await call(notificationCalls.unsubscribe, { endpoint: subscription.endpoint }).catch(() => {})
  return "off"
}
