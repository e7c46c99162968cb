import { Ellipsis } from "lucide-react"
import { Button as AriaButton, Menu, MenuItem, MenuTrigger } from "react-aria-components"
import { adminTexts as words } from "~/ui/admin/texts"
import { MenuPopover } from "~/ui/parts/menu-popover"

type RowMenuProps = {
  /** Of the row. */
  name: string
  items: readonly { label: string; isDisabled?: boolean; onAction(): void }[]
}

export const RowMenu = ({ name, items }: RowMenuProps) => (
  <MenuTrigger>
    <AriaButton className="icon-button small" aria-label={words.menuOf(name)}>
      <Ellipsis className="icon" aria-hidden="true" />
    </AriaButton>
    <MenuPopover>
      <Menu aria-label={words.menuOf(name)}>
        {items.map(({ label, isDisabled = false, onAction }) => (
          <MenuItem key={label} className="list-row" isDisabled={isDisabled} onAction={onAction}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuPopover>
  </MenuTrigger>
)
