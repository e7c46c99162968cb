import "./my-work.css"
import { useNavigate, useRevalidator } from "@remix-run/react"
import { Check, CircleAlert, CircleCheck, WifiOff } from "lucide-react"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { selectedPlan } from "~/client/memory/selected-plan"
import type { MyWork, WorkState } from "~/client/my-work/my-work"
import { outboxOf } from "~/client/outbox/person-outbox"
import { stuck } from "~/client/outbox/stuck"
import type { Profile } from "~/contract/account"
import { canNow } from "~/contract/capability"
import type { Plan } from "~/contract/plan"
import { boardAddress } from "~/contract/shared/deep-link"
import { problemText } from "~/contract/shared/language/problem-text"
import { type WeekStart, weekStartOf } from "~/contract/shared/language/week"
import type { OwnTask, TaskType } from "~/contract/task"
import { grouped, isOpen } from "~/rules/work-groups"
import { DashboardTabs } from "~/ui/my-work/dashboard-tabs"
import { workTexts } from "~/ui/my-work/texts"
import { useMyWork } from "~/ui/my-work/use-my-work"
import { useToday } from "~/ui/my-work/use-today"
import { focusRowAgain, useWorkKeys } from "~/ui/my-work/use-work-keys"
import { WorkList, type WorkListHandle } from "~/ui/my-work/work-list"
import type { RowActions } from "~/ui/my-work/work-row"
import { WorkSkeleton } from "~/ui/my-work/work-skeleton"
import { Button } from "~/ui/parts/button"
import { EmptyState } from "~/ui/parts/empty-state"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { say, sayingRegion, showToast } from "~/ui/parts/toast/toast"
import { useOnline } from "~/ui/parts/use-online"
import { useWidth } from "~/ui/parts/use-width"
import { useObserved } from "~/ui/plan/board-context"
import { useAfterSignIn } from "~/ui/sign-in/after-sign-in"
import { TopBar } from "~/ui/top-bar/top-bar"

const loadMenu = () => import("~/ui/my-work/work-menu")
const loadDays = () => import("~/ui/parts/day/day-picker")
const loadKeys = () => import("~/ui/palette/key-list")

type MyWorkPageProps = { user: Profile; plans: Plan[] }

const opening: WorkState = {
  tasks: undefined,
  failed: false,
  complete: false,
  ticked: new Map(),
  saving: new Set(),
  refused: new Map(),
}
const notYet = { get: () => opening, subscribe: () => () => {} }

const nameOf = ({ description }: OwnTask) => description.trim()

/** The person's tasks of all plans, by due date. */
export const MyWorkPage = ({ user, plans }: MyWorkPageProps) => {
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  latest.current = revalidate
  const onPlansChanged = useCallback(() => latest.current(), [])
  useAfterSignIn()
  const online = useOnline()
  const work = useMyWork({
    user,
    onPlansChanged,
    onRefused: (task, { message }) =>
      showToast({
        kind: "error",
        text: `${common.notSaved}. ${problemText(message)}`,
        ...(task ? { more: nameOf(task) } : {}),
      }),
  })
  const state = useObserved(work?.state ?? notYet)
  const day = useToday()
  const weekStart = weekStartOf(user.weekStart)
  const [done, setDone] = useState(false)
  const { tasks, ticked } = state
  const groups = useMemo(() => {
    const shown = [...(tasks?.values() ?? [])].filter((task) => done || isOpen(task) || ticked.has(task.id))
    return grouped(shown, day, weekStart, ticked)
  }, [tasks, ticked, done, day, weekStart])
  const overdue = groups.find(({ group }) => group === "overdue")?.rows.filter(isOpen).length

  const toggleDone = () => {
    setDone(!done)
    work?.showDone(!done)
  }

  return (
    <>
      <TopBar user={user} online={online} />
      <main className="my-work">
        <DashboardTabs current="work" overdue={overdue}>
          <Button aria-pressed={done} onClick={toggleDone}>
            <Check className="icon" aria-hidden="true" />
            {workTexts.showDone}
          </Button>
        </DashboardTabs>
        <Trouble user={user} online={online} failed={state.failed && tasks !== undefined} onAgain={work?.refresh} />
        {tasks === undefined && state.failed ? (
          <EmptyState title={workTexts.failedTitle} text={workTexts.failedText}>
            <Button variant="primary" onClick={work?.refresh}>
              {common.tryAgain}
            </Button>
          </EmptyState>
        ) : tasks === undefined || (groups.length === 0 && !state.complete && !state.failed) ? (
          <WorkSkeleton />
        ) : groups.length === 0 ? (
          <div className="work-none">
            <EmptyState
              art={<CircleCheck className="icon huge" aria-hidden="true" />}
              title={workTexts.emptyTitle}
              text={workTexts.emptyText}
            />
          </div>
        ) : (
          work && <Tasks work={work} state={state} groups={groups} plans={plans} day={day} weekStart={weekStart} />
        )}
      </main>
      <div {...sayingRegion} />
    </>
  )
}

