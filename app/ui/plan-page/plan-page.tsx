import "~/ui/board/board.css"
import { useNavigate } from "@remix-run/react"
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { isOutOfReach } from "~/client/api"
import type { LiveState } from "~/client/live/live-types"
import { selectedPlan } from "~/client/memory/selected-plan"
import { tabNotes } from "~/client/memory/typed"
import { dropDrawnPage } from "~/client/offline/drawn-page"
import { storeDrawnBoard } from "~/client/offline/store-drawn-page"
import { draftStorage } from "~/client/outbox/stored-drafts"
import { openPlan, type PlanSession } from "~/client/plan-session"
import type { Profile } from "~/contract/account"
import { type Capability, canNow } from "~/contract/capability"
import type { Plan } from "~/contract/plan"
import {
  type BoardLink,
  type PlanPath,
  planAddress,
  type SettingsSection,
  settingsLink,
} from "~/contract/shared/deep-link"
import { problemText } from "~/contract/shared/language/problem-text"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useWidth } from "~/ui/parts/use-width"
import { type BoardContextValue, BoardProvider, useObserved } from "~/ui/plan/board-context"
import { focusSide, isWide, showReview, sideAtFirst } from "~/ui/plan/side"
import { createView, useViewOf, type View } from "~/ui/plan/view-state"
import { createChanges } from "~/ui/plan-page/changes"
import { FileDrops } from "~/ui/plan-page/file-drops"
import { planPage } from "~/ui/plan-page/texts"
import { dialogOf } from "~/ui/plan-page/use-dialog-address"
import { TopBar } from "~/ui/top-bar/top-bar"

const loadPlanAdmin = () => import("~/ui/settings/plan-admin")

export type PlanPageProps = {
  planId: number
  user: Profile
  /** Before the plan's name in the tab's title. */
  title?: string
  /** Shown while the plan loads. */
  waiting: ReactNode
  /** Whether it shows the board, whose drawing is stored. */
  drawn?: boolean
  /** Parts of the top bar: beside the plan's name, and before the bell. */
  beside?: ReactNode
  tools: ReactNode
  children(plan: Plan | undefined): ReactNode
}

type Opening =
  | { state: "opening" }
  | { state: "open"; session: PlanSession }
  | { state: "failed"; why: string; gone: boolean }

