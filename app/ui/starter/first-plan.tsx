import { useEffect, useMemo, useState } from "react"
import { starterDismissed } from "~/client/browser-memory"
import { OnDemand } from "~/ui/parts/on-demand"
import { useBoard, useColumn, useView } from "~/ui/plan/board-context"

const load = () => import("~/ui/starter/starter")

/** The starter of a plan without goals, actions and tasks, until it is put away. Once something was there, it comes again. */
export const FirstPlan = () => {
  const { session, can } = useBoard()
  const kept = useMemo(() => starterDismissed(session.planId), [session.planId])
  const [dismissed, setDismissed] = useState(kept.read)
  const [typed, setTyped] = useState(false)
  const adding = useView(({ adding }) => adding !== null)
  // One after another: each is a subscription.
  const goals = useColumn("goals").length
  const list = useColumn("list").length
  const lanes = useColumn("lanes").length
  const history = useColumn("history").length
  const empty = goals + list + lanes + history === 0
  useEffect(() => {
    if (empty || !kept.read()) return
    kept.clear()
    setDismissed(false)
  }, [empty, kept])
  const put = () => {
    setTyped(false)
    if (!empty) return
    setDismissed(true)
    kept.write()
  }
  // What is being typed outlives a card that somebody else adds meanwhile.
  if (!can("changeBoard") || dismissed || !(empty || typed)) return null
  return (
    <OnDemand load={load} onClose={() => setDismissed(true)}>
      {({ Starter }) => <Starter hidden={adding} onTyped={setTyped} onDone={() => setTyped(false)} onClose={put} />}
    </OnDemand>
  )
}
