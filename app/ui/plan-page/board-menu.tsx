import { History, MessagesSquare, Paperclip, Redo2, SquareKanban, Target, Undo2, Users } from "lucide-react"
import type { RefObject } from "react"
import { type Key, MenuItem } from "react-aria-components"
import type { PlanPath } from "~/contract/shared/deep-link"
import { MenuPopup } from "~/ui/parts/popup"
import { commandNames } from "~/ui/plan/key-texts"
import { planPage, undo as texts } from "~/ui/plan-page/texts"
import type { Direction } from "~/ui/plan-page/use-undo"
import "./plan-page.css"

type BoardMenuProps = {
  anchor: RefObject<HTMLElement | null>
  /** Null for people who only read and have changed no view: undo and redo are left out. */
  can: Record<Direction, boolean> | null
  onAct(direction: Direction): void
  onOpen(overlay: (typeof overlays)[number]["overlay"]): void
  /** The plan's page that is open. */
  here: PlanPath
  onPage(path: PlanPath): void
  onClose(): void
}

const overlays = [
  { overlay: "files", Icon: Paperclip },
  { overlay: "users", Icon: Users },
  { overlay: "log", Icon: History },
] as const
const pages = [
  { path: "/board", Icon: SquareKanban },
  { path: "/goals", Icon: Target },
  { path: "/threads", Icon: MessagesSquare },
] as const
const isPage = (key: Key): key is PlanPath => pages.some(({ path }) => path === key)
const icons = { undo: Undo2, redo: Redo2 }
const directions: Direction[] = ["undo", "redo"]

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** The board's menu. Import it lazily: it loads the menu's code. */
export const BoardMenu = ({ anchor, can, onAct, onOpen, here, onPage, onClose }: BoardMenuProps) => (
  <MenuPopup
    label={texts.menu}
    anchor={anchor}
    className="board-menu"
    disabledKeys={directions.filter((direction) => !can?.[direction])}
    onAction={(key) => {
      const chosen = overlays.find(({ overlay }) => overlay === key)
      if (chosen) onOpen(chosen.overlay)
      else if (isPage(key)) onPage(key)
      else onAct(key as Direction)
    }}
    onClose={onClose}
  >
    {(can ? directions : []).map((direction) => {
      const Icon = icons[direction]
      return (
        <MenuItem key={direction} id={direction} className="list-row" textValue={texts[direction]}>
          <Icon className="icon" aria-hidden="true" />
          <span className="grow">{texts[direction]}</span>
          <kbd className="fine muted">{texts.keys[isMac() ? "mac" : "other"][direction]}</kbd>
        </MenuItem>
      )
    })}
    {pages.map(({ path, Icon }) =>
      path === here ? null : (
        <MenuItem key={path} id={path} className="list-row" textValue={planPage.pages[path]}>
          <Icon className="icon" aria-hidden="true" />
          <span className="grow">{planPage.pages[path]}</span>
        </MenuItem>
      ),
    )}
    {overlays.map(({ overlay, Icon }) => (
      <MenuItem key={overlay} id={overlay} className="list-row" textValue={commandNames[overlay]}>
        <Icon className="icon" aria-hidden="true" />
        <span className="grow">{commandNames[overlay]}</span>
      </MenuItem>
    ))}
  </MenuPopup>
)
