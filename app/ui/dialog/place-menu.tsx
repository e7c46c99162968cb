import { Check } from "lucide-react"
import { Fragment, type RefObject } from "react"
import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components"
import { Layer } from "~/ui/parts/layer"
import "./edit-frame.css"

/** `here`: where the card is already. */
export type PlaceGroup<Entry> = { name?: string; entries: (Entry & { key: string; label: string; here?: boolean })[] }

type PlaceMenuProps<Entry> = {
  label: string
  anchor: RefObject<Element | null>
  groups: readonly PlaceGroup<Entry>[]
  onPick(entry: Entry): void
  onClose(): void
}

/** A menu of places for a card. Import it lazily: it loads the menu's code. */
export const PlaceMenu = <Entry,>({ label, anchor, groups, onPick, onClose }: PlaceMenuProps<Entry>) => (
  <Popover
    className="popover menu place-menu scrolls"
    triggerRef={anchor}
    placement="bottom start"
    isOpen
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
  >
    <Layer onClose={onClose} />
    <Menu
      aria-label={label}
      autoFocus="first"
      onClose={onClose}
      onAction={(key) => {
        const picked = groups.flatMap(({ entries }) => entries).find((entry) => entry.key === key)
        if (picked) onPick(picked)
      }}
    >
      {groups.map(({ name, entries }) => {
        const rows = entries.map(({ key, label, here = false }) => (
          <MenuItem key={key} id={key} className="list-row" textValue={label} isDisabled={here}>
            <span className="truncate grow" dir="auto">
              {label}
            </span>
            {here && <Check className="icon small" aria-hidden="true" />}
          </MenuItem>
        ))
        if (!name) return <Fragment key="">{rows}</Fragment>
        return (
          <MenuSection key={name} className="place-group">
            <Header className="label">{name}</Header>
            {rows}
          </MenuSection>
        )
      })}
    </Menu>
  </Popover>
)