type TroubleProps = { user: Profile; online: boolean; failed: boolean; onAgain?: (() => void) | undefined }

const Trouble = ({ user, online, failed, onAgain }: TroubleProps) => {
  const waiting = useObserved(useMemo(() => outboxCount(user.id), [user.id]))
  const failing = useObserved(stuck).size
  return (
    <div role="status" className="work-trouble">
      {!online ? (
        <p className="row">
          <WifiOff className="icon" aria-hidden="true" />
          {workTexts.offline(waiting)}
        </p>
      ) : failing > 0 ? (
        <p className="row">
          <CircleAlert className="icon" aria-hidden="true" />
          {workTexts.stuck(failing)}
        </p>
      ) : (
        failed && (
          <p className="row">
            {workTexts.stale}
            <Button size="small" onClick={onAgain}>
              {common.tryAgain}
            </Button>
          </p>
        )
      )}
    </div>
  )
}

const none = { get: () => 0, subscribe: () => () => {} }
const outboxCount = (userId: number) => (typeof window === "undefined" ? none : outboxOf(userId).pendingCount)

type TasksProps = {
  work: MyWork
  state: WorkState
  groups: ReturnType<typeof grouped<OwnTask>>
  plans: Plan[]
  day: string
  weekStart: WeekStart
}

/** `byKey`: the view follows the row where it goes. */
type Popup = { what: "menu" | "day"; id: number; anchor: { current: Element | null }; byKey: boolean }

const anchorAt = (id: number, mark: string) => ({
  current: document.querySelector(`[data-work="${id}"] [${mark}]`) ?? document.querySelector(`[data-work="${id}"]`),
})

