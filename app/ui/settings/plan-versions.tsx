import { Cloud, X } from "lucide-react"
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { planCalls } from "~/contract/plan"
import type { Revision } from "~/contract/revision"
import { Avatar } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { EmptyState } from "~/ui/parts/empty-state"
import { Failed } from "~/ui/parts/failed"
import { messageOf } from "~/ui/parts/message-of"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
import { useMessage } from "~/ui/parts/use-message"
import { planAdmin } from "~/ui/settings/texts"
import { byDay } from "~/ui/settings/versions-by-day"
import "./plan-versions.css"

type PlanVersionsProps = { planId: number; onChanged(): void; onClose(): void }

const timeNames = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" })

const whose = ({ createdBy, description }: Revision) =>
  [createdBy?.userName ?? planAdmin.automatic, description].filter(Boolean).join(": ")

/** The plan's versions: store the current state, or restore an older one. */
export const PlanVersions = ({ planId, onChanged, onClose }: PlanVersionsProps) => {
  const [revisions, setRevisions] = useState<Revision[] | "failed">()
  const [asked, setAsked] = useState<number>()
  const [busy, setBusy] = useState<"save" | "restore">()
  const [message, show] = useMessage()
  const restoreButton = useRef<HTMLButtonElement>(null)

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
  useEffect(() => {
    if (asked !== undefined) restoreButton.current?.focus()
  }, [asked])

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
    <DialogFrame label={planAdmin.versionsSection} className="plan-versions" sheet onClose={onClose}>
      <header className="row">
        <h2 className="grow">{planAdmin.versionsSection}</h2>
        <Button size="small" busy={busy === "save" && asked === undefined} onClick={save}>
          {planAdmin.saveVersion}
        </Button>
      </header>
      <div className="versions-list">
        {revisions === undefined && <Loading />}
        {revisions === "failed" && <Failed inline text={planAdmin.actionFailed} onRetry={load} />}
        {Array.isArray(revisions) && revisions.length === 0 && <EmptyState text={planAdmin.noVersions} />}
        {Array.isArray(revisions) &&
          byDay(revisions).map(({ day, revisions }) => (
            <section key={day}>
              <h3 className="label">{day}</h3>
              <ul>
                {revisions.map((revision) => (
                  <li key={revision.id} className={asked === revision.id ? "asked" : "list-row"}>
                    <VersionLine revision={revision} question={asked === revision.id}>
                      {asked !== revision.id && (
                        <Button
                          size="small"
                          aria-label={`${planAdmin.restore}: ${whose(revision)}, ${day}, ${timeOf(revision)}`}
                          onClick={() => setAsked(revision.id)}
                        >
                          {planAdmin.restore}
                        </Button>
                      )}
                    </VersionLine>
                    {asked === revision.id && (
                      <div className="row version-actions">
                        <Button size="small" onClick={() => setAsked(undefined)}>
                          {common.cancel}
                        </Button>
                        <Button size="small" busy={busy === "save"} onClick={save}>
                          {planAdmin.saveFirst}
                        </Button>
                        <Button
                          ref={restoreButton}
                          size="small"
                          variant="primary"
                          busy={busy === "restore"}
                          onClick={() => restore(revision.id)}
                        >
                          {planAdmin.restore}
                        </Button>
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
      <footer className="dialog-menu">
        <Button variant="ghost" className="last-slot" onClick={onClose}>
          <X className="icon" aria-hidden="true" />
          {common.close}
        </Button>
      </footer>
      {message}
    </DialogFrame>
  )
}

const timeOf = ({ createdDate }: Revision) => timeNames.format(new Date(createdDate))

type VersionLineProps = { revision: Revision; question: boolean; children: ReactNode }

const VersionLine = ({ revision, question, children }: VersionLineProps) => (
  <div className="row">
    {revision.createdBy ? (
      <Avatar person={revision.createdBy} />
    ) : (
      <span className="avatar" data-goal="slate" aria-hidden="true">
        <Cloud className="icon small" />
      </span>
    )}
    <div className="grow">
      {question ? <b>{planAdmin.restoreQuestion}</b> : <span className="truncate">{whose(revision)}</span>}
      <div className="muted numeric">
        {question ? `${whose(revision)}, ${timeOf(revision)}` : timeOf(revision)} ·{" "}
        {planAdmin.counts(revision.goals, revision.items, revision.tasks)}
      </div>
    </div>
    {children}
  </div>
)
