import clsx from "clsx"
import { X } from "lucide-react"
import type { CSSProperties, ReactNode, Ref } from "react"
import { Dialog, Modal, ModalOverlay } from "react-aria-components"
import { IconButton } from "~/ui/parts/button"
import { Layer } from "~/ui/parts/layer"
import { SheetHandle } from "~/ui/parts/sheet-push"
import { common } from "~/ui/parts/texts"

type DialogFrameProps = {
  /** Accessible name. */
  label: string
  /** Further classes, which set the size. */
  className?: string
  style?: CSSProperties
  role?: "dialog" | "alertdialog"
  /** Closes on a press outside. */
  dismissable?: boolean
  /** A bottom sheet on a phone. */
  sheet?: boolean
  /** Props of the surrounding element, for a movable dialog (use-dialog-place). */
  placed?: Ref<HTMLDivElement>
  /** The address names it, so it has its own history entry. */
  addressed?: boolean
  onClose(): void
  children: ReactNode
}

/**
 * A modal on React Aria: contains and restores the focus; Escape closes. Import it lazily, with its content.
 * Render a dialog opened from a dialog inside it, so that their focus scopes nest.
 */
export const DialogFrame = ({
  label,
  className,
  style,
  role = "dialog",
  dismissable = false,
  sheet = false,
  placed,
  addressed = false,
  onClose,
  children,
}: DialogFrameProps) => (
  <ModalOverlay
    className={clsx("scrim centered", placed && "clear")}
    isOpen
    isDismissable={dismissable}
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
  >
    <Modal ref={placed} className={clsx(sheet && "as-sheet", placed && "placed")}>
      <Dialog role={role} aria-label={label} className={clsx("dialog", className)} style={style}>
        <Layer back={!addressed} onClose={onClose} />
        {sheet && !placed && <SheetHandle onClose={onClose} />}
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
)

type TitledDialogProps = { title: string; className: string; onClose(): void; children: ReactNode }

/** A dialog (a sheet on a phone) with its title and Close above the scrolling content. */
export const TitledDialog = ({ title, className, onClose, children }: TitledDialogProps) => (
  <DialogFrame label={title} className={`titled ${className}`} sheet dismissable onClose={onClose}>
    <header>
      <h2 className="grow">{title}</h2>
      <IconButton label={common.close} onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </header>
    {children}
  </DialogFrame>
)
