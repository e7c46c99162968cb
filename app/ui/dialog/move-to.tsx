import { ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import type { BoardReader, ListKey } from "~/client/board/board-types"
import type { TaskType } from "~/contract/task"
import { PickButton } from "~/ui/dialog/pick-button"
import type { PlaceGroup } from "~/ui/dialog/place-menu"
import { dialog } from "~/ui/dialog/texts"
import { buttonClass } from "~/ui/parts/button"
import { filtered, shownIn, taskColumn, useBoard, useList, useRow, useView } from "~/ui/plan/board-context"
import { callsTo, type Place } from "~/ui/plan/drop"
import { nameOf } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import type { CardRef, ViewState } from "~/ui/plan/view-state"

type Group = PlaceGroup<{ place: Place }>
type Entry = Group["entries"][number]

const loadMenu = () => import("~/ui/dialog/place-menu")

type MoveToProps = {
  card: CardRef
  className?: string
  /** Instead of its name and an arrow. */
  children?: ReactNode
}

/** A menu with every move that a drag can make. */
export const MoveTo = ({ card, className = buttonClass("plain", "small"), children }: MoveToProps) => {
  const { session, view } = useBoard()
  return (
    <PickButton
      className={className}
      opens="menu"
      load={loadMenu}
      picker={({ PlaceMenu }, anchor, close) => (
        <Moves
          card={card}
          menu={(groups) => (
            <PlaceMenu
              label={dialog.moveTo}
              anchor={anchor}
              groups={groups}
              onPick={({ place }) => session.makeCalls(callsTo(session.store, card, place, view.get()))}
              onClose={close}
            />
          )}
        />
      )}
    >
      {children ?? (
        <>
          {dialog.moveTo}
          <ChevronDown className="icon small" aria-hidden="true" />
        </>
      )}
    </PickButton>
  )
}

/** Renders an open menu with the moves that are possible now. */
const Moves = ({ card, menu }: { card: CardRef; menu(groups: Group[]): ReactNode }) => {
  const { store } = useBoard().session
  const state = useView((state) => state)
  useRow(card.entity, card.id)
  useList("lanes")
  useList("goals")
  return menu(groupsOf(store, card, state))
}

/** Moves up and down in a list, where possible. */
const steps = (ids: readonly number[], id: number, place: (index: number) => Place): Group[] => {
  const at = ids.indexOf(id)
  const entries: Entry[] = []
  if (at > 0) entries.push({ key: "up", label: dialog.moveUp, place: place(at - 1) })
  if (at >= 0 && at < ids.length - 1) entries.push({ key: "down", label: dialog.moveDown, place: place(at + 1) })
  return entries.length > 0 ? [{ name: dialog.placeGroup, entries }] : []
}

const groupsOf = (store: BoardReader, { entity, id }: CardRef, state: ViewState): Group[] => {
  const shown = (key: ListKey) => shownIn(store, state, key)
  if (entity === "goal") return steps(shown("goals"), id, (index) => ({ list: "goals", index }))
  if (entity === "item") {
    const item = store.item(id)
    if (!item) return []
    const list = item.focus ? "lanes" : "list"
    const goals = store.list("goals").map((goal) => ({
      key: `goal/${goal}`,
      label: nameOf(store, "goal", goal),
      place: { list: "goal", goalId: goal } as const,
      here: goal === item.goalId,
    }))
    return [
      {
        name: dialog.listGroup,
        entries: [
          { key: "lanes", label: dialog.moveToFocus, place: { list: "lanes" }, here: item.focus },
          { key: "list", label: dialog.moveToList, place: { list: "list" }, here: !item.focus },
        ],
      },
      ...steps(shown(filtered(list, state.goalId)), id, (index) => ({ list, index })),
      ...(goals.length > 0 ? [{ name: dialog.goalsGroup, entries: goals }] : []),
    ]
  }
  const task = store.task(id)
  if (!task) return []
  const { itemId, type } = task
  const lanes = store.list("lanes").map((lane) => ({
    key: `lane/${lane}`,
    label: nameOf(store, "item", lane),
    place: { list: "tasks", itemId: lane, type } as const,
    here: lane === itemId,
  }))
  return [
    {
      name: dialog.columnsGroup,
      entries: cardTexts.columns.map((label, to) => ({
        key: `column/${to}`,
        label,
        place: { list: "tasks", itemId, type: to as TaskType },
        here: to === type,
      })),
    },
    ...(type === 2
      ? []
      : steps(shown(taskColumn(itemId, type)), id, (index) => ({ list: "tasks", itemId, type, index }))),
    ...(lanes.some(({ here }) => !here) ? [{ name: dialog.lanesGroup, entries: lanes }] : []),
  ]
}
