import { Agenda } from "~/ui/calendar/agenda"
import { Calendar } from "~/ui/calendar/calendar"
import { SideRail } from "~/ui/panel/side-panel"
import type { Width } from "~/ui/parts/use-width"
import { useBoard } from "~/ui/plan/board-context"
import { showCard } from "~/ui/plan-page/show-card"
import { SideOver } from "~/ui/plan-page/side-over"

/**
 * The calendar in place of goals, actions and lanes, with the side panel over it; on a phone its agenda, above the navigation.
 * Import it lazily.
 */
export const CalendarHost = ({ width, hasSide }: { width: Width; hasSide: boolean }) => {
  const { session, view } = useBoard()
  if (width === "phone")
    return (
      <Agenda
        onShow={(card) => {
          view.set({ layout: "board" })
          showCard(session.store, view, card)
        }}
      />
    )
  return (
    <>
      <Calendar />
      {hasSide && (
        <>
          <SideRail />
          <SideOver width={width} planning={false} />
        </>
      )}
    </>
  )
}
