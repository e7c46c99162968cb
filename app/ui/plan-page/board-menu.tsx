import { History, Paperclip, Redo2, Undo2 } from "lucide-react"
import type { RefObject } from "react"
import { Menu, MenuItem, Popover } from "react-aria-components"
import { commandNames } from "~/ui/plan/key-texts"
import { undo as texts } from "~/ui/plan-page/texts"
import type { Direction } from "~/ui/plan-page/use-undo"
import "./board-menu.css"

type BoardMenuProps = {
  anchor: RefObject<HTMLElement | null>
  can: Record<Direction, boolean>
  onAct(direction: Direction): void
  onAsk(what: (typeof asked)[number]["what"]): void
  onClose(): void
}

const asked = [
  { what: "files", Icon: Paperclip },
  { what: "log", Icon: History },
] as const
const icons = { undo: Undo2, redo: Redo2 }
const directions: Direction[] = ["undo", "redo"]

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The board's menu. Import it lazily: it loads the menu's code. */
export const BoardMenu = ({ anchor, can, onAct, onAsk, onClose }: BoardMenuProps) => (
  <Popover
    className="popover board-menu"
    triggerRef={anchor}
    placement="bottom end"
    offset={6}
    isOpen
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
  >
    <Menu
      aria-label={texts.menu}
      autoFocus="first"
      disabledKeys={directions.filter((direction) => !can[direction])}
      onAction={(key) => {
        const ask = asked.find(({ what }) => what === key)
        if (ask) onAsk(ask.what)
        else onAct(key as Direction)
      }}
      onClose={onClose}
    >
      {directions.map((direction) => {
        const Icon = icons[direction]
        return (
          <MenuItem key={direction} id={direction} className="list-row" textValue={texts[direction]}>
            <Icon className="icon" aria-hidden="true" />
            <span className="grow">{texts[direction]}</span>
            <kbd className="muted">{texts.keys[isMac() ? "mac" : "other"][direction]}</kbd>
          </MenuItem>
        )
      })}
      {asked.map(({ what, Icon }) => (
        <MenuItem key={what} id={what} className="list-row" textValue={commandNames[what]}>
          <Icon className="icon" aria-hidden="true" />
          <span className="grow">{commandNames[what]}</span>
        </MenuItem>
      ))}
    </Menu>
  </Popover>
)
