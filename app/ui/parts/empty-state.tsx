import type { ReactNode } from "react"

type EmptyStateProps = { art?: ReactNode; title?: string; text?: string; children?: ReactNode }

/** What stands where nothing is yet: a drawing, one line, and what to do about it. */
export const EmptyState = ({ art, title, text, children }: EmptyStateProps) => (
  <div className="empty">
    {art}
    {title && <h2 className="h">{title}</h2>}
    {text && <p>{text}</p>}
    {children && <div className="empty-do">{children}</div>}
  </div>
)
