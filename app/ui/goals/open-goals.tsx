import { Link, useNavigate } from "@remix-run/react"
import { ChevronLeft } from "lucide-react"
import { useMemo } from "react"
import { callAll } from "~/client/api"
import type { BoardReader } from "~/client/board/board-types"
import { beginCheckIns } from "~/client/memory/check-in-series"
import type { Profile } from "~/contract/account"
import { goalCalls } from "~/contract/goal"
import type { Plan } from "~/contract/plan"
import { boardOfPlan, deepLinkPath } from "~/contract/shared/deep-link"
import type { GoalLine } from "~/ui/goals/goal-lines"
import { GoalsView } from "~/ui/goals/goals-view"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { useToday } from "~/ui/my-work/use-today"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { sayingRegion } from "~/ui/parts/toast/toast"
import { useLoaded } from "~/ui/parts/use-call"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { ArchivedBar } from "~/ui/plan-page/archived-bar"
import { ConnectionBar } from "~/ui/plan-page/connection-bar"
import { CardDialog, OpenOverlay, SharedHosts } from "~/ui/plan-page/overlays"
import { useDialogAddress } from "~/ui/plan-page/use-dialog-address"

/** The goals of an open plan, which stay live, and everything that opens over them. */
export const OpenGoals = ({ user, plan }: { user: Profile; plan: Plan | undefined }) => {
  useDialogAddress("/goals")
  return (
    <div className="open-board">
      {plan?.isArchived && <ArchivedBar plan={plan} />}
      <ConnectionBar />
      <p {...sayingRegion} />
      <PlanGoals user={user} />
      <CardDialog />
      <OpenOverlay user={user} plan={plan} />
      <SharedHosts />
    </div>
  )
}

const PlanGoals = ({ user }: { user: Profile }) => {
  const { session, view, can } = useBoard()
  const { store, planId } = session
  const navigate = useNavigate()
  const changed = useChanged()
  const today = useToday()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those of this version
  const rows = useMemo(() => linesOf(store), [store, changed])
  // A board has the notes of check-ins that this tab made or heard of.
  const hasOthers = rows.some(({ lastCheckIn }) => lastCheckIn)
  const load = useMemo(
    () => (hasOthers ? () => callAll(goalCalls.mine, { planId, all: true, completed: true }) : undefined),
    [planId, hasOthers],
  )
  const { value: stored } = useLoaded(load)
  const lines = useMemo(() => {
    const noted = new Map(stored?.map((goal) => [goal.id, goal]))
    return rows.map((line): GoalLine => {
      const other = noted.get(line.id)
      const isLast = other?.lastCheckIn?.createdDate === line.lastCheckIn?.createdDate
      return { ...line, note: line.note ?? (isLast && other ? other.note : "") }
    })
  }, [rows, stored])

  const show = (id: number, tab?: "results" | "checkin") =>
    view.set({ dialog: { entity: "goal", id, alone: true, ...(tab ? { tab } : {}) } })
  const checkIns = (lines: readonly GoalLine[]) => {
    beginCheckIns(lines)
    if (lines[0]) show(lines[0].id, "checkin")
  }
  const mayChange = can("changeBoard")
  return (
    <GoalsView
      header={(buttons) => (
        <div className="dashboard-tabs wraps">
          <h1 className="row">
            <Link className="icon-button" to="/board" aria-label={texts.board} data-tip={texts.board}>
              <ChevronLeft className="icon" aria-hidden="true" />
            </Link>
            {texts.title}
          </h1>
          <div className="row dashboard-buttons wraps">{buttons}</div>
        </div>
      )}
      lines={lines}
      first="goal"
      today={today}
      userId={user.id}
      acts={{
        href: ({ id }) => deepLinkPath(planId, { type: "goal", id, menu: "results" }),
        open: ({ id }) => show(id, "results"),
        checkIn: mayChange ? (line) => checkIns([line]) : undefined,
        addResult: mayChange ? ({ id }) => show(id, "results") : undefined,
        showOnBoard: ({ id }) => navigate(boardOfPlan(planId, { type: "goal", id, show: true })),
      }}
      onCheckIns={checkIns}
      none={
        <EmptyState title={texts.none.title} text={texts.none.text}>
          <Button variant="primary" onClick={() => navigate("/board")}>
            {texts.none.act}
          </Button>
        </EmptyState>
      }
      unmeasured={<EmptyState title={texts.unmeasured.title} text={texts.unmeasured.text} />}
    />
  )
}

/** The stored goals of a board, in its order, with the notes that the board knows. */
const linesOf = (store: BoardReader): (Omit<GoalLine, "note"> & { note: string | undefined })[] =>
  [...store.list("goals"), ...store.list("closedGoals")].flatMap((id) => {
    const goal = store.goal(id)
    if (!goal || goal.isDraft) return []
    const keyResults = store.list(`results:${id}`).flatMap((result) => store.keyResult(result) ?? [])
    const [newest] = store.list(`checkIns:${id}`)
    const note = newest === undefined ? undefined : store.checkIn(newest)?.note
    return [{ ...goal, ...store.tally(id), keyResults, note }]
  })
