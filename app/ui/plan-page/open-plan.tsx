import { useEffect } from "react"
import { idle } from "~/client/idle"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { useBoardKeys } from "~/ui/board/board-keys"
import { useDeselect } from "~/ui/board/card/card-mode"
import { BoardDrag } from "~/ui/board/drag/board-drag"
import { Settling } from "~/ui/board/drag/settled"
import { useGiveOwner } from "~/ui/board/drag/use-give-owner"
import { useRestoredFocus } from "~/ui/board/restored-focus"
import { loadComments } from "~/ui/comment/load-comments"
import { OnDemand, preload } from "~/ui/parts/on-demand"
import { sayingRegion } from "~/ui/parts/toast/toast"
import { layoutOf, useWidth } from "~/ui/parts/use-width"
import { useView } from "~/ui/plan/board-context"
import { ConnectionBar } from "~/ui/plan-page/connection-bar"
import { FilterHost } from "~/ui/plan-page/filter-host"
import { PlanLayout } from "~/ui/plan-page/layout"
import { CardDialog, CardPickerAt, loadDialog, loadPalette, OpenOverlay, SharedHosts } from "~/ui/plan-page/overlays"
import { useDialogAddress } from "~/ui/plan-page/use-dialog-address"
import { FirstPlan } from "~/ui/starter/first-plan"

const loadArchivedBar = () => import("~/ui/plan-page/archived-bar")

/** Preloads what opens over the board, when it is about to be used, so that it opens without delay. */
const usePreloads = () => {
  // A card may be opened once somebody is there.
  useEffect(() => {
    const ended = new AbortController()
    const onUse = () => {
      ended.abort()
      void idle().then(() => preload(loadDialog))
    }
    for (const sign of ["pointermove", "pointerdown", "keydown"])
      addEventListener(sign, onUse, { signal: ended.signal })
    return () => ended.abort()
  }, [])
  // The palette opens by Ctrl+K or ⌘K.
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Control" && key !== "Meta") return
      removeEventListener("keydown", onKey)
      void preload(loadPalette)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  // Comments are a tab of the dialog.
  const hasDialog = useView(({ dialog }) => dialog !== null)
  useEffect(() => {
    if (hasDialog) void preload(loadComments)
  }, [hasDialog])
}

/** The board of a loaded plan, and everything that opens over it. */
export const OpenPlan = ({ user, plan }: { user: Profile; plan: Plan | undefined }) => {
  useBoardKeys()
  useDeselect()
  useRestoredFocus()
  useDialogAddress("/board")
  const give = useGiveOwner()
  const width = useWidth()
  usePreloads()
  return (
    <div className="open-board" {...give}>
      {plan?.isArchived && (
        <OnDemand load={loadArchivedBar} onClose={() => {}}>
          {({ ArchivedBar }) => <ArchivedBar plan={plan} />}
        </OnDemand>
      )}
      <ConnectionBar />
      <FilterHost />
      <p {...sayingRegion} />
      <FirstPlan />
      <Settling>
        {/* Another layout remounts every card: a drag in progress would wait for a card that is gone. */}
        <BoardDrag key={layoutOf(width)}>
          <PlanLayout />
        </BoardDrag>
      </Settling>
      <CardDialog />
      <CardPickerAt />
      <OpenOverlay user={user} plan={plan} />
      <SharedHosts />
    </div>
  )
}
