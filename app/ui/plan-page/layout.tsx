import clsx from "clsx"
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react"
import { boardLooks } from "~/client/memory/board-looks"
import { dropDrawnPage } from "~/client/offline/drawn-page"
import { Lanes } from "~/ui/board/lane/lanes"
import { type PaneName, Panes } from "~/ui/board/pane/resizable-panes"
import { ActionsPane, GoalsPane } from "~/ui/board/pane/side-panes"
import { board } from "~/ui/board/texts"
import { SidePanel, SideRail } from "~/ui/panel/side-panel"
import { OnDemand } from "~/ui/parts/on-demand"
import { Segmented } from "~/ui/parts/segmented"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useList, useRow, useView } from "~/ui/plan/board-context"
import { sideAtFirst } from "~/ui/plan/side"
import { SideOver, useStay } from "~/ui/plan-page/side-over"
import { planPage } from "~/ui/plan-page/texts"

const loadResults = () => import("~/ui/goals/plan-goals")
const loadCalendar = () => import("~/ui/plan-page/calendar-host")
export const loadPhoneBoard = () => import("~/ui/board/phone/phone-board")

/** Goals, actions, lanes and side panel side by side; fewer at a time in narrow windows. Visitors have no panel. */
export const PlanLayout = () => {
  const { session, view, can } = useBoard()
  const { planId } = session
  const hasSide = can("readBoard")
  const width = useWidth()
  const planning = usePlanning()
  const isCalendar = useView(({ layout }) => layout !== "board")
  const calendar = isCalendar && (
    <OnDemand load={loadCalendar} onClose={() => view.set({ layout: "board" })}>
      {({ CalendarHost }) => <CalendarHost width={width} hasSide={hasSide} />}
    </OnDemand>
  )
  useSelectedGoal()
  const [noPhone, setNoPhone] = useState(false)
  const beside = width === "wide"
  useLayoutEffect(() => {
    view.set({ side: sideAtFirst(planId, beside && hasSide) })
  }, [view, planId, beside, hasSide])
  useEffect(() => boardLooks(planId).keepPlanning(planning), [planId, planning])
  if (width === "phone" && !noPhone) {
    return (
      <OnDemand load={loadPhoneBoard} onClose={() => setNoPhone(true)}>
        {({ PhoneBoard }) => (
          <>
            <PhoneBoard calendar={calendar} results={hasSide ? results : undefined} />
            <Drawn />
          </>
        )}
      </OnDemand>
    )
  }
  if (calendar)
    return (
      <main className={clsx("board", width)}>
        {calendar}
        <Drawn />
      </main>
    )
  const narrow = width !== "wide" && width !== "desk"
  return (
    <main className={clsx("board", planning && "planning", width)}>
      <Panes
        key={narrow ? "narrow" : "desk"}
        width={width}
        planning={planning}
        panes={narrow ? shared : separate}
        lanes={<Lanes />}
        side={beside && hasSide ? <WideSide /> : undefined}
      />
      {!beside && hasSide && (
        <>
          <SideRail />
          <SideOver width={width} planning={planning} />
        </>
      )}
      <Drawn />
    </main>
  )
}

const results = (onClose: () => void) => (
  <OnDemand load={loadResults} onClose={onClose}>
    {({ PhoneResults }) => <PhoneResults />}
  </OnDemand>
)

/** Removes the drawn board once the cards are in the document, before the browser paints. */
const Drawn = () => {
  useLayoutEffect(dropDrawnPage, [])
  return null
}

/** Planning mode: with nothing planned yet, goals and actions get the room. It does not change while a card is typed. */
const usePlanning = () => {
  const { session } = useBoard()
  const { store } = session
  const list = useList("list")
  const lanes = useList("lanes")
  const wanted = [...list, ...lanes].every((id) => store.item(id)?.isDraft !== false)
  const typing = useView(({ adding }) => adding !== null)
  const [planning, setPlanning] = useState(wanted)
  if (!typing && planning !== wanted) setPlanning(wanted)
  return planning
}

/** Follows the selected goal from its temporary id to its real one, and deselects it when it is gone. */
const useSelectedGoal = () => {
  const { view } = useBoard()
  const goalId = useView(({ goalId }) => goalId)
  const goal = useRow("goal", goalId ?? 0)
  useLayoutEffect(() => {
    const real = goal?.id ?? null
    if (goalId === null || real === goalId) return
    const { adding } = view.get()
    if (adding?.what !== "action" || adding.goalId !== goalId) return view.set({ goalId: real })
    view.set({ goalId: real, adding: real === null ? null : { ...adding, goalId: real } })
  }, [view, goal, goalId])
}

/** Panel or rail; the panel stays mounted until its closing transition ends. */
const WideSide = () => {
  const open = useView(({ side }) => side.open)
  const shown = useStay(open)
  return (
    <div className="side-slot anchor slim">
      {shown && <SidePanel leaving={!open} />}
      {!open && <SideRail />}
    </div>
  )
}

const SharedPane = () => {
  const { view } = useBoard()
  const page = useView(({ page }) => page)
  const shown = page === "actions" ? "actions" : "goals"
  return (
    <div className="shared flow">
      <Segmented
        label={planPage.viewOf}
        value={shown}
        options={[
          { value: "goals", label: board.goals },
          { value: "actions", label: board.actions },
        ]}
        onChange={(page) => view.set({ page })}
      />
      {shown === "goals" ? <GoalsPane /> : <ActionsPane />}
    </div>
  )
}

const shared: readonly { name: PaneName; content: ReactNode }[] = [{ name: "shared", content: <SharedPane /> }]
const separate: readonly { name: PaneName; content: ReactNode }[] = [
  { name: "goals", content: <GoalsPane /> },
  { name: "actions", content: <ActionsPane /> },
]
