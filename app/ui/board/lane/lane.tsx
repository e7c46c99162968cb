import { Draggable, type DraggableProvidedDragHandleProps } from "@hello-pangea/dnd"
import clsx from "clsx"
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { Item } from "~/contract/item"
import type { TaskType } from "~/contract/task"
import { ActionLink, ActionText, GoalLabel } from "~/ui/board/card/action-text"
import { useCardMode } from "~/ui/board/card/card-mode"
import { MenuButton, Ticks } from "~/ui/board/card/card-parts"
import { FocusMeta } from "~/ui/board/card/focus-meta"
import { useDim } from "~/ui/board/card/search-words"
import { useGlow } from "~/ui/board/card/use-glow"
import { dragId, lanesPlace } from "~/ui/board/drag/drag-ids"
import type { CardProps } from "~/ui/board/drag/drag-list"
import { dropStyle } from "~/ui/board/drag/lift"
import { useSettled } from "~/ui/board/drag/settled"
import { DoneStrip, useDoneFolded } from "~/ui/board/lane/done-column"
import { FoldedLane, useFoldedLane } from "~/ui/board/lane/folded-lane"
import { LaneColumn } from "~/ui/board/lane/lane-column"
import { laneHeight } from "~/ui/board/lane/lane-height"
import { useScroller } from "~/ui/board/pane/scroller"
import { atTime } from "~/ui/parts/dates"
import { useBoard, useRow, useView } from "~/ui/plan/board-context"
import { CardLabels } from "~/ui/plan/card-labels"
import { NotSaved, Owner, Stamp } from "~/ui/plan/card-marks"
import { GhostMark } from "~/ui/plan/ghost-slot"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName } from "~/ui/plan/names"

const types: readonly TaskType[] = [0, 1, 2]

/** Distance from the view within which a lane mounts its cards, px; 0 until the board has settled. */
const near = 800

/** The reserved height of a virtual lane far from the view; null near the view. */
const useFar = (element: RefObject<HTMLElement | null>, itemId: number, virtual: boolean) => {
  const { session, view } = useBoard()
  const { store } = session
  const scroller = useScroller()
  const ahead = useSettled() ? near : 0
  const [far, setFar] = useState(() =>
    virtual ? laneHeight(store, scroller.sizes, itemId, view.get().filtering ?? store) : null,
  )
  // Before the first paint all lanes are empty, so measuring is cheap. The scroller does not exist yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning
  useLayoutEffect(() => {
    const { top = 0, bottom = 0 } = element.current?.getBoundingClientRect() ?? {}
    if (top < window.innerHeight + ahead && bottom > -ahead) setFar(null)
  }, [element])
  useEffect(() => {
    const { current } = element
    if (!virtual || !current) return setFar(null)
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A lane with the focus stays mounted, with its typed text.
        if (!entry || (!entry.isIntersecting && current.contains(document.activeElement))) return
        setFar(entry.isIntersecting ? null : entry.boundingClientRect.height)
      },
      { root: scroller.element.current, rootMargin: `${ahead}px 0px` },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [virtual, scroller, element, ahead])
  return far
}

/** An action in Focus with its three columns. */
export const LaneCard = memo(function LaneCard({ id, index }: CardProps) {
  const { session, can } = useBoard()
  const { virtual } = useScroller()
  const item = useRow("item", id)
  const editing = useView(({ editing }) => editing?.entity === "item" && editing.id === id)
  const inserting = useView(({ target }) => target === lanesPlace(index))
  const { folded, unfold } = useFoldedLane(id)
  if (!item) return null
  return (
    <Draggable
      draggableId={dragId(session.store, "item", id)}
      index={index}
      isDragDisabled={!can("changeBoard") || editing || folded}
      disableInteractiveElementBlocking
    >
      {(provided, snapshot) => (
        <div
          ref={provided.innerRef}
          {...provided.draggableProps}
          style={dropStyle(provided.draggableProps.style, snapshot)}
          className="lane-slot"
        >
          {inserting && <div className="lane-insertion anchor" />}
          {folded ? (
            <FoldedLane item={item} onUnfold={unfold} />
          ) : (
            <LaneView item={item} virtual={virtual} handle={provided.dragHandleProps} />
          )}
        </div>
      )}
    </Draggable>
  )
})

