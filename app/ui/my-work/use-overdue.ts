import { useCallback, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { followPerson } from "~/client/live/person-live"
import { taskCalls } from "~/contract/task"
import { useToday } from "~/ui/my-work/use-today"

/** Events are gathered for this long, ms. */
const gather = 500

/** The number of the person's overdue tasks, live; undefined until known. */
export const useOverdue = (userId: number): number | undefined => {
  const [overdue, setOverdue] = useState<number>()
  const day = useToday()
  const count = useCallback(() => {
    if (day === "") return
    call(taskCalls.overdue, { day }).then(
      (answer) => setOverdue(answer.overdue),
      () => {},
    )
  }, [day])
  const latest = useRef(count)
  latest.current = count
  useEffect(count, [count])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), gather)
    }
    const live = followPerson(userId, {
      onMessage: (event) => event === "MyWorkUpdated" && soon(),
      onJoined: () => latest.current(),
    })
    return () => {
      clearTimeout(timer)
      live.close()
    }
  }, [userId])
  return overdue
}
