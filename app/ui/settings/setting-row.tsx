import "./setting-row.css"
import type { ReactNode } from "react"

type SettingRowProps = {
  label: ReactNode
  hint?: ReactNode
  /** A picture or icon before the words. */
  lead?: ReactNode
  /** The control, or a value, at the end. */
  children?: ReactNode
  /** On a phone the control is below the words. */
  stacked?: boolean
}

/** One line of the settings: words at the start, its control at the end. */
export const SettingRow = ({ label, hint, lead, children, stacked = false }: SettingRowProps) => (
  <div className="setting-row grid" data-led={lead !== undefined || undefined} data-stacked={stacked || undefined}>
    {lead}
    <div className="setting-words slim">
      <div className="truncate" dir="auto">
        {label}
      </div>
      {hint && <small>{hint}</small>}
    </div>
    {children && <div className="row">{children}</div>}
  </div>
)
