import "./phone.css"
import clsx from "clsx"
import { Ellipsis, Layers, type LucideIcon, Sparkle, SquareKanban, Target, X } from "lucide-react"
import { type ReactNode, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { TaskType } from "~/contract/task"
import { ActionText, GoalLabel } from "~/ui/board/card/action-text"
import { useCardMode } from "~/ui/board/card/card-mode"
import { MenuButton, Ticks } from "~/ui/board/card/card-parts"
import { FocusMeta } from "~/ui/board/card/focus-meta"
import { useDim } from "~/ui/board/card/search-words"
import { TaskCard } from "~/ui/board/card/task-card"
import { columnDropId, statusPlace } from "~/ui/board/drag/drag-ids"
import { DragList } from "~/ui/board/drag/drag-list"
import { PastLane } from "~/ui/board/lane/lane"
import { AddTask } from "~/ui/board/lane/lane-column"
import { NothingMatches } from "~/ui/board/lane/nothing-matches"
import { LanesArt } from "~/ui/board/pane/empty-art"
import { ScrollArea } from "~/ui/board/pane/scroller"
import { ActionsPane } from "~/ui/board/pane/side-panes"
import { type GoalsAs, PhoneGoals } from "~/ui/board/phone/phone-goals"
import { board } from "~/ui/board/texts"
import { sumOf } from "~/ui/message/open-chat"
import { SearchPanel } from "~/ui/panel/search-panel"
import { ProposalCount, SideContent } from "~/ui/panel/side-panel"
import { panel } from "~/ui/panel/texts"
import { CountBadge } from "~/ui/parts/badge"
import { Button, IconButton } from "~/ui/parts/button"
import { isRightToLeft } from "~/ui/parts/direction"
import { EmptyState } from "~/ui/parts/empty-state"
import { OnDemand } from "~/ui/parts/on-demand"
import { MostCards } from "~/ui/parts/page-scripts"
import { useBackCloses } from "~/ui/parts/use-back-closes"
import { filtered, taskColumn, useBoard, useList, useRow, useShown, useView } from "~/ui/plan/board-context"
import { NotSaved } from "~/ui/plan/card-marks"
import { GhostBar, GhostCards, GhostMark } from "~/ui/plan/ghost-slot"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName } from "~/ui/plan/names"
import { hideSide, showSide } from "~/ui/plan/side"
import { cardTexts, peopleTexts } from "~/ui/plan/texts"

const pages = () =>
  [
    { page: "goals", label: board.goals, Icon: Target },
    { page: "actions", label: board.actions, Icon: Layers },
    { page: "board", label: board.board, Icon: SquareKanban },
  ] as const

type PhoneBoardProps = {
  /** In place of goals, actions and lanes, if it is there. */
  calendar?: ReactNode
  /** Of the goals, in place of their cards once they are chosen; gets what shows the cards again. */
  results?: ((onClose: () => void) => ReactNode) | undefined
}

/** The phone's board: one page, one lane and one column at a time. Search, chat and notes are pages too. */
export const PhoneBoard = ({ calendar, results }: PhoneBoardProps) => {
  const { session, view, can } = useBoard()
  const page = useView(({ page }) => page)
  const mode = useView(({ side }) => (side.open ? side.mode : undefined))
  const inSide = mode !== undefined
  const unread = useView(({ unread }) => unread)
  const [more, setMore] = useState(false)
  const [goalsAs, setGoalsAs] = useState<GoalsAs>("cards")
  useBackCloses(() => hideSide(view, session.planId), inSide)
  const go = (next: typeof page) => {
    view.set({ page: next, layout: "board" })
    if (inSide) hideSide(view, session.planId)
  }
  return (
    <div className="phone flow grow">
      <main className="phone-page flow grow">
        {mode === "search" ? (
          <PhoneSearch />
        ) : mode === "chat" ? (
          <div id="side-panel" className="phone-chat" data-mode={mode}>
            <SideContent mode={mode} />
          </div>
        ) : mode !== undefined ? (
          <SideContent mode={mode} />
        ) : calendar ? (
          calendar
        ) : page === "goals" ? (
          <PhoneGoals as={goalsAs} onChoose={setGoalsAs} results={results} />
        ) : page === "actions" ? (
          <PhoneActions />
        ) : (
          <PhoneLanes />
        )}
      </main>
      {!inSide && <GhostBar />}
      <nav className="bottom-nav rigid" aria-label={board.pages}>
        {pages().map(({ page: name, label, Icon }) => (
          <NavButton
            key={name}
            label={label}
            Icon={Icon}
            on={!inSide && !calendar && name === page}
            onPress={() => go(name)}
          />
        ))}
        {can("readBoard") && (
          <>
            <NavButton
              label={panel.chat}
              Icon={Sparkle}
              on={mode === "chat"}
              onPress={() => showSide(view, session.planId, "chat")}
            >
              <ProposalCount />
            </NavButton>
            <NavButton
              label={panel.more}
              Icon={Ellipsis}
              on={mode === "notes" || mode === "search" || (!inSide && Boolean(calendar))}
              unread={sumOf(unread)}
              onPress={() => setMore(true)}
            />
          </>
        )}
      </nav>
      {more && (
        <OnDemand layer load={loadMore} onClose={() => setMore(false)}>
          {({ MoreSheet }) => <MoreSheet onClose={() => setMore(false)} />}
        </OnDemand>
      )}
    </div>
  )
}

