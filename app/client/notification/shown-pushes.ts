/** Closes the notifications that this device still shows: they name people and cards. */
export const closeShownPushes = async () => {
  const worker = await globalThis.navigator?.serviceWorker?.getRegistration("/").catch(() => undefined)
  for (const shown of (await worker?.getNotifications().catch(() => undefined)) ?? []) shown.close()
}
