import type { ReactNode } from "react"

type EmptyStateProps = {
  art?: ReactNode
  title?: string
  text?: string
  /** There is nothing else on the page: the title is its heading. */
  alone?: boolean
  children?: ReactNode
}

/** An empty state: a drawing, one line, and an action. */
export const EmptyState = ({ art, title, text, alone = false, children }: EmptyStateProps) => {
  const Title = alone ? "h1" : "h2"
  return (
    <div className="empty">
      {art}
      {title && <Title className="empty-title">{title}</Title>}
      {text && <p>{text}</p>}
      {children && <div className="empty-actions wraps">{children}</div>}
    </div>
  )
}
