import { taskColumn, useBoard, useColumn, useRow } from "~/ui/board/board-context"
import { nameOf } from "~/ui/board/names"

/** An action's tasks as its TASKS tab lists them: under way, to do, done. */
export const useTasksOf = (itemId: number): readonly number[] => {
  const todo = useColumn(taskColumn(itemId, 0))
  const doing = useColumn(taskColumn(itemId, 1))
  const done = useColumn(taskColumn(itemId, 2))
  return [...doing, ...todo, ...done]
}

export const TasksTab = ({ ids }: { ids: readonly number[]; itemId: number }) => (
  <ul className="rows">
    {ids.map((id) => (
      <TaskRow key={id} id={id} />
    ))}
  </ul>
)

const TaskRow = ({ id }: { id: number }) => {
  const { session, view } = useBoard()
  const task = useRow("task", id)
  if (!task) return null
  return (
    <li className="task rowt">
      <button type="button" onClick={() => view.set({ dialog: { entity: "task", id } })}>
        {nameOf(session.store, "task", id)}
      </button>
    </li>
  )
}
