import { Cloud } from "lucide-react"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import { dateFormat } from "~/contract/language/format"
import { planCalls } from "~/contract/plan"
import type { Revision } from "~/contract/revision"
import { Avatar } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { Failed } from "~/ui/parts/failed"
import type { Message } from "~/ui/parts/message-dialog"
import { messageOf } from "~/ui/parts/message-of"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
import { Ask } from "~/ui/settings/ask"
import { RowIcon, SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { byDay } from "~/ui/settings/versions-by-day"

type PlanVersionsProps = {
  planId: number
  /** The choice between versions and deleted cards. */
  choice: ReactNode
  show(message: Message): Promise<boolean>
  onChanged(): void
  /** Called after a version was restored. */
  onClose(): void
}

const timeName = dateFormat({ hour: "2-digit", minute: "2-digit" })
const timeOf = ({ createdDate }: Revision) => timeName(new Date(createdDate))
const whose = ({ createdBy }: Revision) => createdBy?.userName ?? planAdmin.automatic

/** The plan's versions: store the current state, or restore an older one. */
export const PlanVersions = ({ planId, choice, show, onChanged, onClose }: PlanVersionsProps) => {
  const [revisions, setRevisions] = useState<Revision[] | "failed">()
  const [asked, setAsked] = useState<number>()
  const [busy, setBusy] = useState<"save" | "restore">()

  const load = useCallback(
    () =>
      call(planCalls.revisions, { planId }).then(
        (found) => setRevisions(found),
        () => setRevisions("failed"),
      ),
    [planId],
  )
  useEffect(() => {
    void load()
  }, [load])

  const attempt = async (what: "save" | "restore", work: () => Promise<unknown>) => {
    setBusy(what)
    try {
      await work()
      return true
    } catch (thrown) {
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
      return false
    } finally {
      setBusy(undefined)
    }
  }
  const save = async () => {
    if (!(await attempt("save", () => call(planCalls.snapshot, { planId })))) return
    showToast({ kind: "success", text: common.saved })
    await load()
    onChanged()
  }
  const restore = async (revisionId: number) => {
    if (!(await attempt("restore", () => call(planCalls.restore, { planId, revisionId })))) return
    showToast({ kind: "success", text: planAdmin.restored })
    onChanged()
    onClose()
  }

  return (
    <>
      <div className="row history-choice">
        {choice}
        <Button variant="primary" busy={busy === "save" && asked === undefined} onClick={save}>
          {planAdmin.saveVersion}
        </Button>
      </div>
      {revisions === undefined && <Loading />}
      {revisions === "failed" && <Failed inline text={planAdmin.actionFailed} onRetry={load} />}
      {Array.isArray(revisions) && revisions.length === 0 && <EmptyState text={planAdmin.noVersions} />}
      {Array.isArray(revisions) &&
        byDay(revisions).map(({ day, revisions }) => (
          <section key={day}>
            <h3 className="setting-heading">{day}</h3>
            <ul className="setting-rows">
              {revisions.map((revision) => (
                <li key={revision.id}>
                  <Version revision={revision}>
                    <Button
                      aria-label={`${planAdmin.restore}: ${whose(revision)}, ${day}, ${timeOf(revision)}`}
                      aria-expanded={asked === revision.id}
                      onClick={() => setAsked(revision.id)}
                    >
                      {planAdmin.restore}
                    </Button>
                  </Version>
                  {asked === revision.id && (
                    <Ask
                      title={planAdmin.restoreQuestion}
                      text={planAdmin.restoreText(whose(revision), day, timeOf(revision))}
                      onCancel={() => setAsked(undefined)}
                    >
                      <Button busy={busy === "save"} onClick={save}>
                        {planAdmin.saveFirst}
                      </Button>
                      <Button variant="primary" busy={busy === "restore"} onClick={() => restore(revision.id)}>
                        {planAdmin.restore}
                      </Button>
                    </Ask>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}

const Version = ({ revision, children }: { revision: Revision; children: ReactNode }) => (
  <SettingRow
    label={whose(revision)}
    hint={[timeOf(revision), revision.description, planAdmin.counts(revision)].filter(Boolean).join(", ")}
    lead={
      revision.createdBy ? (
        <Avatar person={revision.createdBy} size={28} />
      ) : (
        <RowIcon>
          <Cloud className="icon" />
        </RowIcon>
      )
    }
  >
    {children}
  </SettingRow>
)
