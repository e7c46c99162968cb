import type { DraggableChildrenFn } from "@hello-pangea/dnd"
import { Plus } from "lucide-react"
import { type ReactNode, useCallback, useRef, useState } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { unusedColors } from "~/rules/goal-palette"
import { ActionCard, ActionClone } from "~/ui/board/card/action-card"
import { GoalCard } from "~/ui/board/card/goal-card"
import { useLastMade } from "~/ui/board/card/last-made"
import { readDragId } from "~/ui/board/drag/drag-ids"
import { DragList } from "~/ui/board/drag/drag-list"
import { isLong } from "~/ui/board/drag/long-lists"
import { ClosedGoals } from "~/ui/board/pane/closed-goals"
import { ActionsArt, GoalsArt } from "~/ui/board/pane/empty-art"
import { ScrollArea } from "~/ui/board/pane/scroller"
import { board } from "~/ui/board/texts"
import { Button, IconButton } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { focusSoon } from "~/ui/parts/focus"
import { AddField } from "~/ui/parts/in-place"
import { filtered, useBoard, useList, useRow, useShown, useView } from "~/ui/plan/board-context"
import { GhostCards } from "~/ui/plan/ghost-slot"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"

type GoalsPaneProps = {
  /** Chooses between cards and results. */
  choice?: ReactNode
  /** In place of the cards. */
  results?: ReactNode
  onAdd?(): void
}