type LaneViewProps = { item: Item; virtual: boolean; handle: DraggableProvidedDragHandleProps | null }

const LaneView = memo(function LaneView({ item, virtual, handle }: LaneViewProps) {
  const element = useRef<HTMLElement>(null)
  const far = useFar(element, item.id, virtual)
  // Once the board has settled, distant lanes also mount their columns as drop targets.
  const columns = useSettled() || far === null
  const doneFolded = useDoneFolded()
  const { id, topic, description, goal, businessValue, effortAndComplexity, owner, labelIds, dueDate } = item
  const looks = [
    topic,
    description,
    goal?.name,
    goal?.color,
    businessValue,
    effortAndComplexity,
    owner?.id,
    labelIds,
    dueDate,
  ]
  useGlow(element, { entity: "item", id }, JSON.stringify(looks), item.createdDate)
  const tint = goalTint(goal?.color)
  return (
    <section
      ref={element}
      className={clsx("lane", item.isDraft && "draft", far !== null && "far")}
      aria-label={itemName(item)}
      data-lane={id}
      data-goal={tint["data-goal"]}
      style={far === null ? tint.style : { ...tint.style, height: far }}
    >
      {far === null ? <FocusCell item={item} handle={handle} /> : <div className="lane-focus flow anchor" />}
      {columns &&
        types.map((type) =>
          type === 2 && doneFolded ? (
            <DoneStrip key={type} itemId={id} />
          ) : (
            <LaneColumn key={type} itemId={id} type={type} virtual={virtual} far={far !== null} />
          ),
        )}
    </section>
  )
})

const FocusCell = ({ item, handle }: { item: Item; handle: DraggableProvidedDragHandleProps | null }) => {
  const { can } = useBoard()
  const { id, topic, description, goal, labelIds } = item
  const card = { entity: "item", id } as const
  const dim = useDim(card, topic, description)
  const mode = useCardMode(card)
  return (
    <div className="lane-focus flow anchor">
      <div className={clsx("lane-focus-body slim flow", dim && "dim", mode !== "rest" && "selected")}>
        <GoalLabel goal={goal} />
        <ActionText item={item} mode={mode} handle={handle} />
        {labelIds.length > 0 && (
          <CardLabels card={card} ids={labelIds} picks={mode === "selected" && can("changeBoard")} />
        )}
        <div className="grow lane-focus-space" />
        <Ticks itemId={id} />
        <FocusMeta item={item} mode={mode} />
        <NotSaved card={card} />
        <GhostMark card={card} />
        <MenuButton card={card} name={itemName(item)} />
      </div>
    </div>
  )
}

/** A completed action: one row of the history, which opens the dialog. */
export const PastLane = memo(function PastLane({ id }: { id: number }) {
  const item = useRow("item", id)
  const dim = useDim({ entity: "item", id }, item?.topic, item?.description)
  if (!item) return null
  const name = itemName(item)
  return (
    <section className={clsx("lane past", dim && "dim")} aria-label={name} {...goalTint(item.goal?.color)}>
      <div className="lane-focus flow anchor">
        <GoalLabel goal={item.goal} />
        <ActionLink item={item} />
      </div>
      <Ticks itemId={id} />
      <div className="past-end row">
        {item.completedDate && <span className="when numeric">{atTime(item.completedDate)}</span>}
        <Owner person={item.owner} />
        <Stamp />
        <MenuButton card={{ entity: "item", id }} name={name} />
      </div>
    </section>
  )
})
