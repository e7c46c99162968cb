import { Plus } from "lucide-react"
import { type RefObject, useState } from "react"
import { mostLabels } from "~/contract/label"
import { folded } from "~/rules/folded"
import { unusedColors } from "~/rules/goal-palette"
import { labelCalled } from "~/rules/label"
import { LabelColors } from "~/ui/dialog/label-colors"
import { labelTexts as texts } from "~/ui/dialog/texts"
import { Button } from "~/ui/parts/button"
import { CheckMark } from "~/ui/parts/check-mark"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"
import { Marked } from "~/ui/parts/marked"
import { Popup } from "~/ui/parts/popup"
import { PickerHead, SearchList, SearchOption } from "~/ui/parts/search-list"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { LabelDot } from "~/ui/plan/card-labels"
import type { CardRef } from "~/ui/plan/view-state"
import "./labels.css"

type LabelPickerProps = { anchor: RefObject<Element | null>; card: CardRef; onClose(): void }

/** A card's labels: ticks, and a new one in place. Import it lazily. */
export const LabelPicker = ({ anchor, card, onClose }: LabelPickerProps) => {
  const { session, view, change } = useBoard()
  const { store } = session
  const [query, setQuery] = useState("")
  const [color, setColor] = useState<string>()
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
  const chosen = color ?? (unusedColors(labels.map((label) => label.color))[0] as string)

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
  const pick = (key: string) => {
    if (key === creates) create()
    else toggle(Number(key))
    return true
  }
  const options = found.map((label) => (
    <SearchOption
      key={store.keyOf("label", label.id)}
      id={String(label.id)}
      name={label.name}
      isChosen={ticked.includes(label.id)}
    >
      <CheckMark checked={ticked.includes(label.id)} />
      <LabelDot color={label.color} />
      <span className="truncate" dir="auto">
        <Marked text={label.name} wanted={wanted} />
      </span>
    </SearchOption>
  ))
  if (offers)
    options.push(
      <SearchOption
        key={creates}
        id={creates}
        name={texts.create(name)}
        look={found.length > 0 ? { "data-new": true } : {}}
      >
        {found.length > 0 ? <Plus className="icon small" aria-hidden="true" /> : <LabelDot color={chosen} />}
        <span className="truncate grow">{texts.create(name)}</span>
        {found.length === 0 && !isPhone() && <kbd>Enter</kbd>}
      </SearchOption>,
    )

  return (
    <Popup label={texts.label} anchor={anchor} className="label-picker" onClose={onClose}>
      <PickerHead title={texts.label} onDone={onClose} />
      <SearchList
        label={texts.label}
        search={texts.search}
        placeholder={labels.length > 0 ? texts.search : texts.first}
        query={query}
        onQuery={setQuery}
        rowSize={[32, 52]}
        multiple
        onPick={pick}
        onDone={onClose}
        nothing={isFull && isNew ? texts.full(mostLabels) : texts.about}
      >
        {options}
      </SearchList>
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

/** The row that makes a label. */
const creates = "create"
