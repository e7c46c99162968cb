import { useEffect } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { userCalls } from "~/contract/user"

const sentFor = new Set<number>()

/** Stores the browser's time zone for a person who has none yet. */
export const useTimeZone = ({ id, timeZone }: Profile, online: boolean) => {
  useEffect(() => {
    if (timeZone !== null || !online || sentFor.has(id)) return
    sentFor.add(id)
    // Another page tells it after a failure.
    call(userCalls.update, { id, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => {})
  }, [id, timeZone, online])
}
