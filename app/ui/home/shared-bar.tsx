import { useLocation, useNavigate } from "@remix-run/react"
import { Clock, Share2 } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { outboxStorage } from "~/client/outbox/browser-database"
import { sharedStorage } from "~/client/outbox/shared"
import type { Shared } from "~/client/outbox/stored-rows"
import type { Plan } from "~/contract/plan"
import { readSharedAnswer } from "~/contract/shared/share"
import { homeTexts } from "~/ui/home/texts"
import { Button } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { showToast } from "~/ui/parts/toast/toast"
import "./home.css"

const loadSender = () => import("~/client/outbox/add-shared")
const loadDialog = () => import("~/ui/home/shared-dialog")

/** Over My Plans: what other apps shared, until it is added to a plan. It opens by itself when it has just arrived. */
export const SharedBar = ({ userId, plans }: { userId: number; plans: readonly Plan[] }) => {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [all, setAll] = useState<readonly Shared[]>([])
  const [choosing, setChoosing] = useState(false)

  const read = useCallback(() => void sharedStorage.all(userId).then(setAll), [userId])
  useEffect(() => {
    read()
    return outboxStorage.whenLost(read)
  }, [read])
  useEffect(() => {
    const outcome = readSharedAnswer(new URLSearchParams(search))
    if (!outcome) return
    if (outcome === "stored") setChoosing(true)
    else showToast({ kind: "warn", text: homeTexts.shared[outcome], key: "shared" })
    navigate("/", { replace: true, preventScrollReset: true })
  }, [search, navigate])

  const queued = all.filter(({ waits }) => waits)
  useEffect(() => {
    if (queued.length === 0) return
    const opened = loadSender().then(
      ({ openSharedSender }) => openSharedSender(userId, read),
      () => undefined,
    )
    return () => void opened.then((sender) => sender?.close())
  }, [queued.length, userId, read])

  const open = all.filter(({ waits }) => !waits)
  const [first] = open
  return (
    <>
      {queued.length > 0 && (
        <div className="shared-bar row surface" role="status">
          <Clock className="icon" aria-hidden="true" />
          {homeTexts.shared.queued(queued.length)}
        </div>
      )}
      {first && (
        <div className="shared-bar row surface" role="status">
          <Share2 className="icon" aria-hidden="true" />
          <span className="grow">{homeTexts.shared.waiting(open.length)}</span>
          <Button size="small" onClick={() => setChoosing(true)}>
            {homeTexts.shared.addToPlan}
          </Button>
        </div>
      )}
      {first && choosing && (
        <OnDemand layer load={loadDialog} onClose={() => setChoosing(false)}>
          {({ SharedDialog }) => (
            <SharedDialog
              key={first.id}
              shared={first}
              plans={plans}
              onDone={read}
              onClose={() => setChoosing(false)}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}
