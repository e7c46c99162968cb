import { Draggable, type DraggableProvided, type DraggableStateSnapshot } from "@hello-pangea/dnd"
import clsx from "clsx"
import { ListChecks } from "lucide-react"
import { memo, useRef, useState } from "react"
import type { Item } from "~/contract/item"
import { ActionText, GoalLabel } from "~/ui/board/card/action-text"
import { Attachments, Estimates, MenuButton, Saving } from "~/ui/board/card/card-parts"
import { useDim } from "~/ui/board/card/search-words"
import { useGlow } from "~/ui/board/card/use-glow"
import { dragId } from "~/ui/board/drag/drag-ids"
import type { CardProps } from "~/ui/board/drag/drag-list"
import { dropStyle } from "~/ui/board/drag/drop-style"
import { pressedAt } from "~/ui/board/drag/sensors"
import { board } from "~/ui/board/texts"
import { Tag } from "~/ui/parts/badge"
import { taskColumn, useBoard, useColumn, usePlan, useRow, useView } from "~/ui/plan/board-context"
import { NotSaved, Owner } from "~/ui/plan/card-marks"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName } from "~/ui/plan/names"
import "./action-card.css"

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
  const plan = usePlan()
  const goalChosen = useView(({ goalId }) => goalId !== null)
  const { id, topic, description, goal, businessValue, effortAndComplexity } = item
  const card = { entity: "item", id } as const
  const element = useRef<HTMLElement | null>(null)
  const looks = [topic, description, goal?.name, goal?.color, businessValue, effortAndComplexity, item.owner?.id]
  useGlow(element, card, JSON.stringify(looks), item.createdDate)
  const dim = useDim(topic, description)
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
        className={clsx("action-card", item.isDraft && "draft", narrow && "from-lane", dim && "dim", {
          dragging: snapshot.isDragging && !snapshot.isDropAnimating,
          dropping: snapshot.isDropAnimating,
        })}
        style={lead > 0 ? { marginTop: lead } : undefined}
      >
        {!goalChosen && <GoalLabel goal={goal} />}
        <ActionText item={item} handle={provided.dragHandleProps} />
        <div className="card-meta">
          {plan?.effortAndComplexityVisible && <Estimates value={businessValue} effort={effortAndComplexity} />}
          <span className="grow" />
          <Saving card={card} />
          <TaskCount itemId={id} />
          <Attachments card={card} count={item.attachmentCount} />
          {item.isDraft && <Tag>{board.draft}</Tag>}
          <Owner person={item.owner} />
        </div>
        <NotSaved card={card} />
        <MenuButton card={card} name={itemName(item)} />
      </div>
    </article>
  )
}

const TaskCount = ({ itemId }: { itemId: number }) => {
  const todo = useColumn(taskColumn(itemId, 0)).length
  const doing = useColumn(taskColumn(itemId, 1)).length
  const done = useColumn(taskColumn(itemId, 2)).length
  const all = todo + doing + done
  return all === 0 ? null : (
    <span className="card-figure" data-tip={board.tasksDone(done, all)}>
      <ListChecks className="icon tiny" aria-hidden="true" />
      {all}
      <span className="visually-hidden"> {board.tasksDone(done, all)}</span>
    </span>
  )
}
