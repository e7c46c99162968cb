import { PickButton } from "~/ui/dialog/pick-button"
import { LabelDot } from "~/ui/plan/card-labels"
import "./labels.css"

const loadPopup = () => import("~/ui/dialog/label-colors")

/** A label's disc, which opens the colours. */
export const PickColor = ({ color, label, onPick }: { color: string; label: string; onPick(hex: string): void }) => (
  <PickButton
    className="icon-button small label-color"
    label={label}
    opens="dialog"
    load={loadPopup}
    picker={({ ColorPopup }, anchor, close) => (
      <ColorPopup anchor={anchor} label={label} color={color} onPick={onPick} onClose={close} />
    )}
  >
    <LabelDot color={color} />
  </PickButton>
)
