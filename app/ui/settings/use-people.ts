import { useCallback, useContext, useEffect, useState } from "react"
import { call } from "~/client/api"
import { type Invitation, invitationCalls } from "~/contract/invitation"
import { type ListedMember, userCalls } from "~/contract/user"
import { BoardContext } from "~/ui/plan/board-context"

export type People = { members: ListedMember[]; invitations: Invitation[] }

/**
 * A plan's members and, for those who manage them, its pending invitations. They reload when the members of the open
 * board change, as when somebody accepts; without a board, when the person returns to the tab.
 */
export const usePeople = (planId: number, manages: boolean): [People | "failed" | undefined, () => Promise<void>] => {
  const store = useContext(BoardContext)?.session.store
  const [people, setPeople] = useState<People | "failed">()
  const reload = useCallback(async () => {
    const of = { planId }
    try {
      const [members, invitations] = await Promise.all([
        call(userCalls.listOfPlan, of),
        manages ? call(invitationCalls.pending, of) : [],
      ])
      setPeople({ members, invitations })
    } catch {
      setPeople((before) => before ?? "failed")
    }
  }, [planId, manages])
  useEffect(() => {
    void reload()
    if (store) return store.subscribe("members", () => void reload())
    const onShown = () => {
      if (document.visibilityState === "visible") void reload()
    }
    document.addEventListener("visibilitychange", onShown)
    return () => document.removeEventListener("visibilitychange", onShown)
  }, [reload, store])
  return [people, reload]
}
