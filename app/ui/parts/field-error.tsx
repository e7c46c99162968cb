import { CircleAlert } from "lucide-react"
import type { ReactNode } from "react"

/** The error under a field; announced when it appears. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="field-error row" id={id} role="alert">
    <CircleAlert className="icon small" aria-hidden="true" />
    {children}
  </p>
)
