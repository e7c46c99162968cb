import type { ReactNode } from "react"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"

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

type FailedProps = {
  text: string
  onRetry(): void
  /** One line in a list instead of the whole region. */
  inline?: boolean
}

/** Says that a region could not be loaded, with a retry. */
export const Failed = ({ text, onRetry, inline = false }: FailedProps) => (
  <div className={inline ? "row secondary" : "empty"} role="alert">
    <p>{text}</p>
    <Button size="small" onClick={onRetry}>
      {common.tryAgain}
    </Button>
  </div>
)
