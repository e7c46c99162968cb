import { useSyncExternalStore } from "react"
import { serverAhead } from "~/client/server-clock"
import { today } from "~/rules/dates"

/** The server's time, ms; the page renders again when its difference from the device's is known. */
export const useServerNow = () => Date.now() + useSyncExternalStore(serverAhead.subscribe, serverAhead.get, () => 0)

/** The reader's own calendar day, whatever their device's clock says. */
export const todayHere = () => today(new Date(Date.now() + serverAhead.get()))
