import type { DraggableChildrenFn } from "@hello-pangea/dnd"
import { History } from "lucide-react"
import { useCallback, useMemo, useRef } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { ActionClone } from "~/ui/board/card/action-card"
import { ScrollArea } from "~/ui/board/column/scroller"
import { lanesPlace, readDragId } from "~/ui/board/drag/drag-ids"
import { DragList } from "~/ui/board/drag/drag-list"
import { useSettled } from "~/ui/board/drag/settled"
import { LaneCard, PastLane } from "~/ui/board/lane/lane"
import { laneHeight } from "~/ui/board/lane/lane-height"
import { board } from "~/ui/board/texts"
import { Button } from "~/ui/parts/button"
import { filtered, useBoard, useColumn, useColumnTotals, useView } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import "./lane.css"

/** Number of tasks above which lanes are virtual. */
const manyTasks = 250

const tasksIn = (store: BoardReader, lanes: readonly number[]) => {
  let count = 0
  for (const id of lanes) for (const type of [0, 1, 2] as const) count += store.column(`tasks:${id}:${type}`).length
  return count
}

/** The number of lanes visible before scrolling, and the height of the others, px. */
const inSight = (store: BoardReader, lanes: readonly number[]) => {
  const heights = lanes.map((id) => laneHeight(store, nothingSeen, id))
  let count = 0
  for (let top = 0; count < lanes.length && top < window.innerHeight; count++) top += heights[count] ?? 0
  return { count, below: heights.slice(count).reduce((sum, height) => sum + height, 0) }
}

const nothingSeen = new Map<number, number>()

/** The lanes: one per action in Focus, and completed ones on demand. */
export const Lanes = () => {
  const { session } = useBoard()
  const { store } = session
  const goalId = useView(({ goalId }) => goalId)
  const lanes = useColumn(filtered("lanes", goalId))
  const all = useColumn("lanes")
  const insertingLast = useView(({ target }) => target === lanesPlace(lanes.length))
  // Never switches back, because another way of measuring would remount every list.
  const long = useRef(false)
  long.current ||= tasksIn(store, all) > manyTasks
  const virtual = long.current
  const settled = useSettled()
  const { count, below } = useMemo(
    () => (settled || !virtual ? { count: lanes.length, below: 0 } : inSight(store, lanes)),
    [settled, virtual, store, lanes],
  )
  const shown = useMemo(() => (count === lanes.length ? lanes : lanes.slice(0, count)), [count, lanes])

  const clone = useCallback<DraggableChildrenFn>(
    (provided, snapshot, { draggableId }) => (
      <ActionClone lane id={readDragId(store, draggableId).id} provided={provided} snapshot={snapshot} />
    ),
    [store],
  )
  return (
    <section className="column lanes" aria-label={board.focus}>
      <ScrollArea className="lanes-scroll" virtual={virtual}>
        <LanesHeader lanes={lanes} />
        <DragList
          dropId="lanes"
          type="item"
          ids={shown}
          Card={LaneCard}
          clone={clone}
          className="lane-list"
          before={
            lanes.length === 0 ? <GhostLanes text={all.length === 0 ? board.dragHere : board.noLanesOfGoal} /> : null
          }
          after={
            <>
              {insertingLast && <div className="lane-insertion" />}
              {below > 0 && <div style={{ height: below }} />}
              <HistoryLanes />
            </>
          }
        />
      </ScrollArea>
    </section>
  )
}

const LanesHeader = ({ lanes }: { lanes: readonly number[] }) => {
  const totals = useColumnTotals(lanes)
  return (
    <div className="lanes-header">
      {[board.focus, ...cardTexts.columns].map((name, index) => (
        <div key={name}>
          <h2>{name}</h2>
          <span className="count">{index === 0 ? lanes.length : totals[index - 1]}</span>
        </div>
      ))}
    </div>
  )
}

const GhostLanes = ({ text }: { text: string }) => (
  <div className="ghost-lanes">
    {[0, 1, 2].map((row) => (
      <div key={row} className="ghost-lane">
        <div>{row === 0 && <p>{text}</p>}</div>
        <div />
        <div />
        <div />
      </div>
    ))}
  </div>
)

const HistoryLanes = () => {
  const { view } = useBoard()
  const goalId = useView(({ goalId }) => goalId)
  const open = useView(({ history }) => history)
  const past = useColumn(filtered("history", goalId))
  if (past.length === 0) return null
  return (
    <>
      <div className="history-switch">
        <Button variant="ghost" size="small" aria-expanded={open} onClick={() => view.set({ history: !open })}>
          <History className="icon small" aria-hidden="true" />
          {open ? board.hideHistory : board.showHistory}
        </Button>
      </div>
      {open && (
        <div className="past-list">
          {past.map((id) => (
            <PastLane key={id} id={id} />
          ))}
        </div>
      )}
    </>
  )
}
