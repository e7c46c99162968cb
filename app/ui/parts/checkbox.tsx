import clsx from "clsx"
import { Check } from "lucide-react"
import { type ReactNode, useId } from "react"
import { Checkbox as AriaCheckbox } from "react-aria-components"
import "./checkbox.css"

type CheckboxProps = {
  checked: boolean
  disabled?: boolean
  /** A line below the label, which describes it. */
  hint?: string
  /** A row of a list, with a line below it. */
  row?: boolean
  onChange(checked: boolean): void
  children: ReactNode
}

/** A checkbox whose label is part of its hit area. */
export const Checkbox = ({ checked, disabled = false, hint, row = false, onChange, children }: CheckboxProps) => {
  const id = useId()
  return (
    <AriaCheckbox
      className={clsx("checkbox", row && "as-row")}
      isSelected={checked}
      isDisabled={disabled}
      aria-labelledby={id}
      aria-describedby={hint && `${id}-hint`}
      onChange={onChange}
    >
      {({ isSelected }) => (
        <>
          <span className={isSelected ? "checkbox-mark centered checked rigid" : "checkbox-mark centered rigid"}>
            <Check className="icon" aria-hidden="true" />
          </span>
          <span>
            <span id={id}>{children}</span>
            {hint && <small id={`${id}-hint`}>{hint}</small>}
          </span>
        </>
      )}
    </AriaCheckbox>
  )
}
