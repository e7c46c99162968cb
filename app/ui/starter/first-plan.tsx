import { useEffect, useMemo, useRef, useState } from "react"
import { starterDismissed } from "~/client/memory/choices"
import { OnDemand } from "~/ui/parts/on-demand"
import { useBoard, useList, useView } from "~/ui/plan/board-context"

const load = () => import("~/ui/starter/starter")

/** Shows the starter on an empty plan until it is dismissed, and again when the plan has become empty once more. */
export const FirstPlan = () => {
  const { session, can } = useBoard()
  const memory = useMemo(() => starterDismissed(session.planId), [session.planId])
  const [dismissed, setDismissed] = useState(memory.read)
  const [typed, setTyped] = useState(false)
  const adding = useView(({ adding }) => adding !== null)
  // Separate hooks: each is a subscription.
  const goals = useList("goals").length
  const closed = useList("closedGoals").length
  const list = useList("list").length
  const lanes = useList("lanes").length
  const history = useList("history").length
  const empty = goals + closed + list + lanes + history === 0
  const first = useRef(empty)
  useEffect(() => {
    if (empty) return
    first.current = false
    memory.clear()
    setDismissed(false)
  }, [empty, memory])
  const put = () => {
    setTyped(false)
    if (!empty) return
    setDismissed(true)
    memory.write()
  }
  // Typed text outlives a card that somebody else adds.
  if (!can("changeBoard") || dismissed || !(empty || typed)) return null
  return (
    <OnDemand load={load} onClose={() => setDismissed(true)}>
      {({ Starter }) => (
        <Starter
          hidden={adding}
          first={first.current}
          onTyped={setTyped}
          onAsked={() => {
            setTyped(false)
            setDismissed(true)
          }}
          onDone={() => setTyped(false)}
          onClose={put}
        />
      )}
    </OnDemand>
  )
}
