import { ChevronDown } from "lucide-react"
import { useId, useRef, useState } from "react"
import type { Person } from "~/contract/field"
import { useMember } from "~/ui/board/board-context"
import { OwnerPicker } from "~/ui/board/owner-picker"
import { Avatar } from "~/ui/parts/avatar"
import { board, dialog } from "~/ui/texts/board"

type OwnerFieldProps = { owner: Person | null; readOnly: boolean; onPick(ownerId: number | null): void }

/** The owner's row of a dialog; pressed, it opens the owner selector. */
export const OwnerField = ({ owner, readOnly, onPick }: OwnerFieldProps) => {
  const member = useMember(owner?.id ?? null)
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const person = owner && owner.id !== null ? { id: owner.id, userName: owner.userName } : null
  const shown = (
    <>
      {person ? <Avatar person={{ ...person, avatarUrl: member?.avatarUrl }} /> : <span className="av none" />}
      <span className="trunc" dir="auto">
        {person?.userName ?? board.noOwner}
      </span>
    </>
  )
  return (
    <div className="pair">
      <span id={`${id}-label`}>{dialog.owner}</span>
      {readOnly ? (
        <span className="row">{shown}</span>
      ) : (
        <button
          ref={anchor}
          type="button"
          id={id}
          className="field-pick"
          aria-labelledby={`${id}-label ${id}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {shown}
          <ChevronDown className="i s muted" aria-hidden="true" />
        </button>
      )}
      {open && (
        <OwnerPicker anchor={anchor} ownerId={person?.id ?? null} onPick={onPick} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
