import clsx from "clsx"
import { type ReactNode, useId } from "react"

type SegmentedProps<Value extends string> = {
  /** Accessible name of the choice. */
  label: string
  /** Of the field that a form sends; by default one that no other has. */
  name?: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange(value: Value): void
}

/** A segmented control of native radio buttons. */
export const Segmented = <Value extends string>({ label, name, value, options, onChange }: SegmentedProps<Value>) => {
  const own = useId()
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={clsx(option.value === value && "chosen")}>
          <input
            type="radio"
            className="visually-hidden"
            name={name ?? own}
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
