import { Check } from "lucide-react"
import { Fragment, type RefObject } from "react"
import { Header, MenuItem, MenuSection } from "react-aria-components"
import { MenuPopup } from "~/ui/parts/popup"
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
  <MenuPopup
    label={label}
    anchor={anchor}
    className="place-menu scrolls"
    placement="bottom start"
    onAction={(key) => {
      const picked = groups.flatMap(({ entries }) => entries).find((entry) => entry.key === key)
      if (picked) onPick(picked)
    }}
    onClose={onClose}
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
  </MenuPopup>
)
