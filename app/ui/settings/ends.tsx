import { type Ref, useId } from "react"
import { serverNow } from "~/client/server-clock"
import { todayHere } from "~/ui/parts/dates"
import { Field } from "~/ui/parts/field"
import { planAdmin } from "~/ui/settings/texts"

/** When a link or key expires; `day` belongs to `date`. */
export type End = { ends: keyof typeof planAdmin.ends; day: string }

export const dayLength = 86_400_000
const days = { week: 7, month: 30, year: 365 }

/** Null: never. A chosen day ends in the admin's own time zone. */
export const endOf = ({ ends, day }: End) => {
  if (ends === "never") return null
  if (ends === "date") return new Date(`${day}T23:59:59`).toISOString()
  return new Date(serverNow() + days[ends] * dayLength).toISOString()
}

type EndFieldsProps = {
  first?: Ref<HTMLSelectElement>
  choices: readonly End["ends"][]
  value: End
  onChange(changed: Partial<End>): void
}

export const EndFields = ({ first, choices, value: { ends, day }, onChange }: EndFieldsProps) => {
  const id = useId()
  return (
    <>
      <div className="field">
        <label className="label" htmlFor={id}>
          {planAdmin.endsLabel}
        </label>
        <select
          ref={first}
          id={id}
          className="input"
          value={ends}
          onChange={({ target }) => onChange({ ends: target.value as End["ends"] })}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {planAdmin.ends[choice]}
            </option>
          ))}
        </select>
      </div>
      {ends === "date" && (
        <Field
          label={planAdmin.lastDay}
          type="date"
          required
          min={todayHere()}
          value={day}
          onChange={({ target }) => onChange({ day: target.value })}
        />
      )}
    </>
  )
}
