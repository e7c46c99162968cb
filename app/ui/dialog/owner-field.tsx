import "./pairs.css"
import clsx from "clsx"
import { ChevronDown } from "lucide-react"
import { useId } from "react"
import type { Person } from "~/contract/fields/field"
import { PickButton, type PickButtonProps } from "~/ui/dialog/pick-button"
import { dialog } from "~/ui/dialog/texts"
import { Avatar, useNames } from "~/ui/parts/avatar"
import { useMember } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"

const loadPicker = () => import("~/ui/plan/owner-picker")

type OwnerPickProps = PickButtonProps & {
  owner: Person | null
  /** The awaited owner named by an import. */
  awaited?: Person | null
  onPick(ownerId: number | null): void
}

/** The button that opens the owner picker. */
export const OwnerPick = ({ owner, awaited, onPick, ...button }: OwnerPickProps) => (
  <PickButton
    {...button}
    opens="dialog"
    load={loadPicker}
    picker={({ OwnerPicker }, anchor, close) => (
      <OwnerPicker
        anchor={anchor}
        ownerId={owner?.id ?? null}
        awaited={Boolean(awaited)}
        onPick={onPick}
        onClose={close}
      />
    )}
  />
)

type OwnerFieldProps = Pick<OwnerPickProps, "owner" | "awaited" | "onPick"> & { readOnly: boolean }

/** The owner row of a dialog. */
export const OwnerField = ({ owner, awaited, readOnly, onPick }: OwnerFieldProps) => {
  const member = useMember(owner?.id ?? null)
  const named = useNames()
  const label = useId()
  const shown = (
    <>
      {owner && owner.id !== null ? (
        <Avatar person={{ id: owner.id, userName: named(owner), avatarUrl: member?.avatarUrl }} />
      ) : (
        <span className="avatar none" />
      )}
      <span className={clsx("truncate", awaited && "muted")} dir="auto">
        {owner?.id ? named(owner) : awaited ? dialog.awaitedOwner(awaited.userName) : cardTexts.noOwner}
      </span>
    </>
  )
  return (
    <div className="pair">
      <span id={label}>{dialog.owner}</span>
      {readOnly ? (
        <span className="row">{shown}</span>
      ) : (
        <OwnerPick owner={owner} awaited={awaited} onPick={onPick} labelledBy={label} className="field-pick row slim">
          {shown}
          <ChevronDown className="icon small muted" aria-hidden="true" />
        </OwnerPick>
      )}
    </div>
  )
}
