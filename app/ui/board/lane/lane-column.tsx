import type { DraggableChildrenFn } from "@hello-pangea/dnd"
import { Plus } from "lucide-react"
import { memo, useCallback } from "react"
import type { TaskType } from "~/contract/task"
import { useLastMade } from "~/ui/board/card/last-made"
import { TaskCard, TaskClone } from "~/ui/board/card/task-card"
import { columnDropId, readDragId } from "~/ui/board/drag/drag-ids"
import { DragList } from "~/ui/board/drag/drag-list"
import { taskGap, taskHeight } from "~/ui/board/lane/lane-height"
import { AddField } from "~/ui/parts/in-place"
import { taskColumn, useBoard, useRow, useShown, useView } from "~/ui/plan/board-context"
import { GhostCards } from "~/ui/plan/ghost-slot"
import { itemName } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"

type LaneColumnProps = { itemId: number; type: TaskType; virtual: boolean; far: boolean }

export const LaneColumn = memo(function LaneColumn({ itemId, type, virtual, far }: LaneColumnProps) {
  const { session, can } = useBoard()
  const { store } = session
  const ids = useShown(taskColumn(itemId, type))
  const item = useRow("item", itemId)
  const clone = useCallback<DraggableChildrenFn>(
    (provided, snapshot, { draggableId }) => (
      <TaskClone id={readDragId(store, draggableId).id} provided={provided} snapshot={snapshot} />
    ),
    [store],
  )
  const estimate = useCallback((id: number) => taskHeight(store, id), [store])
  if (!item) return null
  return (
    <DragList
      as="section"
      label={cardTexts.columnOf(cardTexts.columns[type], itemName(item))}
      className="lane-column flow slim"
      dropId={columnDropId(store, itemId, type)}
      type="task"
      ids={ids}
      Card={TaskCard}
      clone={clone}
      key={virtual ? "virtual" : "plain"}
      virtual={virtual}
      far={far}
      gap={taskGap}
      estimate={estimate}
      dropDisabled={!can("changeBoard")}
      after={
        !far && (
          <>
            <GhostCards place={`tasks:${itemId}:${type}`} />
            {type === 0 && can("changeBoard") && !item.completed && <AddTask itemId={itemId} />}
          </>
        )
      }
    />
  )
})

/** The end of To Do. Enter saves the task and opens another empty field. */
export const AddTask = ({ itemId }: { itemId: number }) => {
  const { view } = useBoard()
  const adding = useView(({ adding }) => adding?.what === "task" && adding.itemId === itemId)
  if (!adding) {
    return (
      <button
        type="button"
        className="add-task full makes-way row fine muted hovers rigid"
        onClick={() => view.set({ adding: { what: "task", itemId } })}
      >
        <Plus className="icon small" aria-hidden="true" />
        {cardTexts.addTask}
      </button>
    )
  }
  return <NewTask itemId={itemId} />
}

const NewTask = ({ itemId }: { itemId: number }) => {
  const { view, change } = useBoard()
  const last = useLastMade("task")
  return (
    <div className="task-card anchor adding">
      <AddField
        label={cardTexts.newTask}
        className="task-text"
        keep={(description) => last.made(change("task.create", { itemId, description }))}
        onDone={(by) => {
          const { adding } = view.get()
          if (adding?.what === "task" && adding.itemId === itemId) view.set({ adding: null })
          if (by !== "blur") last.focus()
        }}
      />
    </div>
  )
}
