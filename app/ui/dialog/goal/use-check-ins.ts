import { useCallback, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { type CheckIn, checkInPage } from "~/contract/check-in"
import { goalCalls } from "~/contract/goal"
import { useBoard, useRow } from "~/ui/plan/board-context"

type Loaded = { list: CheckIn[]; more: boolean }

/** A goal's check-ins, newest first, renewed when somebody checks in; `more` adds the next older page. */
export const useCheckIns = (goalId: number) => {
  const { store, planId } = useBoard().session
  const id = store.realId(goalId)
  const newest = useRow("goal", goalId)?.lastCheckIn?.createdDate
  const [loaded, setLoaded] = useState<Loaded | "failed">()
  // An answer that is no longer asked for is dropped.
  const asked = useRef(0)

  const refresh = useCallback(async () => {
    const ticket = ++asked.current
    try {
      const fresh = await call(goalCalls.checkIns, { id, planId })
      if (ticket !== asked.current) return
      setLoaded((now) => {
        const older = now && now !== "failed" ? now.list.filter((each) => each.id < (fresh.at(-1)?.id ?? 0)) : []
        const isFull = fresh.length === checkInPage
        return {
          list: [...fresh, ...older],
          more: older.length > 0 && now !== "failed" ? (now?.more ?? false) : isFull,
        }
      })
    } catch {
      if (ticket === asked.current) setLoaded((now) => now ?? "failed")
    }
  }, [id, planId])

  useEffect(() => {
    if (id > 0 && newest !== undefined) void refresh()
    return () => {
      asked.current++
    }
  }, [refresh, id, newest])

  const more = async () => {
    if (!loaded || loaded === "failed") return
    const older = await call(goalCalls.checkIns, { id, planId, before: loaded.list.at(-1)?.id })
    setLoaded({ list: [...loaded.list, ...older], more: older.length === checkInPage })
  }
  const retry = () => {
    setLoaded(undefined)
    void refresh()
  }
  return { loaded, more, retry }
}
