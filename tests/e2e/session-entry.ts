// The script of session-page.ts: the browser client without any interface.
import { signOut } from "~/client/outbox/browser-database"
import { openPlan, type PlanSession } from "~/client/plan-session"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"

export type InPage = {
  session: PlanSession
  told: { failures: { name: string; id: number | null; status: number; message: string }[]; removed: string[] }
  /** The board as shown: goals, then the actions of the list, the lanes and the history, and the tasks of each. */
  rows(): { goals: Goal[]; items: Item[]; tasks: Task[] }
  signOut(): Promise<void>
}

const there = <Row>(row: Row | undefined): Row => {
  if (!row) throw new Error("a list names a row that is not there")
  return row
}

export const openTab = async (planId: number, user: { id: number; userName: string }) => {
  const told: InPage["told"] = { failures: [], removed: [] }
  const session = openPlan({
    planId,
    user,
    onFailure: ({ name, id, problem: { status, message } }) => told.failures.push({ name, id, status, message }),
    onRemoved: (why) => told.removed.push(why),
  })
  const { store } = session
  const rows = () => {
    const goals = store.list("goals").map((id) => there(store.goal(id)))
    const items = (["list", "lanes", "history"] as const).flatMap((list) =>
      store.list(list).map((id) => there(store.item(id))),
    )
    const tasks = items.flatMap(({ id }) =>
      ([0, 1, 2] as const).flatMap((type) => store.list(`tasks:${id}:${type}`).map((task) => there(store.task(task)))),
    )
    return { goals, items, tasks }
  }
  Object.assign(window, {
    tab: { session, told, rows, signOut: () => signOut(user.id) } satisfies InPage,
  })
  await session.ready
}
