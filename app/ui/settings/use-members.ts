import { useContext, useEffect, useState, useSyncExternalStore } from "react"
import { call } from "~/client/api"
import { type Member, userCalls } from "~/contract/user"
import { BoardContext } from "~/ui/plan/board-context"

const none: readonly Member[] = []

/** The members of a plan: of the open board, or else loaded once. Empty until then. */
export const useMembersOf = (planId: number): readonly Member[] => {
  const store = useContext(BoardContext)?.session.store
  const [loaded, setLoaded] = useState(none)
  const here = useSyncExternalStore(
    (listener) => store?.subscribe("members", listener) ?? (() => {}),
    () => store?.members() ?? none,
    () => none,
  )
  useEffect(() => {
    if (store) return
    // Without them, people are shown as they are elsewhere.
    call(userCalls.listOfPlan, { planId }).then(setLoaded, () => {})
  }, [planId, store])
  return store ? here : loaded
}
