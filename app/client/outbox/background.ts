import { isRefusal } from "~/contract/problem"
import { isOwnTrouble, isPassing, type SendOptions } from "../api"
import { sendLeftNotes } from "../note/send-left"
import { sendShared } from "./add-shared"
import { outboxStorage } from "./browser-database"
import { eachOf } from "./each-of"
import { openOutbox } from "./outbox"
import { sendEntry } from "./send-entry"
import { sendStored } from "./send-file"
import { uploadStorage } from "./stored-uploads"

/**
 * Sends what waits while no page is open; for the service worker. Rejects when something has to be tried again later, which
 * keeps back the rest only where there is no connection.
 */
export const sendPending = async (userId: number): Promise<void> => {
  const options = { onSignedOut: () => {} }
  // Files after the cards that they are on.
  await eachOf([sendEntries, sendFiles, sendLeftNotes, sendShared], (sendAll) => sendAll(userId, options))
}

const sendFiles = async (userId: number, options: SendOptions) =>
  eachOf(await uploadStorage.all(userId), async (upload) => {
    if (upload.problem) return
    try {
      await sendStored(upload, options)
      await uploadStorage.remove(upload.ref)
    } catch (thrown) {
      if (!isRefusal(thrown) || isPassing(thrown) || thrown.problem.status === 401) throw thrown
      await uploadStorage.put({ ...upload, problem: thrown.problem })
    }
  })

const sendEntries = async (userId: number, options: SendOptions): Promise<void> => {
  const waiting = (await outboxStorage.all(userId)).filter(({ problem }) => !problem)
  if (waiting.length === 0) return
  await new Promise<void>((resolve, reject) => {
    let inFlight = 0
    const outbox = openOutbox({
      userId,
      storage: outboxStorage,
      send: async (entry) => {
        inFlight++
        try {
          return await sendEntry(entry, options)
        } catch (thrown) {
          const status = (thrown as { problem?: { status: number } }).problem?.status
          // Another queue may go on; this one's next attempt asks again.
          if (isOwnTrouble(thrown) && inFlight > 1) throw thrown
          if (isPassing(thrown) || status === 401) end(() => reject(thrown))
          throw thrown
        } finally {
          inFlight--
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
