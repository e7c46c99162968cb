import { useFilePicker } from "~/ui/parts/use-file-picker"
import "./home.css"
import { useNavigate, useRevalidator } from "@remix-run/react"
import { Plus } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { call } from "~/client/api"
import { selectedPlan } from "~/client/memory/selected-plan"
import type { Profile } from "~/contract/account"
import { can } from "~/contract/capability"
import { type Plan, planCalls } from "~/contract/plan"
import { InvitationCard, type PendingInvitation } from "~/ui/home/invitation-card"
import { PlanTools, useManyPlans } from "~/ui/home/many-plans"
import { type Beginning, NewPlan } from "~/ui/home/new-plan"
import { PlanList } from "~/ui/home/plan-list"
import { SettingsOverPlans, useOpenSettings } from "~/ui/home/settings-over-plans"
import { SharedBar } from "~/ui/home/shared-bar"
import { homeTexts } from "~/ui/home/texts"
import { usePlanActs } from "~/ui/home/use-plan-acts"
import { DashboardTabs } from "~/ui/my-work/dashboard-tabs"
import { useOverdue } from "~/ui/my-work/use-overdue"
import { Button } from "~/ui/parts/button"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { EmptyState } from "~/ui/parts/empty-state"
import { OnDemand } from "~/ui/parts/on-demand"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useOnline } from "~/ui/parts/use-online"
import { useAfterSignIn } from "~/ui/sign-in/after-sign-in"
import { TopBar } from "~/ui/top-bar/top-bar"

const loadCopyPlan = () => import("~/ui/home/copy-plan")

type HomePageProps = {
  user: Profile
  plans: Plan[]
  invitations: PendingInvitation[]
  /** The server's clock, ms. */
  renderedAt: number
  /** Over the plans. */
  notices?: ReactNode
}

