import type { DraggableChildrenFn } from "@hello-pangea/dnd"
import clsx from "clsx"
import { ChevronRight, History } from "lucide-react"
import { useCallback, useMemo, useRef, useState } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { ActionClone } from "~/ui/board/card/action-card"
import { lanesPlace, readDragId } from "~/ui/board/drag/drag-ids"
import { DragList } from "~/ui/board/drag/drag-list"
import { hasLongLanes } from "~/ui/board/drag/long-lists"
import { useSettled } from "~/ui/board/drag/settled"
import { CutDone, DoneChip, useCut, useFoldDone, useFoldedDone } from "~/ui/board/lane/done-column"
import { LaneCard, PastLane } from "~/ui/board/lane/lane"
import { laneHeight } from "~/ui/board/lane/lane-height"
import { useMatchTotals } from "~/ui/board/lane/lane-matches"
import { NothingMatches } from "~/ui/board/lane/nothing-matches"
import { ScrollArea } from "~/ui/board/pane/scroller"
import { board } from "~/ui/board/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { filtered, useBoard, useColumnTotals, useList, useShown, useView } from "~/ui/plan/board-context"
import { GhostCards } from "~/ui/plan/ghost-slot"
import { cardTexts } from "~/ui/plan/texts"
import "./lane.css"

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
  const lanes = useShown(filtered("lanes", goalId))
  const all = useList("lanes")
  const ofGoal = useList(filtered("lanes", goalId))
  const insertingLast = useView(({ target }) => target === lanesPlace(lanes.length))
  // Never switches back, because another way of measuring would remount every list.
  const long = useRef(false)
  long.current ||= hasLongLanes(store)
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
  const done = useFoldedDone()
  const [cut, setCut] = useState(false)
  return (
    <section className={clsx("pane flow lanes", done !== "wide" && `done-${done}`)} aria-label={board.focus}>
      {cut && done !== "folded" && <CutDone lanes={lanes} />}
      <ScrollArea className="lanes-scroll grow scrolls" virtual={virtual}>
        <LanesHeader lanes={lanes} all={ofGoal} done={done} onCut={setCut} />
        <DragList
          dropId="lanes"
          type="item"
          ids={shown}
          Card={LaneCard}
          clone={clone}
          className="lane-list flow"
          before={
            <>
              {ofGoal.length === 0 && <GhostLanes text={all.length === 0 ? board.dragHere : board.noLanesOfGoal} />}
              <NothingMatches />
            </>
          }
          after={
            <>
              {insertingLast && <div className="lane-insertion anchor" />}
              <GhostCards place="lanes" />
              {below > 0 && <div style={{ height: below }} />}
              <HistoryLanes />
            </>
          }
        />
      </ScrollArea>
    </section>
  )
}

type LanesHeaderProps = {
  lanes: readonly number[]
  /** Including lanes that the filter hides. */
  all: readonly number[]
  done: ReturnType<typeof useFoldedDone>
  onCut(cut: boolean): void
}

const LanesHeader = ({ lanes, all, done, onCut }: LanesHeaderProps) => {
  const filtering = useView(({ filtering }) => filtering)
  const totals = useColumnTotals(all)
  const shown = useColumnTotals(lanes, filtering)
  const matches = useMatchTotals(lanes)
  const fold = useFoldDone()
  const last = useRef<HTMLDivElement>(null)
  useCut(last, onCut)
  const count = (index: number) => {
    const total = index === 0 ? all.length : (totals[index - 1] ?? 0)
    if (filtering) return board.matches(index === 0 ? lanes.length : (shown[index - 1] ?? 0), total)
    return matches ? board.matches(matches[index] ?? 0, total) : String(total)
  }
  return (
    <div className="lanes-header rigid">
      {[board.focus, cardTexts.columns[0], cardTexts.columns[1]].map((name, index) => (
        <div key={name}>
          <h2>{name}</h2>
          <span className="count">{count(index)}</span>
        </div>
      ))}
      <div ref={last} className={clsx(done === "folded" && "folded-done")}>
        {done === "folded" ? (
          <DoneChip
            count={count(3)}
            label={`${board.doneTasks(totals[2])}. ${board.openDone}`}
            onPress={() => fold(false)}
          />
        ) : (
          <>
            <h2>{cardTexts.columns[2]}</h2>
            <span className="count">{count(3)}</span>
            {done === "open" && (
              <>
                <span className="grow" />
                <IconButton small label={board.foldDone} onClick={() => fold(true)}>
                  <ChevronRight className="icon small" aria-hidden="true" />
                </IconButton>
              </>
            )}
          </>
        )}
      </div>
    </div>
  )
}

const GhostLanes = ({ text }: { text: string }) => (
  <div className="ghost-lanes grid">
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
  const past = useShown(filtered("history", goalId))
  if (past.length === 0) return null
  return (
    <>
      <div className="history-switch makes-way">
        <Button variant="ghost" size="small" aria-expanded={open} onClick={() => view.set({ history: !open })}>
          <History className="icon small" aria-hidden="true" />
          {open ? board.hideHistory : board.showHistory}
        </Button>
      </div>
      {open && (
        <div className="past-list grid makes-way">
          {past.map((id) => (
            <PastLane key={id} id={id} />
          ))}
        </div>
      )}
    </>
  )
}
