type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange(value: string): void
}

/** What a list shows, or in which order. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select className="input" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {options.map(([each, name]) => (
      <option key={each} value={each}>
        {name}
      </option>
    ))}
  </select>
)