const Tasks = ({ work, state, groups, plans, day, weekStart }: TasksProps) => {
  const navigate = useNavigate()
  const phone = useWidth() === "phone"
  const [chosen, setChosen] = useState<number>()
  const [popup, setPopup] = useState<Popup>()
  const [keys, setKeys] = useState(false)
  const handle = useRef<WorkListHandle>()
  const ids = useMemo(() => groups.flatMap(({ rows }) => rows.map(({ id }) => id)), [groups])
  const current = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]
  const byId = useMemo(() => new Map(plans.map((plan) => [plan.id, plan])), [plans])
  const planPicture = useCallback((planId: number) => byId.get(planId)?.imageUrl, [byId])
  const canChange = useCallback(
    ({ planId, readOnly }: OwnTask) => {
      const plan = byId.get(planId)
      return !readOnly && (plan === undefined || canNow(plan, "changeBoard"))
    },
    [byId],
  )

  const changeable = (id: number) => {
    const task = state.tasks?.get(id)
    return task && canChange(task) ? task : undefined
  }
  const setType = (id: number, type: TaskType) => {
    const task = changeable(id)
    if (!task || task.type === type) return
    work.change(id, { type })
    say(type === 2 ? workTexts.ticked(nameOf(task)) : workTexts.unticked(nameOf(task)))
  }
  const tick = (id: number) => setType(id, state.tasks?.get(id)?.type === 2 ? (state.ticked.get(id) ?? 0) : 2)
  const openDay = (id: number, byKey: boolean) => {
    if (changeable(id)) setPopup({ what: "day", id, anchor: anchorAt(id, "data-work-due"), byKey })
  }
  const latest = useRef({ tick, openDay })
  latest.current = { tick, openDay }
  const actions = useMemo<RowActions>(
    () => ({
      tick: ({ id }) => latest.current.tick(id),
      openDay: ({ id }) => latest.current.openDay(id, false),
      openMenu: ({ id }) => setPopup({ what: "menu", id, anchor: anchorAt(id, "data-work-menu"), byKey: false }),
    }),
    [],
  )
  useWorkKeys({
    ids,
    current,
    onRow: setChosen,
    go: (id) => {
      setChosen(id)
      handle.current?.show(id)
    },
    tick,
    setType,
    openDay: (id) => openDay(id, true),
    showOnBoard: (id) => {
      const task = state.tasks?.get(id)
      if (!task) return
      selectedPlan.write(task.planId)
      navigate(boardAddress(task.planId, { type: "task", id, show: true }))
    },
    showKeys: () => setKeys(true),
  })

  const closed = useRef<Popup>()
  useEffect(() => {
    const { current: before } = closed
    closed.current = popup
    if (popup || !before) return
    return focusRowAgain(before.id, () => {
      setChosen(before.id)
      if (before.byKey) handle.current?.show(before.id)
    })
  }, [popup])

  const close = () => setPopup(undefined)
  const open = popup && state.tasks?.get(popup.id)
  return (
    <>
      <WorkList
        groups={groups}
        state={state}
        day={day}
        phone={phone}
        current={current}
        planPicture={planPicture}
        canChange={canChange}
        actions={actions}
        handle={handle}
      />
      <KeyHints onKeys={() => setKeys(true)} />
      {popup?.what === "menu" && open && (
        <OnDemand layer load={loadMenu} onClose={close}>
          {({ WorkMenu }) => (
            <WorkMenu
              task={open}
              canChange={canChange(open)}
              anchor={popup.anchor}
              onType={(type) => {
                close()
                setType(open.id, type)
              }}
              onDay={() => setPopup({ ...popup, what: "day" })}
              onClose={close}
            />
          )}
        </OnDemand>
      )}
      {popup?.what === "day" && open && (
        <OnDemand layer load={loadDays} onClose={close}>
          {({ DayPicker }) => (
            <DayPicker
              anchor={popup.anchor}
              dueDate={open.dueDate}
              weekStart={weekStart}
              onPick={(dueDate) => work.change(open.id, { dueDate })}
              onClose={close}
            />
          )}
        </OnDemand>
      )}
      {keys && (
        <OnDemand layer load={loadKeys} onClose={() => setKeys(false)}>
          {({ KeyList }) => <KeyList groups={[keyGroup()]} onClose={() => setKeys(false)} />}
        </OnDemand>
      )}
    </>
  )
}

const keyGroup = () => ({
  name: workTexts.keyGroup,
  keys: workTexts.hints.map(([keys, does]) => [keys.join(" "), does] as const),
})

/** The list's keys, shown while it has the keyboard's focus. */
const KeyHints = ({ onKeys }: { onKeys(): void }) => (
  <div className="key-hints unbroken fine muted">
    {workTexts.hints.map(([keys, does]) => (
      <span key={does}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {does}
      </span>
    ))}
    <span className="grow" />
    <button type="button" onClick={onKeys}>
      <kbd>?</kbd>
      {workTexts.keys}
    </button>
  </div>
)
