import clsx from "clsx"
import { Check, Plus } from "lucide-react"
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { mostLabels } from "~/contract/label"
import { folded } from "~/rules/folded"
import { unusedColors } from "~/rules/goal-palette"
import { labelCalled } from "~/rules/label"
import { LabelColors } from "~/ui/dialog/label-colors"
import { labelTexts as texts } from "~/ui/dialog/texts"
import { Button } from "~/ui/parts/button"
import { Marked } from "~/ui/parts/marked"
import { Popup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"
import { isPhone } from "~/ui/parts/use-dialog-place"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { LabelDot } from "~/ui/plan/card-labels"
import type { CardRef } from "~/ui/plan/view-state"
import "~/ui/parts/checkbox.css"
import "./labels.css"

type LabelPickerProps = { anchor: RefObject<Element | null>; card: CardRef; onClose(): void }

/** A card's labels: ticks, and a new one in place. Import it lazily. */
export const LabelPicker = ({ anchor, card, onClose }: LabelPickerProps) => {
  const { session, view, change } = useBoard()
  const { store } = session
  const id = useId()
  const [query, setQuery] = useState("")
  const [active, setActive] = useState(0)
  const [color, setColor] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  useChanged()
  const labels = store.list("labels").flatMap((each) => store.label(each) ?? [])
  const row = card.entity === "task" ? store.task(card.id) : card.entity === "item" ? store.item(card.id) : undefined
  const ticked: readonly number[] = row?.labelIds ?? []
  const name = query.trim()
  const wanted = folded(name)
  const found = labels.filter((label) => folded(label.name).includes(wanted))
  const isFull = labels.length >= mostLabels
  const isNew = name !== "" && !labelCalled(labels, name)
  const offers = isNew && !isFull
  const rows = found.length + (offers ? 1 : 0)
  const at = Math.min(active, Math.max(0, rows - 1))
  const chosen = color ?? (unusedColors(labels.map((label) => label.color))[0] as string)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" })
  }, [at])

  const set = (labelIds: number[]) => {
    if (card.entity === "task") change("task.update", { id: card.id, labelIds })
    else change("item.update", { id: card.id, labelIds })
  }
  const toggle = (label: number) =>
    set(ticked.includes(label) ? ticked.filter((each) => each !== label) : [...ticked, label])
  /** One undo takes both back. */
  const create = () => {
    session.together(() => {
      const made = change("label.create", { name, color: chosen })
      if (made) set([...ticked, made.id])
    })
    setQuery("")
    setColor(undefined)
  }
  const take = () => {
    const label = found[at]
    if (label) toggle(label.id)
    else if (offers) create()
    return label !== undefined || offers
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0
    // With words in the field, a space is one of them.
    const ticks = key === " " && query === ""
    if (step !== 0 && rows > 0) setActive((at + step + rows) % rows)
    else if (key === "Enter" && take()) onClose()
    else if (!ticks || !take()) return
    event.preventDefault()
  }
  const option = (index: number, isTicked: boolean | undefined) => ({
    id: `${id}-${index}`,
    "data-at": index,
    "aria-selected": isTicked ?? false,
    className: clsx("list-row", index === at && "active"),
    onPointerMove: () => setActive(index),
  })

  return (
    <Popup label={texts.label} anchor={anchor} className="label-picker" onClose={onClose}>
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
        aria-label={texts.search}
        aria-expanded={rows > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={rows > 0 ? `${id}-${at}` : undefined}
        placeholder={labels.length > 0 ? texts.search : texts.first}
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
      {rows > 0 ? (
        <div
          ref={list}
          className="scrolls label-rows"
          id={`${id}-list`}
          role="listbox"
          aria-label={texts.label}
          aria-multiselectable
        >
          {found.map((label, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={store.keyOf(label.id)}
              role="option"
              tabIndex={-1}
              {...option(index, ticked.includes(label.id))}
              onClick={() => toggle(label.id)}
            >
              <span className={ticked.includes(label.id) ? "checkbox-mark checked rigid" : "checkbox-mark rigid"}>
                <Check className="icon" aria-hidden="true" />
              </span>
              <LabelDot color={label.color} />
              <span className="truncate" dir="auto">
                <Marked text={label.name} wanted={wanted} />
              </span>
            </div>
          ))}
          {offers && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              role="option"
              tabIndex={-1}
              {...option(found.length, undefined)}
              data-new={found.length > 0 || undefined}
              onClick={create}
            >
              {found.length > 0 ? <Plus className="icon small" aria-hidden="true" /> : <LabelDot color={chosen} />}
              <span className="truncate grow">{texts.create(name)}</span>
              {found.length === 0 && !isPhone() && <kbd>Enter</kbd>}
            </div>
          )}
        </div>
      ) : (
        <p className="empty" role="status">
          {isFull && isNew ? texts.full(mostLabels) : texts.about}
        </p>
      )}
      {offers && found.length === 0 && <LabelColors color={chosen} onPick={setColor} />}
      {labels.length > 0 && query === "" && (
        <footer>
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              onClose()
              view.set({ dialog: null, settings: { type: "settings", section: "labels" } })
            }}
          >
            {texts.edit}
          </Button>
        </footer>
      )}
    </Popup>
  )
}
