import clsx from "clsx"
import {
  ArchiveRestore,
  Download,
  History,
  KeyRound,
  Mail,
  SlidersHorizontal,
  Sparkle,
  Trash2,
  Users,
  X,
} from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import { call } from "~/client/api"
import { selectedPlan } from "~/client/browser-memory"
import type { Profile } from "~/contract/account"
import { type Plan, planCalls } from "~/contract/plan"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { Field } from "~/ui/parts/field"
import { messageOf } from "~/ui/parts/message-of"
import { PictureInput } from "~/ui/parts/picture-input"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { SaveStatus } from "~/ui/parts/save-status"
import { common } from "~/ui/parts/texts"
import { useAutosave } from "~/ui/parts/use-autosave"
import { useMessage } from "~/ui/parts/use-message"
import { PlanDeleted } from "~/ui/settings/plan-deleted"
import { PlanExport } from "~/ui/settings/plan-export"
import { PlanIntegration } from "~/ui/settings/plan-integration"
import { PlanPeople } from "~/ui/settings/plan-people"
import { PlanPrefs } from "~/ui/settings/plan-prefs"
import { AiInstructions, EstimatesSetting } from "~/ui/settings/plan-settings"
import { PlanVersions } from "~/ui/settings/plan-versions"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-admin.css"

type PlanAdminProps = {
  plan: Pick<
    Plan,
    | "id"
    | "name"
    | "ownerId"
    | "planRole"
    | "imageUrl"
    | "effortAndComplexityVisible"
    | "aiInstructions"
    | "integrationEnabled"
  >
  user: Profile
  /** Called after the name was saved. */
  onChanged(): void
  /** Called after the plan was deleted; the dialog closes itself. */
  onDeleted(): void
  onClose(): void
}

type Part = "plan" | "mail" | "people" | "ai" | "versions" | "deleted" | "export" | "key" | "delete"

