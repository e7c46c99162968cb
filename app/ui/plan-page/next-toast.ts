// sayNext(): when the next one of a finished task is due, with an undo.
import type { PlanSession } from "~/client/plan-session"
import type { Task } from "~/contract/task"
import { shortDay } from "~/rules/dates"
import { common } from "~/ui/parts/texts"
import { dismissToast, showToast } from "~/ui/parts/toast/toast"
import { planPage } from "~/ui/plan-page/texts"

/** `before`: the task as it was. The next one may show only once the server has made it. */
export const sayNext = ({ store, makeCalls }: PlanSession, before: Task) => {
  const { id, type } = before
  const key = `next:${id}`
  const look = () => {
    const task = store.task(id)
    if (task?.type === 2 && task.next === null) return
    stop()
    const dueDate = task?.next?.dueDate
    if (!task || !dueDate) return
    showToast({
      kind: "success",
      text: planPage.nextDue(shortDay(dueDate)),
      more: task.description,
      key,
      action: {
        label: common.undo,
        run: () => {
          dismissToast(key)
          makeCalls([{ name: "task.update", input: { planId: store.planId, id, type } }])
        },
      },
    })
  }
  const stop = store.subscribe(`task:${id}`, look)
  look()
}
