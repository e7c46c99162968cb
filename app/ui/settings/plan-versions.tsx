import { Cloud } from "lucide-react"
import { type ReactNode, useState } from "react"
import { call } from "~/client/api"
import { planCalls } from "~/contract/plan"
import type { PlanVersion } from "~/contract/plan-version"
import { limits } from "~/contract/shared/bounds"
import { dateFormat } from "~/contract/shared/language/format"
import { Avatar, useNames } from "~/ui/parts/avatar"
import { RowIcon } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { longDate } from "~/ui/parts/dates"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useAttempt } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"
import { contentTexts } from "~/ui/plan/content-texts"
import { UnlessArchived } from "~/ui/settings/archived"
import { SettingRow } from "~/ui/settings/setting-row"
import { planAdmin } from "~/ui/settings/texts"
import { VersionQuestion } from "~/ui/settings/version-question"

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
const timeOf = ({ createdDate }: PlanVersion) => timeName(new Date(createdDate))

/** The author of a version. */
const useWhose = () => {
  const named = useNames()
  return ({ createdBy }: PlanVersion) => (createdBy ? named(createdBy) : planAdmin.automatic)
}

/** The plan's versions: store the current state, or restore an older one. */
export const PlanVersions = ({ planId, choice, show, onChanged, onClose }: PlanVersionsProps) => {
  const { value: versions, failed, reload, retry } = useCall(planCalls.revisions, { planId })
  const [asked, setAsked] = useState<number>()
  const onFailed = (text: string) => show({ kind: "error", text })
  const saving = useAttempt(planAdmin.actionFailed, onFailed)
  const restoring = useAttempt(planAdmin.actionFailed, onFailed)
  /** Of the version that is being saved; undefined: none is. */
  const [name, setName] = useState<string>()
  const whose = useWhose()

  const save = async (description = "") => {
    const name = description.trim()
    const version = { planId, ...(name === "" ? {} : { description: name }) }
    if (!(await saving.attempt(() => call(planCalls.snapshot, version)))) return
    setName(undefined)
    showToast({ kind: "success", text: common.saved })
    await reload()
    onChanged()
  }
  const restore = async (revisionId: number) => {
    if (!(await restoring.attempt(() => call(planCalls.restore, { planId, revisionId })))) return
    showToast({ kind: "success", text: planAdmin.restored, key: `restored.${planId}` })
    onChanged()
    onClose()
  }

  return (
    <>
      <div className="row history-choice wraps">
        {choice}
        <UnlessArchived>
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault()
              void save(name)
            }}
          >
            {name !== undefined && (
              <input
                // biome-ignore lint/a11y/noAutofocus: the button that was pressed opens it
                autoFocus
                className="input version-name"
                dir="auto"
                aria-label={planAdmin.versionName}
                placeholder={planAdmin.versionName}
                maxLength={limits.name}
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Escape" || event.nativeEvent.isComposing) return
                  event.stopPropagation()
                  setName(undefined)
                }}
              />
            )}
            {/* Two buttons: a press that makes a button submit would submit. */}
            <Button
              key={name === undefined ? "open" : "save"}
              type={name === undefined ? "button" : "submit"}
              variant="primary"
              busy={saving.pending && asked === undefined}
              onClick={name === undefined ? () => setName("") : undefined}
            >
              {planAdmin.saveVersion}
            </Button>
          </form>
        </UnlessArchived>
      </div>
      {!versions && (failed ? <Failed inline text={planAdmin.actionFailed} onRetry={retry} /> : <Loading />)}
      {versions?.length === 0 && <EmptyState text={planAdmin.noVersions} />}
      {versions &&
        byDay(versions).map(({ day, versions }) => (
          <section key={day}>
            <h3 className="setting-heading">{day}</h3>
            <ul className="setting-rows">
              {versions.map((version) => (
                <li key={version.id}>
                  <Version version={version}>
                    <UnlessArchived>
                      <Button
                        aria-label={`${planAdmin.restore}: ${[version.description, whose(version), day, timeOf(version)].filter(Boolean).join(", ")}`}
                        aria-expanded={asked === version.id}
                        onClick={() => setAsked(version.id)}
                      >
                        {planAdmin.restore}
                      </Button>
                    </UnlessArchived>
                  </Version>
                  {asked === version.id && (
                    <VersionQuestion
                      planId={planId}
                      version={version}
                      about={planAdmin.versionOf(whose(version), day, timeOf(version))}
                      onCancel={() => setAsked(undefined)}
                    >
                      {(ready) => (
                        <>
                          <Button busy={saving.pending} aria-disabled={!ready} onClick={() => save()}>
                            {planAdmin.saveFirst}
                          </Button>
                          <Button
                            variant="primary"
                            busy={restoring.pending}
                            aria-disabled={!ready}
                            onClick={() => restore(version.id)}
                          >
                            {planAdmin.restore}
                          </Button>
                        </>
                      )}
                    </VersionQuestion>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}

const Version = ({ version, children }: { version: PlanVersion; children: ReactNode }) => {
  const who = useWhose()(version)
  const named = version.description !== ""
  return (
    <SettingRow
      label={named ? version.description : who}
      hint={[timeOf(version), named && who, contentTexts.cards(version)].filter(Boolean).join(", ")}
      lead={
        version.createdBy ? (
          <Avatar person={version.createdBy} size={28} />
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
}

/** Versions, newest first, grouped by day in the reader's time zone. */
export const byDay = (versions: readonly PlanVersion[]) => {
  const days: { day: string; versions: PlanVersion[] }[] = []
  for (const version of versions) {
    const day = longDate(new Date(version.createdDate))
    const last = days.at(-1)
    if (last?.day === day) last.versions.push(version)
    else days.push({ day, versions: [version] })
  }
  return days
}
