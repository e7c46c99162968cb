import { Link, useNavigate } from "@remix-run/react"
import { ChevronLeft } from "lucide-react"
import { useMemo } from "react"
import { callAll } from "~/client/api"
import type { BoardReader } from "~/client/board/board-types"
import { beginCheckIns } from "~/client/memory/check-in-series"
import { goalCalls } from "~/contract/goal"
import { boardOfPlan, deepLinkPath } from "~/contract/shared/deep-link"
import { type GoalLine, wantsCheckIn } from "~/ui/goals/goal-lines"
import { GoalList } from "~/ui/goals/goal-list"
import { GoalsView } from "~/ui/goals/goals-view"
import { Nudge } from "~/ui/goals/nudge"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { useToday } from "~/ui/my-work/use-today"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { useLoaded } from "~/ui/parts/use-call"
import { useBoard, useChanged, useView } from "~/ui/plan/board-context"

/** The goals of an open plan, which stay live, and what can be done with them. */
const usePlanGoals = () => {
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
  const acts = {
    href: ({ id }: GoalLine) => deepLinkPath(planId, { type: "goal", id, menu: "results" }),
    open: ({ id }: GoalLine) => show(id, "results"),
    checkIn: mayChange ? (line: GoalLine) => checkIns([line]) : undefined,
    addResult: mayChange ? ({ id }: GoalLine) => show(id, "results") : undefined,
    showOnBoard: ({ id }: GoalLine) => navigate(boardOfPlan(planId, { type: "goal", id, show: true })),
  }
  return { lines, today, acts, checkIns }
}

/** The page of a plan's goals. */
export const PlanGoals = () => {
  const { user } = useBoard()
  const navigate = useNavigate()
  const { lines, today, acts, checkIns } = usePlanGoals()
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
      acts={acts}
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

/** The same on a phone's board, in place of the goals' cards. Import it lazily. */
export const PhoneResults = () => {
  const { user, view } = useBoard()
  const { lines, today, acts, checkIns } = usePlanGoals()
  // As with the cards, which show completed goals with the history.
  const history = useView(({ history }) => history)
  const shown = useMemo(() => lines.filter(({ completed }) => history || !completed), [lines, history])
  const waiting = useMemo(() => lines.filter((line) => wantsCheckIn(line, user.id, today)), [lines, user.id, today])
  return (
    <>
      {acts.checkIn && <Nudge lines={waiting} today={today} onCheckIn={checkIns} />}
      <GoalList lines={shown} first="goal" today={today} userId={user.id} acts={acts} />
      {lines.some(({ completed }) => completed) && (
        <div className="history-switch">
          <Button variant="ghost" size="small" aria-pressed={history} onClick={() => view.set({ history: !history })}>
            {texts.completed}
          </Button>
        </div>
      )}
    </>
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
