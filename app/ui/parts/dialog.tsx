import clsx from "clsx"
import type { CSSProperties, ReactNode, Ref } from "react"
import { Dialog, Modal, ModalOverlay } from "react-aria-components"

type DialogFrameProps = {
  /** Its name for screen readers. */
  label: string
  /** Classes beside `dlg`; they carry the size. */
  className?: string
  style?: CSSProperties
  role?: "dialog" | "alertdialog"
  /** A press outside closes it. */
  dismissable?: boolean
  /** On a phone it rises from the bottom edge. */
  sheet?: boolean
  /** The element around it, of a dialog that stands where it was put (use-dialog-place). */
  placed?: Ref<HTMLDivElement>
  onClose(): void
  children: ReactNode
}

/**
 * A modal on React Aria: focus goes in, stays in and returns; Escape closes. Import it lazily, with what it shows.
 * A dialog opened from a dialog is rendered inside it, so that their focus scopes nest.
 */
export const DialogFrame = ({
  label,
  className,
  style,
  role = "dialog",
  dismissable = false,
  sheet = false,
  placed,
  onClose,
  children,
}: DialogFrameProps) => (
  <ModalOverlay
    className={clsx("scrim", placed && "clear")}
    isOpen
    isDismissable={dismissable}
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
  >
    <Modal ref={placed} className={clsx(sheet && "as-sheet", placed && "placed")}>
      <Dialog role={role} aria-label={label} className={clsx("dlg", className)} style={style}>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
