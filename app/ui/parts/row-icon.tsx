import type { ReactNode } from "react"

/** The square behind a row's icon. */
export const RowIcon = ({ children }: { children: ReactNode }) => (
  <span className="row-icon secondary centered rigid" aria-hidden="true">
    {children}
  </span>
)
