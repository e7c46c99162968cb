import { useNavigate } from "@remix-run/react"
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react"
import { selectedPlan } from "~/client/browser-memory"
import type { LiveState } from "~/client/live/live"
import { openPlan, type PlanSession } from "~/client/plan-session"
import type { Profile } from "~/contract/account"
import { type Capability, can } from "~/contract/capability"
import type { Plan } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { useBoardKeys } from "~/ui/board/board-keys"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { BoardDrag } from "~/ui/board/drag/board-drag"
import { Settling } from "~/ui/board/drag/settled"
import { dropHandlers, useFileDrop } from "~/ui/board/drag/use-file-drop"
import { useGiveOwner } from "~/ui/board/drag/use-give-owner"
import { useKeptFocus } from "~/ui/board/kept-focus"
import { loadComments } from "~/ui/comment/load-comments"
import { MeetingButtons } from "~/ui/meeting/meeting-buttons"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { messageOf } from "~/ui/parts/message-of"
import { OnDemand, preload, quietAfter, WhenQuiet } from "~/ui/parts/on-demand"
import { sayingRegion } from "~/ui/parts/say"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
import { useMessage } from "~/ui/parts/use-message"
import { useWidth } from "~/ui/parts/use-width"
import { BoardContext, type BoardContextValue, useBoard, useObserved } from "~/ui/plan/board-context"
import { createView, useViewOf } from "~/ui/plan/view-state"
import { ActiveUsers } from "~/ui/plan-page/active-users"
import { BoardMenuButton } from "~/ui/plan-page/board-menu-button"
import { createChanges } from "~/ui/plan-page/changes"
import { ConnectionBar } from "~/ui/plan-page/connection-bar"
import { loadPhoneBoard, PlanLayout } from "~/ui/plan-page/layout"
import { planPage } from "~/ui/plan-page/texts"
import { useDialogAddress } from "~/ui/plan-page/use-dialog-address"
import { FirstPlan } from "~/ui/starter/first-plan"
import { TopBar } from "~/ui/top-bar/top-bar"
import "~/ui/board/board.css"

const loadDialog = () => import("~/ui/dialog/entity-dialog")
const loadPicker = () => import("~/ui/board/card/card-picker")
const PlanAdmin = lazy(async () => ({ default: (await import("~/ui/settings/plan-admin")).PlanAdmin }))

type PlanPageProps = { planId: number; user: Profile }

type Opening =
  | { state: "opening" }
  | { state: "open"; session: PlanSession }
  | { state: "failed"; why: string; gone: boolean }

/** One plan's board; the live connection lasts as long as the page. */
export const PlanPage = ({ planId, user }: PlanPageProps) => {
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<Opening>({ state: "opening" })
  const view = useMemo(createView, [])
  const changes = useMemo(() => createChanges(view), [view])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the plan again
  useEffect(() => {
    let closed = false
    const opened = openPlan({
      planId,
      user: { id: user.id, userName: user.userName },
      onFailure: changes.onFailure,
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
        if (!closed) setOpening({ state: "open", session: opened })
      },
      (thrown: unknown) => {
        if (closed) return
        const gone = isRefusal(thrown) && (thrown.problem.status === 404 || thrown.problem.status === 403)
        setOpening({ state: "failed", gone, why: gone ? planPage.notThere : messageOf(thrown, common.pageFailedHint) })
      },
    )
    return () => {
      closed = true
      opened.close()
    }
  }, [planId, user.id, user.userName, attempt, navigate, changes])

  // While the plan is loading.
  const phone = useWidth() === "phone"
  useEffect(() => {
    if (phone) void preload(loadPhoneBoard)
  }, [phone])

  const session = opening.state === "open" ? opening.session : undefined
  const plan = useObserved(useMemo(() => (session ? planOf(session) : nothing), [session]))
  const live = useObserved<LiveState | undefined>(session?.live ?? nothing)
  const standing = plan?.planRole
  const may = useCallback((what: Capability) => can(standing, what), [standing])
  const { id, userName, avatarUrl } = user
  const context = useMemo<BoardContextValue | undefined>(
    () => session && { session, view, user: { id, userName, avatarUrl }, can: may, change: changes.change },
    [session, view, id, userName, avatarUrl, may, changes],
  )
  const [administering, setAdministering] = useState(false)
  const [message, show] = useMessage()
  const editPlan = () => {
    if (may("changePlan")) setAdministering(true)
    else void show({ kind: "access", title: common.accessDenied, text: common.accessDeniedText })
  }
  useEffect(() => {
    if (plan) document.title = `${plan.name || common.untitledPlan} · ${common.product}`
  }, [plan])

  // The top bar keeps its identity while the plan loads, so that an open menu stays open.
  return (
    <BoardContext.Provider value={context}>
      <div className="board-page">
        <TopBar user={user} online={live === "Connected"} plan={plan} onEditPlan={plan && editPlan}>
          {context && (
            <>
              <MeetingButtons />
              <ActiveUsers />
              {may("changeBoard") && <BoardMenuButton />}
            </>
          )}
        </TopBar>
        {opening.state === "failed" ? (
          <Failed gone={opening.gone} why={opening.why} onAgain={() => setAttempt(attempt + 1)} />
        ) : context ? (
          <OpenBoard user={user} plan={plan} />
        ) : (
          <BoardSkeleton planId={planId} />
        )}
        {administering && plan && may("changePlan") && (
          <Suspense fallback={null}>
            <PlanAdmin
              plan={plan}
              user={user}
              onChanged={() => {}}
              onDeleted={() => navigate("/")}
              onClose={() => setAdministering(false)}
            />
          </Suspense>
        )}
        {message}
      </div>
    </BoardContext.Provider>
  )
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
      <EmptyState title={gone ? undefined : planPage.loadFailed} text={why}>
        <Button variant="primary" onClick={gone ? toPlans : onAgain}>
          {gone ? common.toPlans : common.tryAgain}
        </Button>
      </EmptyState>
    </main>
  )
}

