import { WifiOff } from "lucide-react"
import { useEffect, useState } from "react"
import { useOnline } from "~/ui/parts/use-online"
import { useBoard, useObserved } from "~/ui/plan/board-context"
import { planPage } from "~/ui/plan-page/texts"

/** A blink of the network is nothing to speak of; a quarter of a minute without it is being offline. */
const quiet = 1_500
const long = 15_000

/** Under the top bar while the live connection is down. The board stays as it is and goes on taking changes. */
export const ConnectionBar = () => {
  const { session } = useBoard()
  const live = useObserved(session.live)
  const waiting = useObserved(session.outbox.pendingCount)
  const network = useOnline()
  const [since, setSince] = useState<"quiet" | "reconnecting" | "offline">("quiet")
  const down = live !== "Connected"
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
  return (
    <div role="status" className="connection">
      {shown !== "quiet" && (
        <p className="offbar">
          <WifiOff className="i" aria-hidden="true" />
          {shown === "offline" ? planPage.offline(waiting) : planPage.reconnecting}
        </p>
      )}
    </div>
  )
}
