import { ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import { useWidth } from "~/ui/parts/use-width"
import { SettingRow } from "~/ui/settings/setting-row"

type PersonRowProps = {
  lead: ReactNode
  name: ReactNode
  hint?: string
  /** The role in words, and other marks. */
  says: ReactNode
  /** The actions; null: none. On a phone it is below the row, which is a button. */
  controls: ReactNode
  open: boolean
  onOpen(open: boolean): void
}

/** A member or an invitation in the list of people. */
export const PersonRow = ({ lead, name, hint, says, controls, open, onOpen }: PersonRowProps) => {
  const phone = useWidth() === "phone"
  if (!phone || !controls)
    return (
      <SettingRow lead={lead} label={name} hint={hint}>
        {phone ? says : (controls ?? says)}
      </SettingRow>
    )
  return (
    <>
      <button type="button" className="person-button full" aria-expanded={open} onClick={() => onOpen(!open)}>
        <SettingRow lead={lead} label={name} hint={hint}>
          {says}
          <ChevronDown className="icon small muted" aria-hidden="true" />
        </SettingRow>
      </button>
      {open && <div className="row person-controls wraps">{controls}</div>}
    </>
  )
}
