import { Ellipsis } from "lucide-react"
import { Button as AriaButton, Menu, MenuItem, MenuTrigger } from "react-aria-components"
import type { Account } from "~/contract/admin"
import { adminTexts as words } from "~/ui/admin/texts"
import { MenuPopover } from "~/ui/parts/menu-popover"

type AccountMenuProps = { account: Account; onEnable(): void; onEndSessions(): void }

export const AccountMenu = ({ account: { userName, enabled }, onEnable, onEndSessions }: AccountMenuProps) => (
  <MenuTrigger>
    <AriaButton className="icon-button small" aria-label={words.menuOf(userName)}>
      <Ellipsis className="icon" aria-hidden="true" />
    </AriaButton>
    <MenuPopover className="admin-popover">
      <Menu aria-label={words.menuOf(userName)}>
        <MenuItem className="list-row" onAction={onEnable}>
          {enabled ? words.disable : words.enable}
        </MenuItem>
        <MenuItem className="list-row" isDisabled={!enabled} onAction={onEndSessions}>
          {words.endSessions}
        </MenuItem>
      </Menu>
    </MenuPopover>
  </MenuTrigger>
)
