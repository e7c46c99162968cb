import { useNavigate } from "@remix-run/react"
import { User } from "lucide-react"
import { useLayoutEffect, useMemo, useState } from "react"
import { callAll } from "~/client/api"
import { beginCheckIns } from "~/client/memory/check-in-series"
import { dropDrawnPage } from "~/client/offline/drawn-page"
import type { Profile } from "~/contract/account"
import { goalCalls, type ListedGoal } from "~/contract/goal"
import { boardOfPlan, deepLinkPath } from "~/contract/shared/deep-link"
import type { PersonLook } from "~/rules/people/person-look"
import type { GoalLine } from "~/ui/goals/goal-lines"
import { GoalsView } from "~/ui/goals/goals-view"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { DashboardTabs } from "~/ui/my-work/dashboard-tabs"
import { useOverdue } from "~/ui/my-work/use-overdue"
import { useToday } from "~/ui/my-work/use-today"
import { Button } from "~/ui/parts/button"
import { EmptyState, Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { sayingRegion } from "~/ui/parts/toast/toast"
import { useLoaded } from "~/ui/parts/use-call"
import { useOnline } from "~/ui/parts/use-online"
import { useAfterSignIn } from "~/ui/sign-in/after-sign-in"
import { TopBar } from "~/ui/top-bar/top-bar"

type FirstGoals = {
  rows: readonly ListedGoal[]
  /** How owners look in the goals' plans, by plan. */
  looks: Record<number, [id: number, look: PersonLook][]>
  more: boolean
}

type MyGoalsPageProps = {
  user: Profile
  /** The name of this browser's copy of the page. */
  page: string
  /** The first rows, which the server sends with the page. */
  goals?: FirstGoals | undefined
  /** The person's day by the server's clock, `YYYY-MM-DD`. */
  today?: string
}

const loadAll = () => callAll(goalCalls.mine, { all: true, completed: true })

/** The goals of all of a person's plans, or those they own. */
export const MyGoalsPage = ({ user, page, goals: first, today = "" }: MyGoalsPageProps) => {
  useAfterSignIn()
  const navigate = useNavigate()
  const online = useOnline()
  const overdue = useOverdue(user.id)
  const [mine, setMine] = useState(false)
  const { value, failed, retry } = useLoaded(!first || first.more ? loadAll : undefined)
  const goals = value ?? first?.rows
  const looks = useMemo(
    () => new Map(Object.entries(first?.looks ?? {}).map(([planId, of]) => [Number(planId), new Map(of)])),
    [first],
  )
  const isShown = goals !== undefined || failed
  useLayoutEffect(() => {
    if (isShown) dropDrawnPage()
  }, [isShown])
  const day = useToday() || today
  const lines = useMemo<GoalLine[] | undefined>(
    () => goals?.filter(({ owner }) => !mine || owner?.id === user.id),
    [goals, mine, user.id],
  )
  const leadTo = ({ planId, id }: GoalLine, menu: string) => navigate(deepLinkPath(planId, { type: "goal", id, menu }))
  const checkIns = (lines: readonly GoalLine[]) => {
    beginCheckIns(lines)
    if (lines[0]) leadTo(lines[0], "checkin")
  }
  const header = (buttons?: React.ReactNode) => (
    <DashboardTabs current="goals" overdue={overdue}>
      {buttons}
    </DashboardTabs>
  )
  return (
    <>
      <TopBar user={user} online={online} />
      {lines === undefined ? (
        <main className="goals-page full">
          {header()}
          {failed ? <Failed text={texts.failed} onRetry={retry} /> : <Loading text={texts.loading} />}
        </main>
      ) : (
        <GoalsView
          header={header}
          lines={lines}
          first="status"
          drawnAs={mine ? undefined : page}
          today={day}
          userId={user.id}
          filters={
            <Button aria-pressed={mine} onClick={() => setMine(!mine)}>
              <User className="icon" aria-hidden="true" />
              {texts.mine}
            </Button>
          }
          acts={{
            href: ({ planId, id }) => deepLinkPath(planId, { type: "goal", id, menu: "results" }),
            open: (line) => leadTo(line, "results"),
            checkIn: (line) => checkIns([line]),
            showOnBoard: ({ planId, id }) => navigate(boardOfPlan(planId, { type: "goal", id, show: true })),
          }}
          looksIn={(planId) => looks.get(planId)}
          onCheckIns={checkIns}
          none={
            mine ? (
              <EmptyState title={texts.noneMine.title} text={texts.noneMine.text}>
                <Button onClick={() => setMine(false)}>{texts.noneMine.act}</Button>
              </EmptyState>
            ) : (
              <EmptyState title={texts.none.title} text={texts.none.text} />
            )
          }
        />
      )}
      <div {...sayingRegion} />
    </>
  )
}