type OpenBoardProps = { user: Profile; plan: Plan | undefined }

const OpenBoard = ({ user, plan }: OpenBoardProps) => {
  const { view } = useBoard()
  const dialog = useViewOf(view, ({ dialog }) => dialog)
  useBoardKeys()
  useKeptFocus()
  useDialogAddress()
  const give = useGiveOwner()
  const files = useFileDrop()
  const width = useWidth()
  // Dialogs and palette are preloaded when the page is idle, so that they open without delay.
  useEffect(() => {
    const quiet = setTimeout(() => [loadDialog, loadComments, loadPalette].forEach(preload), quietAfter)
    return () => clearTimeout(quiet)
  }, [])
  // A dialog opened before that also preloads its comments, so that the tab opens without delay.
  const open = dialog !== null
  useEffect(() => {
    if (open) void preload(loadComments)
  }, [open])
  return (
    <div className="open-board" {...dropHandlers(give, files.handlers)}>
      <ConnectionBar />
      <p {...sayingRegion} />
      <FirstPlan />
      <Settling>
        {/* Another layout mounts every card anew: a drag that is under way would wait for one that is gone. */}
        <BoardDrag key={width === "wide" ? "desk" : width}>
          <PlanLayout />
        </BoardDrag>
      </Settling>
      {dialog && (
        <OnDemand load={loadDialog} onClose={() => view.set({ dialog: null })}>
          {({ EntityDialog }) => <EntityDialog key={`${dialog.entity}:${dialog.id}`} card={dialog} />}
        </OnDemand>
      )}
      {files.hint}
      <OpenPicker />
      <Asking user={user} plan={plan} />
      <Company />
    </div>
  )
}

const loadMeeting = () => import("~/ui/meeting/meeting-host")
const loadMessages = () => import("~/ui/message/message-host")

/** Hosts for the shared countdown and wheel, and for messages. */
const Company = () => {
  const { session, view } = useBoard()
  const live = useObserved(session.live)
  const pressed = useViewOf(view, ({ widgets }) => widgets.countdown || widgets.wheel)
  const chatting = useViewOf(view, ({ chats }) => chats.length > 0)
  const closeWidgets = () => view.set({ widgets: { countdown: false, wheel: false } })
  return (
    <>
      <WhenQuiet load={loadMeeting} wanted={pressed} chance={live} onClose={closeWidgets}>
        {({ MeetingHost }) => <MeetingHost />}
      </WhenQuiet>
      <WhenQuiet load={loadMessages} wanted={chatting} chance={live} onClose={() => view.set({ chats: [] })}>
        {({ MessageHost }) => <MessageHost />}
      </WhenQuiet>
    </>
  )
}

const loadPalette = () => import("~/ui/palette/command-palette")
const loadKeys = () => import("~/ui/palette/key-list")
const loadPlanFiles = () => import("~/ui/file/plan-files")
const loadPlanUsers = () => import("~/ui/settings/plan-users")
const loadPlanLog = () => import("~/ui/settings/plan-log")

/** The open overlay: palette, keys, files, people or log. */
const Asking = ({ user, plan }: OpenBoardProps) => {
  const { view } = useBoard()
  const asking = useViewOf(view, ({ asking }) => asking)
  const close = () => view.set({ asking: null })
  if (asking === "palette") {
    return (
      <OnDemand load={loadPalette} onClose={close}>
        {({ CommandPalette }) => <CommandPalette onClose={close} />}
      </OnDemand>
    )
  }
  if (asking === "files") {
    return (
      <OnDemand load={loadPlanFiles} onClose={close}>
        {({ PlanFiles }) => <PlanFiles onClose={close} />}
      </OnDemand>
    )
  }
  if (asking === "log") {
    return (
      <OnDemand load={loadPlanLog} onClose={close}>
        {({ PlanLog }) => <PlanLog onClose={close} />}
      </OnDemand>
    )
  }
  if (asking === "users" && plan) {
    return (
      <OnDemand load={loadPlanUsers} onClose={close}>
        {({ PlanUsers }) => <PlanUsers plan={plan} user={user} onClose={close} />}
      </OnDemand>
    )
  }
  return asking === "keys" ? (
    <OnDemand load={loadKeys} onClose={close}>
      {({ KeyList }) => <KeyList onClose={close} />}
    </OnDemand>
  ) : null
}

/** The owner picker or calendar at a card. */
const OpenPicker = () => {
  const { view } = useBoard()
  const picker = useViewOf(view, ({ picker }) => picker)
  if (!picker) return null
  const close = () => view.set({ picker: null })
  return (
    <OnDemand load={loadPicker} onClose={close}>
      {({ CardPicker }) => <CardPicker picker={picker} onClose={close} />}
    </OnDemand>
  )
}