/** The plan's settings, for its admins. Import it lazily: it loads the dialog's code. */
export const PlanAdmin = ({ plan, user, onChanged, onDeleted, onClose }: PlanAdminProps) => {
  const [name, setName] = useState(plan.name)
  const [deleting, setDeleting] = useState(false)
  const [at, setAt] = useState<Part>("plan")
  const [picture, setPicture] = useState(plan.imageUrl)
  const [versions, setVersions] = useState(false)
  const [message, show] = useMessage()
  const body = useRef<HTMLDivElement>(null)
  const { state, change, flush } = useAutosave(1_000, async (next: string) => {
    await call(planCalls.update, { id: plan.id, name: next }, { keepalive: true })
    onChanged()
  })

  const remove = async () => {
    const confirmed = await show({
      kind: "question",
      title: planAdmin.deleteQuestion,
      text: planAdmin.deleteText,
      confirm: common.delete,
      danger: true,
    })
    if (!confirmed) return
    change(undefined)
    setDeleting(true)
    try {
      await call(planCalls.remove, { planId: plan.id })
    } catch (thrown) {
      setDeleting(false)
      await show({ kind: "error", text: messageOf(thrown, planAdmin.deleteFailed) })
      return
    }
    if (selectedPlan.read() === plan.id) selectedPlan.clear()
    onDeleted()
    onClose()
  }

  const changePicture = async (work: () => Promise<string>) => {
    try {
      setPicture(await work())
      onChanged()
    } catch (thrown) {
      await show({ kind: "error", text: messageOf(thrown, planAdmin.actionFailed) })
    }
  }

  const goTo = (part: Part) => {
    setAt(part)
    const target = body.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    target?.scrollIntoView({ block: "start" })
    target?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true })
  }

  return (
    <DialogFrame label={planAdmin.title} className="plan-admin" sheet onClose={onClose}>
      <nav aria-label={planAdmin.title}>
        <div className="row plan-admin-plan">
          <PlanPicture planId={plan.id} url={picture} width={26} height={24} />
          <b className="truncate">{name || common.untitledPlan}</b>
        </div>
        <PartLink part="plan" at={at} onGo={goTo}>
          <SlidersHorizontal className="icon" aria-hidden="true" />
          {planAdmin.planSection}
        </PartLink>
        <PartLink part="mail" at={at} onGo={goTo}>
          <Mail className="icon" aria-hidden="true" />
          {planAdmin.mailSection}
        </PartLink>
        <PartLink part="people" at={at} onGo={goTo}>
          <Users className="icon" aria-hidden="true" />
          {planAdmin.usersSection}
        </PartLink>
        <PartLink part="ai" at={at} onGo={goTo}>
          <Sparkle className="icon" aria-hidden="true" />
          {planAdmin.aiSection}
        </PartLink>
        <PartLink part="versions" at={at} onGo={goTo}>
          <History className="icon" aria-hidden="true" />
          {planAdmin.versionsSection}
        </PartLink>
        <PartLink part="deleted" at={at} onGo={goTo}>
          <ArchiveRestore className="icon" aria-hidden="true" />
          {planAdmin.deletedSection}
        </PartLink>
        <PartLink part="export" at={at} onGo={goTo}>
          <Download className="icon" aria-hidden="true" />
          {planAdmin.exportSection}
        </PartLink>
        <PartLink part="key" at={at} onGo={goTo}>
          <KeyRound className="icon" aria-hidden="true" />
          {planAdmin.keySection}
        </PartLink>
        <span className="grow" />
        <PartLink part="delete" at={at} onGo={goTo} destroys>
          <Trash2 className="icon" aria-hidden="true" />
          {planAdmin.deleteSection}
        </PartLink>
      </nav>
      <div className="plan-admin-main">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the list of sections follows the focus in them */}
        <div
          className="plan-admin-body"
          ref={body}
          onFocus={({ target }) => {
            const part = target.closest<HTMLElement>("[data-part]")?.dataset.part
            if (part) setAt(part as Part)
          }}
        >
          <section className="about" data-part="plan">
            <div>
              <PlanPicture className="picture" planId={plan.id} url={picture} />
              <PictureInput
                label={planAdmin.changePicture}
                onChoose={(file) =>
                  changePicture(async () => (await call(planCalls.setImage, { planId: plan.id, file })).url)
                }
                onRemove={
                  picture.startsWith("/api/")
                    ? () =>
                        changePicture(async () => {
                          await call(planCalls.removeImage, { planId: plan.id })
                          return ""
                        })
                    : undefined
                }
              />
            </div>
            <div>
              <Field
                label={planAdmin.name}
                large
                value={name}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => {
                  setName(event.target.value)
                  change(event.target.value)
                }}
                onBlur={flush}
              />
              <SaveStatus state={state} />
              <EstimatesSetting plan={plan} show={show} onChanged={onChanged} />
            </div>
          </section>
          <section data-part="mail">
            <h2>{planAdmin.mailSection}</h2>
            <PlanPrefs user={user} planId={plan.id} />
          </section>
          <section data-part="people">
            <h2>{planAdmin.usersSection}</h2>
            <PlanPeople
              plan={plan}
              user={user}
              show={show}
              onLeft={() => {
                onDeleted()
                onClose()
              }}
            />
          </section>
          <AiInstructions plan={plan} />
          <section data-part="versions">
            <h2>{planAdmin.versionsSection}</h2>
            <div className="row">
              <p className="grow secondary">{planAdmin.versionsHint}</p>
              <Button onClick={() => setVersions(true)}>{planAdmin.openVersions}</Button>
            </div>
          </section>
          <section data-part="deleted">
            <h2>{planAdmin.deletedSection}</h2>
            <p className="secondary hint">{planAdmin.deletedHint}</p>
            <PlanDeleted planId={plan.id} show={show} />
          </section>
          <PlanExport planId={plan.id} />
          <PlanIntegration plan={plan} show={show} onChanged={onChanged} />
          <section className="destroy-card" data-part="delete">
            <div className="grow">
              <h2>{planAdmin.deleteSection}</h2>
              <p className="secondary">{planAdmin.deleteHint}</p>
            </div>
            <Button variant="danger" busy={deleting} onClick={remove}>
              {planAdmin.deletePlan}
            </Button>
          </section>
        </div>
        <footer className="dialog-menu">
          <Button variant="ghost" className="last-slot" onClick={onClose}>
            <X className="icon" aria-hidden="true" />
            {common.close}
          </Button>
        </footer>
      </div>
      {versions && <PlanVersions planId={plan.id} onChanged={onChanged} onClose={() => setVersions(false)} />}
      {message}
    </DialogFrame>
  )
}

type PartLinkProps = { part: Part; at: Part; onGo(part: Part): void; destroys?: boolean; children: ReactNode }

const PartLink = ({ part, at, onGo, destroys, children }: PartLinkProps) => (
  <a
    href={`#${part}`}
    className={clsx(destroys && "destroy")}
    aria-current={part === at ? "true" : undefined}
    onClick={(event) => {
      event.preventDefault()
      onGo(part)
    }}
  >
    {children}
  </a>
)