/** A page of one open plan; the live connection lasts as long as the page. */
export const PlanPage = ({ planId, user, title, drawn, waiting, beside, tools, children }: PlanPageProps) => {
  const navigate = useNavigate()
  const going = useRef(navigate)
  going.current = navigate
  const go = useCallback((path: PlanPath) => going.current(planAddress(path, planId)), [planId])
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<Opening>({ state: "opening" })
  const view = useMemo(() => createView(sideAtFirst(planId, isWide())), [planId])
  const changes = useMemo(() => createChanges(view), [view])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the plan again
  useEffect(() => {
    let closed = false
    const opened = openPlan({
      planId,
      user: { id: user.id, userName: user.userName },
      onFailure: changes.onFailure,
      onFinished: (tasks) =>
        import("~/ui/plan-page/next-toast").then(
          ({ sayNext }) => {
            for (const task of tasks) sayNext(opened, task)
          },
          () => {},
        ),
      onTextRefused: (text, { message }) =>
        showToast({ kind: "error", text: `${common.notSaved}. ${problemText(message)}`, more: text }),
      storeDrawnBoard: () => drawn === true && storeDrawnBoard(planId, isAsOpened(view)),
      onRemoved: (why) => {
        if (closed) return
        selectedPlan.clear()
        showToast({ kind: "info", text: why === "deleted" ? planPage.deleted : planPage.removed, key: "removed" })
        navigate("/", { replace: true })
      },
    })
    changes.use(opened)
    setOpening({ state: "opening" })
    opened.ready.then(
      () => {
        if (closed) return
        // Drawing a board takes long on a slow phone; a transition lets it respond while that lasts.
        startTransition(() => setOpening({ state: "open", session: opened }))
        // Notes that a closed tab has not saved.
        void draftStorage.all(user.id).then((left) => {
          const isHere = (notes: { userId: number; planId: number }) =>
            notes.planId === planId && notes.userId === user.id
          if (closed || ![...left, ...tabNotes()].some(isHere)) return
          import("~/client/note/note-store").then(({ noteStoreOf }) => noteStoreOf(opened, user.id)).catch(() => {})
        })
      },
      (thrown: unknown) => {
        if (closed) return
        dropDrawnPage()
        const gone = isOutOfReach(thrown)
        setOpening({ state: "failed", gone, why: gone ? planPage.notThere : messageOf(thrown, common.pageFailedHint) })
      },
    )
    return () => {
      closed = true
      opened.close()
    }
  }, [planId, user.id, user.userName, drawn, attempt, navigate, changes, view])

  const phone = useWidth() === "phone"
  const session = opening.state === "open" ? opening.session : undefined
  const plan = useObserved(useMemo(() => (session ? planOf(session) : nothing), [session]))
  const live = useObserved<LiveState | undefined>(session?.live ?? nothing)
  const { planRole = null, isArchived = false } = plan ?? {}
  const may = useCallback((what: Capability) => canNow({ planRole, isArchived }, what), [planRole, isArchived])
  const { id, userName, avatarUrl, weekStart } = user
  const context = useMemo<BoardContextValue | undefined>(
    () =>
      session && { session, view, user: { id, userName, avatarUrl, weekStart }, can: may, change: changes.change, go },
    [session, view, id, userName, avatarUrl, weekStart, may, changes, go],
  )
  const settings = useViewOf(view, ({ settings }) => settings)
  const closeSettings = () => view.set({ settings: null })
  const goTo = useCallback(
    (section: SettingsSection | undefined, webhook?: number) => view.set({ settings: settingsLink(section, webhook) }),
    [view],
  )
  useEffect(() => {
    if (plan) document.title = [title, plan.name || common.untitledPlan, common.product].filter(Boolean).join(" · ")
  }, [plan, title])

  const bell = useMemo(
    () => ({
      follow: session?.follow ?? (opening.state === "opening" ? null : undefined),
      onOpen: (plan: number, link: BoardLink | undefined) =>
        plan === planId && openHere(view, link, drawn ? plan : null),
    }),
    [session, opening.state, planId, view, drawn],
  )

  // The top bar keeps its identity while the plan loads, so that an open menu stays open.
  return (
    <BoardProvider value={context}>
      <div className="board-page flow">
        <TopBar
          user={user}
          online={live === "Connected"}
          plan={plan}
          onEditPlan={session && (() => goTo(phone ? undefined : "plan"))}
          bell={bell}
          beside={context && beside}
        >
          {context && tools}
        </TopBar>
        {opening.state === "failed" ? (
          <Failed gone={opening.gone} why={opening.why} onAgain={() => setAttempt(attempt + 1)} />
        ) : context ? (
          children(plan)
        ) : (
          waiting
        )}
        {context && <FileDrops />}
        {settings && plan && (
          <OnDemand layer load={loadPlanAdmin} onClose={closeSettings}>
            {({ PlanAdmin }) => (
              <PlanAdmin
                plan={plan}
                user={user}
                section={settings.section}
                webhook={settings.webhook}
                onSection={goTo}
                onChanged={() => {}}
                onGone={() => navigate("/", { replace: true })}
                onClose={closeSettings}
              />
            )}
          </OnDemand>
        )}
      </div>
    </BoardProvider>
  )
}

/** Opening the plan again shows the board like this. */
const isAsOpened = (view: View) => {
  const { goalId, selected, editing, adding, dragging, history, page, side, ghosts, filtering, filterBar, layout } =
    view.get()
  if (layout !== "board" || page !== "board" || history || ghosts || filtering || filterBar || (side.open && !isWide()))
    return false
  return [goalId, selected, editing, adding, dragging].every((each) => each === null)
}

/** Opens what a notification is about, on its own plan's board. `board`: the plan whose board this page shows. */
const openHere = (view: View, link: BoardLink | undefined, board: number | null) => {
  if (link?.type === "note" || (link?.type === "review" && board === null)) return false
  if (link?.type === "review") {
    view.set({ settings: null, dialog: null })
    showReview(view, board as number, link.page)
    focusSide()
    return true
  }
  if (link?.type === "settings") view.set({ settings: link, dialog: null })
  else if (link) view.set({ settings: null, dialog: dialogOf({ ...link, type: link.type }) })
  return true
}

const nothing = { get: () => undefined, subscribe: () => () => {} }

const planOf = ({ store }: PlanSession) => ({
  get: store.plan,
  subscribe: (listener: () => void) => store.subscribe("plan", listener),
})

type FailedProps = { gone: boolean; why: string; onAgain(): void }

const Failed = ({ gone, why, onAgain }: FailedProps) => {
  const navigate = useNavigate()
  const toPlans = () => {
    selectedPlan.clear()
    navigate("/")
  }
  return (
    <main className="page-failed">
      <EmptyState alone title={gone ? why : planPage.loadFailed} text={gone ? undefined : why}>
        <Button variant="primary" onClick={gone ? toPlans : onAgain}>
          {gone ? common.toPlans : common.tryAgain}
        </Button>
      </EmptyState>
    </main>
  )
}
