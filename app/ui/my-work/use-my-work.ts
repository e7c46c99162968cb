import { useEffect, useState } from "react"
import { callAll, callListPage, clientId } from "~/client/api"
import { followPerson } from "~/client/live/person-live"
import { type LoadTasks, type MyWork, openMyWork } from "~/client/my-work/my-work"
import { outboxOf } from "~/client/outbox/person-outbox"
import { serverNow } from "~/client/server-clock"
import type { Problem } from "~/contract/problem"
import { type OwnTask, taskCalls } from "~/contract/task"

/** Done tasks that "Show done" lists, by age, ms. */
const doneFor = 30 * 86_400_000
/** The most pages of the whole list that a tab loads at once. */
const mostPages = 20

const load: LoadTasks = async ({ done, planId, onPage }) => {
  const wanted = { planId, ...(done ? { done, doneSince: new Date(serverNow() - doneFor).toISOString() } : {}) }
  if (!onPage) return callAll(taskCalls.mine, wanted)
  const tasks: OwnTask[] = []
  let before: number | undefined
  for (let n = 0; n < mostPages && (n === 0 || before !== undefined); n++) {
    const page = await callListPage(taskCalls.mine, { ...wanted, before })
    onPage(page.rows)
    tasks.push(...page.rows)
    before = page.next
  }
  return tasks
}

/** The last list, which shows while it loads again. It lasts as long as the document, as the session does. */
let last: { userId: number; tasks: ReadonlyMap<number, OwnTask> } | undefined

type Options = {
  user: { id: number; userName: string }
  onRefused(task: OwnTask | undefined, problem: Problem): void
  /** Must have a stable identity. */
  onPlansChanged(): void
}

/** The person's tasks, live while the page is open. */
export const useMyWork = ({ user: { id, userName }, onRefused, onPlansChanged }: Options): MyWork | undefined => {
  const [work, setWork] = useState<MyWork>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is only shown
  useEffect(() => {
    const opened = openMyWork({
      user: { id, userName },
      clientId,
      outbox: outboxOf(id),
      load,
      last: last?.userId === id ? last.tasks : undefined,
      onRefused,
      onPlansChanged,
    })
    const live = followPerson(id, { onMessage: opened.receive, onJoined: opened.refresh })
    const onReturn = () => {
      if (!document.hidden) opened.refresh()
    }
    document.addEventListener("visibilitychange", onReturn)
    setWork(opened)
    return () => {
      const { tasks } = opened.state.get()
      if (tasks) last = { userId: id, tasks }
      document.removeEventListener("visibilitychange", onReturn)
      live.close()
      opened.close()
    }
  }, [id, userName, onPlansChanged])
  return work
}
