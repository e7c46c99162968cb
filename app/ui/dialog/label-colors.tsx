import type { RefObject } from "react"
import { useId } from "react"
import { goalPalette } from "~/rules/goal-palette"
import { dialog } from "~/ui/dialog/texts"
import { Popup } from "~/ui/parts/popup"
import "./labels.css"

/** The twelve colours of labels, as discs. */
export const LabelColors = ({ color, onPick }: { color: string; onPick(hex: string): void }) => {
  const group = useId()
  return (
    <fieldset className="squares label-colors">
      <legend className="visually-hidden">{dialog.colour}</legend>
      {goalPalette.map(({ name, hex }) => (
        <label key={hex} className="centered" data-goal={name} data-tip={dialog.colours[name]}>
          <input
            type="radio"
            name={group}
            aria-label={dialog.colours[name]}
            checked={color.toLowerCase() === hex}
            onChange={() => onPick(hex)}
          />
          <span>
            <span className="label-dot rigid" />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ColorPopupProps = {
  anchor: RefObject<Element | null>
  label: string
  color: string
  onPick(hex: string): void
  onClose(): void
}

/** The colours at a button. Import it lazily. */
export const ColorPopup = ({ anchor, label, color, onPick, onClose }: ColorPopupProps) => (
  <Popup label={label} anchor={anchor} className="label-picker" onClose={onClose}>
    <LabelColors color={color} onPick={onPick} />
  </Popup>
)
