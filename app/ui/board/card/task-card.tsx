import {
  Draggable,
  type DraggableProvided,
  type DraggableProvidedDragHandleProps,
  type DraggableStateSnapshot,
} from "@hello-pangea/dnd"
import clsx from "clsx"
import { memo, useCallback, useRef } from "react"
import type { Task } from "~/contract/task"
import { CardButton } from "~/ui/board/card/card-button"
import { TaskControls } from "~/ui/board/card/card-controls"
import { useCardMode } from "~/ui/board/card/card-mode"
import { Attachments, EditHint, MenuButton, Saving } from "~/ui/board/card/card-parts"
import { useDim } from "~/ui/board/card/search-words"
import { useGlow } from "~/ui/board/card/use-glow"
import { dragId } from "~/ui/board/drag/drag-ids"
import type { CardProps } from "~/ui/board/drag/drag-list"
import { dropStyle } from "~/ui/board/drag/lift"
import { board } from "~/ui/board/texts"
import { Tag } from "~/ui/parts/badge"
import { useBoard, useMember, useRow, useView } from "~/ui/plan/board-context"
import { CardLabels } from "~/ui/plan/card-labels"
import { DueDate, NotSaved, Owner, Stamp } from "~/ui/plan/card-marks"
import { GhostMark } from "~/ui/plan/ghost-slot"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"
import { Waits } from "~/ui/plan/waits"

/** A task of a lane, by id; draggable if it may be changed. */
export const TaskCard = memo(function TaskCard({ id, index }: CardProps) {
  const { session, can } = useBoard()
  const task = useRow("task", id)
  const item = useRow("item", task?.itemId ?? 0)
  const editing = useView(({ editing }) => editing?.entity === "task" && editing.id === id)
  if (!task) return null
  const readOnly = !can("changeBoard") || task.readOnly || item?.completed === true
  return (
    <Draggable
      draggableId={dragId(session.store, "task", id)}
      index={index}
      isDragDisabled={readOnly || editing}
      disableInteractiveElementBlocking
    >
      {(provided, snapshot) => <TaskView task={task} provided={provided} snapshot={snapshot} readOnly={readOnly} />}
    </Draggable>
  )
})

/** The clone under the pointer, because long lists unmount the original. */
export const TaskClone = ({
  id,
  provided,
  snapshot,
}: {
  id: number
  provided: DraggableProvided
  snapshot: DraggableStateSnapshot
}) => {
  const task = useRow("task", id)
  return task ? <TaskView task={task} provided={provided} snapshot={snapshot} readOnly={false} tinted /> : null
}

type TaskViewProps = {
  task: Task
  provided: DraggableProvided
  snapshot: DraggableStateSnapshot
  readOnly: boolean
  /** Sets the goal's shades outside a lane. */
  tinted?: boolean
}

const TaskView = ({ task, provided, snapshot, readOnly, tinted = false }: TaskViewProps) => {
  const { id, description, type, dueDate, ownerId, attachmentCount, labelIds } = task
  const { innerRef, draggableProps, dragHandleProps } = provided
  const element = useRef<HTMLElement | null>(null)
  const ref = useCallback(
    (node: HTMLElement | null) => {
      innerRef(node)
      element.current = node
    },
    [innerRef],
  )
  const looks = JSON.stringify([description, type, dueDate, ownerId, attachmentCount, labelIds, task.blockedByIds])
  useGlow(element, { entity: "task", id }, looks, task.createdDate)
  const tint = tinted ? goalTint(task.color) : undefined
  return (
    <article
      ref={ref}
      {...draggableProps}
      data-goal={tint?.["data-goal"]}
      style={{ ...dropStyle(draggableProps.style, snapshot), ...tint?.style }}
    >
      <TaskFace
        task={task}
        readOnly={readOnly}
        handle={dragHandleProps}
        dragging={snapshot.isDragging && !snapshot.isDropAnimating}
        dropping={snapshot.isDropAnimating}
      />
    </article>
  )
}

type TaskFaceProps = {
  task: Task
  readOnly: boolean
  handle: DraggableProvidedDragHandleProps | null
  dragging: boolean
  dropping: boolean
}

/** A card's content; memoised while the card makes way for another. */
const TaskFace = memo(function TaskFace({ task, readOnly, handle, dragging, dropping }: TaskFaceProps) {
  const { change } = useBoard()
  const { id, description, dueDate, attachmentCount, labelIds } = task
  const card = { entity: "task", id } as const
  const mode = useCardMode(card)
  const dim = useDim(card, description)
  const givenTo = useMember(useView(({ giving }) => (giving?.taskId === id ? giving.userId : null)))
  const owner = givenTo ?? task.owner
  return (
    <div
      data-done={task.complete || undefined}
      className={clsx("task-card anchor", task.isDraft && "draft", dim && "dim", givenTo && "given", {
        selected: mode !== "rest",
        dragging,
        dropping,
      })}
    >
      <CardButton
        card={card}
        mode={mode}
        text={description}
        fallback={cardTexts.untitledTask}
        label={cardTexts.newTask}
        className="task-text"
        handle={handle}
        readOnly={readOnly}
        save={(text) => change("task.update", { id, description: text })?.done ?? Promise.resolve(false)}
      />
      {labelIds.length > 0 && <CardLabels card={card} ids={labelIds} picks={mode === "selected" && !readOnly} />}
      {mode === "rest" || readOnly ? (
        <div className="card-meta row">
          <Owner person={owner} ring />
          {givenTo && <span className="truncate">{givenTo.userName}</span>}
          {dueDate && <DueDate date={dueDate} done={task.complete} task={task} />}
          {task.blocked && !task.complete && <Waits row={task} />}
          <Attachments card={card} count={attachmentCount} />
          {task.isDraft && <Tag>{board.draft}</Tag>}
          <Saving card={card} />
          {task.complete && <Stamp />}
        </div>
      ) : mode === "editing" ? (
        <EditHint />
      ) : (
        <TaskControls task={task} owner={owner} />
      )}
      <NotSaved card={card} />
      <GhostMark card={card} />
      <MenuButton card={card} name={description} />
    </div>
  )
})
