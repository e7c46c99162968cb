import { X } from "lucide-react"
import type { ReactNode } from "react"
import { IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { common } from "~/ui/parts/texts"

type TitledDialogProps = { title: string; className: string; onClose(): void; children: ReactNode }

/** A dialog (a sheet on a phone) with its title and Close above the scrolling content. */
export const TitledDialog = ({ title, className, onClose, children }: TitledDialogProps) => (
  <DialogFrame label={title} className={`titled ${className}`} sheet dismissable onClose={onClose}>
    <header>
      <h2>{title}</h2>
      <IconButton label={common.close} onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </header>
    {children}
  </DialogFrame>
)
