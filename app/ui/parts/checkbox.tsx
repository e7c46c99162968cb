import clsx from "clsx"
import { type ReactNode, useId } from "react"
import { Checkbox as AriaCheckbox } from "react-aria-components"
import { CheckMark } from "~/ui/parts/check-mark"

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
          <CheckMark checked={isSelected} />
          <span>
            <span id={id}>{children}</span>
            {hint && <small id={`${id}-hint`}>{hint}</small>}
          </span>
        </>
      )}
    </AriaCheckbox>
  )
}
