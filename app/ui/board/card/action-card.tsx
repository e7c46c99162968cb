import { Draggable, type DraggableProvided, type DraggableStateSnapshot } from "@hello-pangea/dnd"
import clsx from "clsx"
import { ListChecks } from "lucide-react"
import { memo, useRef, useState } from "react"
import type { Item } from "~/contract/item"
import { ActionText, GoalLabel } from "~/ui/board/card/action-text"
import { ActionControls } from "~/ui/board/card/card-controls"
import { useCardMode } from "~/ui/board/card/card-mode"
import { Attachments, EditHint, Estimates, MenuButton, Saving } from "~/ui/board/card/card-parts"
import { useDim } from "~/ui/board/card/search-words"
import { useGlow } from "~/ui/board/card/use-glow"
import { dragId } from "~/ui/board/drag/drag-ids"
import type { CardProps } from "~/ui/board/drag/drag-list"
import { dropStyle } from "~/ui/board/drag/lift"
import { pressedAt } from "~/ui/board/drag/sensors"
import { board } from "~/ui/board/texts"
import { Tag } from "~/ui/parts/badge"
import { taskColumn, useBoard, useList, usePlan, useRow, useSaving, useView } from "~/ui/plan/board-context"
import { CardLabels } from "~/ui/plan/card-labels"
import { DueDate, NotSaved, Owner } from "~/ui/plan/card-marks"
import { GhostMark } from "~/ui/plan/ghost-slot"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName } from "~/ui/plan/names"
import { Waits } from "~/ui/plan/waits"

/** An action of the list, by id. */
export const ActionCard = memo(function ActionCard({ id, index }: CardProps) {
  const { session, can } = useBoard()
  const item = useRow("item", id)
  const editing = useView(({ editing }) => editing?.entity === "item" && editing.id === id)
  if (!item) return null
  return (
    <Draggable
      draggableId={dragId(session.store, "item", id)}
      index={index}
      isDragDisabled={!can("changeBoard") || editing}
      disableInteractiveElementBlocking
    >
      {(provided, snapshot) => <ActionView item={item} provided={provided} snapshot={snapshot} />}
    </Draggable>
  )
})

/** The clone under the pointer, for actions of a long list and for lanes, which hang from the point where they were grabbed. */
export const ActionClone = ({ id, provided, snapshot, lane = false }: CloneProps) => {
  const item = useRow("item", id)
  const [lead] = useState(() => {
    const top = (provided.draggableProps.style as { top?: number } | undefined)?.top ?? 0
    return lane ? Math.max(0, pressedAt().y - top - 60) : 0
  })
  return item ? <ActionView item={item} provided={provided} snapshot={snapshot} lead={lead} narrow={lane} /> : null
}

type CloneProps = { id: number; lane?: boolean; provided: DraggableProvided; snapshot: DraggableStateSnapshot }

type ActionViewProps = {
  item: Item
  provided: DraggableProvided
  snapshot: DraggableStateSnapshot
  /** The card's offset from the top of its box, px. */
  lead?: number
  narrow?: boolean
}

const ActionView = ({ item, provided, snapshot, lead = 0, narrow = false }: ActionViewProps) => {
  const { can } = useBoard()
  const goalChosen = useView(({ goalId }) => goalId !== null)
  const { id, topic, description, goal, businessValue, effortAndComplexity, labelIds, dueDate } = item
  const card = { entity: "item", id } as const
  const element = useRef<HTMLElement | null>(null)
  const looks = [
    topic,
    description,
    goal?.name,
    goal?.color,
    businessValue,
    effortAndComplexity,
    item.owner?.id,
    labelIds,
    dueDate,
    item.blockedByIds,
  ]
  useGlow(element, card, JSON.stringify(looks), item.createdDate)
  const dim = useDim(card, topic, description)
  const mode = useCardMode(card)
  const tint = goalTint(goal?.color)
  return (
    <article
      ref={(node) => {
        provided.innerRef(node)
        element.current = node
      }}
      {...provided.draggableProps}
      {...tint}
      style={{ ...dropStyle(provided.draggableProps.style, snapshot), ...tint.style }}
    >
      <div
        className={clsx("action-card anchor", item.isDraft && "draft", narrow && "from-lane", dim && "dim", {
          selected: mode !== "rest",
          dragging: snapshot.isDragging && !snapshot.isDropAnimating,
          dropping: snapshot.isDropAnimating,
        })}
        style={lead > 0 ? { marginTop: lead } : undefined}
      >
        {!goalChosen && <GoalLabel goal={goal} />}
        <ActionText item={item} mode={mode} handle={provided.dragHandleProps} />
        {labelIds.length > 0 && (
          <CardLabels card={card} ids={labelIds} picks={mode === "selected" && can("changeBoard")} />
        )}
        {mode === "rest" || !can("changeBoard") ? (
          <ActionFacts item={item} />
        ) : mode === "editing" ? (
          <EditHint />
        ) : (
          <ActionControls item={item} />
        )}
        <NotSaved card={card} />
        <GhostMark card={card} />
        <MenuButton card={card} name={itemName(item)} />
      </div>
    </article>
  )
}

/** An action's details; renders nothing without any. */
const ActionFacts = ({ item }: { item: Item }) => {
  const plan = usePlan()
  const { id, businessValue, effortAndComplexity, attachmentCount, isDraft, owner, dueDate } = item
  const tasks = useTaskCount(id)
  const saving = useSaving("item", id)
  const estimated = plan?.effortAndComplexityVisible === true && businessValue + effortAndComplexity > 0
  if (
    !estimated &&
    !saving &&
    tasks.all === 0 &&
    attachmentCount === 0 &&
    !isDraft &&
    !owner &&
    !dueDate &&
    !item.blocked
  )
    return null
  return (
    <div className="card-meta facts row">
      {estimated && <Estimates value={businessValue} effort={effortAndComplexity} />}
      <span className="grow" />
      <Saving card={{ entity: "item", id }} />
      <span className="facts-end row wraps">
        {tasks.all > 0 && (
          <span className="card-figure row">
            <ListChecks className="icon tiny" aria-hidden="true" />
            {tasks.all}
            <span className="visually-hidden"> {board.tasksDone(tasks.done, tasks.all)}</span>
          </span>
        )}
        {item.blocked && <Waits row={item} />}
        {dueDate && <DueDate date={dueDate} />}
        <Attachments card={{ entity: "item", id }} count={attachmentCount} />
        {isDraft && <Tag>{board.draft}</Tag>}
        <Owner person={owner} />
      </span>
    </div>
  )
}

const useTaskCount = (itemId: number) => {
  const todo = useList(taskColumn(itemId, 0)).length
  const doing = useList(taskColumn(itemId, 1)).length
  const done = useList(taskColumn(itemId, 2)).length
  return { done, all: todo + doing + done }
}
