import { useSheetPush } from "~/ui/parts/sheet-push"

const sheetOf = (handle: Element) => handle.closest<HTMLElement>(".as-sheet")

/** The top of a phone's sheet: pushing it down closes the sheet. */
export const SheetHandle = ({ onClose }: { onClose(): void }) => (
  <div className="sheet-handle" {...useSheetPush(onClose, sheetOf)}>
    <SheetMark />
  </div>
)

/** The bar that shows where a phone's sheet is pushed down. */
export const SheetMark = () => <span className="sheet-mark" />
