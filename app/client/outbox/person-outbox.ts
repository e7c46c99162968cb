import { isInstalled, keepStorage } from "../device-storage"
import { forgetPerson } from "../memory/forget"
import { isSignedOut, leaveNothing, outboxStorage } from "./browser-database"
import { type Outbox, openOutbox } from "./outbox"
import { sendEntry } from "./send-entry"

let current: { userId: number; outbox: Outbox } | undefined

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Has the service worker send what waits once there is a connection, also when this page is gone. */
export const sendInBackground = () => {
  const workers = globalThis.navigator?.serviceWorker
  if (!workers?.controller) return
  void workers.ready.then((worker) => (worker as Syncing).sync?.register("outbox")).catch(() => {})
}

/** The signed-in person's outbox. The page has one, so the changes of a closed plan are still sent. */
export const outboxOf = (userId: number): Outbox => {
  if (current?.userId === userId) return current.outbox
  current?.outbox.close()
  if (isInstalled()) keepStorage()
  const outbox = openOutbox({
    userId,
    storage: outboxStorage,
    send: (entry) => sendEntry(entry),
    onPostponed: sendInBackground,
    onEnded: () => {
      if (isSignedOut()) return
      // Closing its plan would store the board once more.
      void leaveNothing(userId)
      forgetPerson()
      location.assign("/api/auth/logoff")
    },
  })
  current = { userId, outbox }
  return outbox
}

/** Whether this page has changes that the server has not answered. */
export const hasUnsent = () => (current?.outbox.pendingCount.get() ?? 0) > 0
