import type { ReactNode } from "react"

type EmptyStateProps = { art?: ReactNode; title?: string; text?: string; children?: ReactNode }

/** An empty state: a drawing, one line, and an action. */
export const EmptyState = ({ art, title, text, children }: EmptyStateProps) => (
  <div className="empty">
    {art}
    {title && <h2 className="empty-title">{title}</h2>}
    {text && <p>{text}</p>}
    {children && <div className="empty-actions">{children}</div>}
  </div>
)
