import "./plan-admin.css"
import { ChevronLeft, X } from "lucide-react"
import { useContext, useEffect, useMemo, useRef, useState } from "react"
import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import type { SettingsSection } from "~/contract/shared/deep-link"
import { looksOf } from "~/rules/people/person-look"
import { LooksContext } from "~/ui/parts/avatar"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"
import { type SaveState, SaveStatus } from "~/ui/parts/use-autosave"
import { useWidth } from "~/ui/parts/use-width"
import { BoardContext } from "~/ui/plan/board-context"
import { ArchivedPlan } from "~/ui/settings/archived"
import { ArchiveRow, PlanAbout } from "~/ui/settings/plan-about"
import { PlanAi } from "~/ui/settings/plan-ai"
import { PlanDelete } from "~/ui/settings/plan-delete"
import { PlanExport } from "~/ui/settings/plan-export"
import { PlanHistory } from "~/ui/settings/plan-history"
import { PlanIntegrations } from "~/ui/settings/plan-integrations"
import { PlanLabels } from "~/ui/settings/plan-labels"
import { PlanMembers } from "~/ui/settings/plan-members"
import { PlanPrefs } from "~/ui/settings/plan-prefs"
import { SectionList } from "~/ui/settings/section-list"
import { entryOf, isFor, onBoard } from "~/ui/settings/sections"
import { planAdmin } from "~/ui/settings/texts"
import { useMembersOf } from "~/ui/settings/use-members"

type PlanAdminProps = {
  plan: Plan
  user: Profile
  /** The section in the address. Without one, a phone shows the list of sections, and wider windows the first section. */
  section: SettingsSection | undefined
  /** The webhook in the address, whose page is open within Integrations. */
  webhook: number | undefined
  onSection(section: SettingsSection | undefined, webhook?: number): void
  /** Called after something of the plan was saved. */
  onChanged(): void
  /** Called after the plan was deleted or left. */
  onGone(): void
  onClose(): void
}

/** The plan's settings, one section at a time. Import it lazily: it loads the dialog's code. */
export const PlanAdmin = ({ plan, user, section, webhook, onSection, onChanged, onGone, onClose }: PlanAdminProps) => {
  const phone = useWidth() === "phone"
  const [message, show] = useMessage()
  const [saving, setSaving] = useState<SaveState>("idle")
  const refused = section !== undefined && !isFor(plan, section)
  const board = useContext(BoardContext)
  const isMissing = section !== undefined && onBoard(section) && !board
  const shown = refused || isMissing ? "plan" : (section ?? (phone ? undefined : "plan"))
  const members = useMembersOf(plan.id)
  const around = useContext(LooksContext)
  const looks = useMemo(() => (around.size > 0 ? around : looksOf(members)), [around, members])
  const name = plan.name || common.untitledPlan
  const body = useRef<HTMLDivElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const came = useRef(shown)

  useEffect(() => {
    if (!refused) return
    onSection("plan")
    void show({ kind: "access", title: common.accessDenied, text: common.accessDeniedText })
  }, [refused, onSection, show])

  // On a phone the list and a section replace each other, and with them whatever had the focus.
  useEffect(() => {
    const before = came.current
    came.current = shown
    setSaving("idle")
    if (!phone || before === shown) return
    if (shown) back.current?.focus()
    else if (before) body.current?.querySelector<HTMLElement>(`[data-section="${entryOf(before)}"]`)?.focus()
  }, [shown, phone])

  const list = <SectionList plan={plan} user={user} shown={shown} phone={phone} onSection={onSection} />

  return (
    <ArchivedPlan value={plan.isArchived}>
      <LooksContext.Provider value={looks}>
        <DialogFrame label={planAdmin.title} className="plan-admin" addressed onClose={onClose}>
          {!phone && (
            <div className="plan-admin-side flow">
              <div className="row plan-admin-plan">
                <PlanPicture planId={plan.id} url={plan.imageUrl} width={26} height={24} />
                <b className="truncate" dir="auto">
                  {name}
                </b>
              </div>
              {list}
            </div>
          )}
          <div className="plan-admin-main flow slim">
            <header className="row rigid">
              {phone && (
                <IconButton ref={back} label={common.back} onClick={() => (shown ? onSection(undefined) : onClose())}>
                  <ChevronLeft className="icon large" aria-hidden="true" />
                </IconButton>
              )}
              <div className="grow">
                <h2>{shown ? planAdmin.sectionTitles[shown] : planAdmin.settings}</h2>
                {phone && (
                  <p className="fine muted truncate" dir="auto">
                    {name}
                  </p>
                )}
              </div>
              <SaveStatus state={saving} />
              {!phone && (
                <IconButton label={common.close} onClick={onClose}>
                  <X className="icon" aria-hidden="true" />
                </IconButton>
              )}
            </header>
            <div className="settings-body grow scrolls" ref={body} key={shown ?? "list"}>
              {shown !== undefined && plan.isArchived && <ArchiveRow plan={plan} show={show} onChanged={onChanged} />}
              {shown === undefined && list}
              {shown === "plan" && (
                <PlanAbout
                  plan={plan}
                  user={user}
                  show={show}
                  onChanged={onChanged}
                  onSaving={setSaving}
                  onLeft={onGone}
                />
              )}
              {shown === "labels" && <PlanLabels />}
              {shown === "people" && <PlanMembers plan={plan} user={user} show={show} onLeft={onGone} />}
              {shown === "email" && (
                <>
                  <p className="hint settings-hint">{planAdmin.mailsFor(user.email)}</p>
                  <PlanPrefs user={user} planId={plan.id} onSaving={setSaving} />
                </>
              )}
              {shown === "ai" && <PlanAi plan={plan} show={show} onChanged={onChanged} onSaving={setSaving} />}
              {(shown === "history" || shown === "deleted") && (
                <PlanHistory
                  planId={plan.id}
                  part={shown}
                  show={show}
                  onPart={onSection}
                  onChanged={onChanged}
                  onClose={onClose}
                />
              )}
              {shown === "export" && <PlanExport planId={plan.id} />}
              {shown === "integrations" && (
                <PlanIntegrations
                  plan={plan}
                  webhook={webhook}
                  show={show}
                  onChanged={onChanged}
                  onWebhook={(id) => onSection("integrations", id)}
                />
              )}
              {shown === "delete" && (
                <PlanDelete plan={plan} userId={user.id} show={show} onSection={onSection} onGone={onGone} />
              )}
            </div>
          </div>
          {message}
        </DialogFrame>
      </LooksContext.Provider>
    </ArchivedPlan>
  )
}
