import { FolderOpen, ListTodo, Square, Target } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { call, callAll } from "~/client/api"
import type { Deleted } from "~/contract/deleted"
import { planCalls } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/failed"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { RelativeTime } from "~/ui/parts/relative-time"
import { Loading } from "~/ui/parts/spinner"
import { showToast } from "~/ui/parts/toast"
import { planAdmin } from "~/ui/settings/texts"

type PlanDeletedProps = {
  planId: number
  /** Shows a message in a dialog above this one. */
  show(message: Message): Promise<boolean>
}

const icons = { goal: Target, item: FolderOpen, task: Square } as const

/** The cards deleted in the last 30 days, with restoring. For admins. */
export const PlanDeleted = ({ planId, show }: PlanDeletedProps) => {
  const [list, setList] = useState<Deleted[] | "failed">()
  const [busy, setBusy] = useState<Deleted>()
  const reload = useCallback(async () => {
    try {
      setList(await callAll(planCalls.deleted, { planId }))
    } catch {
      setList((before) => before ?? "failed")
    }
  }, [planId])
  useEffect(() => {
    void reload()
  }, [reload])

  const restore = async (row: Deleted) => {
    setBusy(row)
    try {
      await call(planCalls.restoreDeleted, { planId, entity: row.entity, id: row.id })
      showToast({ kind: "success", text: planAdmin.isBack(row.name) })
    } catch (thrown) {
      await show({ kind: "information", text: messageOf(thrown, planAdmin.actionFailed) })
    } finally {
      await reload()
      setBusy(undefined)
    }
  }

  if (list === undefined) return <Loading />
  if (list === "failed") return <Failed inline text={planAdmin.actionFailed} onRetry={reload} />
  if (list.length === 0)
    return (
      <p className="row secondary">
        <ListTodo className="icon" aria-hidden="true" />
        {planAdmin.nothingDeleted}
      </p>
    )
  return (
    <ul className="people">
      {list.map((row) => {
        const Icon = icons[row.entity]
        const inside = planAdmin.contains(row.contains)
        return (
          <li key={`${row.entity}:${row.id}:${row.deletedDate}`}>
            <Icon className="icon" aria-hidden="true" />
            <div className="grow">
              <div className="truncate" dir="auto">
                <span className="visually-hidden">{planAdmin.kinds[row.entity]} </span>
                {row.name}
              </div>
              <div className="sub-line">
                <RelativeTime
                  at={row.deletedDate}
                  renderedAt={Date.now()}
                  words={(when) => planAdmin.deletedBy(row.deletedBy.userName, when)}
                />
                {inside && ` · ${inside}`}
              </div>
            </div>
            <Button
              size="small"
              aria-label={planAdmin.restoreName(row.name)}
              busy={busy === row}
              disabled={busy !== undefined && busy !== row}
              onClick={() => restore(row)}
            >
              {planAdmin.restore}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
