import { Lock } from "lucide-react"
import { type RefObject, useMemo, useState } from "react"
import type { Item } from "~/contract/item"
import { mostBlockers } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import { folded } from "~/rules/folded"
import { isOpen } from "~/rules/waiting"
import { waitTexts as texts } from "~/ui/dialog/texts"
import { columnOf, rowOf, rowsOfKind, waitingFor } from "~/ui/dialog/wait-status"
import { CheckMark } from "~/ui/parts/check-mark"
import { Marked } from "~/ui/parts/marked"
import { Popup } from "~/ui/parts/popup"
import { PickerHead, SearchList, SearchOption } from "~/ui/parts/search-list"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName, nameOf } from "~/ui/plan/names"
import type { WaitingCard } from "~/ui/plan/view-state"
import "./waits.css"

/** As many rows as a list shows; a search narrows them. */
const mostRows = 60

type WaitPickerProps = { anchor: RefObject<Element | null>; card: WaitingCard; onClose(): void }

/** What a card waits for: a search among those of its kind, the action's own tasks first. Import it lazily. */
export const WaitPicker = ({ anchor, card, onClose }: WaitPickerProps) => {
  const { session, change } = useBoard()
  const { store } = session
  const [query, setQuery] = useState("")
  const version = useChanged()
  const own = rowOf(store, card)
  const ticked: readonly number[] = own?.blockedByIds ?? []
  const wanted = folded(query.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those of this version of the board
  const { rows, locked } = useMemo(() => {
    const all = rowsOfKind(store, card.entity)
    return { rows: all, locked: waitingFor(all, card.id) }
  }, [store, card.entity, card.id, version])
  const weightOf = (row: Item | Task) =>
    (ticked.includes(row.id) ? 0 : 2) + ("itemId" in row && own && "itemId" in own && row.itemId === own.itemId ? 0 : 1)
  const found = rows
    .filter((row) => row.id !== card.id && (isOpen(row) || ticked.includes(row.id)) && (!row.isDraft || own?.isDraft))
    .filter((row) => wanted === "" || folded(nameOf(store, card.entity, row.id)).includes(wanted))
    .sort((a, b) => weightOf(a) - weightOf(b))
    .slice(0, mostRows)
  const isFull = ticked.length >= mostBlockers

  const why = (row: Item | Task) => {
    if (ticked.includes(row.id)) return undefined
    if (locked.has(row.id)) return texts.locked[card.entity]
    return isFull ? texts.full(mostBlockers) : undefined
  }
  const pick = (key: string) => {
    const row = found.find(({ id }) => String(id) === key)
    if (!row || why(row)) return false
    const blockedByIds = ticked.includes(row.id) ? ticked.filter((each) => each !== row.id) : [...ticked, row.id]
    change(`${card.entity}.update` as "task.update", { id: card.id, blockedByIds })
    return true
  }
  /** The action or goal that the card is in, and whose it is. */
  const placeOf = (row: Item | Task) => {
    const item = "itemId" in row ? store.item(row.itemId) : undefined
    const place = "itemId" in row ? item && itemName(item) : row.goal?.name
    return [place, row.owner?.userName].filter(Boolean).join(", ")
  }

  return (
    <Popup label={texts.label} anchor={anchor} className="wait-picker" onClose={onClose}>
      <PickerHead title={texts.label} onDone={onClose} />
      <SearchList
        label={texts.label}
        search={texts.search[card.entity]}
        query={query}
        onQuery={setQuery}
        rowSize={[44, 52]}
        multiple
        onPick={pick}
        onDone={onClose}
        nothing={texts.nothingFound}
      >
        {found.map((row) => {
          const reason = why(row)
          const isTicked = ticked.includes(row.id)
          const name = nameOf(store, card.entity, row.id)
          return (
            <SearchOption
              key={store.keyOf(card.entity, row.id)}
              id={String(row.id)}
              name={name}
              isChosen={isTicked}
              isOff={reason !== undefined}
              look={goalTint("color" in row ? row.color : row.goal?.color)}
            >
              {reason ? <Lock className="icon rigid" aria-hidden="true" /> : <CheckMark checked={isTicked} />}
              <span className="status-mark" data-type={columnOf(row)} aria-hidden="true" />
              <span className="grow truncate" dir="auto">
                <Marked text={name} wanted={wanted} />
                <small className="truncate">{reason ?? placeOf(row)}</small>
              </span>
            </SearchOption>
          )
        })}
      </SearchList>
    </Popup>
  )
}
