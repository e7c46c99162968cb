import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { type AccessLevel, accessLevels } from "~/contract/capability"
import { limits } from "~/contract/shared/bounds"
import { Button } from "~/ui/parts/button"
import { Field } from "~/ui/parts/field"
import { common } from "~/ui/parts/texts"
import { type End, EndFields } from "~/ui/settings/ends"
import { planAdmin, planKeys } from "~/ui/settings/texts"

export type KeyChoice = End & { name: string; access: AccessLevel }

export const usualKey: KeyChoice = { name: "", access: "propose", ends: "year", day: "" }

type NewKeyProps = {
  choice: KeyChoice
  busy: boolean
  onChange(changed: Partial<KeyChoice>): void
  /** The choice is still there when it opens again. */
  onClose(): void
  onCreate(): void
}

export const NewKey = ({ choice, busy, onChange, onClose, onCreate }: NewKeyProps) => {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const [nameless, setNameless] = useState(false)
  useEffect(() => first.current?.focus(), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (choice.name.trim() !== "") return onCreate()
    setNameless(true)
    first.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onClose()
  }
  return (
    <form className="ask new-key wraps" aria-label={planKeys.add} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Field
        ref={first}
        className="new-key-name"
        label={planKeys.name}
        dir="auto"
        maxLength={limits.person}
        {...(nameless && choice.name.trim() === "" && { error: planAdmin.nameNeeded })}
        value={choice.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <div className="field">
        <label className="label" htmlFor={id}>
          {planKeys.access}
        </label>
        <select
          id={id}
          className="input"
          value={choice.access}
          onChange={({ target }) => onChange({ access: target.value as AccessLevel })}
        >
          {accessLevels.map((level) => (
            <option key={level} value={level}>
              {planKeys.levels[level]}
            </option>
          ))}
        </select>
      </div>
      <EndFields choices={["month", "year", "date", "never"]} value={choice} onChange={onChange} />
      <div className="row">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {planKeys.create}
        </Button>
      </div>
    </form>
  )
}