export const GoalsPane = ({ choice, results, onAdd }: GoalsPaneProps) => {
  const { view, can } = useBoard()
  const all = useList("goals")
  const ids = useShown("goals")
  const adding = useView(({ adding }) => adding?.what === "goal")
  const add = () => {
    onAdd?.()
    view.set({ adding: { what: "goal" } })
  }
  const button = useRef<HTMLButtonElement>(null)
  const empty = all.length === 0 && !adding
  return (
    <section className="pane flow goals" aria-label={board.goals}>
      <div className="pane-header strong row rigid">
        <h2>{board.goals}</h2>
        <Count shown={ids} all={all} />
        <span className="grow" />
        {can("changeBoard") && !empty && (
          <IconButton ref={button} small label={board.addGoal} onClick={add}>
            <Plus className="icon" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {choice}
      <ScrollArea className="pane-scroll grow">
        {results ?? (
          <>
            <DragList
              dropId="goals"
              type="goal"
              ids={ids}
              Card={GoalCard}
              className="stack flow"
              after={
                <>
                  <GhostCards place="goals" />
                  {adding && <NewGoal onDone={() => focusSoon(() => button.current)} />}
                  <ClosedGoals />
                </>
              }
            />
            {empty && (
              <div className="list-empty">
                <EmptyState art={<GoalsArt />} title={board.firstGoal}>
                  {can("changeBoard") && (
                    <Button onClick={add}>
                      <Plus className="icon small" aria-hidden="true" />
                      {board.addGoal}
                    </Button>
                  )}
                </EmptyState>
              </div>
            )}
          </>
        )}
      </ScrollArea>
    </section>
  )
}

/** How many cards a list has, or how many of them the filter shows. */
const Count = ({ shown, all }: Record<"shown" | "all", readonly number[]>) => {
  const filters = useView(({ filtering }) => filtering !== null)
  return <span className="count">{filters ? board.matches(shown.length, all.length) : all.length}</span>
}

/** A colour that no goal uses. */
const freeColor = ({ list, goal }: BoardReader) => {
  const free = unusedColors(list("goals").flatMap((id) => goal(id)?.color ?? []))
  return free[Math.floor(Math.random() * free.length)] ?? "#6c7785"
}

/** The field of new goals. Each is selected at once; Enter in the empty field goes on to its actions. */
const NewGoal = ({ onDone }: { onDone(): void }) => {
  const { session, view, change } = useBoard()
  const [color, setColor] = useState(() => freeColor(session.store))
  const last = useLastMade("goal")
  return (
    <div className="goal-card adding anchor" {...goalTint(color)}>
      <AddField
        label={board.newGoal}
        className="goal-name fine"
        keep={(name) => {
          const goal = change("goal.create", { name, color })
          if (!goal) return
          last.made(goal)
          view.set({ goalId: goal.id })
          setColor(freeColor(session.store))
        }}
        onDone={(by) => {
          const { goalId } = view.get()
          if (by === "enter" && last.any() && goalId !== null) {
            return view.set({ adding: { what: "action", goalId }, page: "actions" })
          }
          view.set({ adding: null })
          if (by !== "blur" && !last.focus()) onDone()
        }}
      />
    </div>
  )
}

type ActionsPaneProps = {
  /** Asks for the goal of a new action while none is selected. */
  askForGoal?(): void
}

export const ActionsPane = ({ askForGoal }: ActionsPaneProps) => {
  const { session, view, can } = useBoard()
  const { store } = session
  const goalId = useView(({ goalId }) => goalId)
  const all = useList(filtered("list", goalId))
  const ids = useShown(filtered("list", goalId))
  const goal = useRow("goal", goalId ?? 0)
  const adding = useView(({ adding }) => adding?.what === "action" && adding.goalId === goalId)
  const button = useRef<HTMLButtonElement>(null)
  const long = useRef(false)
  long.current ||= isLong(ids)
  const estimate = useCallback(
    (id: number) => {
      const item = store.item(id)
      return 74 + (item?.description ? 34 : 0) + ((item?.topic.length ?? 0) > 32 ? 18 : 0)
    },
    [store],
  )
  const clone = useCallback<DraggableChildrenFn>(
    (provided, snapshot, { draggableId }) => (
      <ActionClone id={readDragId(store, draggableId).id} provided={provided} snapshot={snapshot} />
    ),
    [store],
  )
  return (
    <section className="pane flow actions" aria-label={board.actions}>
      <div className="pane-header strong row rigid">
        <h2>{board.actions}</h2>
        <Count shown={ids} all={all} />
        {goal && (
          <span className="goal-label strong slim row" {...goalTint(goal.color)}>
            <span className="truncate" dir="auto">
              {goal.name}
            </span>
          </span>
        )}
        <span className="grow" />
        {can("changeBoard") && goalId !== null && (
          <IconButton
            ref={button}
            small
            label={board.addAction}
            onClick={() => view.set({ adding: { what: "action", goalId } })}
          >
            <Plus className="icon" aria-hidden="true" />
          </IconButton>
        )}
        {can("changeBoard") && goalId === null && askForGoal && (
          <IconButton small label={board.addActionTo} aria-haspopup="dialog" onClick={askForGoal}>
            <Plus className="icon" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <ScrollArea className="pane-scroll grow">
        <DragList
          key={long.current ? "long" : "short"}
          dropId="list"
          type="item"
          ids={ids}
          Card={ActionCard}
          virtual={long.current}
          gap={8}
          estimate={estimate}
          className="stack flow"
          clone={long.current ? clone : undefined}
          after={
            <>
              <GhostCards place="list" />
              {adding && goalId !== null && (
                <NewAction goalId={goalId} onDone={() => focusSoon(() => button.current)} />
              )}
            </>
          }
        />
        {all.length === 0 && !adding && (
          <div className="list-empty">
            <EmptyState art={<ActionsArt />} text={goalId === null ? board.selectGoal : board.noActions} />
          </div>
        )}
      </ScrollArea>
    </section>
  )
}

const NewAction = ({ goalId, onDone }: { goalId: number; onDone(): void }) => {
  const { view, change } = useBoard()
  const last = useLastMade("item")
  return (
    <div className="action-card adding anchor">
      <AddField
        label={cardTexts.newAction}
        className="action-title"
        keep={(topic) => last.made(change("item.create", { goalId, topic }))}
        onDone={(by) => {
          view.set({ adding: null })
          if (by !== "blur" && !last.focus()) onDone()
        }}
      />
    </div>
  )
}
