import { useEffect, useRef } from "react"
import { openLayer } from "~/client/history-guard"
import { isPhone } from "~/ui/parts/dialog/use-dialog-place"

/** On a phone, Back closes the layer instead of leaving the page. `open`: whether there is one. */
export const useBackCloses = (onClose: () => void, open = true) => {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => (open && isPhone() ? openLayer({ close: () => close.current() }) : undefined), [open])
}
