import { useId } from "react"
import { goalPalette } from "~/rules/goal-palette"
import { dialog } from "~/ui/dialog/texts"
import "./labels.css"

/** The twelve colours of labels, as discs. */
export const LabelColors = ({ color, onPick }: { color: string; onPick(hex: string): void }) => {
  const group = useId()
  return (
    <fieldset className="squares label-colors">
      <legend className="visually-hidden">{dialog.colour}</legend>
      {goalPalette.map(({ name, hex }) => (
        <label key={hex} data-goal={name} data-tip={dialog.colours[name]}>
          <input
            type="radio"
            name={group}
            aria-label={dialog.colours[name]}
            checked={color.toLowerCase() === hex}
            onChange={() => onPick(hex)}
          />
          <span>
            <span className="label-dot" />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
