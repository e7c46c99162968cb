import { useCallback, useContext, useEffect } from "react"
import { call } from "~/client/api"
import { invitationCalls } from "~/contract/invitation"
import { userCalls } from "~/contract/user"
import { useLoaded } from "~/ui/parts/use-call"
import { BoardContext } from "~/ui/plan/board-context"

/**
 * A plan's members and, for people who manage them, its pending invitations. They reload when the members of the open
 * board change, as when somebody accepts; without a board, when the person returns to the tab.
 */
export const useMemberList = (planId: number, manages: boolean) => {
  const store = useContext(BoardContext)?.session.store
  const load = useCallback(async () => {
    const [members, invitations] = await Promise.all([
      call(userCalls.listOfPlan, { planId }),
      manages ? call(invitationCalls.pending, { planId }) : [],
    ])
    return { members, invitations }
  }, [planId, manages])
  const people = useLoaded(load)
  const { reload } = people
  useEffect(() => {
    if (store) return store.subscribe("members", () => void reload())
    const onShown = () => {
      if (document.visibilityState === "visible") void reload()
    }
    document.addEventListener("visibilitychange", onShown)
    return () => document.removeEventListener("visibilitychange", onShown)
  }, [reload, store])
  return people
}
