import clsx from "clsx"
import type { ReactNode } from "react"
import "./setting-row.css"

type SettingRowProps = {
  label: ReactNode
  hint?: ReactNode
  /** A picture or icon before the words. */
  lead?: ReactNode
  /** The control, or a value, at the end. */
  children?: ReactNode
}

/** One line of the settings: words at the start, its control at the end. */
export const SettingRow = ({ label, hint, lead, children }: SettingRowProps) => (
  <div className={clsx("setting-row", lead !== undefined && "led")}>
    {lead}
    <div className="setting-words">
      <div className="truncate" dir="auto">
        {label}
      </div>
      {hint && <small>{hint}</small>}
    </div>
    {children && <div className="row">{children}</div>}
  </div>
)
