import { Layers, SquareCheck, Target } from "lucide-react"
import { useCallback, useRef, useState } from "react"
import { call, callAll } from "~/client/api"
import type { Deleted } from "~/contract/deleted"
import { planCalls } from "~/contract/plan"
import { useNames } from "~/ui/parts/avatar"
import { RowIcon } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { useRestoredFocus } from "~/ui/parts/focus"
import { Loading } from "~/ui/parts/loading"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useLoaded } from "~/ui/parts/use-call"
import { contentTexts } from "~/ui/plan/content-texts"
import { UnlessArchived } from "~/ui/settings/archived"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"

type PlanDeletedProps = {
  planId: number
  /** Shows a message in a dialog above this one. */
  show(message: Message): Promise<boolean>
}

const icons = { goal: Target, item: Layers, task: SquareCheck } as const

/** The cards deleted in the last 30 days, with restoring. For admins. */
export const PlanDeleted = ({ planId, show }: PlanDeletedProps) => {
  const load = useCallback(() => callAll(planCalls.deleted, { planId }), [planId])
  const { value: list, failed, reload, retry } = useLoaded(load)
  const [busy, setBusy] = useState<Deleted>()
  const box = useRef<HTMLDivElement>(null)
  useRestoredFocus(box, list)

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

  if (!list) return failed ? <Failed inline text={planAdmin.actionFailed} onRetry={retry} /> : <Loading />
  return (
    <div ref={box} tabIndex={-1} className="restored-focus">
      <p className="hint settings-hint">{planAdmin.deletedHint}</p>
      {list.length === 0 ? (
        <EmptyState text={planAdmin.nothingDeleted} />
      ) : (
        <ul className="setting-rows">
          {list.map((row) => (
            <li key={`${row.entity}:${row.id}:${row.deletedDate}`}>
              <DeletedRow row={row} busy={busy} onRestore={restore} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type DeletedRowProps = { row: Deleted; busy: Deleted | undefined; onRestore(row: Deleted): void }

const DeletedRow = ({ row, busy, onRestore }: DeletedRowProps) => {
  const Icon = icons[row.entity]
  const named = useNames()
  const { waitsFor } = row
  const kind = planAdmin.kinds[row.entity]
  const what = [kind, ...contentTexts.list(row.contains)].join(", ")
  return (
    <SettingRow
      label={row.name}
      hint={
        waitsFor
          ? planAdmin.waits[waitsFor.why === "completed" ? "completed" : waitsFor.entity](kind, waitsFor.name)
          : planAdmin.deletedBy(what, named(row.deletedBy), atTimeInText(row.deletedDate))
      }
      lead={
        <RowIcon>
          <Icon className="icon" />
        </RowIcon>
      }
    >
      <UnlessArchived>
        <Button
          aria-label={planAdmin.restoreName(row.name)}
          busy={busy === row}
          disabled={waitsFor !== null || (busy !== undefined && busy !== row)}
          onClick={() => onRestore(row)}
        >
          {planAdmin.restore}
        </Button>
      </UnlessArchived>
    </SettingRow>
  )
}
