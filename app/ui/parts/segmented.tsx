import clsx from "clsx"
import { type ReactNode, useId } from "react"

type SegmentedProps<Value extends string> = {
  /** What the choice is about, for screen readers. */
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange(value: Value): void
}

/** One choice of a few, as native radio buttons: arrows move, Tab passes. */
export const Segmented = <Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) => {
  const name = useId()
  return (
    <fieldset className="seg">
      <legend className="vh">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={clsx(option.value === value && "on")}>
          <input
            type="radio"
            className="vh"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
