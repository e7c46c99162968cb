import { type ReactNode, useContext } from "react"
import { OverlayTriggerStateContext, Popover } from "react-aria-components"
import { Layer } from "~/ui/parts/layer"

/** The popover of a menu's trigger. */
export const MenuPopover = ({ children }: { children: ReactNode }) => {
  const trigger = useContext(OverlayTriggerStateContext)
  return (
    <Popover className="popover menu" placement="bottom start">
      <Layer onClose={() => trigger?.close()} />
      {children}
    </Popover>
  )
}
