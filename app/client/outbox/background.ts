import { isRefusal } from "~/contract/problem"
import { isPassing } from "../api"
import { sendLeftNotes } from "../note/send-left"
import { sendShared } from "./add-shared"
import { outboxStorage } from "./browser-database"
import { openOutbox } from "./outbox"
import { sendEntry } from "./send-entry"
import { sendStored } from "./send-file"
import { uploadStorage } from "./stored-uploads"

/** Sends what waits while no page is open; for the service worker. Rejects when it has to be tried again later. */
export const sendWaiting = async (userId: number): Promise<void> => {
  await sendEntries(userId)
  // After the cards that they are on.
  await sendFiles(userId)
  await sendLeftNotes(userId, { onSignedOut: () => {} })
  await sendShared(userId, { onSignedOut: () => {} })
}

const sendFiles = async (userId: number) => {
  for (const upload of await uploadStorage.all(userId)) {
    if (upload.problem) continue
    try {
      await sendStored(upload, { onSignedOut: () => {} })
      await uploadStorage.remove(upload.ref)
    } catch (thrown) {
      if (!isRefusal(thrown) || isPassing(thrown) || thrown.problem.status === 401) throw thrown
      await uploadStorage.put({ ...upload, problem: thrown.problem })
    }
  }
}

const sendEntries = async (userId: number): Promise<void> => {
  const waiting = (await outboxStorage.all(userId)).filter(({ problem }) => !problem)
  if (waiting.length === 0) return
  await new Promise<void>((resolve, reject) => {
    const outbox = openOutbox({
      userId,
      storage: outboxStorage,
      send: async (entry) => {
        try {
          return await sendEntry(entry, { onSignedOut: () => {} })
        } catch (thrown) {
          const status = (thrown as { problem?: { status: number } }).problem?.status
          if (isPassing(thrown) || status === 401) end(() => reject(thrown))
          throw thrown
        }
      },
    })
    let begun = false
    const stop = outbox.pendingCount.subscribe(() => {
      const left = outbox.pendingCount.get()
      if (begun && left === 0) end(resolve)
      begun ||= left > 0
    })
    const end = (then: () => void) => {
      stop()
      // After the answer is stored.
      setTimeout(() => {
        outbox.close()
        then()
      }, 50)
    }
  })
}
