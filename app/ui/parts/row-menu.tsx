import { Ellipsis } from "lucide-react"
import { type ReactNode, useContext } from "react"
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  OverlayTriggerStateContext,
  Popover,
} from "react-aria-components"
import { Layer } from "~/ui/parts/layer"
import { common } from "~/ui/parts/texts"

type RowMenuProps = {
  /** Of the row. */
  name: string
  items: readonly { label: string; isDisabled?: boolean; onAction(): void }[]
}

export const RowMenu = ({ name, items }: RowMenuProps) => (
  <MenuTrigger>
    <AriaButton className="icon-button small" aria-label={common.menuOf(name)}>
      <Ellipsis className="icon" aria-hidden="true" />
    </AriaButton>
    <MenuPopover>
      <Menu aria-label={common.menuOf(name)}>
        {items.map(({ label, isDisabled = false, onAction }) => (
          <MenuItem key={label} className="list-row" isDisabled={isDisabled} onAction={onAction}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuPopover>
  </MenuTrigger>
)

/** The popover of a menu's trigger. */
const MenuPopover = ({ children }: { children: ReactNode }) => {
  const trigger = useContext(OverlayTriggerStateContext)
  return (
    <Popover className="popover menu" placement="bottom start">
      <Layer onClose={() => trigger?.close()} />
      {children}
    </Popover>
  )
}