const loadMore = () => import("~/ui/panel/more-sheet")

const loadGoals = () => import("~/ui/board/phone/goal-sheet")

/** Actions of all goals have an add button too: it asks for the goal. */
const PhoneActions = () => {
  const { view } = useBoard()
  const goals = useList("goals")
  const [only, ...others] = goals
  const [asks, setAsks] = useState(false)
  const ask = () => {
    if (only === undefined || others.length > 0) return setAsks(true)
    view.set({ goalId: only, adding: { what: "action", goalId: only } })
  }
  return (
    <>
      <ActionsPane askForGoal={goals.length > 0 ? ask : undefined} />
      {asks && (
        <OnDemand layer load={loadGoals} onClose={() => setAsks(false)}>
          {({ GoalSheet }) => <GoalSheet onClose={() => setAsks(false)} />}
        </OnDemand>
      )}
    </>
  )
}

type NavButtonProps = {
  label: string
  Icon: LucideIcon
  on: boolean
  unread?: number
  children?: ReactNode
  onPress(): void
}

const NavButton = ({ label, Icon, on, unread = 0, children, onPress }: NavButtonProps) => (
  <button type="button" className="flow anchor muted" aria-current={on ? "page" : undefined} onClick={onPress}>
    <Icon className="icon" aria-hidden="true" />
    {label}
    <CountBadge count={unread} label={peopleTexts.unread} />
    {children}
  </button>
)

