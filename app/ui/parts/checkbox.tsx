import { Check } from "lucide-react"
import type { ReactNode } from "react"
import { Checkbox as AriaCheckbox } from "react-aria-components"
import "./checkbox.css"

type CheckboxProps = {
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
  children: ReactNode
}

/** A checkbox whose label is part of its hit area. */
export const Checkbox = ({ checked, disabled = false, onChange, children }: CheckboxProps) => (
  <AriaCheckbox className="checkbox" isSelected={checked} isDisabled={disabled} onChange={onChange}>
    {({ isSelected }) => (
      <>
        <span className={isSelected ? "checkbox-mark checked" : "checkbox-mark"}>
          <Check className="icon" aria-hidden="true" />
        </span>
        <span>{children}</span>
      </>
    )}
  </AriaCheckbox>
)
