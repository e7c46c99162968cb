import { Check, Search } from "lucide-react"
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react"
import {
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  SelectableCollectionContext,
  type Selection,
  TextField,
  useSlottedContext,
  Virtualizer,
} from "react-aria-components"
import { folded } from "~/rules/folded"
import { Avatar } from "~/ui/parts/avatar"
import { Marked } from "~/ui/parts/marked"
import { Popup } from "~/ui/parts/popup"
import { isPhone } from "~/ui/parts/use-dialog-place"
import { useMembers } from "~/ui/plan/board-context"
import { ownersFor } from "~/ui/plan/owners"
import { owner as texts } from "~/ui/plan/texts"
import "./card-marks.css"

type OwnerPickerProps = {
  anchor: RefObject<Element | null>
  ownerId: number | null
  /** An owner is awaited; choosing no owner ends that. */
  awaited?: boolean
  onPick(ownerId: number | null): void
  onClose(): void
}

/** Picks an owner: Enter takes the first match, Escape closes. Import it lazily. */
export const OwnerPicker = ({ anchor, ownerId, awaited = false, onPick, onClose }: OwnerPickerProps) => {
  const members = useMembers()
  const [query, setQuery] = useState("")
  const found = ownersFor(members, ownerId, query)
  const clears = (ownerId !== null || awaited) && query.trim() === ""
  const none = found.length === 0 && !clears
  const current = awaited ? null : ownerId

  const pick = (picked: number | null) => {
    onClose()
    if (picked !== ownerId || awaited) onPick(picked)
  }

  return (
    <Popup label={texts.label} anchor={anchor} className="owners" onClose={onClose}>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        {/* Not on a phone, whose keyboard would cover the list. */}
        <TextField className="input soft search-field search" aria-label={texts.search} autoFocus={!isPhone()}>
          <Search className="icon small" aria-hidden="true" />
          <Input
            className="bare grow"
            role="combobox"
            aria-expanded={!none}
            placeholder={texts.search}
            onKeyDownCapture={keepForText}
          />
        </TextField>
        {none ? (
          <p className="empty" role="status">
            {texts.nobodyFound}
          </p>
        ) : (
          <Owners key={query} current={current} onPick={pick}>
            {found.map(({ id, userName, avatarUrl }) => (
              <ListBoxItem key={id} id={id} textValue={userName} className="list-row">
                <Avatar person={{ id, userName, avatarUrl }} />
                <span className="truncate grow" dir="auto">
                  <Marked text={userName} wanted={folded(query.trim())} />
                </span>
                {id === current && <Check className="icon small" aria-hidden="true" />}
              </ListBoxItem>
            ))}
            {clears && (
              <ListBoxItem id={nobody} textValue={texts.nobody} className="list-row">
                <span className="avatar none" />
                <span className="truncate grow">{texts.nobody}</span>
              </ListBoxItem>
            )}
          </Owners>
        )}
      </Autocomplete>
    </Popup>
  )
}

const nobody = "nobody"

/** Keys that move in the text would move in the list. */
const keepForText = (event: KeyboardEvent) => {
  if (/^(?:Home|End|Arrow(?:Left|Right))$/.test(event.key)) event.stopPropagation()
}

type OwnersProps = { current: number | null; onPick(ownerId: number | null): void; children: ReactNode }

/**
 * The list of one query: mounted with it, its first option is the active one, also after a deletion. Not where a screen reader
 * moves the focus itself: that option would take it from the field.
 */
const Owners = ({ current, onPick, children }: OwnersProps) => {
  const list = useSlottedContext(SelectableCollectionContext)
  const choose = (selection: Selection) => {
    // The current owner is taken out of the selection when it is picked.
    const [picked = current ?? nobody] = selection
    onPick(picked === nobody ? null : Number(picked))
  }
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: isPhone() ? 44 : 32 }}>
      <ListBox
        className="options"
        aria-label={texts.label}
        autoFocus={list?.shouldUseVirtualFocus ? "first" : false}
        selectionMode="single"
        selectedKeys={current === null ? [] : [current]}
        onSelectionChange={choose}
        escapeKeyBehavior="none"
        shouldFocusWrap
        shouldFocusOnHover
        shouldSelectOnPressUp
      >
        {children}
      </ListBox>
    </Virtualizer>
  )
}
