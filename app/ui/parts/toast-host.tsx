import { type ComponentType, useEffect, useState } from "react"
import { onFirstToast } from "~/ui/parts/toast"

/** The page's toast host, empty until the first toast. If its code fails to load, toasts are not shown. */
export const ToastHost = () => {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(
    () =>
      onFirstToast(() => {
        import("~/ui/parts/toaster").then(
          (module) => setToaster(() => module.Toaster),
          () => {},
        )
      }),
    [],
  )
  return Toaster ? <Toaster /> : null
}
