import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { Popup } from "~/ui/parts/popup"
import { digitOf } from "~/ui/parts/shortcut-keys"
import "./card-controls.css"

type EstimatePickerProps = {
  label: string
  hint: string
  anchor: RefObject<Element | null>
  value: number
  most: number
  onPick(value: number): void
  onClose(): void
}

/** Longest time between the digits of one number, ms. */
const digitsWait = 800

/** Picks an integer from 0: by a press, or by arrows or digits and Enter. Import it lazily. */
export const EstimatePicker = ({ label, hint, anchor, value, most, onPick, onClose }: EstimatePickerProps) => {
  const [chosen, setChosen] = useState(value)
  const typed = useRef({ digits: "", at: 0 })
  const group = useRef<HTMLFieldSetElement>(null)
  const name = useId()
  useEffect(() => group.current?.querySelector<HTMLElement>("input:checked")?.focus(), [])
  const pick = (next: number) => {
    onClose()
    if (next !== value) onPick(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault()
      return pick(chosen)
    }
    const digit = digitOf(event)
    if (!digit) return
    event.preventDefault()
    const { digits, at } = typed.current
    const longer = event.timeStamp - at < digitsWait ? Number(digits + digit) : Number.NaN
    const next = longer <= most ? longer : Number(digit)
    if (next > most) return
    typed.current = { digits: String(next), at: event.timeStamp }
    setChosen(next)
    group.current?.querySelectorAll("input")[next]?.focus()
  }
  return (
    <Popup label={label} anchor={anchor} className="estimate-picker" onClose={onClose}>
      <fieldset ref={group} className="squares wraps" onKeyDown={onKeyDown}>
        <legend className="fine secondary">
          <b>{label}</b> {hint}
        </legend>
        {Array.from({ length: most + 1 }, (_, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a number is its own key
          <label key={number}>
            <input
              type="radio"
              name={name}
              value={number}
              checked={number === chosen}
              onChange={() => setChosen(number)}
              // Arrow keys click too; they only choose.
              onClick={({ detail }) => {
                if (detail > 0) pick(number)
              }}
            />
            <span>{number}</span>
          </label>
        ))}
      </fieldset>
    </Popup>
  )
}
