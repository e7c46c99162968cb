import { ChevronDown } from "lucide-react"
import { type ReactNode, useId, useRef, useState } from "react"
import type { Person } from "~/contract/field"
import { useMember } from "~/ui/board/board-context"
import { OwnerPicker } from "~/ui/board/owner-picker"
import { Avatar } from "~/ui/parts/avatar"
import { board, dialog } from "~/ui/texts/board"

type OwnerPickProps = {
  owner: Person | null
  onPick(ownerId: number | null): void
  /** Id of what names it; its own text follows. */
  labelledBy?: string
  className: string
  children: ReactNode
}

/** The button that opens the owner selector. */
export const OwnerPick = ({ owner, onPick, labelledBy, className, children }: OwnerPickProps) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        ref={anchor}
        type="button"
        id={id}
        className={className}
        aria-labelledby={labelledBy ? `${labelledBy} ${id}` : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && (
        <OwnerPicker anchor={anchor} ownerId={owner?.id ?? null} onPick={onPick} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type OwnerFieldProps = { owner: Person | null; readOnly: boolean; onPick(ownerId: number | null): void }

/** The owner's row of a dialog. */
export const OwnerField = ({ owner, readOnly, onPick }: OwnerFieldProps) => {
  const member = useMember(owner?.id ?? null)
  const label = useId()
  const shown = (
    <>
      {owner && owner.id !== null ? (
        <Avatar person={{ id: owner.id, userName: owner.userName, avatarUrl: member?.avatarUrl }} />
      ) : (
        <span className="av none" />
      )}
      <span className="trunc" dir="auto">
        {owner?.id ? owner.userName : board.noOwner}
      </span>
    </>
  )
  return (
    <div className="pair">
      <span id={label}>{dialog.owner}</span>
      {readOnly ? (
        <span className="row">{shown}</span>
      ) : (
        <OwnerPick owner={owner} onPick={onPick} labelledBy={label} className="field-pick">
          {shown}
          <ChevronDown className="i s muted" aria-hidden="true" />
        </OwnerPick>
      )}
    </div>
  )
}
