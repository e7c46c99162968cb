import { ArrowLeft } from "lucide-react"
import type { ReactNode } from "react"
import { IconButton } from "~/ui/parts/button"

type ReviewHeaderProps = {
  title: string
  /** On a phone, below the title. */
  more?: string | undefined
  back: string
  /** The page has nothing else that the focus could go to. */
  isFocused: boolean
  onBack(): void
  children?: ReactNode
}

/** The way back, the title, and what can be done with the page. */
export const ReviewHeader = ({ title, more, back, isFocused, onBack, children }: ReviewHeaderProps) => (
  <header className="review-strip ring-inside row rigid">
    <IconButton label={back} onClick={onBack}>
      <ArrowLeft className="icon" aria-hidden="true" />
    </IconButton>
    <div className="grow">
      <h2 className="truncate" tabIndex={-1} data-first-field={isFocused ? "" : undefined}>
        {title}
      </h2>
      {more && (
        <p className="fine muted truncate" dir="auto">
          {more}
        </p>
      )}
    </div>
    {children}
  </header>
)
