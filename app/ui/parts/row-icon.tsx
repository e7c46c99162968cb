import type { ReactNode } from "react"
import "./row-icon.css"

/** The square behind a row's icon. */
export const RowIcon = ({ children }: { children: ReactNode }) => (
  <span className="row-icon" aria-hidden="true">
    {children}
  </span>
)
