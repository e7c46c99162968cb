import clsx from "clsx"
import { Check, Lock } from "lucide-react"
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react"
import type { Item } from "~/contract/item"
import { mostBlockers } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import { folded } from "~/rules/folded"
import { isOpen } from "~/rules/waiting"
import { waitTexts as texts } from "~/ui/dialog/texts"
import { columnOf, rowOf, rowsOfKind, waitingFor } from "~/ui/dialog/wait-status"
import { Button } from "~/ui/parts/button"
import { Marked } from "~/ui/parts/marked"
import { Popup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"
import { isPhone } from "~/ui/parts/use-dialog-place"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { itemName, nameOf } from "~/ui/plan/names"
import type { WaitingCard } from "~/ui/plan/view-state"
import "~/ui/parts/checkbox.css"
import "./waits.css"

/** As many rows as a list shows; a search narrows them. */
const mostRows = 60

type WaitPickerProps = { anchor: RefObject<Element | null>; card: WaitingCard; onClose(): void }

/** What a card waits for: a search among those of its kind, the action's own tasks first. Import it lazily. */
export const WaitPicker = ({ anchor, card, onClose }: WaitPickerProps) => {
  const { session, change } = useBoard()
  const { store } = session
  const id = useId()
  const [query, setQuery] = useState("")
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
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
  const at = Math.min(active, Math.max(0, found.length - 1))
  const isFull = ticked.length >= mostBlockers

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" })
  }, [at])

  const why = (row: Item | Task) => {
    if (ticked.includes(row.id)) return undefined
    if (locked.has(row.id)) return texts.locked[card.entity]
    return isFull ? texts.full(mostBlockers) : undefined
  }
  const toggle = (row: Item | Task | undefined) => {
    if (!row || why(row)) return false
    const blockedByIds = ticked.includes(row.id) ? ticked.filter((each) => each !== row.id) : [...ticked, row.id]
    change(`${card.entity}.update` as "task.update", { id: card.id, blockedByIds })
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0
    if (step !== 0 && found.length > 0) setActive((at + step + found.length) % found.length)
    else if (key === "Enter" && toggle(found[at])) onClose()
    // With words in the field, a space is one of them.
    else if (key !== " " || query !== "" || !toggle(found[at])) return
    event.preventDefault()
  }

  /** The action or goal that the card is in, and whose it is. */
  const placeOf = (row: Item | Task) => {
    const item = "itemId" in row ? store.item(row.itemId) : undefined
    const place = "itemId" in row ? item && itemName(item) : row.goal?.name
    return [place, row.owner?.userName].filter(Boolean).join(", ")
  }

  return (
    <Popup label={texts.label} anchor={anchor} className="wait-picker" onClose={onClose}>
      {isPhone() && (
        <header className="row">
          <h2 className="grow">{texts.label}</h2>
          <Button variant="ghost" onClick={onClose}>
            {common.done}
          </Button>
        </header>
      )}
      <input
        className="input soft rigid"
        role="combobox"
        aria-label={texts.search[card.entity]}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        placeholder={texts.search[card.entity]}
        // Not on a phone, whose keyboard would cover the list.
        // biome-ignore lint/a11y/noAutofocus: the picker begins in its field
        autoFocus={!isPhone()}
        value={query}
        maxLength={200}
        dir="auto"
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 ? (
        <div
          ref={list}
          className="scrolls wait-rows"
          id={`${id}-list`}
          role="listbox"
          aria-label={texts.label}
          aria-multiselectable
        >
          {found.map((row, index) => {
            const reason = why(row)
            const isTicked = ticked.includes(row.id)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={store.keyOf(row.id)}
                role="option"
                tabIndex={-1}
                id={`${id}-${index}`}
                data-at={index}
                aria-selected={isTicked}
                aria-disabled={reason !== undefined}
                className={clsx("list-row", index === at && "active")}
                {...goalTint("color" in row ? row.color : row.goal?.color)}
                onPointerMove={() => setActive(index)}
                onClick={() => toggle(row)}
              >
                {reason ? (
                  <Lock className="icon small rigid" aria-hidden="true" />
                ) : (
                  <span className={clsx("checkbox-mark rigid", isTicked && "checked")}>
                    <Check className="icon" aria-hidden="true" />
                  </span>
                )}
                <span className="status-mark" data-type={columnOf(row)} aria-hidden="true" />
                <span className="grow truncate" dir="auto">
                  <Marked text={nameOf(store, card.entity, row.id)} wanted={wanted} />
                  <small className="truncate">{reason ?? placeOf(row)}</small>
                </span>
              </div>
            )
          })}
        </div>
      ) : (
        <p className="empty" role="status">
          {texts.nothingFound}
        </p>
      )}
    </Popup>
  )
}
