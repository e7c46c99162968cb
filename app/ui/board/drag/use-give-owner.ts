import type { DragEvent } from "react"
import { board } from "~/ui/board/texts"
import { say } from "~/ui/parts/toast/toast"
import { useBoard } from "~/ui/plan/board-context"
import { nameOf } from "~/ui/plan/names"

/** The saved task under the pointer that can take an owner, identified by its card's button. */
const taskUnder = (target: EventTarget) => {
  const name = target instanceof Element ? target.closest("article")?.querySelector<HTMLElement>("[data-card]") : null
  const [entity, id] = name?.dataset.card?.split(":") ?? []
  return entity === "task" ? Number(id) : null
}

/** Handlers that make a member a task's owner when their avatar is dropped on it. */
export const useGiveOwner = () => {
  const { session, view, change, can } = useBoard()
  const { store } = session

  const takes = (id: number | null): id is number => {
    const task = id === null ? undefined : store.task(id)
    if (!task || !can("changeBoard") || store.realId(task.id) <= 0) return false
    return !task.readOnly && store.item(task.itemId)?.completed !== true
  }

  const over = (event: DragEvent) => {
    const { giving } = view.get()
    if (!giving) return null
    const id = taskUnder(event.target)
    const taskId = takes(id) ? id : null
    if (taskId !== giving.taskId) view.set({ giving: { ...giving, taskId } })
    return taskId === null ? null : { taskId, userId: giving.userId }
  }

  return {
    onDragOver: (event: DragEvent) => {
      if (!over(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = "copy"
    },
    onDrop: (event: DragEvent) => {
      const gift = over(event)
      view.set({ giving: null })
      if (!gift) return
      event.preventDefault()
      const { taskId, userId } = gift
      if (!change("task.update", { id: taskId, ownerId: userId })) return
      say(board.nowOwns(store.member(userId)?.userName ?? "", nameOf(store, "task", taskId)))
    },
  }
}