/** My Plans: invitations, then plans, newest edit first. */
export const HomePage = ({ user, plans, invitations, renderedAt, notices }: HomePageProps) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [making, setMaking] = useState<"new" | "sample" | "import">()
  const [copying, setCopying] = useState<{ plans: readonly Plan[]; template: boolean } | null>(null)
  const openSettings = useOpenSettings()
  const [message, show] = useMessage()
  useAfterSignIn()
  useFreshOnReturn(revalidate)

  const open = ({ id }: Pick<Plan, "id">) => {
    selectedPlan.write(id)
    navigate(`/board?planId=${id}`)
  }
  const make = async (what: "new" | "sample" | "import", file?: File) => {
    if (making) return
    setMaking(what)
    try {
      open(
        await {
          new: () => call(planCalls.create, { name: "" }),
          sample: () => call(planCalls.createSample, {}),
          import: () => importFile(file as File),
        }[what](),
      )
    } catch (thrown) {
      setMaking(undefined)
      await show({ kind: "error", text: messageOf(thrown, homeTexts.createFailed) })
    }
  }
  const [filePicker, pickFiles] = useFilePicker(([file]) => void make("import", file), {
    accept: ".zip,.json,.csv,.md,.txt,application/zip,application/json,text/csv,text/markdown,text/plain",
  })
  const act = usePlanActs({
    userId: user.id,
    onSettings: openSettings,
    onCopy: (plan) => setCopying({ plans: [plan], template: false }),
    onChanged: revalidate,
  })

  const list = useManyPlans(plans)
  const empty = plans.length === 0 && invitations.length === 0
  const newPlan = (
    <Button variant="primary" busy={making === "new"} onClick={() => make("new")}>
      {making !== "new" && <Plus className="icon" aria-hidden="true" />}
      {homeTexts.newPlan}
    </Button>
  )
  const copies = plans.filter(({ planRole }) => can(planRole, "copyPlan"))
  const begin = (what: Beginning) => {
    if (what === "import") pickFiles()
    else if (what === "sample") void make("sample")
    else setCopying({ plans: copies, template: false })
  }

  return (
    <>
      <TopBar user={user} online={useOnline()} />
      <main className="plans">
        <DashboardTabs current="plans" overdue={useOverdue(user.id)}>
          {list.many && <PlanTools {...list} onEnter={() => list.searches && list.shown[0] && open(list.shown[0])} />}
          {!empty && (
            <NewPlan
              templates={copies.filter(({ isTemplate, isArchived }) => isTemplate && !isArchived)}
              copies={copies.length > 0}
              busy={making !== undefined && making !== "new"}
              onTemplate={(plan) => setCopying({ plans: [plan], template: true })}
              onBegin={begin}
            >
              {newPlan}
            </NewPlan>
          )}
        </DashboardTabs>
        {filePicker}
        {notices}
        <SharedBar userId={user.id} plans={plans} />
        {empty ? (
          <div className="plans-empty surface">
            <EmptyState art={<EmptyArt />} title={homeTexts.emptyTitle} text={homeTexts.emptyText}>
              {newPlan}
              <Button busy={making === "sample"} onClick={() => make("sample")}>
                {homeTexts.openSample}
              </Button>
              <Button
                data-tip={homeTexts.importHint}
                aria-description={homeTexts.importHint}
                busy={making === "import"}
                onClick={pickFiles}
              >
                {homeTexts.importPlan}
              </Button>
            </EmptyState>
          </div>
        ) : (
          <>
            {list.many && (
              <p className="visually-hidden" role="status">
                {list.searches && homeTexts.found(list.shown.length, plans.length)}
              </p>
            )}
            <PlanList
              list={list}
              renderedAt={renderedAt}
              onAct={act}
              invitations={invitations.map((invitation) => (
                <InvitationCard key={`invitation-${invitation.id}`} invitation={invitation} onAnswered={revalidate} />
              ))}
            />
          </>
        )}
      </main>
      <SettingsOverPlans plans={plans} user={user} onChanged={revalidate} />
      {copying && (
        <OnDemand layer load={loadCopyPlan} onClose={() => setCopying(null)}>
          {({ CopyPlan }) => (
            <CopyPlan {...copying} weekStart={user.weekStart} onCopied={open} onClose={() => setCopying(null)} />
          )}
        </OnDemand>
      )}
      {message}
    </>
  )
}

/** Reloads when the person returns to the tab. */
const useFreshOnReturn = (revalidate: () => void) => {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") revalidate()
    }
    document.addEventListener("visibilitychange", refresh)
    return () => document.removeEventListener("visibilitychange", refresh)
  }, [revalidate])
}

const EmptyArt = () => (
  <svg className="art" viewBox="0 0 120 64" aria-hidden="true">
    <rect className="art-line" x="20" y="8" width="80" height="48" rx="7" strokeDasharray="3 4" />
    <path className="art-line" d="M50 8v48" strokeDasharray="3 4" />
    <rect className="art-accent" x="70" y="30" width="12" height="3" rx="1.5" />
    <rect className="art-accent" x="74.5" y="25.5" width="3" height="12" rx="1.5" />
  </svg>
)

/** Lists what an import did not take as it was. */
const importFile = async (file: File) => {
  const { leftOut, awaited, ...plan } = await call(planCalls.import, { file })
  if (leftOut.length > 0) {
    showToast({ kind: "warn", text: homeTexts.leftOut, more: leftOut.join("\n"), stays: true })
  }
  if (awaited.length > 0) {
    const names = (known: boolean) => {
      const all = awaited.filter(({ email }) => (email !== null) === known).map(({ userName }) => userName)
      return [...all.slice(0, 6), ...(all.length > 6 ? ["…"] : [])].join(", ")
    }
    const more = [homeTexts.awaitedMore(names(true)), homeTexts.namedMore(names(false))]
    const said = more.filter((_, index) => names(index === 0) !== "")
    showToast({ kind: "warn", text: homeTexts.awaited, more: said.join("\n") })
  }
  return plan
}
