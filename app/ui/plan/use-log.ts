import { useCallback, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import type { BoardReader } from "~/client/board/board-types"
import { type AuditEntry, auditCalls, logPageRows } from "~/contract/audit"
import type { LoggedEvent } from "~/contract/event-payload"
import type { Entity } from "~/contract/fields/field"
import { useBoard } from "~/ui/plan/board-context"

/** Debounce, ms: events of one gesture arrive together and reload the log once. */
const settle = 300

const calls = { goal: auditCalls.ofGoal, item: auditCalls.ofItem, task: auditCalls.ofTask }

/** The log of the plan or of a card, optionally of one kind of entry. */
export type LogOf = { entity: Entity; id: number; type: Entity } | "plan"

type Loaded = { entries: AuditEntry[]; more: boolean }

/** Whether an event may have added to this log. */
const concerns = (store: BoardReader, entity: Entity, id: number, { event, payload }: LoggedEvent): boolean => {
  const of = (["goal", "item", "task"] as const).find((kind) => event.toLowerCase().startsWith(kind))
  const rows = Array.isArray(payload.data) ? payload.data : [payload.data]
  // An event without data may concern anything, and so may events about other entities.
  if (!of || event.includes("Comment") || payload.data === null) return true
  return rows.some((row: { id?: number; itemId?: number; goalId?: number } | null) => {
    if (row?.id === undefined) return true
    if (of === entity) return row.id === id
    if (entity === "task" || of === "goal") return false
    const itemId = of === "item" ? row.id : (row.itemId ?? store.task(row.id)?.itemId)
    if (entity === "item") return itemId === id
    return row.goalId === id || (itemId !== undefined && store.item(itemId)?.goalId === id)
  })
}

/** A live log, newest first, or what one `agent` did in the plan; `more` adds the next older page. */
export const useLog = (of: LogOf, agent?: string) => {
  const { session } = useBoard()
  const { store, planId } = session
  const entity = of === "plan" ? of : of.entity
  const type = of === "plan" ? undefined : of.type
  const realId = of === "plan" ? planId : store.realId(of.id)
  const [log, setLog] = useState<Loaded | "failed">()
  const [adding, setAdding] = useState(false)
  // An answer that is no longer asked for is dropped.
  const asked = useRef(0)

  const page = useCallback(
    (before?: number) =>
      entity === "plan"
        ? call(auditCalls.ofPlan, { planId, before, agent })
        : call(calls[entity], { id: realId, planId, type, before }),
    [entity, realId, planId, type, agent],
  )

  const refresh = useCallback(async () => {
    const ticket = ++asked.current
    try {
      const fresh = await page()
      if (ticket !== asked.current) return
      setLog((now) => {
        const newest = { entries: fresh, more: fresh.length === logPageRows }
        if (!now || now === "failed") return newest
        const oldest = fresh.at(-1)?.id ?? 0
        const older = now.entries.filter((entry) => entry.id < oldest)
        const meets = now.entries.some((entry) => entry.id >= oldest)
        return newest.more && meets ? { entries: [...fresh, ...older], more: now.more } : newest
      })
    } catch {
      if (ticket === asked.current) setLog((now) => now ?? "failed")
    }
  }, [page])

  useEffect(() => {
    setLog(undefined)
    if (realId > 0) void refresh()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = session.onEvent((event) => {
      if (event && entity !== "plan" && !concerns(store, entity, realId, event)) return
      clearTimeout(timer)
      timer = setTimeout(refresh, settle)
    })
    return () => {
      asked.current++
      clearTimeout(timer)
      stop()
    }
  }, [session, store, entity, realId, refresh])

  const retry = () => {
    setLog(undefined)
    void refresh()
  }

  const more = async () => {
    if (!log || log === "failed" || adding) return
    const ticket = asked.current
    setAdding(true)
    try {
      const older = await page(log.entries.at(-1)?.id)
      if (ticket !== asked.current) return
      setLog((now) =>
        now && now !== "failed"
          ? {
              entries: [...now.entries, ...older.filter(({ id }) => id < (now.entries.at(-1)?.id ?? 0))],
              more: older.length === logPageRows,
            }
          : now,
      )
    } catch {
      // The button stays, for a retry.
    } finally {
      setAdding(false)
    }
  }

  return { log, retry, more, adding }
}
