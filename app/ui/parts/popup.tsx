import clsx from "clsx"
import type { ReactNode, RefObject } from "react"
import { Dialog, type Key, Menu, Popover } from "react-aria-components"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"
import { Layer } from "~/ui/parts/layer"

type PopupProps = {
  /** Accessible name. */
  label: string
  /** The anchor: the popup opens below it, or above if there is no room. */
  anchor: RefObject<Element | null>
  className: string
  placement?: "bottom start" | "bottom end"
  onClose(): void
  children: ReactNode
}

/** A popup at its anchor; a sheet on a phone. Escape and a press outside close it. Import it lazily. */
export const Popup = ({ label, anchor, className, placement = "bottom start", onClose, children }: PopupProps) =>
  isPhone() ? (
    <DialogFrame label={label} className={clsx("popup", className)} sheet dismissable onClose={onClose}>
      {children}
    </DialogFrame>
  ) : (
    <Popover
      triggerRef={anchor}
      isOpen
      placement={placement}
      offset={4}
      className="popover"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog aria-label={label} className={clsx("popup", className)}>
        <Layer onClose={onClose} />
        {children}
      </Dialog>
    </Popover>
  )

type MenuPopupProps = Omit<PopupProps, "placement"> & {
  /** Where it opens; below the end of the anchor if absent. */
  placement?: "bottom start"
  disabledKeys?: Iterable<Key>
  onAction(key: Key): void
}

/** A menu at its anchor; a sheet on a phone. Import it lazily: it loads the menu's code. */
export const MenuPopup = ({
  label,
  anchor,
  className,
  placement,
  disabledKeys = [],
  onAction,
  onClose,
  children,
}: MenuPopupProps) => {
  const menu = (
    <Menu aria-label={label} autoFocus="first" disabledKeys={disabledKeys} onAction={onAction} onClose={onClose}>
      {children}
    </Menu>
  )
  return isPhone() ? (
    <DialogFrame label={label} className={clsx("menu", className)} sheet dismissable onClose={onClose}>
      {menu}
    </DialogFrame>
  ) : (
    <Popover
      className={clsx("popover menu", className)}
      aria-label={label}
      triggerRef={anchor}
      placement={placement ?? "bottom end"}
      offset={6}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Layer onClose={onClose} />
      {menu}
    </Popover>
  )
}
