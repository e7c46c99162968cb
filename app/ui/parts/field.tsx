import clsx from "clsx"
import { CircleAlert } from "lucide-react"
import { type ComponentProps, forwardRef, type ReactNode, useId } from "react"

type FieldProps = ComponentProps<"input"> & {
  label: ReactNode
  /** Sentence case in the text colour instead of small capitals. */
  plainLabel?: boolean
  large?: boolean
  error?: string
  hint?: ReactNode
}

/** A text field with its label and error. */
export const Field = forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, plainLabel = false, large = false, error, hint, className, id, ...rest },
  ref,
) {
  const generated = useId()
  const inputId = id ?? generated
  const errorId = `${inputId}-error`
  const hintId = `${inputId}-hint`
  return (
    <div className={clsx("field", className)}>
      <label className={clsx("label", plainLabel && "plain")} htmlFor={inputId}>
        {label}
      </label>
      <input
        {...rest}
        ref={ref}
        id={inputId}
        className={clsx("input", large && "large")}
        aria-invalid={error ? true : undefined}
        aria-describedby={clsx(error && errorId, hint && hintId) || undefined}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
})

/** The error under a field; announced when it appears. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="field-error row" id={id} role="alert">
    <CircleAlert className="icon small" aria-hidden="true" />
    {children}
  </p>
)
