import type { RefObject } from "react"
import { LabelColors } from "~/ui/dialog/label-colors"
import { Popup } from "~/ui/parts/popup"

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
