import { CircleAlert, HardDrive, WifiOff } from "lucide-react"
import { useEffect, useState } from "react"
import { deviceStores } from "~/client/device-storage"
import { isUp } from "~/client/live/live"
import { pendingNotes, uploadCounts } from "~/client/outbox/pending"
import { stuck } from "~/client/outbox/stuck"
import { Button } from "~/ui/parts/button"
import { useOnline } from "~/ui/parts/use-online"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { planPage } from "~/ui/plan-page/texts"
import "./plan-page.css"

/** Delays before the bar appears and before it says "offline", ms; shorter interruptions are not mentioned. */
const quiet = 1_500
const long = 15_000

/** Under the top bar: that the live connection is down, and that changes are not stored here. The board accepts them all the same. */
export const ConnectionBar = () => {
  const { session, view, can } = useBoard()
  const reads = !can("readBoard")
  const live = useObserved(session.live)
  const crowded = useObserved(session.crowded)
  const files = useObserved(uploadCounts).get(session.planId)
  const notes = useObserved(pendingNotes).get(session.planId)?.length ?? 0
  const waiting = useObserved(session.outbox.pendingCount) + (files?.waiting ?? 0) + notes
  const entries = [...useObserved(session.outbox.refused), ...useObserved(session.outbox.texts)]
  const refusedHere =
    entries.filter(({ planId, problem }) => problem && planId === session.planId).length + (files?.refused ?? 0)
  const stuckHere = [...useObserved(stuck).values()].filter(({ planId }) => planId === session.planId).length
  const network = useOnline()
  const stores = useObserved(deviceStores)
  const [since, setSince] = useState<"quiet" | "reconnecting" | "offline">("quiet")
  const isPolling = live === "Polling"
  const down = !isUp(live)
  useEffect(() => {
    setSince("quiet")
    if (!down) return
    const say = setTimeout(() => setSince("reconnecting"), quiet)
    const give = setTimeout(() => setSince("offline"), long)
    return () => {
      clearTimeout(say)
      clearTimeout(give)
    }
  }, [down])
  const shown = !network ? "offline" : since
  // With a network, a refused connection says so instead: changes are sent all the same.
  const refused = network && shown !== "quiet" ? crowded : null
  const showChanges = (
    <Button size="small" onClick={() => view.set({ overlay: "unsent" })}>
      {planPage.showChanges}
    </Button>
  )
  return (
    <div role="status">
      {shown !== "quiet" && (
        <p className="connection-bar row" data-tone="warn">
          <WifiOff className="icon" aria-hidden="true" />
          {refused
            ? planPage.crowded[refused]
            : shown === "offline"
              ? reads
                ? planPage.offlineVisitor
                : planPage.offline(waiting)
              : planPage.reconnecting}
          {waiting > 0 && showChanges}
        </p>
      )}
      {isPolling && network && (
        <p className="connection-bar row" data-tone="warn">
          <WifiOff className="icon" aria-hidden="true" />
          {planPage.blocked}
        </p>
      )}
      {stuckHere > 0 && shown === "quiet" && (
        <p className="connection-bar row" data-tone="warn">
          <CircleAlert className="icon" aria-hidden="true" />
          {planPage.stuck(stuckHere)}
          {showChanges}
        </p>
      )}
      {refusedHere > 0 && (
        <p className="connection-bar row" data-tone="bad">
          <CircleAlert className="icon" aria-hidden="true" />
          {planPage.notSaved(refusedHere)}
          {showChanges}
        </p>
      )}
      {!stores && !reads && (
        <p className="connection-bar row" data-tone="warn">
          <HardDrive className="icon" aria-hidden="true" />
          {planPage.notStored}
        </p>
      )}
    </div>
  )
}