const PhoneSearch = () => {
  const { session, view } = useBoard()
  return (
    <div className="phone-search grow anchor" id="side-panel">
      <SearchPanel />
      <IconButton label={panel.collapse} onClick={() => hideSide(view, session.planId)}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The lane shown, and a function that chooses another. It stays when lanes are added before it; once it is gone, the one in its place is shown. */
const useShownLane = (lanes: readonly number[]) => {
  const [shown, setShown] = useState({ id: lanes[0], at: 0 })
  const found = shown.id === undefined ? -1 : lanes.indexOf(shown.id)
  const at = found < 0 ? Math.max(0, Math.min(shown.at, lanes.length - 1)) : found
  const id = lanes[at]
  if (id !== shown.id || at !== shown.at) setShown({ id, at })
  const choose = useCallback((id: number) => setShown((last) => ({ ...last, id })), [])
  return [id, choose] as const
}

const PhoneLanes = () => {
  const { session, view } = useBoard()
  const goalId = useView(({ goalId }) => goalId)
  const history = useView(({ history }) => history)
  const lanes = useShown(filtered("lanes", goalId))
  const past = useShown(filtered("history", goalId))
  const [lane, setLane] = useShownLane(lanes)
  const [type, setType] = useState<TaskType>(0)
  return (
    <section className="pane flow lanes" aria-label={board.focus}>
      <h2 className="visually-hidden">{board.focus}</h2>
      <ScrollArea className="pane-scroll grow">
        {lane === undefined ? (
          <NothingMatches>
            <EmptyState art={<LanesArt />} text={goalId === null ? board.focusFromMenu : board.noLanesOfGoal} />
          </NothingMatches>
        ) : (
          <>
            <FocusPager lanes={lanes} lane={lane} onLane={setLane} />
            <PhoneLane key={session.store.keyOf("item", lane)} itemId={lane} type={type} onType={setType} />
          </>
        )}
        {past.length > 0 && (
          <div className="history-switch">
            <Button
              variant="ghost"
              size="small"
              aria-expanded={history}
              onClick={() => view.set({ history: !history })}
            >
              {history ? board.hideHistory : board.showHistory}
            </Button>
          </div>
        )}
        {history && (
          <div className="past-list grid">
            {past.map((id) => (
              <PastLane key={id} id={id} />
            ))}
          </div>
        )}
      </ScrollArea>
    </section>
  )
}

type FocusPagerProps = { lanes: readonly number[]; lane: number; onLane(id: number): void }

/** From the start of one card of a pager to the next, px. */
const pageStep = ({ children: [first] }: HTMLElement) => (first?.getBoundingClientRect().width ?? 0) + 10

/** Index of the card in sight. From right to left, `scrollLeft` counts down from 0. */
const pageInSight = (pager: HTMLElement) => Math.round(Math.abs(pager.scrollLeft) / pageStep(pager))

/** Focus cards side by side; the centred one's lane is shown below. */
const FocusPager = ({ lanes, lane, onLane }: FocusPagerProps) => {
  const { store } = useBoard().session
  const pager = useRef<HTMLDivElement>(null)
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(settle.current), [])
  useLayoutEffect(() => {
    const { current } = pager
    const at = lanes.indexOf(lane)
    if (!current || pageInSight(current) === at) return
    current.scrollTo({ left: at * pageStep(current) * (isRightToLeft() ? -1 : 1), behavior: "instant" })
  }, [lanes, lane])
  const onScroll = useCallback(() => {
    clearTimeout(settle.current)
    settle.current = setTimeout(() => {
      const { current } = pager
      const id = current && lanes[Math.min(pageInSight(current), lanes.length - 1)]
      if (id != null) onLane(id)
    }, 90)
  }, [lanes, onLane])
  return (
    <div ref={pager} className={clsx("pager rigid", lanes.length === 1 && "single")} onScroll={onScroll}>
      {lanes.map((id) => (
        <FocusPage key={store.keyOf("item", id)} id={id} current={id === lane} />
      ))}
    </div>
  )
}

const FocusPage = ({ id, current }: { id: number; current: boolean }) => {
  const item = useRow("item", id)
  const card = { entity: "item", id } as const
  const dim = useDim(card, item?.topic, item?.description)
  const mode = useCardMode(card)
  if (!item) return null
  return (
    <article
      className={clsx("focus-page flow rigid anchor", dim && "dim", mode !== "rest" && "selected")}
      aria-current={current ? "true" : undefined}
      data-lane={id}
      {...goalTint(item.goal?.color)}
    >
      <GoalLabel goal={item.goal} />
      <ActionText item={item} mode={mode} handle={null} />
      <Ticks itemId={id} />
      <FocusMeta item={item} mode={mode} />
      <NotSaved card={card} />
      <GhostMark card={card} />
      <MenuButton card={card} name={itemName(item)} />
    </article>
  )
}

type PhoneLaneProps = { itemId: number; type: TaskType; onType(type: TaskType): void }

const PhoneLane = ({ itemId, type, onType }: PhoneLaneProps) => {
  const { session, can } = useBoard()
  const ids = useShown(taskColumn(itemId, type))
  const most = useContext(MostCards)
  const item = useRow("item", itemId)
  if (!item) return null
  return (
    <>
      <fieldset className="segmented status-switch rigid">
        <legend className="visually-hidden">{board.status}</legend>
        {([0, 1, 2] as const).map((status) => (
          <StatusButton
            key={status}
            itemId={itemId}
            type={status}
            on={status === type}
            onPress={() => onType(status)}
          />
        ))}
      </fieldset>
      <DragList
        key={type}
        as="section"
        label={cardTexts.columnOf(cardTexts.columns[type], itemName(item))}
        className="phone-list flow"
        dropId={columnDropId(session.store, itemId, type)}
        type="task"
        ids={ids.length > most ? ids.slice(0, most) : ids}
        Card={TaskCard}
        before={<h2 className="visually-hidden">{cardTexts.columns[type]}</h2>}
        dropDisabled={!can("changeBoard")}
        after={
          <>
            <GhostCards place={`tasks:${itemId}:${type}`} />
            {type === 0 && can("changeBoard") && <AddTask itemId={itemId} />}
          </>
        }
      />
    </>
  )
}

/** The column switch; a segment also takes a task dragged onto it. */
const StatusButton = ({
  itemId,
  type,
  on,
  onPress,
}: {
  itemId: number
  type: TaskType
  on: boolean
  onPress(): void
}) => {
  const place = statusPlace(itemId, type)
  const all = useList(taskColumn(itemId, type)).length
  const count = useShown(taskColumn(itemId, type)).length
  const filters = useView(({ filtering }) => filtering !== null)
  const takes = useView(({ target }) => target === place)
  return (
    <button
      type="button"
      className={clsx(on && "chosen")}
      data-takes={takes || undefined}
      aria-pressed={on}
      data-place={place}
      onClick={onPress}
    >
      {cardTexts.columns[type]}
      <span className="muted numeric">{filters ? board.matches(count, all) : all}</span>
    </button>
  )
}
