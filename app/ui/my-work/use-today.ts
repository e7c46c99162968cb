import { useSyncExternalStore } from "react"
import { serverAhead, serverNow } from "~/client/server-clock"
import { todayHere } from "~/ui/parts/dates"

const subscribe = (listener: () => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const now = new Date(serverNow())
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    timer = setTimeout(() => {
      listener()
      wait()
    }, midnight.getTime() - now.getTime())
  }
  wait()
  // A device that slept over midnight.
  document.addEventListener("visibilitychange", listener)
  const stop = serverAhead.subscribe(listener)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener("visibilitychange", listener)
  }
}

/** The reader's own calendar day, `YYYY-MM-DD`; changes at midnight. Empty on the server, which does not know their time zone. */
export const useToday = () => useSyncExternalStore(subscribe, todayHere, () => "")
